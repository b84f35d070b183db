/* Connect Four: a stone falls to the lowest empty point of its column; four in a row win. */
#include "board.h"
#include "game/common/stones.h"
#include "game/common/turn.h"
#include "game/games.h"
#include "network.h"
#include "presentation.h"
#include "solve.h"

#include <stdio.h>
#include <string.h>

enum { MIN_SIDE = 4, MAX_WIDTH = 12, MAX_HEIGHT = 15, MAX_POINTS = 64 };

/* Where a row of four of these stones starts; the next point of the row lies step bits on.  The row
 * may start only on one of starts, lest it run over the board's edge. */
static inline uint64_t fours(uint64_t stones, int step, uint64_t starts)
{
    uint64_t pairs = stones & stones >> step;
    return pairs & pairs >> 2 * step & starts;
}

static inline bool has_four(uint64_t stones, int w, uint64_t starts)
{
    return (fours(stones, 1, starts) | fours(stones, w, C4_ANYWHERE) |
            fours(stones, w + 1, starts) | fours(stones, w - 1, starts << 3)) != 0;
}

static size_t size(const miai_setup *setup)
{
    return setup->height * setup->width <= MAX_POINTS ? sizeof(struct connect4) : 0;
}

static int move_count(const miai_setup *setup)
{
    return setup->width * setup->height;
}

static void init(void *pos, const miai_setup *setup)
{
    struct connect4 *c = pos;
    int w = setup->width;
    *c = (struct connect4){
        .width = (uint8_t)w,
        .height = (uint8_t)setup->height,
        .empty = (uint8_t)(w * setup->height),
        .landing = c4_first_points(w),
    };
    for (int y = 0; y < setup->height; y++) {
        c->left_column |= (uint64_t)1 << y * w;
        c->starts |= c4_first_points(w - 3) << y * w;
    }
}

static int turn(const void *pos)
{
    const struct connect4 *c = pos;
    return c->turn;
}

/* Adds the point, if there is one, to a list of n.  No branch: no processor foresees which columns
 * are full. */
static inline size_t add_point(uint64_t point, miai_move *list, size_t n)
{
    list[n] = __builtin_ctzll(point | (uint64_t)1 << 63);
    return n + (point != 0);
}

/* Lists points, at most one a column, those of the middle columns first. */
static inline int list_points(const struct connect4 *c, uint64_t points, miai_move *list)
{
    uint64_t left = c->left_column << (c->width - 1) / 2, right = c->left_column << c->width / 2;
    size_t n = 0;
    if (left == right) {
        n = add_point(points & left, list, n);
        left >>= 1;
        right <<= 1;
    }
    for (int i = c->width / 2; i > 0; i--, left >>= 1, right <<= 1) {
        n = add_point(points & left, list, n);
        n = add_point(points & right, list, n);
    }
    return (int)n;
}

static int moves(const void *pos, miai_move *list)
{
    return list_points(pos, c4_playable_points(pos), list);
}

/* Of several moves with the same proven result one is enough, and so
 *   - a move that wins at once is the only candidate;
 *   - so is the point where the opponent would win at once;
 *   - a move below a point where the opponent wins is none, unless there is no other. */
static int candidates(const void *pos, miai_move *list)
{
    const struct connect4 *c = pos;
    uint64_t playable = c4_playable_points(c), threats = c4_winning_points(c, !c->turn);
    uint64_t wins = playable & c4_winning_points(c, c->turn), forced = playable & threats;
    uint64_t safe = playable & ~(threats >> c->width);
    uint64_t urgent = wins ? wins : forced;
    if (urgent)
        return list_points(c, urgent & -urgent, list);
    return list_points(c, safe ? safe : playable, list);
}

static bool legal(const void *pos, miai_move move)
{
    const struct connect4 *c = pos;
    return !c->over && move >= 0 && move < c->width * c->height && (c->landing >> move & 1);
}

/* Has the last move ended the game? */
static inline void find_outcome(struct connect4 *c, int width)
{
    int last = !c->turn;
    bool won = has_four(c->stones[last], width, c->starts);
    c->over = won || c->empty == 0;
    c->score = (int8_t)(won ? 1 - 2 * last : 0);
}

