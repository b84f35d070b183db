/* Writes the record of one game of a match, in any format. */
#include "record.h"

#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>

enum { OPENING_BYTES = 48 };

/* Writes how many moves of the opening were random, so that an analysis does not blame the players
 * for them (count_random_moves() in program/analysis reads it).  False: none were. */
static bool write_opening(const struct mi_match *match, const miai_engine *referee,
                          char opening[OPENING_BYTES])
{
    int random_moves = match->args->openings.game_record ? 0 : match->args->openings.plies;
    if (random_moves > miai_plies(referee))
        random_moves = miai_plies(referee);
    snprintf(opening, OPENING_BYTES, "%d random moves", random_moves);
    return random_moves > 0;
}

/* ---- games that SGF knows ---- */

static miai_game_record *make_sgf_record(const struct mi_match *match, long number,
                                         const struct mi_match_outcome *outcome,
                                         const miai_engine *referee, struct mi_reply *text)
{
    struct mi_match_pairing game = mi_match_pairing_of(match, number);
    char round[32], date[MI_DATE], opening[OPENING_BYTES];
    if (!mi_reply_add_sgf(text, referee) || text->failed)
        return NULL;
    miai_game_record *game_record = mi_reply_read_record(text, "sgf");
    snprintf(round, sizeof round, "%ld", number + 1);
    if (game_record) {
        miai_game_record_note(game_record, 0, "PB", match->args->player[game.first].name);
        miai_game_record_note(game_record, 0, "PW", match->args->player[game.second].name);
        miai_game_record_note(game_record, 0, "RE", outcome->result);
        miai_game_record_note(game_record, 0, "RO", round);
        mi_today(date);
        if (date[0])
            miai_game_record_note(game_record, 0, "DT", date);
        if (write_opening(match, referee, opening))
            miai_game_record_note(game_record, 0, "ON", opening);
    }
    return game_record;
}

/* ---- other games, by way of plain text ---- */

static void write_record_options(const miai_engine *referee, struct mi_reply *text)
{
    static const char *const names[] = {"game", "size", "komi", "rules"};
    char value[100];
    for (int i = 0; i < 4; i++)
        if (miai_get_option(referee, names[i], value, sizeof value) > 0)
            mi_reply_format(text, "%s %s\n", names[i], value);
}

static void write_record_moves(const miai_engine *referee, struct mi_reply *text)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    mi_reply_add(text, "moves");
    for (int i = 0; miai_move_text(referee, i, &player, move, sizeof move) > 0; i++)
        mi_reply_format(text, "%s%s", i % 10 == 0 && i > 0 ? "\nmoves " : " ", move);
    mi_reply_add(text, "\n");
}

static miai_game_record *make_text_record(const struct mi_match *match, long number,
                                          const struct mi_match_outcome *outcome,
                                          const miai_engine *referee, const char *start,
                                          struct mi_reply *text)
{
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};
    struct mi_match_pairing game = mi_match_pairing_of(match, number);
    bool black_begins = mi_current_presentation(referee).black_begins; /* else White begins */
    char date[MI_DATE], opening[OPENING_BYTES];
    write_record_options(referee, text);
    if (*start)
        mi_reply_format(text, "position %s\n", start);
    mi_reply_format(text, "%s %s\n%s %s\n", black_begins ? "black" : "white",
                    match->args->player[game.first].name, black_begins ? "white" : "black",
                    match->args->player[game.second].name);
    mi_today(date);
    if (date[0])
        mi_reply_format(text, "date %s\n", date);
    if (write_opening(match, referee, opening))
        mi_reply_format(text, "opening %s\n", opening);
    mi_reply_format(text, "result %s\nround %ld\n", results[outcome->points], number + 1);
    write_record_moves(referee, text);
    return mi_reply_read_record(text, "text");
}

/* ---- both ---- */

/* Appends the text of a record. */
static bool write_record_text(struct mi_reply *text, const miai_game_record *game_record, char *why)
{
    bool good = game_record && mi_reply_add_game_record(text, game_record);
    if (good && text->length > 0 && text->text[text->length - 1] != '\n')
        mi_reply_add(text, "\n");
    if (good && !text->failed)
        return true;
    snprintf(why, MI_MATCH_REASON, "%s", miai_error_text(MIAI_NO_MEMORY));
    return false;
}

/* Converts a record to another format; NULL on failure. */
static miai_game_record *convert_match_record(const struct mi_match *match,
                                              const miai_game_record *game_record,
                                              const char *format, char *why)
{
    miai_engine *engine = mi_match_new_engine(match); /* the referee must not change */
    miai_game_record *converted =
        engine ? miai_game_record_convert(engine, game_record, format, NULL) : NULL;
    if (!converted)
        snprintf(why, MI_MATCH_REASON, "%s",
                 engine ? mi_error_details(engine, MIAI_NO_LOAD) : miai_error_text(MIAI_NO_MEMORY));
    miai_free(engine);
    return converted;
}

bool mi_match_can_record(const struct mi_match *match, char why[MI_MATCH_REASON])
{
    struct mi_reply text = {.text = NULL};
    miai_engine *referee = mi_match_new_referee(match);
    miai_game_record *empty = NULL, *converted = NULL;
    bool is_text = strcmp(match->record_format, "text") == 0;
    snprintf(why, MI_MATCH_REASON, "%s", miai_error_text(MIAI_NO_MEMORY));
    if (referee && !is_text) {
        write_record_options(referee, &text);
        write_record_moves(referee, &text);
        empty = mi_reply_read_record(&text, "text");
    }
    if (empty)
        converted = convert_match_record(match, empty, match->record_format, why);
    bool good = is_text || converted;
    miai_game_record_free(converted);
    miai_game_record_free(empty);
    miai_free(referee);
    mi_reply_free(&text);
    return good;
}

bool mi_match_write_record(const struct mi_match *match, long number,
                           const struct mi_match_outcome *outcome, const miai_engine *referee,
                           const char *start, struct mi_reply *record, char why[MI_MATCH_REASON])
{
    struct mi_reply text = {.text = NULL};
    const char *made_format = "sgf";
    miai_game_record *game_record = make_sgf_record(match, number, outcome, referee, &text),
                     *converted = NULL;
    if (!game_record) {
        made_format = "text";
        mi_reply_clear(&text);
        game_record = make_text_record(match, number, outcome, referee, start, &text);
    }
    if (game_record)
        miai_game_record_note(game_record, miai_game_record_moves(game_record), "comment",
                              outcome->reason);
    bool same = !game_record || strcmp(made_format, match->record_format) == 0;
    if (!same)
        converted = convert_match_record(match, game_record, match->record_format, why);
    bool good =
        (same || converted) && write_record_text(record, same ? game_record : converted, why);
    miai_game_record_free(converted);
    miai_game_record_free(game_record);
    mi_reply_free(&text);
    return good;
}
