/* The solver of Connect Four: alpha-beta with null windows, a table of bounds, and bounds by
 * counting (count.h).
 *
 * Scores are for the side to move and reward early wins: see mi_c4_solve().  The search is only
 * called for positions without an immediate win. */
#include "solve.h"

#include "table.h"

#include <stdlib.h>

enum {
    WATCH_INTERVAL = 4096, /* nodes between calls of the watch */
    /* with this many empty points or fewer, searching is faster than a table lookup */
    TABLE_EMPTY_MIN = 12,
    MIRROR_STONES = 14,
    PROGRESS_PLIES = 4
};

struct mi_c4_solver {
    struct mi_c4_shape shape;
    struct mi_c4_table table;
    int8_t from_middle[MI_C4_MAX_WIDTH]; /* columns, from the middle outwards */
    uint8_t rows[64];                    /* number of rows of four through each point */

    /* State of the current call. */
    const miai_watch *watch;
    uint64_t nodes;
    int countdown; /* nodes until the next call of the watch */
    bool over;
    int root_left;                              /* empty points at the root */
    int8_t turn[PROGRESS_PLIES], move_total[PROGRESS_PLIES]; /* for the first plies: index of the
                                                                current move, and number of moves */
};

struct window {
    int alpha, beta;
};

/* The moves to search, best first. */
struct move_list {
    uint64_t move[MI_C4_MAX_WIDTH];
    int value[MI_C4_MAX_WIDTH], count;
};

/* ---- keys ---- */

static uint64_t mirror_stones(const struct mi_c4_shape *shape, uint64_t stones)
{
    uint64_t mirrored = 0, column = mi_c4_column(shape, 0);
    for (int x = 0; x < shape->width; x++)
        mirrored |= (stones >> x * shape->up & column) << (shape->width - 1 - x) * shape->up;
    return mirrored;
}

/* The table key.  Early in the game, a position and its mirror image share one; later that is not
 * worth the cost. */
MI_C4_INLINE uint64_t table_key(const struct mi_c4_shape *shape, struct mi_c4_board b)
{
    uint64_t key = mi_c4_key(shape, b.mine, b.taken);
    if (shape->width * shape->height - b.left > MIRROR_STONES)
        return key;
    uint64_t other = mi_c4_key(shape, mirror_stones(shape, b.mine), mirror_stones(shape, b.taken));
    return key < other ? key : other;
}

/* ---- windows ---- */

/* Applies an upper bound to the window; true if it causes a cut-off. */
static inline bool window_at_most(struct window *window, int max_score)
{
    if (window->beta > max_score)
        window->beta = max_score;
    return window->alpha >= window->beta;
}

static inline bool window_at_least(struct window *window, int min_score)
{
    if (window->alpha < min_score)
        window->alpha = min_score;
    return window->alpha >= window->beta;
}

static inline bool window_apply_bound(struct window *window, struct mi_c4_bound known, int *score)
{
    *score = known.score;
    return known.is_lower ? window_at_least(window, known.score)
                          : window_at_most(window, known.score);
}

/* Applies the upper bound by counting to the window; *score becomes that bound. */
MI_C4_INLINE bool apply_counting_bound(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                       uint64_t threats, struct window *window, int *score)
{
    int lowest = b.left % 2 ? -((shape->height - 1) / 2) : -1;
    *score = window->alpha >= lowest ? mi_c4_upper_bound(shape, b, threats) : MI_C4_UNBOUNDED;
    return window_at_most(window, *score);
}

/* ---- moves ---- */

/* Lists the moves: those that create the most winning points first, then those on the most rows of
 * four.  Prefetches the children's table entries. */
MI_C4_INLINE void solver_list_moves(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                                    struct mi_c4_board b, uint64_t moves,
                                    struct move_list *move_list)
{
    int n = 0;
    for (int i = 0; i < shape->width; i++) {
        uint64_t point = moves & mi_c4_column(shape, s->from_middle[i]);
        if (!point)
            continue;
        if (b.left > TABLE_EMPTY_MIN + 1)
            mi_c4_table_prefetch(&s->table, table_key(shape, mi_c4_after(b, point)));
        uint64_t gaps = mi_c4_threats(shape, b.mine | point, b.taken | point);
        int value = __builtin_popcountll(gaps) * 64 + s->rows[__builtin_ctzll(point)], j = n++;
        for (; j > 0 && move_list->value[j - 1] < value; j--) {
            move_list->value[j] = move_list->value[j - 1];
            move_list->move[j] = move_list->move[j - 1];
        }
        move_list->value[j] = value;
        move_list->move[j] = point;
    }
    move_list->count = n;
}

