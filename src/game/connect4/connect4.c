/* Connect Four: a stone falls to the lowest empty point of its column; four in a row win. */
#include "board.h"
#include "game/games.h"
#include "network.h"
#include "playout.h"
#include "presentation.h"
#include "solve.h"

#include <stdio.h>

enum { MIN_SIDE = 4, MAX_HEIGHT = 15 };

static size_t size(const miai_setup *setup)
{
    return setup->height * setup->width <= MI_C4_MAX_POINTS ? sizeof(struct connect4) : 0;
}

static int move_count(const miai_setup *setup)
{
    return setup->width * setup->height;
}

static void init(void *pos, const miai_setup *setup)
{
    struct connect4 *c = pos;
    *c = mi_c4_begin(setup->width, setup->height);
}

static int turn(const void *pos)
{
    const struct connect4 *c = pos;
    return c->turn;
}

/* Adds the point in column x, if there is one, to a list of n.  No branch: no processor foresees
 * which columns are full. */
MI_C4_INLINE int add_point(const struct mi_c4_shape *shape, uint64_t points, int x, miai_move *list,
                           int n)
{
    uint64_t point = points & mi_c4_column(shape, x);
    list[n] = mi_c4_move_in(shape, point | (uint64_t)1 << 63, x);
    return n + (point != 0);
}

/* Lists points, at most one a column, those of the middle columns first. */
static inline int list_points(const struct connect4 *c, uint64_t points, miai_move *list)
{
    const struct mi_c4_shape *shape = &c->shape;
    int left = (shape->width - 1) / 2, right = shape->width / 2, n = 0;
    if (left == right) {
        n = add_point(shape, points, left--, list, n);
        right++;
    }
    for (; left >= 0; left--, right++) {
        n = add_point(shape, points, left, list, n);
        n = add_point(shape, points, right, list, n);
    }
    return n;
}

static int moves(const void *pos, miai_move *list)
{
    return list_points(pos, mi_c4_playable_of(pos), list);
}

/* Of several moves with the same proven result one is enough, and so
 *   - a move that wins at once is the only candidate;
 *   - so is the point where the opponent would win at once;
 *   - a move below a point where the opponent wins is none, unless there is no other. */
static int candidates(const void *pos, miai_move *list)
{
    const struct connect4 *c = pos;
    uint64_t taken = c->stones[0] | c->stones[1];
    bool wins, urgent;
    uint64_t points = mi_c4_sensible(&c->shape, c->stones[c->turn], taken, &wins, &urgent);
    return list_points(c, urgent ? points & -points : points, list);
}

static bool legal(const void *pos, miai_move move)
{
    const struct connect4 *c = pos;
    return !c->over && move >= 0 && move < c->shape.width * c->shape.height &&
           (mi_c4_playable_of(c) & mi_c4_point_of(&c->shape, move));
}

MI_C4_INLINE void play_on(struct connect4 *c, miai_move move, const struct mi_c4_shape *shape)
{
    mi_c4_put(c, mi_c4_point_of(shape, move));
    mi_c4_find_outcome(c, shape);
}

/* Written twice so that the usual board's shifts are constant, which halves the time. */
static void play(void *pos, miai_move move)
{
    struct connect4 *c = pos;
    if (mi_c4_is_usual(&c->shape))
        play_on(c, move, &mi_c4_usual);
    else
        play_on(c, move, &c->shape);
}

static bool outcome(const void *pos, int *score)
{
    const struct connect4 *c = pos;
    *score = c->score;
    return c->over;
}

static uint64_t hash(const void *pos)
{
    const struct connect4 *c = pos;
    uint64_t turn = c->turn ? 0x9e3779b97f4a7c15u : 0;
    return miai_mix(mi_c4_key(&c->shape, c->stones[0], c->stones[0] | c->stones[1])) ^ turn;
}

static void set_turn(void *pos, int player)
{
    struct connect4 *c = pos;
    c->turn = (uint8_t)player;
}

static int evaluate_player(const struct connect4 *c, int player)
{
    const int threat = MIAI_POINT_SCORE, middle = 5;
    const struct mi_c4_shape *shape = &c->shape;
    uint64_t stones = c->stones[player];
    int value = threat * __builtin_popcountll(mi_c4_threats_of(c, player));
    for (int x = 1; 2 * x < shape->width; x++) {
        uint64_t inner = shape->board >> 2 * x * shape->up << x * shape->up;
        value += middle * __builtin_popcountll(stones & inner);
    }
    return value;
}

/* Points that would win, and how near the middle the stones stand. */
static int evaluate(const void *weights, void *memory, const void *pos)
{
    (void)weights;
    (void)memory;
    return evaluate_player(pos, 0) - evaluate_player(pos, 1);
}

/* ---- what is certain ---- */

/* In how many plies the game is over with that score of who is to move, of the solver's kind: a
 * score of s is a win with the stone that leaves 2 * s - 2 points empty, or one more if the other
 * had the last one. */
static int plies_of(const struct connect4 *c, int score)
{
    int sign = (score > 0) - (score < 0), parity = (c->empty + (score > 0)) % 2;
    return sign == 0 ? c->empty : c->empty + 2 - 2 * sign * score - parity;
}

static struct mi_c4_board board_of(const struct connect4 *c)
{
    return (struct mi_c4_board){c->stones[c->turn], c->stones[0] | c->stones[1], c->empty};
}

