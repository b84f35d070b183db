/* Converts a record to another format: plays all moves, including those of variations. */
#include "engine/error.h"
#include "game_record.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state after each node on the path from the root to the current one. */
struct step {
    struct mi_record_node *to;
    int plies, nulls, turn, moves, null_moves;
};

struct conversion {
    struct mi_reading r;
    struct miai_game_record *to;
    struct step *step; /* [depth]; owned */
    size_t depth, capacity;
    void *prior; /* the position before the current node; owned */
};

static bool grow_steps(struct conversion *c)
{
    if (c->depth < c->capacity)
        return true;
    size_t capacity = c->capacity ? 2 * c->capacity : 256;
    struct step *steps = realloc(c->step, capacity * sizeof *steps);
    if (!steps)
        return mi_reading_fault(&c->r, c->r.line, "out of memory");
    c->step = steps;
    c->capacity = capacity;
    return true;
}

/* ---- moves ---- */

/* Writes a move in the position prior in the new format. */
static void write_converted_move(struct conversion *c, miai_ply ply, char *text, size_t size)
{
    const miai_game *game = c->r.game;
    int score;
    if (mi_editing(game)->set_turn &&
        (game->turn(c->prior) != ply.player || game->outcome(c->prior, &score)))
        mi_editing(game)->set_turn(c->prior, ply.player);
    mi_game_record_move_text(game, &c->r.setup, c->prior, ply.move, c->to->format, text, size);
}

/* Adds a node with a move. If it was the other player's turn, adds a null move before it. */
static struct mi_record_node *add_converted_move(struct conversion *c,
                                                 struct mi_record_node *parent, miai_ply ply)
{
    char text[MI_WORD];
    bool sgf = c->to->format == MI_SGF;
    struct mi_record_node *node = parent;
    if (!sgf && c->r.game->turn(c->prior) != ply.player) {
        node = mi_game_record_add_node(c->to, node);
        if (!node || !mi_game_record_add(c->to, node, MI_MOVE, "--"))
            return NULL;
    }
    write_converted_move(c, ply, text, sizeof text);
    node = mi_game_record_add_node(c->to, node);
    const char *name = !sgf ? MI_MOVE : ply.player ? "W" : "B";
    return node && mi_game_record_put_text(c->to, node, name, text) ? node : NULL;
}

static bool add_epd_position(struct conversion *c)
{
    char text[MI_WORD], *half = text, *full;
    const miai_game *game = c->r.game;
    if (!mi_notation(game)->write_position || !mi_presentation(game)->assumed)
        return mi_reading_fault(&c->r, c->r.record->root->line, "EPD cannot store positions of %s",
                                game->title);
    struct mi_record_node *last = c->to->last;
    struct mi_record_node *node =
        mi_record_node_find(last, "position") ? mi_game_record_add_node(c->to, last) : last;
    mi_notation(game)->write_position(mi_history_position(c->r.history), text, sizeof text);
    for (int field = 0; field < 4 && half; field++)
        half = strchr(half + (field > 0), ' ');
    if (half)
        *half++ = '\0';
    full = half ? strchr(half, ' ') : NULL;
    if (full)
        *full++ = '\0';
    c->to->last = node;
    return node && mi_game_record_add(c->to, node, "position", text) &&
           (!full || (mi_game_record_add(c->to, node, "hmvc", half) &&
                      mi_game_record_add(c->to, node, "fmvn", full)));
}

/* ---- nodes ---- */

/* Finds the position before the root's move, which may come after stones set up in the same
 * node. */
static void find_prior_of_root(struct conversion *c)
{
    int plies = mi_history_plies(c->r.history);
    if (plies == 0)
        return;
    miai_ply ply = mi_history_line(c->r.history)[plies - 1];
    mi_history_undo(c->r.history, 1);
    memcpy(c->prior, mi_history_position(c->r.history), mi_history_size(c->r.history));
    mi_history_replay(c->r.history, ply.player, ply.move);
}

static bool out_of_memory(struct conversion *c, const struct mi_record_node *from)
{
    return mi_reading_fault(&c->r, from->line, "out of memory");
}

