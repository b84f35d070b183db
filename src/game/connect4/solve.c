/* Connect Four by alpha-beta: a table of bounds, null windows, and what can be said of a position
 * by counting (count.h).
 *
 * Scores are those of who is to move, by how early he wins: see mi_c4_solve().  The search is asked
 * of positions only where nobody wins at once. */
#include "solve.h"

#include "table.h"

#include <stdlib.h>

enum {
    LOOK_NODES = 4096, /* from one question to the watch to the next */
    TABLE_LEFT = 12,   /* with no more empty points it is quicker to search than to look up */
    MIRROR_STONES = 14,
    PART_PLIES = 4
};

struct mi_c4_solver {
    struct mi_c4_shape shape;
    struct mi_c4_table table;
    int8_t from_middle[MI_C4_MAX_WIDTH]; /* the columns */
    uint8_t rows[64];                    /* of four that go through each point */

    /* Of the question that is being answered. */
    const miai_watch *watch;
    uint64_t nodes;
    int countdown; /* nodes until the watch is asked */
    bool over;
    int root_left;                              /* empty points at the root */
    int8_t turn[PART_PLIES], turns[PART_PLIES]; /* of the moves of the first plies, which is on */
};

struct window {
    int alpha, beta;
};

/* The moves that are searched, the best first. */
struct list {
    uint64_t move[MI_C4_MAX_WIDTH];
    int value[MI_C4_MAX_WIDTH], count;
};

/* ---- keys ---- */

static uint64_t mirror(const struct mi_c4_shape *shape, uint64_t stones)
{
    uint64_t mirrored = 0, column = mi_c4_column(shape, 0);
    for (int x = 0; x < shape->width; x++)
        mirrored |= (stones >> x * shape->up & column) << (shape->width - 1 - x) * shape->up;
    return mirrored;
}

/* A position and its mirror image have one key while that is worth the trouble. */
MI_C4_INLINE uint64_t key_of(const struct mi_c4_shape *shape, struct mi_c4_board b)
{
    uint64_t key = mi_c4_key(shape, b.mine, b.taken);
    if (shape->width * shape->height - b.left > MIRROR_STONES)
        return key;
    uint64_t other = mi_c4_key(shape, mirror(shape, b.mine), mirror(shape, b.taken));
    return key < other ? key : other;
}

/* ---- windows ---- */

/* Is the score now known well enough: it is at most that? */
static inline bool at_most(struct window *window, int most)
{
    if (window->beta > most)
        window->beta = most;
    return window->alpha >= window->beta;
}

static inline bool at_least(struct window *window, int least)
{
    if (window->alpha < least)
        window->alpha = least;
    return window->alpha >= window->beta;
}

static inline bool bound(struct window *window, struct mi_c4_bound known, int *score)
{
    *score = known.score;
    return known.least ? at_least(window, known.score) : at_most(window, known.score);
}

/* What counting tells of the score, which is at most *score then. */
MI_C4_INLINE bool counts(const struct mi_c4_shape *shape, struct mi_c4_board b, uint64_t threats,
                         struct window *window, int *score)
{
    int lowest = b.left % 2 ? -((shape->height - 1) / 2) : -1;
    *score = window->alpha >= lowest ? mi_c4_count(shape, b, threats) : MI_C4_UNBOUNDED;
    return at_most(window, *score);
}

/* ---- moves ---- */

/* The moves with the most winning points behind them first, of those the ones in most rows. */
MI_C4_INLINE void list_moves(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                             struct mi_c4_board b, uint64_t moves, struct list *list)
{
    int n = 0;
    for (int i = 0; i < shape->width; i++) {
        uint64_t point = moves & mi_c4_column(shape, s->from_middle[i]);
        if (!point)
            continue;
        if (b.left > TABLE_LEFT + 1)
            mi_c4_table_prefetch(&s->table, key_of(shape, mi_c4_after(b, point)));
        uint64_t gaps = mi_c4_threats(shape, b.mine | point, b.taken | point);
        int value = __builtin_popcountll(gaps) * 64 + s->rows[__builtin_ctzll(point)], j = n++;
        for (; j > 0 && list->value[j - 1] < value; j--) {
            list->value[j] = list->value[j - 1];
            list->move[j] = list->move[j - 1];
        }
        list->value[j] = value;
        list->move[j] = point;
    }
    list->count = n;
}

/* Does a look at what the moves lead to, in the table and by counting, already find one that is
 * good enough? */
MI_C4_INLINE bool some_move_does(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                                 struct mi_c4_board b, const struct list *list, int beta,
                                 int *score)
{
    struct mi_c4_bound known;
    for (int i = 0; i < list->count; i++) {
        struct mi_c4_board next = mi_c4_after(b, list->move[i]);
        if (mi_c4_table_probe(&s->table, key_of(shape, next), &known) && !known.least &&
            -known.score >= beta) {
            *score = -known.score;
            return true;
        }
    }
    for (int i = 0; i < list->count; i++) {
        struct mi_c4_board next = mi_c4_after(b, list->move[i]);
        uint64_t threats = mi_c4_threats(shape, next.mine ^ next.taken, next.taken);
        struct window window = {-beta, MI_C4_UNBOUNDED};
        if (!(threats & mi_c4_playable(shape, next.taken)) &&
            counts(shape, next, threats, &window, score) && window.beta <= -beta) {
            *score = -*score;
            return true;
        }
    }
    return false;
}