static inline void play_on_width(struct connect4 *c, miai_move move, int width)
{
    int player = c->turn;
    uint64_t point = (uint64_t)1 << move;
    c->stones[player] |= point;
    c->landing ^= point | point << width;
    c->turn = (uint8_t)!player;
    c->empty--;
    find_outcome(c, width);
}

/* Written twice so that the usual width's shifts are constant, which halves the time. */
static void play(void *pos, miai_move move)
{
    struct connect4 *c = pos;
    if (c->width == 7)
        play_on_width(c, move, 7);
    else
        play_on_width(c, move, c->width);
}

static bool outcome(const void *pos, int *score)
{
    const struct connect4 *c = pos;
    *score = c->score;
    return c->over;
}

/* The first player's stones and the points above the columns determine the position, one to one,
 * and so does their hash for each turn, where there is a point above each column. */
static uint64_t hash(const void *pos)
{
    const struct connect4 *c = pos;
    uint64_t turn = c->turn ? 0x9e3779b97f4a7c15u : 0;
    if ((c->height + 1) * c->width > MAX_POINTS)
        return miai_mix(miai_mix(c->stones[0]) + c->stones[1]) ^ turn;
    return miai_mix(c->stones[0] | c->landing) ^ turn;
}

static int move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct connect4 *c = pos;
    return miai_point_text(move % c->width, move / c->width, text, size);
}

/* A column alone. */
static miai_move read_move(const void *pos, const char *text)
{
    const struct connect4 *c = pos;
    char first[4];
    if (!text[0] || text[1])
        return MIAI_NO_MOVE;
    snprintf(first, sizeof first, "%c1", text[0]);
    miai_move x = miai_point_read(first, c->width, c->height);
    uint64_t point = x < 0 ? 0 : c4_playable_points(c) & c->left_column << x;
    return point ? __builtin_ctzll(point) : MIAI_NO_MOVE;
}

static void set_turn(void *pos, int player)
{
    struct connect4 *c = pos;
    c->turn = (uint8_t)player;
}

/* Chooses among the open columns, of which a list is kept. */
static int playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct connect4 *c = pos;
    miai_move next[MAX_WIDTH];
    int n = moves(c, next), points = c->width * c->height;
    while (!c->over) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        miai_move move = next[i];
        next[i] += c->width;
        if (next[i] >= points)
            next[i] = next[--n];
        if (trace)
            miai_trace_add(trace, move, c->turn);
        play(c, move);
    }
    return c->score;
}

/* The n-th of the points, from 0. */
static inline uint64_t pick(uint64_t points, uint32_t n)
{
    while (n-- > 0)
        points &= points - 1;
    return points & -points;
}

/* One move of a player who sees one move ahead; false if it wins. */
static inline bool play_with_care(struct connect4 *c, miai_rng *rng, miai_trace *trace, int width)
{
    uint64_t playable = c4_playable_points(c), threats = c4_wins_on_width(c, !c->turn, width);
    uint64_t wins = playable & c4_wins_on_width(c, c->turn, width), forced = playable & threats;
    uint64_t safe = playable & ~(threats >> width);
    uint64_t open = wins ? wins : forced ? forced : safe ? safe : playable;
    uint64_t point = pick(open, miai_rng_below(rng, (uint32_t)__builtin_popcountll(open)));
    if (trace)
        miai_trace_add(trace, __builtin_ctzll(point), c->turn);
    c->stones[c->turn] |= point;
    c->landing ^= point | point << width;
    c->turn = !c->turn;
    c->empty--;
    return !wins;
}

static inline int play_out_on_width(struct connect4 *c, miai_rng *rng, miai_trace *trace, int width)
{
    while (!c->over) {
        bool won = !play_with_care(c, rng, trace, width);
        c->over = won || c->empty == 0;
        c->score = (int8_t)(won ? 2 * c->turn - 1 : 0);
    }
    return c->score;
}

