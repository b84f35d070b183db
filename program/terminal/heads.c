/* Headers and initial position of a loaded game, which a save must preserve. */
#include "protocol/io/suggestion.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>

enum { POSITION_BYTES = 2048 };

/* The headers: names in plain text (for games that White starts, and that Black starts) and in
 * SGF. */
static const struct {
    const char *name, *plain[2], *sgf;
} header_names[MI_TERMINAL_HEADERS] = {
    {"first", {"white", "black"}, "PB"},       {"second", {"black", "white"}, "PW"},
    {"event", {"event", "event"}, "EV"},       {"place", {"place", "place"}, "PC"},
    {"round", {"round", "round"}, "RO"},       {"annotator", {"annotator", "annotator"}, "AN"},
    {"opening", {"opening", "opening"}, "ON"}, {"date", {"date", "date"}, "DT"},
};

void mi_terminal_store_headers(struct mi_terminal *terminal, const miai_game_record *record)
{
    for (int i = 0; i < MI_TERMINAL_HEADERS; i++) {
        char *text = terminal->headers[i];
        if (!record || miai_game_record_tell(terminal->engine, record, header_names[i].name, text,
                                             sizeof terminal->headers[i]) < 0)
            *text = '\0';
        text[strcspn(text, "\r\n")] = '\0'; /* every format stores a header in one line */
    }
}

/* A game that was continued has today's date. */
static bool is_header_valid(const struct mi_terminal *terminal, int i)
{
    bool old = strcmp(header_names[i].name, "date") == 0 && terminal->game_result.played;
    return terminal->headers[i][0] && !old;
}

enum { FIRST, SECOND };

/* The players of a game against the engine, whom no file has named: the person and the engine. */
static void write_player_name(const struct mi_terminal *terminal, int player,
                              char name[MI_TERMINAL_HEADER])
{
    const struct mi_terminal_line *line = &terminal->line;
    bool moved[2][MI_AUTHOR_ENGINE + 1] = {{false}};
    char move[MIAI_MOVE_TEXT], level[32] = "";
    int player_index;
    for (int i = 0; i < line->authors &&
                    miai_move_text(terminal->engine, i, &player_index, move, sizeof move) >= 0;
         i++)
        moved[player_index][(int)line->author[i]] = true;
    bool engine = moved[player][MI_AUTHOR_ENGINE],
         person = moved[player][MI_AUTHOR_PERSON] || (!engine && moved[!player][MI_AUTHOR_ENGINE]);
    name[0] = '\0';
    if (!moved[0][MI_AUTHOR_ENGINE] && !moved[1][MI_AUTHOR_ENGINE])
        return;
    if (miai_get_option(terminal->engine, "level", level, sizeof level) <= 0)
        level[0] = '\0';
    snprintf(name, MI_TERMINAL_HEADER, "%s%s", person ? terminal->person_name : "",
             person && engine ? " and " : "");
    size_t n = strlen(name);
    if (engine)
        snprintf(name + n, MI_TERMINAL_HEADER - n, "miai %s%s%s", miai_version(),
                 *level ? ", level " : "", level);
}

/* Writes a header, or "" if the record lacks it. */
static void read_header(const struct mi_terminal *terminal, int i, char text[MI_TERMINAL_HEADER])
{
    text[0] = '\0';
    if (is_header_valid(terminal, i))
        snprintf(text, MI_TERMINAL_HEADER, "%s", terminal->headers[i]);
    else if (i <= SECOND)
        write_player_name(terminal, i, text);
}

void mi_terminal_write_headers(const struct mi_terminal *terminal, struct mi_reply *text)
{
    bool black = mi_current_presentation(terminal->engine).black_begins;
    char header[MI_TERMINAL_HEADER];
    for (int i = 0; i < MI_TERMINAL_HEADERS; i++) {
        read_header(terminal, i, header);
        if (*header)
            mi_reply_format(text, "%s %s\n", header_names[i].plain[black], header);
    }
}

void mi_terminal_annotate_headers(const struct mi_terminal *terminal, struct mi_reply *sgf)
{
    miai_game_record *record = mi_reply_read_record(sgf, "sgf");
    if (!record)
        return;
    char text[MI_TERMINAL_HEADER];
    for (int i = 0; i < MI_TERMINAL_HEADERS; i++) {
        read_header(terminal, i, text);
        if (*text) {
            for (char *dot = text;
                 strcmp(header_names[i].sgf, "DT") == 0 && (dot = strchr(dot, '.'));)
                *dot = '-'; /* PGN writes "2020.01.02" */
            miai_game_record_note(record, 0, header_names[i].sgf, text);
        }
    }
    mi_reply_replace_by_record(sgf, record);
    miai_game_record_free(record);
}

void mi_terminal_write_start(const miai_engine *engine, struct mi_reply *text)
{
    char first[POSITION_BYTES];
    int length = miai_write_start(engine, first, sizeof first);
    if (length <= 0 || length >= POSITION_BYTES)
        return;
    mi_reply_add(text, "position ");
    mi_reply_add(text, first);
    mi_reply_add(text, "\n");
}
