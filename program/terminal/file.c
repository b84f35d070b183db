/* Loading and saving games and pictures at the terminal. */
#include "protocol/io/file.h"
#include "program/convert/convert.h"
#include "program/convert/picture.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"
#include "terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints the result given by the file, if the final position does not show it. */
static void print_recorded_result(const struct mi_terminal *terminal)
{
    const char *recorded_result = terminal->game_result.recorded_result;
    const char *cause = recorded_result[0] && recorded_result[1] ? recorded_result + 2 : "";
    char name[MI_TERMINAL_NAME];
    if (strcmp(recorded_result, "0") == 0)
        puts("According to the file the game was drawn.");
    else if (*recorded_result)
        printf("According to the file %s won%s%s%s.\n",
               mi_terminal_name(terminal, *recorded_result == 'W', name),
               *cause == 'R'   ? " by resignation"
               : *cause == 'T' ? " on time"
               : *cause == 'F' ? " by forfeit"
               : *cause        ? " by "
                               : "",
               isdigit((unsigned char)*cause) ? cause : "",
               isdigit((unsigned char)*cause) ? " points" : "");
}

/* Forgets the headers of the previous game first. */
static void show_loaded_game(struct mi_terminal *terminal, const miai_game_record *record)
{
    mi_terminal_update_line(terminal);
    mi_terminal_store_headers(terminal, record);
    mi_terminal_note_author(terminal, 0, MI_AUTHOR_FILE);
    mi_game_result_read(&terminal->game_result, terminal->engine, record);
    mi_terminal_count_loaded(terminal);
    mi_terminal_show_board(terminal);
    if (!mi_terminal_show_end(terminal))
        print_recorded_result(terminal);
}

/* Expands "~/" to the home folder, as a shell does. */
static const char *expand_home(const char *name, char path[MI_TERMINAL_PATH])
{
    const char *home = getenv("HOME");
    if (strncmp(name, "~/", 2) != 0 || !home)
        return name;
    int length = snprintf(path, MI_TERMINAL_PATH, "%s/%s", home, name + 2);
    return length < MI_TERMINAL_PATH ? path : name;
}

void mi_terminal_load(struct mi_terminal *terminal, const char *name)
{
    char path[MI_TERMINAL_PATH];
    name = expand_home(name, path);
    miai_file file = {.line = 1};
    long line = 0;
    char why[MI_FILE_MESSAGE],
        *bytes = mi_load_client_file(terminal->engine, name, true, &file.length, why);
    if (!bytes) {
        mi_print_clean(stdout, "%s: %s\n", name, why);
        return;
    }
    if (*why)
        mi_print_clean(stdout, "%s: %s\n", name, why);
    file.bytes = bytes;
    const char *format = miai_game_record_format(bytes, file.length);
    miai_game_record *record = miai_game_record_read(format, &file);
    int error = record ? miai_game_record_load(terminal->engine, record, 0, &line) : MIAI_OK;
    if (!record)
        mi_print_clean(stdout, "%s:%ld: %s\n", name, file.fault_line, file.fault);
    else if (error != MIAI_OK)
        mi_print_clean(stdout, "%s:%ld: %s\n", name, line,
                       mi_error_details(terminal->engine, error));
    else if (*miai_note(terminal->engine))
        mi_print_clean(stdout, "%s:%ld: %s\n", name, line, miai_note(terminal->engine));
    if (record && error == MIAI_OK)
        show_loaded_game(terminal, record);
    miai_game_record_free(record);
    free(bytes);
}

/* In games that Black begins the result names the winner's colour.  Otherwise 1-0 is a win of
 * the first player, which plain text calls White if it gives the reason. */
static void write_result_line(const miai_game *game, const char *result, struct mi_reply *text)
{
    bool first = *result == 'B';
    if (game->records && game->records->sgf)
        mi_reply_format(text, "result %s\n", result);
    else if (!strchr(result, '+'))
        mi_reply_add(text, "result 1/2-1/2\n");
    else if (isalpha((unsigned char)result[2]))
        mi_reply_format(text, "result %c%s\n", first ? 'W' : 'B', result + 1);
    else
        mi_reply_format(text, "result %s\n", first ? "1-0" : "0-1");
}

static void write_result_and_date(const struct mi_game_result *game_result, miai_engine *engine,
                                  struct mi_reply *text)
{
    const miai_game *game = mi_current_game(engine);
    char result[MI_RESULT], date[MI_DATE];
    bool known = mi_game_result_text(game_result, engine, result);
    if (known)
        write_result_line(game, result, text);
    mi_today(date);
    if (game_result->played && date[0])
        mi_reply_format(text, "date %s\n", date);
}

/* Writes the game as plain text, which is then converted. */
static void write_game_as_text(const struct mi_terminal *terminal, struct mi_reply *text)
{
    miai_engine *engine = terminal->engine;
    char value[256];
    int player;
    mi_reply_format(text, "game %s\nsize %dx%d\n", miai_current_game(engine), miai_width(engine),
                    miai_height(engine));
    if (miai_get_option(engine, "komi", value, sizeof value) > 0)
        mi_reply_format(text, "komi %s\n", value);
    if (miai_get_option(engine, "rules", value, sizeof value) > 0)
        mi_reply_format(text, "rules %s\n", value);
    mi_terminal_write_start(engine, text);
    mi_terminal_write_headers(terminal, text);
    write_result_and_date(&terminal->game_result, engine, text);
    mi_reply_add(text, "moves");
    for (int i = 0; miai_move_text(engine, i, &player, value, sizeof value) >= 0; i++)
        mi_reply_format(text, "%s%s", i % 10 ? " " : i ? "\nmoves " : " ", value);
    mi_reply_add(text, "\n");
}

