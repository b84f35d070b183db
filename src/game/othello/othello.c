/* Othello: a disc flips the lines of enemy discs that it encloses, and must flip at least one. */
#include "othello.h"
#include "embedded/embedded.h"
#include "game/games.h"

enum { MIN_SIDE = 4 };

static const char *const rules[] = {"winner-takes-empty", "discs", NULL};

/* The initial discs are around the centre, so both sides must be even. */
static size_t othello_size(const miai_setup *setup)
{
    return setup->width % 2 == 0 && setup->height % 2 == 0 ? sizeof(struct mi_othello) : 0;
}

static int othello_move_count(const miai_setup *setup)
{
    return setup->width * setup->height + 1;
}

void mi_othello_update_moves(struct mi_othello *o)
{
    uint64_t own = o->discs[o->turn], other = o->discs[!o->turn], free = mi_othello_empty(o);
    o->moves = mi_othello_moves(own, other, free);
    o->over = !o->moves && !mi_othello_moves(other, own, free);
}

/* The second player's initial discs are upper left and lower right of the centre. */
static void set_initial_discs(struct mi_othello *o)
{
    int square = MI_OTHELLO_SIDE * (o->height / 2 - 1) + o->width / 2 - 1;
    o->discs[1] = ((uint64_t)1 | (uint64_t)1 << (MI_OTHELLO_SIDE + 1)) << square;
    o->discs[0] = ((uint64_t)1 << 1 | (uint64_t)1 << MI_OTHELLO_SIDE) << square;
}

void mi_othello_init(void *pos, const miai_setup *setup)
{
    struct mi_othello *o = pos;
    *o = (struct mi_othello){
        .width = (uint8_t)setup->width,
        .height = (uint8_t)setup->height,
        .rules = (uint8_t)setup->rules,
    };
    for (int y = 0; y < setup->height; y++)
        o->board |= (((uint64_t)1 << setup->width) - 1) << MI_OTHELLO_SIDE * y;
    set_initial_discs(o);
    mi_othello_update_moves(o);
}

static int othello_turn(const void *pos)
{
    const struct mi_othello *o = pos;
    return o->turn;
}

static int othello_moves(const void *pos, miai_move *list)
{
    const struct mi_othello *o = pos;
    int n = 0;
    for (uint64_t left = o->moves; left; left &= left - 1)
        list[n++] = mi_othello_move_of(o, mi_othello_first(left));
    if (n == 0)
        list[n++] = mi_othello_pass(o);
    return n;
}

static bool othello_is_legal(const void *pos, miai_move move)
{
    const struct mi_othello *o = pos;
    if (move == mi_othello_pass(o))
        return !o->over && !o->moves;
    return move >= 0 && move < mi_othello_pass(o) && o->moves >> mi_othello_square_of(o, move) & 1;
}

static void othello_play(void *pos, miai_move move)
{
    struct mi_othello *o = pos;
    if (move != mi_othello_pass(o))
        mi_othello_make_move(&o->discs[o->turn], &o->discs[!o->turn],
                             mi_othello_square_of(o, move));
    o->turn = !o->turn;
    mi_othello_update_moves(o);
}

static bool othello_outcome(const void *pos, int *score)
{
    const struct mi_othello *o = pos;
    if (o->over)
        *score =
            MIAI_POINT_SCORE * mi_othello_final_score(o->discs[0], o->discs[1], o->board, o->rules);
    return o->over;
}

static uint64_t othello_hash(const void *pos)
{
    const struct mi_othello *o = pos;
    return mi_othello_hash(o->discs[0], o->discs[1], o->turn);
}

/* ---- editing ---- */

static miai_move othello_pass_move(const void *pos)
{
    const struct mi_othello *o = pos;
    return mi_othello_pass(o);
}

static void othello_write_board(const void *pos, int8_t *piece)
{
    const struct mi_othello *o = pos;
    for (miai_move move = 0; move < mi_othello_pass(o); move++) {
        int square = mi_othello_square_of(o, move);
        piece[move] = (int8_t)(o->discs[0] >> square & 1 ? 0 : o->discs[1] >> square & 1 ? 1 : -1);
    }
}

static void othello_set_turn(void *pos, int player)
{
    struct mi_othello *o = pos;
    o->turn = (uint8_t)player;
    mi_othello_update_moves(o);
}

static bool othello_edit_square(void *pos, miai_move point, int player)
{
    struct mi_othello *o = pos;
    uint64_t square = (uint64_t)1 << mi_othello_square_of(o, point);
    for (int i = 0; i < 2; i++)
        o->discs[i] = player == i ? o->discs[i] | square : o->discs[i] & ~square;
    mi_othello_update_moves(o);
    return true;
}