/* Adds a node to parent for the changes that the record's node made. */
static struct mi_record_node *convert_changes(struct conversion *c,
                                              const struct mi_record_node *from,
                                              struct mi_record_node *parent, int plies, int nulls)
{
    const struct mi_reading *r = &c->r;
    int made = mi_history_plies(r->history) - plies, player = r->turn;
    struct mi_record_node *node = parent;
    if (from->parent && (r->fresh || made < 0)) {
        mi_reading_fault(&c->r, from->line,
                         "stones are set up after moves: "
                         "only SGF can store that");
        return NULL;
    }
    if (made > 1) {
        mi_reading_fault(&c->r, from->line, "several moves in one node");
        return NULL;
    }
    if (made == 1) {
        miai_ply ply = mi_history_line(r->history)[plies];
        player = ply.player;
        node = add_converted_move(c, parent, ply);
    } else if (mi_history_trailing_nulls(r->history) > nulls && c->to->format != MI_SGF) {
        node = mi_game_record_add_node(c->to, parent);
        if (node && !mi_game_record_add(c->to, node, MI_MOVE, "--"))
            node = NULL;
    } else if (from->parent && c->to->format == MI_PGN && r->record->format == MI_PGN) {
        node = mi_game_record_add_node(c->to, parent);
    }
    if (node && mi_game_record_write_notes(r, from, player, c->to, node))
        return node;
    out_of_memory(c, from);
    return NULL;
}

/* Restores the game to its state after that step. */
static void restore_step(struct mi_reading *r, const struct step *to)
{
    int surplus = mi_history_plies(r->history) - to->plies;
    if (surplus > 0 || mi_history_trailing_nulls(r->history) != to->nulls)
        mi_history_undo(r->history, surplus);
    while (mi_history_trailing_nulls(r->history) < to->nulls && mi_history_null(r->history))
        ;
    r->turn = to->turn;
    r->moves = to->moves;
    r->null_moves = to->null_moves;
}

static bool convert_node(struct conversion *c, const struct mi_record_node *from)
{
    struct mi_reading *r = &c->r;
    const struct step *before = c->depth > 0 ? &c->step[c->depth - 1] : NULL;
    if (before)
        restore_step(r, before);
    int plies = mi_history_plies(r->history), nulls = mi_history_trailing_nulls(r->history);
    memcpy(c->prior, mi_history_position(r->history), mi_history_size(r->history));
    if (!mi_reading_node(r, from))
        return false;
    if (!before) {
        find_prior_of_root(c);
        mi_reading_set_first_turn(r);
        if (c->to->format != MI_EPD && !mi_game_record_write_head(r, c->to))
            return false;
        r->fresh = false;
    }
    struct mi_record_node *to = before ? before->to : c->to->root;
    if (c->to->format == MI_EPD ? !add_epd_position(c)
                                : !(to = convert_changes(c, from, to, plies, nulls)))
        return false;
    if (!grow_steps(c))
        return false;
    c->step[c->depth++] = (struct step){to,
                                        mi_history_plies(r->history),
                                        mi_history_trailing_nulls(r->history),
                                        r->turn,
                                        r->moves,
                                        r->null_moves};
    return true;
}

/* The next node in the order of the file. Sets depth to that of its parent. */
static const struct mi_record_node *next_node(struct conversion *c,
                                              const struct mi_record_node *node)
{
    bool main_line = c->to->format == MI_PLAIN || c->to->format == MI_EPD;
    if (node->child || main_line)
        return node->child;
    for (; node; node = node->parent) {
        c->depth--;
        if (node->next)
            return node->next;
    }
    return NULL;
}

static bool convert_record(struct conversion *c, const miai_engine *engine,
                           const miai_game_record *record)
{
    if (!mi_reading_begin(&c->r, engine, record, NULL))
        return false;
    c->prior = malloc(mi_history_size(c->r.history));
    if (!c->prior)
        return out_of_memory(c, record->root);
    if (c->to->format == MI_SGF && !mi_records(c->r.game)->sgf)
        return mi_reading_fault(&c->r, record->root->line, "SGF cannot store %s; .pgn and .txt can",
                                c->r.game->title);
    for (const struct mi_record_node *node = record->root; node; node = next_node(c, node))
        if (!convert_node(c, node))
            return false;
    return true;
}

miai_game_record *miai_game_record_convert(miai_engine *engine, const miai_game_record *record,
                                           const char *format, long *line)
{
    enum mi_format kind = mi_game_record_find_format(format);
    struct conversion c = {.r.line = record->root->line};
    bool good = false;
    if (kind == MI_FORMATS || kind == record->format)
        mi_reading_fault(&c.r, record->root->line, "not another format: %.20s", format);
    else if ((c.to = mi_game_record_new(kind)) == NULL)
        mi_reading_fault(&c.r, record->root->line, "out of memory");
    else
        good = convert_record(&c, engine, record);
    memcpy(engine->note, c.r.note, sizeof engine->note);
    if (!good) {
        mi_game_record_free(c.to);
        c.to = NULL;
        mi_engine_fail(engine, MIAI_NO_LOAD, c.r.fault[0] ? c.r.fault : "out of memory");
    }
    if (line)
        *line = good ? record->root->line : c.r.line;
    mi_reading_free(&c.r);
    free(c.step);
    free(c.prior);
    return c.to;
}
