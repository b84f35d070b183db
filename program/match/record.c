/* The record of one game of a match, in any format. */
#include "record.h"

#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include <stdlib.h>
#include <string.h>

/* ---- games that SGF knows ---- */

static miai_sheet *read_sheet(const char *format, const char *text, size_t length)
{
    miai_file file = {.bytes = text, .length = length, .line = 1};
    return miai_sheet_read(format, &file);
}

static int save(const void *referee, char *text, size_t size)
{
    return miai_save_sgf(referee, text, size);
}

static miai_sheet *sheet_of_sgf(const struct mi_match *match, long number,
                                const miai_engine *referee, struct mi_reply *text)
{
    struct mi_game game = mi_match_game(match, number);
    char round[32], date[MI_DATE];
    if (!mi_reply_written(text, save, referee) || text->failed)
        return NULL;
    miai_sheet *sheet = read_sheet("sgf", text->text, text->length);
    snprintf(round, sizeof round, "%ld", number + 1);
    if (sheet) {
        miai_sheet_note(sheet, 0, "PB", match->words->player[game.first].name);
        miai_sheet_note(sheet, 0, "PW", match->words->player[game.second].name);
        miai_sheet_note(sheet, 0, "RE", match->outcome[number].result);
        miai_sheet_note(sheet, 0, "RO", round);
        mi_today(date);
        if (date[0])
            miai_sheet_note(sheet, 0, "DT", date);
    }
    return sheet;
}

/* ---- the others, by way of plain text ---- */

static void write_options(const miai_engine *referee, struct mi_reply *text)
{
    static const char *const names[] = {"game", "size", "komi", "rules"};
    char value[100];
    for (int i = 0; i < 4; i++)
        if (miai_get_option(referee, names[i], value, sizeof value) > 0)
            mi_reply_format(text, "%s %s\n", names[i], value);
}

static void write_moves(const miai_engine *referee, struct mi_reply *text)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    mi_reply_add(text, "moves");
    for (int i = 0; miai_move_text(referee, i, &player, move, sizeof move) > 0; i++)
        mi_reply_format(text, "%s%s", i % 10 == 0 && i > 0 ? "\nmoves " : " ", move);
    mi_reply_add(text, "\n");
}

static miai_sheet *sheet_of_text(const struct mi_match *match, long number,
                                 const miai_engine *referee, const char *start,
                                 struct mi_reply *text)
{
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    struct mi_game game = mi_match_game(match, number);
    bool black = mi_hint_presentation(referee).black_begins; /* else White does */
    char date[MI_DATE];
    write_options(referee, text);
    if (*start)
        mi_reply_format(text, "position %s\n", start);
    mi_reply_format(text, "%s %s\n%s %s\n", black ? "black" : "white",
                    match->words->player[game.first].name, black ? "white" : "black",
                    match->words->player[game.second].name);
    mi_today(date);
    if (date[0])
        mi_reply_format(text, "date %s\n", date);
    mi_reply_format(text, "result %s\nround %ld\n", results[match->outcome[number].points],
                    number + 1);
    write_moves(referee, text);
    return text->failed ? NULL : read_sheet("text", text->text, text->length);
}

/* ---- both ---- */

/* Adds a sheet's text to the file. */
static bool write_sheet(const miai_sheet *sheet, FILE *record)
{
    int length = sheet ? miai_sheet_write(sheet, NULL, 0) : -1;
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!text)
        return false;
    miai_sheet_write(sheet, text, (size_t)length + 1);
    bool good = fwrite(text, 1, (size_t)length, record) == (size_t)length;
    good &= length == 0 || text[length - 1] == '\n' || fputc('\n', record) != EOF;
    free(text);
    return fflush(record) == 0 && good;
}

static bool convert(struct mi_match *match, miai_sheet *sheet, const char *from, const char *to)
{
    if (strcmp(from, to) == 0)
        return write_sheet(sheet, match->record);
    miai_engine *engine = mi_match_engine(match); /* the referee is to stay as it is */
    miai_sheet *other = engine ? miai_sheet_convert(engine, sheet, to, NULL) : NULL;
    bool good = write_sheet(other, match->record);
    miai_sheet_free(other);
    miai_free(engine);
    return good;
}

bool mi_match_write_record(struct mi_match *match, long number, const miai_engine *referee,
                           const char *start)
{
    struct mi_reply text = {.text = NULL};
    const char *from = "sgf";
    miai_sheet *sheet = sheet_of_sgf(match, number, referee, &text);
    if (!sheet) {
        from = "text";
        mi_reply_clear(&text);
        sheet = sheet_of_text(match, number, referee, start, &text);
    }
    if (sheet)
        miai_sheet_note(sheet, miai_sheet_moves(sheet), "comment", match->outcome[number].why);
    bool good = sheet && convert(match, sheet, from, match->record_format);
    miai_sheet_free(sheet);
    mi_reply_free(&text);
    return good;
}
