/* Connect Four: a stone falls to the lowest empty point of its column; four in a row win. */
#include "board.h"
#include "decide.h"
#include "game/games.h"
#include "solve.h"

#include <stdio.h>

enum { MIN_SIDE = 4, MAX_HEIGHT = 15 };

static size_t connect4_size(const miai_setup *setup)
{
    return setup->height * setup->width <= MI_C4_MAX_POINTS ? sizeof(struct connect4) : 0;
}

static int connect4_move_count(const miai_setup *setup)
{
    return setup->width * setup->height;
}

static void connect4_init(void *pos, const miai_setup *setup)
{
    struct connect4 *c = pos;
    *c = mi_c4_initial_position(setup->width, setup->height);
}

static int connect4_turn(const void *pos)
{
    const struct connect4 *c = pos;
    return c->turn;
}

/* Appends the playable point of column x, if any.  Branch-free, since full columns are
 * unpredictable. */
MI_C4_INLINE int append_column_point(const struct mi_c4_shape *shape, uint64_t points, int x,
                                     miai_move *list, int n)
{
    uint64_t point = points & mi_c4_column(shape, x);
    list[n] = mi_c4_move_in(shape, point | (uint64_t)1 << 63, x);
    return n + (point != 0);
}

/* Lists points, at most one per column, central columns first. */
static inline int list_points(const struct connect4 *c, uint64_t points, miai_move *list)
{
    const struct mi_c4_shape *shape = &c->shape;
    int left = (shape->width - 1) / 2, right = shape->width / 2, n = 0;
    if (left == right) {
        n = append_column_point(shape, points, left--, list, n);
        right++;
    }
    for (; left >= 0; left--, right++) {
        n = append_column_point(shape, points, left, list, n);
        n = append_column_point(shape, points, right, list, n);
    }
    return n;
}

static int connect4_moves(const void *pos, miai_move *list)
{
    return list_points(pos, mi_c4_playable_of(pos), list);
}

/* Moves worth searching:
 *   - if a move wins at once, only that move;
 *   - otherwise, if the opponent threatens to win at once, only the move that stops it;
 *   - otherwise no move below a point where the opponent wins, unless all moves are. */
static int connect4_candidates(const void *pos, miai_move *list)
{
    const struct connect4 *c = pos;
    uint64_t taken = c->stones[0] | c->stones[1];
    bool wins, urgent;
    uint64_t points = mi_c4_lookahead_moves(&c->shape, c->stones[c->turn], taken, &wins, &urgent);
    return list_points(c, urgent ? points & -points : points, list);
}

static bool connect4_is_legal(const void *pos, miai_move move)
{
    const struct connect4 *c = pos;
    return !c->over && move >= 0 && move < c->shape.width * c->shape.height &&
           (mi_c4_playable_of(c) & mi_c4_point_of(&c->shape, move));
}

MI_C4_INLINE void play_with_shape(struct connect4 *c, miai_move move,
                                  const struct mi_c4_shape *shape)
{
    mi_c4_drop_stone(c, mi_c4_point_of(shape, move));
    mi_c4_find_outcome(c, shape);
}

/* Two instances, because constant shifts halve the time on the standard board. */
static void connect4_play(void *pos, miai_move move)
{
    struct connect4 *c = pos;
    if (mi_c4_is_standard(&c->shape))
        play_with_shape(c, move, &mi_c4_standard_shape);
    else
        play_with_shape(c, move, &c->shape);
}

static bool connect4_outcome(const void *pos, int *score)
{
    const struct connect4 *c = pos;
    *score = c->score;
    return c->over;
}

static uint64_t connect4_hash(const void *pos)
{
    const struct connect4 *c = pos;
    uint64_t turn_key = c->turn ? 0x9e3779b97f4a7c15u : 0;
    return miai_mix(mi_c4_key(&c->shape, c->stones[0], c->stones[0] | c->stones[1])) ^ turn_key;
}

static void connect4_set_turn(void *pos, int player)
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

/* Winning points, and stones near the centre. */
static int connect4_evaluate(const void *weights, void *memory, const void *pos)
{
    (void)weights;
    (void)memory;
    return evaluate_player(pos, 0) - evaluate_player(pos, 1);
}

/* ---- results without search ---- */

/* Converts a solver's score for the side to move into plies to the end of the game.  With score s >
 * 0 the winning stone leaves 2 * s - 2 points empty, or one more, depending on the parity. */
static int plies_of_score(const struct connect4 *c, int score)
{
    int sign = (score > 0) - (score < 0), parity = (c->empty + (score > 0)) % 2;
    return sign == 0 ? c->empty : c->empty + 2 - 2 * sign * score - parity;
}

static struct mi_c4_board solver_board(const struct connect4 *c)
{
    return (struct mi_c4_board){c->stones[c->turn], c->stones[0] | c->stones[1], c->empty};
}