/* What is seen of the score of who is to move, of the solver's kind: a win at once, a loss by two
 * threats at once, or else what he reaches at most; above 0 that says nothing. */
MI_C4_INLINE int seen(const struct mi_c4_shape *shape, struct mi_c4_board b, bool *wins)
{
    uint64_t playable = mi_c4_playable(shape, b.taken);
    uint64_t threats = mi_c4_threats(shape, b.mine ^ b.taken, b.taken);
    *wins = playable & mi_c4_threats(shape, b.mine, b.taken);
    if (*wins)
        return (b.left + 1) / 2;
    return mi_c4_safe(shape, playable, threats) ? mi_c4_count(shape, b, threats) : -(b.left / 2);
}

static bool known(const void *pos, int *least, int *most, int *plies)
{
    const struct connect4 *c = pos;
    struct mi_c4_board b = board_of(c);
    bool wins;
    int score =
        mi_c4_is_usual(&c->shape) ? seen(&mi_c4_usual, b, &wins) : seen(&c->shape, b, &wins);
    if (score > 0 && !wins)
        return false;
    if (score == 0) {
        *(c->turn == 0 ? most : least) = 0;
        return true;
    }
    *least = *most = wins == (c->turn == 0) ? 1 : -1;
    *plies = plies_of(c, score);
    return true;
}

/* Many games end before the board is full. */
static int moves_left(const void *pos)
{
    const struct connect4 *c = pos;
    return 1 + c->empty / 3;
}

/* ---- exact results ---- */

static void *open_solver(const miai_setup *setup, size_t memory)
{
    return mi_c4_solver_open(setup->width, setup->height, memory);
}

static void close_solver(void *solver)
{
    mi_c4_solver_close(solver);
}

static bool solve(void *solver, const void *pos, const miai_watch *watch, int *score, int *plies)
{
    const struct connect4 *c = pos;
    int found;
    if (!mi_c4_solve(solver, board_of(c), watch, &found))
        return false;
    int sign = (found > 0) - (found < 0);
    *score = c->turn == 0 ? sign : -sign;
    *plies = plies_of(c, found);
    return true;
}

/* As the solvers of the game have it. */
static int solved_text(const void *pos, int score, int plies, char *text, size_t size)
{
    const struct connect4 *c = pos;
    return snprintf(text, size, "score %d", score * ((c->empty + 2 - plies) / 2));
}

static const miai_solver solver = {
    .bytes = sizeof(miai_solver),
    .known = known,
    .open = open_solver,
    .close = close_solver,
    .solve = solve,
    .text = solved_text,
    .save = mi_c4_solver_save,
    .load = mi_c4_solver_load,
};

static const miai_editing editing = {
    .bytes = sizeof(miai_editing),
    .board = mi_connect4_board,
    .set_turn = set_turn,
};

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .search = "solve",
    .transpositions = true,
};

static const miai_evaluation evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = evaluate,
};

static const miai_level levels[] = {
    {1, 1, 8, 0},        {2, 1, 2.4, 0},      {3, 1, 1.5, 0},      {4, 1, 1.03, 0},
    {5, 2, 0.8, 0},      {6, 2, 0.6, 0},      {7, 3, 0.45, 0},     {8, 10, 0.38, 0},
    {9, 17, 0.345, 0},   {10, 24, 0.32, 0},   {11, 34, 0.295, 0},  {12, 56, 0.245, 0},
    {13, 105, 0.2, 0},   {14, 175, 0.17, 0},  {15, 290, 0.14, 0},  {16, 550, 0.09, 0},
    {17, 1300, 0.06, 0}, {18, 3300, 0.03, 0}, {19, 6000, 0.01, 0}, {20, 32768, 0, 0},
    {0, 0, 0, 0},
};

static const miai_hints hints = {
    .bytes = sizeof(miai_hints),
    .tuning = &tuning,
    .candidates = candidates,
    .moves_left = moves_left,
    .levels = levels,
    .scale = MIAI_SCALE_LEVEL,
};

/* Selective search won 42 games of 100 against the search of all moves, and 45 with wide margins.
 */
static const miai_margins margins = {.bytes = sizeof(miai_margins), .plain = true};

static const miai_tactics tactics = {
    .bytes = sizeof(miai_tactics),
    .margins = &margins,
};

const miai_game mi_connect4_game = {
    .bytes = sizeof(miai_game),
    .name = "connect4",
    .title = "Connect Four",
    .min_width = MIN_SIDE,
    .max_width = MI_C4_MAX_WIDTH,
    .min_height = MIN_SIDE,
    .max_height = MAX_HEIGHT,
    .setup = {.width = 7, .height = 6},
    .size = size,
    .move_count = move_count,
    .init = init,
    .turn = turn,
    .moves = moves,
    .legal = legal,
    .play = play,
    .outcome = outcome,
    .hash = hash,
    .move_text = mi_connect4_move_text,
    .text = mi_connect4_text,
    .notation = &mi_connect4_notation,
    .editing = &editing,
    .playouts = &mi_connect4_playouts,
    .evaluation = &evaluation,
    .hints = &hints,
    .tactics = &tactics,
    .planes = &mi_connect4_planes,
    .solver = &solver,
    .presentation = &mi_connect4_presentation,
};
