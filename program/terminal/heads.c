/* What a game began from, and what its file said of it: what a save is to keep besides the moves.
 */
#include "protocol/io/suggestion.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>

enum { POSITION = 2048 };

/* What is kept: its name in plain text, for the first player where White begins or Black does, and
 * in SGF. */
static const struct {
    const char *what, *plain[2], *sgf;
} heads[MI_TERMINAL_HEADS] = {
    {"first", {"white", "black"}, "PB"},       {"second", {"black", "white"}, "PW"},
    {"event", {"event", "event"}, "EV"},       {"place", {"place", "place"}, "PC"},
    {"round", {"round", "round"}, "RO"},       {"annotator", {"annotator", "annotator"}, "AN"},
    {"opening", {"opening", "opening"}, "ON"}, {"date", {"date", "date"}, "DT"},
};

void mi_terminal_keep_heads(struct mi_terminal *terminal, const miai_game_record *record)
{
    for (int i = 0; i < MI_TERMINAL_HEADS; i++) {
        char *text = terminal->head[i];
        if (!record || miai_game_record_tell(terminal->engine, record, heads[i].what, text,
                                             sizeof terminal->head[i]) < 0)
            *text = '\0';
        text[strcspn(text, "\r\n")] = '\0'; /* a line holds it in every format */
    }
}

/* A game that is played on is of today. */
static bool is_kept(const struct mi_terminal *terminal, int i)
{
    bool old = strcmp(heads[i].what, "date") == 0 && terminal->game_result.played;
    return terminal->head[i][0] && !old;
}

void mi_terminal_write_heads(const struct mi_terminal *terminal, struct mi_reply *text)
{
    bool black = mi_hint_presentation(terminal->engine).black_begins;
    for (int i = 0; i < MI_TERMINAL_HEADS; i++)
        if (is_kept(terminal, i))
            mi_reply_format(text, "%s %s\n", heads[i].plain[black], terminal->head[i]);
}

void mi_terminal_note_heads(const struct mi_terminal *terminal, struct mi_reply *sgf)
{
    struct mi_reply whole = {0};
    miai_file file = {.bytes = sgf->text, .length = sgf->length, .line = 1};
    miai_game_record *record = sgf->text ? miai_game_record_read("sgf", &file) : NULL;
    if (!record)
        return;
    for (int i = 0; i < MI_TERMINAL_HEADS; i++)
        if (is_kept(terminal, i))
            miai_game_record_note(record, 0, heads[i].sgf, terminal->head[i]);
    mi_reply_game_record(&whole, record);
    miai_game_record_free(record);
    mi_reply_free(sgf);
    *sgf = whole;
}

/* ---- the first position ---- */

struct first {
    miai_engine *engine;
    char text[POSITION];
    int length;
};

static void write_first(void *context, int i, int player, const char *move)
{
    struct first *first = context;
    (void)player, (void)move;
    if (i == 0)
        first->length = miai_write_position(first->engine, first->text, POSITION);
}

/* That with which such games begin. */
static int write_usual(const miai_engine *engine, char text[POSITION])
{
    static const char *const names[] = {"game", "size", "rules"};
    char value[64];
    miai_engine *other = miai_new();
    int length = -1;
    for (int i = 0; other && i < 3; i++)
        if (miai_get_option(engine, names[i], value, sizeof value) > 0)
            miai_set_option(other, names[i], value);
    if (other)
        length = miai_write_position(other, text, POSITION);
    miai_free(other);
    return length;
}

void mi_terminal_write_start(miai_engine *engine, struct mi_reply *text)
{
    struct first first = {.engine = engine, .length = -1};
    char usual[POSITION];
    if (miai_plies(engine) > 0)
        mi_terminal_replay(engine, write_first, &first);
    else
        write_first(&first, 0, 0, NULL);
    if (first.length > 0 && first.length < POSITION &&
        (write_usual(engine, usual) < 0 || strcmp(first.text, usual) != 0))
        mi_reply_format(text, "position %s\n", first.text);
}