/* ---- the search ---- */

static void look_up_watch(struct mi_c4_solver *s)
{
    double part = 0, unit = 1;
    for (int i = 0; i < PART_PLIES && s->turns[i]; i++) {
        unit /= s->turns[i];
        part += unit * s->turn[i];
    }
    s->countdown = LOOK_NODES;
    s->over = s->over || (s->watch && s->watch->over(s->watch->context, s->nodes, part));
}

/* Notes which of the moves of one of the first plies is on. */
static inline void note_turn(struct mi_c4_solver *s, int left, int turn, int turns)
{
    int ply = s->root_left - left;
    if (ply >= PART_PLIES)
        return;
    s->turn[ply] = (int8_t)turn;
    s->turns[ply] = (int8_t)turns;
    if (ply + 1 < PART_PLIES)
        s->turns[ply + 1] = 0;
}

static int search_usual(struct mi_c4_solver *s, struct mi_c4_board b, struct window window);
static int search_any(struct mi_c4_solver *s, struct mi_c4_board b, struct window window);

/* Searches the moves one by one. */
MI_C4_INLINE int search_moves(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                              struct mi_c4_board b, const struct list *list, struct window window)
{
    for (int i = 0; i < list->count; i++) {
        note_turn(s, b.left, i, list->count);
        struct mi_c4_board next = mi_c4_after(b, list->move[i]);
        struct window other = {-window.beta, -window.alpha};
        int score =
            shape == &mi_c4_usual ? -search_usual(s, next, other) : -search_any(s, next, other);
        if (score >= window.beta || s->over)
            return score;
        if (score > window.alpha)
            window.alpha = score;
    }
    return window.alpha;
}

/* The score where it lies in the window, otherwise a bound of it on the same side.  Nobody wins at
 * once who is to move. */
MI_C4_INLINE int search_on(struct mi_c4_solver *s, const struct mi_c4_shape *shape,
                           struct mi_c4_board b, struct window window)
{
    uint64_t threats = mi_c4_threats(shape, b.mine ^ b.taken, b.taken), before = s->nodes++;
    uint64_t moves = mi_c4_safe(shape, mi_c4_playable(shape, b.taken), threats);
    struct mi_c4_bound known;
    struct list list;
    int score;
    if (--s->countdown <= 0)
        look_up_watch(s);
    if (s->over)
        return 0;
    if (!moves)
        return -(b.left / 2);
    if (b.left <= 2)
        return 0;
    if (at_least(&window, -((b.left - 2) / 2)))
        return window.alpha;
    if (at_most(&window, (b.left - 1) / 2))
        return window.beta;
    if (counts(shape, b, threats, &window, &score))
        return window.beta;

    bool kept = b.left > TABLE_LEFT && (moves & (moves - 1));
    uint64_t key = kept ? key_of(shape, b) : 0;
    if (kept && mi_c4_table_probe(&s->table, key, &known) && bound(&window, known, &score))
        return score;
    list_moves(s, shape, b, moves, &list);
    if (kept && some_move_does(s, shape, b, &list, window.beta, &score))
        return score;
    score = search_moves(s, shape, b, &list, window);
    if (kept && !s->over) {
        known = (struct mi_c4_bound){score >= window.beta, score};
        mi_c4_table_store(&s->table, key, known, s->nodes - before);
    }
    return score;
}

static int search_usual(struct mi_c4_solver *s, struct mi_c4_board b, struct window window)
{
    return search_on(s, &mi_c4_usual, b, window);
}

static int search_any(struct mi_c4_solver *s, struct mi_c4_board b, struct window window)
{
    return search_on(s, &s->shape, b, window);
}

/* ---- outside ---- */

/* The next bound to ask for: near 0 first, where most scores lie. */
static int next_question(int least, int most)
{
    int middle = least + (most - least) / 2;
    if (middle <= 0 && least / 2 < middle)
        return least / 2;
    return middle >= 0 && most / 2 > middle ? most / 2 : middle;
}

bool mi_c4_solve(struct mi_c4_solver *s, struct mi_c4_board b, const miai_watch *watch, int *score)
{
    bool is_usual = mi_c4_is_usual(&s->shape);
    int least = -(b.left / 2), most = (b.left + 1) / 2;
    if (mi_c4_playable(&s->shape, b.taken) & mi_c4_threats(&s->shape, b.mine, b.taken)) {
        *score = most;
        return true;
    }
    s->watch = watch;
    s->nodes = 0;
    s->countdown = LOOK_NODES;
    s->over = false;
    s->root_left = b.left;
    while (least < most && !s->over) {
        int asked = next_question(least, most);
        struct window window = {asked, asked + 1};
        int found = is_usual ? search_usual(s, b, window) : search_any(s, b, window);
        if (found <= asked)
            most = found;
        else
            least = found;
    }
    *score = least;
    return !s->over;
}

/* So many rows of four go through the point in column x and row y of that board. */
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