/* Enhanced transposition cut-off: does any child's table entry or bound by counting refute the
 * window already? */
MI_C4_INLINE bool find_child_cutoff(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                                    struct mi_c4_board b, const struct move_list *move_list,
                                    int beta, int *score)
{
    struct mi_c4_bound known;
    for (int i = 0; i < move_list->count; i++) {
        struct mi_c4_board next = mi_c4_after(b, move_list->move[i]);
        if (mi_c4_table_probe(&s->table, table_key(shape, next), &known) && !known.is_lower &&
            -known.score >= beta) {
            *score = -known.score;
            return true;
        }
    }
    for (int i = 0; i < move_list->count; i++) {
        struct mi_c4_board next = mi_c4_after(b, move_list->move[i]);
        uint64_t threats = mi_c4_threats(shape, next.mine ^ next.taken, next.taken);
        struct window window = {-beta, MI_C4_UNBOUNDED};
        if (!(threats & mi_c4_playable(shape, next.taken)) &&
            apply_counting_bound(shape, next, threats, &window, score) && window.beta <= -beta) {
            *score = -*score;
            return true;
        }
    }
    return false;
}

/* ---- the search ---- */

static void call_watch(struct mi_c4_solver *s)
{
    double progress = 0, unit = 1;
    for (int i = 0; i < PROGRESS_PLIES && s->move_total[i]; i++) {
        unit /= s->move_total[i];
        progress += unit * s->turn[i];
    }
    s->countdown = WATCH_INTERVAL;
    s->over = s->over || (s->watch && s->watch->over(s->watch->context, s->nodes, progress));
}

/* Records the current move of one of the first plies, for progress reports. */
static inline void record_progress(struct mi_c4_solver *s, int left, int turn, int move_total)
{
    int ply = s->root_left - left;
    if (ply >= PROGRESS_PLIES)
        return;
    s->turn[ply] = (int8_t)turn;
    s->move_total[ply] = (int8_t)move_total;
    if (ply + 1 < PROGRESS_PLIES)
        s->move_total[ply + 1] = 0;
}

static int solver_search_standard(struct mi_c4_solver *s, struct mi_c4_board b,
                                  struct window window);
static int solver_search_any(struct mi_c4_solver *s, struct mi_c4_board b, struct window window);

MI_C4_INLINE int solver_search_moves(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                                     struct mi_c4_board b, const struct move_list *move_list,
                                     struct window window)
{
    for (int i = 0; i < move_list->count; i++) {
        record_progress(s, b.left, i, move_list->count);
        struct mi_c4_board next = mi_c4_after(b, move_list->move[i]);
        struct window other = {-window.beta, -window.alpha};
        int score = shape == &mi_c4_standard_shape ? -solver_search_standard(s, next, other)
                                                   : -solver_search_any(s, next, other);
        if (score >= window.beta || s->over)
            return score;
        if (score > window.alpha)
            window.alpha = score;
    }
    return window.alpha;
}

/* Fail-hard search: the score if it is inside the window, otherwise a bound.  The side to move has
 * no immediate win. */
MI_C4_INLINE int solver_search_node(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                                    struct mi_c4_board b, struct window window)
{
    uint64_t threats = mi_c4_threats(shape, b.mine ^ b.taken, b.taken), before = s->nodes++;
    uint64_t moves = mi_c4_safe_moves(shape, mi_c4_playable(shape, b.taken), threats);
    struct mi_c4_bound known;
    struct move_list move_list;
    int score;
    if (--s->countdown <= 0)
        call_watch(s);
    if (s->over)
        return 0;
    if (!moves)
        return -(b.left / 2);
    if (b.left <= 2)
        return 0;
    if (window_at_least(&window, -((b.left - 2) / 2)))
        return window.alpha;
    if (window_at_most(&window, (b.left - 1) / 2))
        return window.beta;
    if (apply_counting_bound(shape, b, threats, &window, &score))
        return window.beta;

    bool kept = b.left > TABLE_EMPTY_MIN && (moves & (moves - 1));
    uint64_t key = kept ? table_key(shape, b) : 0;
    if (kept && mi_c4_table_probe(&s->table, key, &known) &&
        window_apply_bound(&window, known, &score))
        return score;
    solver_list_moves(s, shape, b, moves, &move_list);
    if (kept && find_child_cutoff(s, shape, b, &move_list, window.beta, &score))
        return score;
    score = solver_search_moves(s, shape, b, &move_list, window);
    if (kept && !s->over) {
        known = (struct mi_c4_bound){score >= window.beta, score};
        mi_c4_table_store(&s->table, key, known, s->nodes - before);
    }
    return score;
}