/* A bound on the side to move's score without search: a win at once, a loss to two threats at once,
 * otherwise an upper bound by counting, which is useless above 0. */
MI_C4_INLINE int quick_bound(const struct mi_c4_shape *shape, struct mi_c4_board b, bool *wins)
{
    uint64_t playable = mi_c4_playable(shape, b.taken);
    uint64_t threats = mi_c4_threats(shape, b.mine ^ b.taken, b.taken);
    *wins = playable & mi_c4_threats(shape, b.mine, b.taken);
    if (*wins)
        return (b.left + 1) / 2;
    return mi_c4_safe_moves(shape, playable, threats) ? mi_c4_upper_bound(shape, b, threats)
                                                      : -(b.left / 2);
}

static bool connect4_known(const void *pos, int *min_result, int *max_result, int *plies)
{
    const struct connect4 *c = pos;
    struct mi_c4_board b = solver_board(c);
    bool wins;
    int score = mi_c4_is_standard(&c->shape) ? quick_bound(&mi_c4_standard_shape, b, &wins)
                                             : quick_bound(&c->shape, b, &wins);
    if (score > 0 && !wins)
        return false;
    if (score == 0) {
        *(c->turn == 0 ? max_result : min_result) = 0;
        return true;
    }
    *min_result = *max_result = wins == (c->turn == 0) ? 1 : -1;
    *plies = plies_of_score(c, score);
    return true;
}

/* Larger limits prove more positions, but cost more time than they gain (lab/connect4.md). */
static bool connect4_decide(const void *pos, int *min_result, int *max_result)
{
    enum { EMPTY_MAX = 26, NODES = 200 };
    const struct connect4 *c = pos;
    if (c->empty > EMPTY_MAX)
        return false;
    struct mi_c4_result result = mi_c4_decide(&c->shape, solver_board(c), NODES);
    int min = c->turn == 0 ? result.min : -result.max;
    int max = c->turn == 0 ? result.max : -result.min;
    bool raises = min > -1 && min > *min_result, lowers = max < 1 && max < *max_result;
    if (raises)
        *min_result = min;
    if (lowers)
        *max_result = max;
    return raises || lowers;
}

/* The expected number of moves that are left: many games end before the board is full. */
static int connect4_moves_left(const void *pos)
{
    const struct connect4 *c = pos;
    return 1 + c->empty / 3;
}

/* ---- exact results ---- */

static void *connect4_open_solver(const miai_setup *setup, size_t memory)
{
    return mi_c4_solver_open(setup->width, setup->height, memory);
}

static void connect4_close_solver(void *solver)
{
    mi_c4_solver_close(solver);
}

static bool connect4_solve(void *solver, const void *pos, const miai_watch *watch, int *score,
                           int *plies)
{
    const struct connect4 *c = pos;
    int solver_score;
    if (!mi_c4_solve(solver, solver_board(c), watch, &solver_score))
        return false;
    int sign = (solver_score > 0) - (solver_score < 0);
    *score = c->turn == 0 ? sign : -sign;
    *plies = plies_of_score(c, solver_score);
    return true;
}

/* The score in the convention of Connect Four solvers. */
static int connect4_solved_text(const void *pos, int score, int plies, char *text, size_t size)
{
    const struct connect4 *c = pos;
    return snprintf(text, size, "score %d", score * ((c->empty + 2 - plies) / 2));
}

static const miai_solver solver = {
    .bytes = sizeof(miai_solver),
    .known = connect4_known,
    .open = connect4_open_solver,
    .close = connect4_close_solver,
    .solve = connect4_solve,
    .text = connect4_solved_text,
    .save = mi_c4_solver_save,
    .load = mi_c4_solver_load,
    .decide = connect4_decide,
};

static const miai_books books = {.bytes = sizeof(miai_books), .symmetries = MIAI_MIRROR};

static const miai_editing editing = {
    .bytes = sizeof(miai_editing),
    .board = mi_connect4_board,
    .set_turn = connect4_set_turn,
};

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .search = "solve",
    .transpositions = true,
};

static const miai_evaluation evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = connect4_evaluate,
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
    .candidates = connect4_candidates,
    .moves_left = connect4_moves_left,
    .levels = levels,
    .scale = MIAI_SCALE_LEVEL,
    .draw_offers = true,
};

/* Plain search only: selective search scored 42 of 100 against it, and 45 with wide margins. */
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
    .size = connect4_size,
    .move_count = connect4_move_count,
    .init = connect4_init,
    .turn = connect4_turn,
    .moves = connect4_moves,
    .legal = connect4_is_legal,
    .play = connect4_play,
    .outcome = connect4_outcome,
    .hash = connect4_hash,
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
    .books = &books,
    .presentation = &mi_connect4_presentation,
};
