/* Tic-tac-toe: three in a row on 3x3 points.
 *
 * The stone in column x and row y is bit y * 3 + x of its player's stones, which is also the number
 * of the move:
 *
 *     6 7 8
 *     3 4 5
 *     0 1 2 */
#include "game/common/stones.h"
#include "game/common/turn.h"
#include "game/games.h"

#include <stdio.h>

enum { SIDE = 3, POINTS = SIDE * SIDE, BOARD = (1 << POINTS) - 1 };

struct tictactoe {
    uint16_t stones[2];
    uint8_t turn;
    bool over;
    int8_t score; /* valid if over: 1 if the first player has won, -1 the second, 0 a draw */
};

static size_t tictactoe_size(const miai_setup *setup)
{
    return setup->width == SIDE && setup->height == SIDE ? sizeof(struct tictactoe) : 0;
}

static int tictactoe_move_count(const miai_setup *setup)
{
    (void)setup;
    return POINTS;
}

static void tictactoe_init(void *pos, const miai_setup *setup)
{
    (void)setup;
    *(struct tictactoe *)pos = (struct tictactoe){.turn = 0};
}

static int tictactoe_turn(const void *pos)
{
    const struct tictactoe *t = pos;
    return t->turn;
}

static unsigned empty_points(const struct tictactoe *t)
{
    return BOARD & ~(unsigned)(t->stones[0] | t->stones[1]);
}

static int tictactoe_moves(const void *pos, miai_move *list)
{
    int n = 0;
    for (unsigned rest = empty_points(pos); rest; rest &= rest - 1)
        list[n++] = __builtin_ctz(rest);
    return n;
}

/* Are three of the stones in a row? */
static bool has_three_in_a_row(unsigned stones)
{
    const unsigned left_column = 0111, bottom_row = 07, rising = 0421, falling = 0124;
    return (stones & stones >> 1 & stones >> 2 & left_column) ||
           (stones & stones >> 3 & stones >> 6 & bottom_row) || (stones & rising) == rising ||
           (stones & falling) == falling;
}

/* The empty points that complete three in a row. */
static unsigned winning_points(const struct tictactoe *t, unsigned stones)
{
    unsigned found = 0;
    for (unsigned rest = empty_points(t); rest; rest &= rest - 1)
        if (has_three_in_a_row(stones | (rest & -rest)))
            found |= rest & -rest;
    return found;
}

/* The moves of a player who takes wins and stops the opponent's. */
static unsigned lookahead_points(const struct tictactoe *t)
{
    unsigned wins = winning_points(t, t->stones[t->turn]),
             forced = winning_points(t, t->stones[!t->turn]);
    return wins ? wins : forced ? forced : empty_points(t);
}

/* If there is a win or a threat to stop, one such move is enough. */
static int tictactoe_candidates(const void *pos, miai_move *list)
{
    unsigned points = lookahead_points(pos);
    if (points == empty_points(pos))
        return tictactoe_moves(pos, list);
    list[0] = __builtin_ctz(points);
    return 1;
}

static bool tictactoe_is_legal(const void *pos, miai_move move)
{
    const struct tictactoe *t = pos;
    return !t->over && move >= 0 && move < POINTS && (empty_points(t) >> move & 1);
}

/* Sets over and score after a move. */
static void find_outcome(struct tictactoe *t)
{
    bool won = has_three_in_a_row(t->stones[!t->turn]);
    t->over = won || empty_points(t) == 0;
    t->score = (int8_t)(!won ? 0 : t->turn == 0 ? -1 : 1);
}

static void tictactoe_play(void *pos, miai_move move)
{
    struct tictactoe *t = pos;
    int player = t->turn;
    t->stones[player] = (uint16_t)(t->stones[player] | 1 << move);
    t->turn = (uint8_t)!player;
    find_outcome(t);
}

static bool tictactoe_outcome(const void *pos, int *score)
{
    const struct tictactoe *t = pos;
    *score = t->score;
    return t->over;
}

static uint64_t tictactoe_hash(const void *pos)
{
    const struct tictactoe *t = pos;
    return miai_mix((uint64_t)t->stones[0] << 32 | (uint64_t)t->stones[1] << 16 | t->turn);
}

static int tictactoe_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return miai_point_text(move % SIDE, move / SIDE, text, size);
}

static void tictactoe_set_turn(void *pos, int player)
{
    struct tictactoe *t = pos;
    t->turn = (uint8_t)player;
}

static int tictactoe_playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct tictactoe *t = pos;
    miai_move list[POINTS];
    int n = t->over ? 0 : tictactoe_moves(t, list);
    while (!t->over) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        miai_move move = list[i];
        list[i] = list[--n];
        if (trace)
            miai_trace_add(trace, move, t->turn);
        tictactoe_play(t, move);
    }
    return t->score;
}

static int tictactoe_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct tictactoe *t = pos;
    (void)weights;
    while (!t->over) {
        unsigned points = lookahead_points(t);
        uint32_t n = miai_rng_below(rng, (uint32_t)__builtin_popcount(points));
        while (n-- > 0)
            points &= points - 1;
        if (trace)
            miai_trace_add(trace, __builtin_ctz(points), t->turn);
        tictactoe_play(t, __builtin_ctz(points));
    }
    return t->score;
}