/* Makes the record to convert from, whose bytes `text` keeps: SGF, which can set up stones, if
 * the game cannot write positions itself. */
static miai_game_record *make_source_record(const struct mi_terminal *terminal,
                                            struct mi_reply *text, const char **format)
{
    miai_engine *engine = terminal->engine;
    bool sgf = miai_write_start(engine, NULL, 0) < 0 && mi_reply_add_sgf(text, engine);
    if (sgf) {
        mi_game_result_add(&terminal->game_result, engine, text);
        mi_terminal_annotate_headers(terminal, text);
    } else {
        mi_reply_clear(text);
        write_game_as_text(terminal, text);
    }
    *format = sgf ? "sgf" : "text";
    return mi_reply_read_record(text, *format);
}

/* Adds the game in a format; returns NULL or an error message. */
static const char *write_game_text(const struct mi_terminal *terminal, const char *format,
                                   struct mi_reply *text)
{
    miai_engine *engine = terminal->engine;
    const char *error_text = NULL, *record_format;
    struct mi_reply bytes = {0};
    if (strcmp(format, "sgf") == 0 && mi_reply_add_sgf(text, engine)) {
        mi_game_result_add(&terminal->game_result, engine, text);
        mi_terminal_annotate_headers(terminal, text);
        mi_reply_add(text, "\n");
        return NULL;
    }
    miai_game_record *record = make_source_record(terminal, &bytes, &record_format),
                     *converted = NULL;
    bool same = strcmp(format, record_format) == 0;
    if (record && !same)
        converted = miai_game_record_convert(engine, record, format, NULL);
    if (!record)
        error_text = miai_error_text(MIAI_NO_MEMORY);
    else if (!converted && !same)
        error_text = mi_error_details(engine, MIAI_NO_LOAD);
    else
        mi_reply_add_game_record(text, converted ? converted : record);
    miai_game_record_free(converted);
    miai_game_record_free(record);
    mi_reply_free(&bytes);
    return error_text;
}

/* Creates a file.  A file that exists and was not written by this session is replaced only if
 * the command is repeated. */
static bool begin_save(struct mi_terminal *terminal, const char *name, struct mi_draft *draft)
{
    char error[MI_FILE_MESSAGE];
    bool known = strcmp(name, terminal->saved_file) == 0;
    if (!mi_begin_client_file(terminal->engine, draft, name, error)) {
        mi_terminal_print("%s: %s", name, error);
        return false;
    }
    if (draft->replaces && !known) {
        mi_draft_discard(draft);
        mi_terminal_print("%s exists and was not changed.  Repeat the command to replace it.",
                          name);
    }
    snprintf(terminal->saved_file, sizeof terminal->saved_file, "%s", name);
    return draft->out != NULL;
}

/* Saves the current position as SVG or PNG. */
static void save_picture(struct mi_terminal *terminal, const char *format, const char *name)
{
    char error[MI_FILE_MESSAGE], why[MI_PICTURE_WORDS];
    struct mi_draft draft;
    if (!begin_save(terminal, name, &draft))
        return;
    if (!mi_picture_draw(terminal->engine, format, draft.out, why)) {
        mi_draft_discard(&draft);
        mi_print_clean(stdout, "%s: %s\n", name, why);
    } else if (!mi_end_file(&draft, error)) {
        mi_print_clean(stdout, "%s: %s\n", name, error);
    } else {
        mi_print_clean(stdout, "A picture of the board is saved in %s.\n", name);
    }
}

static void save_game(struct mi_terminal *terminal, const char *format, const char *name)
{
    char error[MI_FILE_MESSAGE];
    struct mi_draft draft = {.out = NULL};
    struct mi_reply text = {0};
    const char *error_text = write_game_text(terminal, format, &text);
    if (!error_text && text.failed)
        error_text = miai_error_text(MIAI_NO_MEMORY);
    if (error_text) {
        mi_terminal_print("%s: %s", name, error_text);
    } else if (begin_save(terminal, name, &draft)) {
        fwrite(text.text, 1, text.length, draft.out);
        if (mi_end_file(&draft, error))
            mi_print_clean(stdout, "Saved in %s.\n", name);
        else
            mi_terminal_print("%s: %s", name, error);
    }
    mi_reply_free(&text);
}

void mi_terminal_save(struct mi_terminal *terminal, const char *name)
{
    char path[MI_TERMINAL_PATH];
    name = expand_home(name, path);
    const char *format = mi_format_by_extension(name), *picture = mi_picture_format_of(name);
    if (picture) {
        save_picture(terminal, picture, name);
        return;
    }
    if (!format) {
        mi_terminal_print("usage: save FILE; its extension selects the format: .sgf, .pgn, .epd, "
                          ".txt, or a picture: .svg, .png");
        return;
    }
    save_game(terminal, format, name);
}