/* Who takes a win, stops one, and does not play below a point where the other would win.  So the
 * columns run out until somebody has to, and a playout ends for whom the count of the points that
 * are left favours: what most games are decided by, and what random moves are blind to. */
static int heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct connect4 *c = pos;
    (void)weights;
    return c->width == 7 ? play_out_on_width(c, rng, trace, 7)
                         : play_out_on_width(c, rng, trace, c->width);
}

static int evaluate_player(const struct connect4 *c, int player)
{
    const int threat = MIAI_POINT_SCORE, middle = 5;
    uint64_t stones = c->stones[player];
    int value = threat * __builtin_popcountll(c4_winning_points(c, player));
    for (int x = 1; 2 * x < c->width; x++) {
        uint64_t inner = c->left_column * (c4_first_points(c->width - 2 * x) << x);
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

/* Who can win at once, does; who leaves the opponent a point to win on at once, has lost. */
static bool known(const void *pos, int *least, int *most, int *plies)
{
    const struct connect4 *c = pos;
    uint64_t playable = c4_playable_points(c), threats = c4_winning_points(c, !c->turn);
    uint64_t forced = playable & threats, safe = playable & ~(threats >> c->width);
    bool wins = playable & c4_winning_points(c, c->turn);
    bool loses = (forced & (forced - 1)) || !((forced ? forced : playable) & safe);
    if (!wins && !loses)
        return false;
    *least = *most = wins == (c->turn == 0) ? 1 : -1;
    *plies = wins ? 1 : 2;
    return true;
}

/* Many games end before the board is full. */
static int moves_left(const void *pos)
{
    const struct connect4 *c = pos;
    return 1 + c->empty / 3;
}

static void board(const void *pos, int8_t *piece)
{
    const struct connect4 *c = pos;
    for (int i = 0; i < c->width * c->height; i++)
        piece[i] = (int8_t)(c->stones[0] >> i & 1 ? 0 : c->stones[1] >> i & 1 ? 1 : -1);
}

static int write_position(const void *pos, char *text, size_t size)
{
    const struct connect4 *c = pos;
    int8_t piece[MAX_POINTS];
    board(c, piece);
    return mi_write_stones(c->width, c->height, piece, c->turn, text, size);
}

/* Lets the stones of a column fall one by one; false if one hangs in the air. */
static bool fill_column(struct connect4 *c, const int8_t *piece, int x)
{
    int y = 0;
    for (; y < c->height && piece[y * c->width + x] >= 0; y++) {
        uint64_t point = (uint64_t)1 << (y * c->width + x);
        c->stones[piece[y * c->width + x]] |= point;
        c->landing ^= point | point << c->width;
        c->empty--;
    }
    for (; y < c->height; y++)
        if (piece[y * c->width + x] >= 0)
            return false;
    return true;
}

/* A game that was over before its last move is none. */
static bool read_position(void *pos, const miai_setup *setup, const char *text)
{
    struct connect4 *c = pos;
    int8_t piece[MAX_POINTS];
    int player;
    init(c, setup);
    if (!mi_read_stones(c->width, c->height, text, piece, &player))
        return false;
    for (int x = 0; x < c->width; x++)
        if (!fill_column(c, piece, x))
            return false;
    c->turn = (uint8_t)player;
    find_outcome(c, c->width);
    return !has_four(c->stones[player], c->width, c->starts);
}

static int position_refusal(void *pos, const miai_setup *setup, const char *text, char *why,
                            size_t size)
{
    struct connect4 *c = pos;
    int8_t piece[MAX_POINTS];
    int player, length = mi_stones_refusal(setup->width, setup->height, text, why, size);
    if (length > 0 || read_position(c, setup, text))
        return length;
    init(c, setup);
    mi_read_stones(c->width, c->height, text, piece, &player);
    for (int x = 0; x < c->width; x++)
        if (!fill_column(c, piece, x))
            return snprintf(why, size, "a stone of column %c stands on nothing", 'A' + x);
    return snprintf(why, size, "the game was over before its last move");
}

static char mark(const void *context, int x, int y)
{
    const struct connect4 *c = context;
    int i = y * c->width + x;
    return c->stones[0] >> i & 1 ? 'X' : c->stones[1] >> i & 1 ? 'O' : '.';
}

static const char *ending(const void *pos)
{
    const struct connect4 *c = pos;
    if (!c->over)
        return NULL;
    return c->score ? "four in a row" : "the board is full";
}

static int text_of(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"X", "O"};
    char turn[MI_TURN_TEXT];
    const struct connect4 *c = pos;
    int length = miai_board_diagram(c->width, c->height, mark, c, text, size);
    size_t rest = size > (size_t)length ? size - (size_t)length : 0;
    return length + snprintf(rest ? text + length : NULL, rest, "\n%s",
                             mi_write_turn(names, c->turn, ending(pos), c->score, turn));
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

static struct mi_c4_board solver_board(const struct connect4 *c, const struct mi_c4_shape *shape)
{
    struct mi_c4_board board = {.left = c->empty};
    for (int i = 0; i < c->width * c->height; i++) {
        int bit = i % c->width * shape->up + i / c->width;
        board.mine |= (c->stones[c->turn] >> i & 1) << bit;
        board.taken |= ((c->stones[0] | c->stones[1]) >> i & 1) << bit;
    }
    return board;
}

/* A score of s is a win with the stone that leaves 2 * s - 2 points empty, or one more if the other
 * had the last one. */
static bool solve(void *solver, const void *pos, const miai_watch *watch, int *score, int *plies)
{
    const struct connect4 *c = pos;
    int found;
    if (!mi_c4_solve(solver, solver_board(c, mi_c4_solver_shape(solver)), watch, &found))
        return false;
    int sign = (found > 0) - (found < 0), parity = (c->empty + (found > 0)) % 2;
    *score = c->turn == 0 ? sign : -sign;
    *plies = sign == 0 ? c->empty : c->empty + 2 - 2 * sign * found - parity;
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

/* A letter that is no open column, or a number that is none at all; what else is no move may mean
 * several columns to whoever reads it. */
static int refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    const struct connect4 *c = pos;
    char first[4], column[4], last[4];
    snprintf(first, sizeof first, "%c1", text[0]);
    int x = move >= 0 ? move % c->width : miai_point_read(first, c->width, c->height);
    size_t digits = strspn(text, "0123456789");
    bool more = digits > 0 && text[digits]; /* as in 3,2: a column is one digit alone */
    if (move < 0 && !more &&
        (!text[0] || text[1] || (digits > 0 && text[0] > '0' && text[0] <= '0' + c->width)))
        return 0;
    miai_point_text(c->width - 1, 0, last, sizeof last);
    if (x < 0)
        return snprintf(why, size, "the columns are A to %c, or 1 to %d", last[0], c->width);
    uint64_t point = c4_playable_points(c) & c->left_column << x;
    miai_point_text(x, 0, column, sizeof column);
    if (!point)
        return snprintf(why, size, "column %c is full", column[0]);
    return snprintf(why, size, "in column %c a piece falls to row %d", column[0],
                    __builtin_ctzll(point) / c->width + 1);
}

static const miai_notation notation = {
    .bytes = sizeof(miai_notation),
    .refusal = refusal,
    .read_move = read_move,
    .write_position = write_position,
    .read_position = read_position,
    .position_refusal = position_refusal,
    .ending = ending,
};

static const miai_editing editing = {
    .bytes = sizeof(miai_editing),
    .board = board,
    .set_turn = set_turn,
};

static const miai_playouts playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = playout,
    .heavy = heavy_playout,
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
    .max_width = MAX_WIDTH,
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
    .move_text = move_text,
    .text = text_of,
    .notation = &notation,
    .editing = &editing,
    .playouts = &playouts,
    .evaluation = &evaluation,
    .hints = &hints,
    .tactics = &tactics,
    .planes = &mi_connect4_planes,
    .solver = &solver,
    .presentation = &mi_connect4_presentation,
};