static void tictactoe_write_board(const void *pos, int8_t *piece)
{
    const struct tictactoe *t = pos;
    for (int i = 0; i < POINTS; i++)
        piece[i] = (int8_t)(t->stones[0] >> i & 1 ? 0 : t->stones[1] >> i & 1 ? 1 : -1);
}

static int tictactoe_write_position(const void *pos, char *text, size_t size)
{
    int8_t piece[POINTS];
    tictactoe_write_board(pos, piece);
    return mi_write_stones(SIDE, SIDE, piece, tictactoe_turn(pos), text, size);
}

/* Rejects positions where the game was over before the last move. */
static bool tictactoe_read_position(void *pos, const miai_setup *setup, const char *text)
{
    struct tictactoe *t = pos;
    int8_t piece[POINTS];
    int player;
    tictactoe_init(t, setup);
    if (!mi_read_stones(SIDE, SIDE, text, piece, &player))
        return false;
    for (int i = 0; i < POINTS; i++)
        if (piece[i] >= 0)
            t->stones[piece[i]] = (uint16_t)(t->stones[piece[i]] | 1 << i);
    t->turn = (uint8_t)player;
    find_outcome(t);
    return !has_three_in_a_row(t->stones[player]);
}

static int tictactoe_position_refusal(void *pos, const miai_setup *setup, const char *text,
                                      char *why, size_t size)
{
    int length = mi_stones_refusal(SIDE, SIDE, text, why, size);
    if (length > 0 || tictactoe_read_position(pos, setup, text))
        return length;
    return snprintf(why, size, "the game was over before its last move");
}

static char tictactoe_point_letter(const void *context, int x, int y)
{
    const struct tictactoe *t = context;
    int i = y * SIDE + x;
    return t->stones[0] >> i & 1 ? 'X' : t->stones[1] >> i & 1 ? 'O' : '.';
}

static const char *tictactoe_ending(const void *pos)
{
    const struct tictactoe *t = pos;
    if (!t->over)
        return NULL;
    return t->score ? "three in a row" : "the board is full";
}

static int tictactoe_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"X", "O"};
    char turn[MI_TURN_TEXT];
    const struct tictactoe *t = pos;
    int length = miai_board_diagram(SIDE, SIDE, tictactoe_point_letter, t, text, size);
    size_t rest = size > (size_t)length ? size - (size_t)length : 0;
    return length + snprintf(rest ? text + length : NULL, rest, "\n%s",
                             mi_write_turn(names, t->turn, tictactoe_ending(pos), t->score, turn));
}

static const miai_notation notation = {
    .bytes = sizeof(miai_notation),
    .write_position = tictactoe_write_position,
    .read_position = tictactoe_read_position,
    .position_refusal = tictactoe_position_refusal,
    .ending = tictactoe_ending,
};

static const miai_editing editing = {
    .bytes = sizeof(miai_editing),
    .board = tictactoe_write_board,
    .set_turn = tictactoe_set_turn,
};

static const miai_playouts playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = tictactoe_playout,
    .heavy = tictactoe_heavy_playout,
};

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .transpositions = true,
};

static const miai_level levels[] = {
    {1, 1, 1, 0},         {2.51, 2, 0.5, 0},   {3.96, 4, 0.4, 0},   {8.15, 8, 0.4, 0},
    {9.43, 16, 0.4, 0},   {12.91, 32, 0.3, 0}, {14.77, 64, 0.3, 0}, {15.76, 128, 0.2, 0},
    {18.49, 256, 0.2, 0}, {20, 512, 0.1, 0},   {0, 0, 0, 0},
};

static const miai_hints hints = {
    .bytes = sizeof(miai_hints),
    .candidates = tictactoe_candidates,
    .tuning = &tuning,
    .levels = levels,
    .scale = MIAI_SCALE_LEVEL,
    .draw_offers = true,
};

static const char how_to_play[] =
    "Tic-tac-toe.  Goal: three in a row, across, up or diagonally.  The first player\n"
    "has X, the second O.\n"
    "\n"
    "Moves: a column and a row, B2 is the centre.\n"
    "\n"
    "End: three in a row, or a draw when the board is full, as it is if both play\n"
    "well.\n";

static const miai_books books = {
    .bytes = sizeof(miai_books),
    .symmetries = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE,
};

static const miai_presentation presentation = {
    .bytes = sizeof(miai_presentation),
    .drops = true,
    .how_to_play = how_to_play,
};

const miai_game mi_tictactoe_game = {
    .bytes = sizeof(miai_game),
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .min_width = SIDE,
    .max_width = SIDE,
    .min_height = SIDE,
    .max_height = SIDE,
    .setup = {.width = SIDE, .height = SIDE},
    .size = tictactoe_size,
    .move_count = tictactoe_move_count,
    .init = tictactoe_init,
    .turn = tictactoe_turn,
    .moves = tictactoe_moves,
    .legal = tictactoe_is_legal,
    .play = tictactoe_play,
    .outcome = tictactoe_outcome,
    .hash = tictactoe_hash,
    .move_text = tictactoe_move_text,
    .text = tictactoe_text,
    .notation = &notation,
    .editing = &editing,
    .playouts = &playouts,
    .hints = &hints,
    .books = &books,
    .presentation = &presentation,
};