static int solver_search_standard(struct mi_c4_solver *s, struct mi_c4_board b,
                                  struct window window)
{
    return solver_search_node(s, &mi_c4_standard_shape, b, window);
}

static int solver_search_any(struct mi_c4_solver *s, struct mi_c4_board b, struct window window)
{
    return solver_search_node(s, &s->shape, b, window);
}

/* ---- interface ---- */

/* The next null window: near 0 first, where most scores are. */
static int next_window(int min_score, int max_score)
{
    int middle = min_score + (max_score - min_score) / 2;
    if (middle <= 0 && min_score / 2 < middle)
        return min_score / 2;
    return middle >= 0 && max_score / 2 > middle ? max_score / 2 : middle;
}

bool mi_c4_solve(struct mi_c4_solver *s, struct mi_c4_board b, const miai_watch *watch, int *score)
{
    bool is_standard = mi_c4_is_standard(&s->shape);
    int min_score = -(b.left / 2), max_score = (b.left + 1) / 2;
    if (mi_c4_playable(&s->shape, b.taken) & mi_c4_threats(&s->shape, b.mine, b.taken)) {
        *score = max_score;
        return true;
    }
    s->watch = watch;
    s->nodes = 0;
    s->countdown = WATCH_INTERVAL;
    s->over = false;
    s->root_left = b.left;
    while (min_score < max_score && !s->over) {
        int asked = next_window(min_score, max_score);
        struct window window = {asked, asked + 1};
        int found =
            is_standard ? solver_search_standard(s, b, window) : solver_search_any(s, b, window);
        if (found <= asked)
            max_score = found;
        else
            min_score = found;
    }
    *score = min_score;
    return !s->over;
}

/* The number of rows of four through a point. */
static int count_rows(const struct mi_c4_shape *shape, int x, int y)
{
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    int count = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            int left = x - k * dx[i], low = y - k * dy[i];
            int right = left + 3 * dx[i], high = low + 3 * dy[i];
            count += left >= 0 && right < shape->width && low >= 0 && low < shape->height &&
                     high >= 0 && high < shape->height;
        }
    return count;
}

struct mi_c4_solver *mi_c4_solver_open(int width, int height, size_t memory)
{
    struct mi_c4_solver *s = memory > sizeof *s ? calloc(1, sizeof *s) : NULL;
    if (!s || !mi_c4_table_open(&s->table, memory - sizeof *s)) {
        free(s);
        return NULL;
    }
    s->shape = mi_c4_make_shape(width, height);
    for (int i = 0; i < width; i++) /* 3 2 4 1 5 0 6 */
        s->from_middle[i] = (int8_t)((width - 1) / 2 + (i % 2 ? -(i + 1) / 2 : i / 2));
    if (width % 2 == 0) /* 3 4 2 5 1 6 0 7 */
        for (int i = 0; i < width; i++)
            s->from_middle[i] = (int8_t)((width - 1) / 2 + (i % 2 ? (i + 1) / 2 : -(i / 2)));
    for (int x = 0; x < width; x++)
        for (int y = 0; y < height; y++)
            s->rows[x * s->shape.up + y] = (uint8_t)count_rows(&s->shape, x, y);
    return s;
}

void mi_c4_solver_close(struct mi_c4_solver *s)
{
    if (s)
        mi_c4_table_close(&s->table);
    free(s);
}

size_t mi_c4_solver_save(const void *solver, uint64_t *word, size_t words)
{
    return mi_c4_table_save(&((const struct mi_c4_solver *)solver)->table, word, words);
}

void mi_c4_solver_load(void *solver, const uint64_t *word, size_t words)
{
    mi_c4_table_load(&((struct mi_c4_solver *)solver)->table, word, words);
}