static void othello_set_rules(void *pos, const miai_setup *setup)
{
    struct mi_othello *o = pos;
    o->rules = (uint8_t)setup->rules;
}

static const miai_editing editing = {
    .bytes = sizeof(miai_editing),
    .pass = othello_pass_move,
    .board = othello_write_board,
    .set_turn = othello_set_turn,
    .put = othello_edit_square,
    .set_rules = othello_set_rules,
};

/* Discs belong to their owners; the rules decide who gets the empty squares. */
static void othello_write_ownership(const void *pos, int8_t *owner)
{
    const struct mi_othello *o = pos;
    int lead = mi_othello_count(o->discs[0]) - mi_othello_count(o->discs[1]);
    bool counted = o->over && o->rules == MI_OTHELLO_WINNER;
    int8_t rest = (int8_t)(counted ? (lead > 0) - (lead < 0) : 0);
    for (miai_move move = 0; move < mi_othello_pass(o); move++) {
        int square = mi_othello_square_of(o, move);
        bool first = o->discs[0] >> square & 1, second = o->discs[1] >> square & 1;
        owner[move] = (int8_t)(first ? 1 : second ? -1 : rest);
    }
}

static const miai_scoring scoring = {
    .bytes = sizeof(miai_scoring),
    .ownership = othello_write_ownership,
};

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .search = "alphabeta",
    .transpositions = true,
};

/* Moves that each player has left. */
static int othello_moves_left(const void *pos)
{
    return 1 + mi_othello_count(mi_othello_empty(pos)) / 2;
}

static const miai_level levels[] = {
    {1, 1000, 3, 1},        {2, 1000, 1.04, 1},     {3, 1000, 0.63, 1},
    {3.58, 1000, 0.5, 1},   {5.83, 1000, 0.2, 1},   {7.89, 1000, 0.1, 1},
    {9.09, 1000, 0.1, 0.6}, {10.5, 1000, 0.1, 0.3}, {11.02, 1000, 0.1, 0.1},
    {14.57, 1000, 0.05, 0}, {16.75, 4000, 0.05, 0}, {17.66, 16000, 0.05, 0},
    {18.4, 64000, 0.02, 0}, {20, 256000, 0, 0},     {0, 0, 0, 0},
};

static const miai_hints hints = {
    .bytes = sizeof(miai_hints),
    .tuning = &tuning,
    .moves_left = othello_moves_left,
    .levels = levels,
    .scale = MIAI_SCALE_LEVEL,
};

static const miai_solver solver = {
    .bytes = sizeof(miai_solver),
    .solve_endgame = mi_othello_solve_endgame,
    .endgame_cost = mi_othello_endgame_cost,
};

static const miai_books books = {
    .bytes = sizeof(miai_books),
    .symmetries = MIAI_TRANSPOSE | MIAI_HALF_TURN,
    .builtin = mi_embedded_othello_book,
    .builtin_bytes = MI_EMBEDDED_othello_book,
};

static const miai_records records = {
    .bytes = sizeof(miai_records),
    .sgf = 2,
    .from_top = true,
};

const miai_game mi_othello_game = {
    .bytes = sizeof(miai_game),
    .name = "othello",
    .title = "Othello",
    .rules = rules,
    .min_width = MIN_SIDE,
    .max_width = MI_OTHELLO_SIDE,
    .min_height = MIN_SIDE,
    .max_height = MI_OTHELLO_SIDE,
    .setup = {.width = MI_OTHELLO_SIDE, .height = MI_OTHELLO_SIDE},
    .points = MI_OTHELLO_SQUARES * MIAI_POINT_SCORE,
    .size = othello_size,
    .move_count = othello_move_count,
    .init = mi_othello_init,
    .turn = othello_turn,
    .moves = othello_moves,
    .legal = othello_is_legal,
    .play = othello_play,
    .outcome = othello_outcome,
    .hash = othello_hash,
    .move_text = mi_othello_move_text,
    .text = mi_othello_text,
    .notation = &mi_othello_notation,
    .editing = &editing,
    .playouts = &mi_othello_playouts,
    .evaluation = &mi_othello_evaluation,
    .hints = &hints,
    .solver = &solver,
    .tactics = &mi_othello_tactics,
    .scoring = &scoring,
    .records = &records,
    .books = &books,
    .presentation = &mi_othello_presentation,
};
