#include "pattern.h"

#include "base/compiler.h"

#include <string.h>

/* One octant of the points, by distance; the others are its mirror images. */
static const struct {
    int8_t x, y;
} octant[] = {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {3, 0}, {3, 1},
              {3, 2}, {4, 0}, {3, 3}, {4, 1}, {4, 2}, {5, 0}};

/* Number of points within each distance. */
static const uint8_t points_within[GO_PATTERN_MAX + 1] = {0, 0, 4, 8, 12, 20, 28, 36, 48, 60, 72};

/* Maps (*x, *y) by one of the eight symmetries. */
static void apply_symmetry(int frame, int *x, int *y)
{
    int a = *x, c = *y;
    *x = (frame & 4 ? c : a) * (frame & 1 ? -1 : 1);
    *y = (frame & 4 ? a : c) * (frame & 2 ? -1 : 1);
}

enum { GRID_SIDE = 2 * GO_PATTERN_REACH + 1 };

/* Lists the points in order of distance, as offsets from the middle; returns how many. */
static int list_pattern_points(int8_t point[GO_PATTERN_POINTS][2])
{
    int n = 0;
    for (size_t i = 0; i < sizeof octant / sizeof *octant; i++)
        for (int frame = 0; frame < 8; frame++) {
            int x = octant[i].x, y = octant[i].y;
            bool twice = (x == y && frame & 4) || (y == 0 && frame & (frame & 4 ? 1 : 2));
            apply_symmetry(frame, &x, &y);
            if (twice)
                continue;
            point[n][0] = (int8_t)x;
            point[n++][1] = (int8_t)y;
        }
    return n;
}

/* Each point contributes its key times 0 to 3, by its contents: adding zero costs less than a
 * branch. */
static void make_pattern_keys(struct go_pattern_board *board)
{
    int8_t point[GO_PATTERN_POINTS][2];
    uint8_t grid[GRID_SIDE * GRID_SIDE], *point_number = grid + GRID_SIDE * GRID_SIDE / 2;
    uint64_t key[GO_PATTERN_POINTS];
    int n = list_pattern_points(point);
    for (int i = 0; i < n; i++) {
        point_number[point[i][0] + point[i][1] * GRID_SIDE] = (uint8_t)i;
        key[i] = miai_mix((uint64_t)(i + 1));
    }
    for (int i = 0; i < n; i++) {
        board->step[i] = (int16_t)(point[i][0] + point[i][1] * GO_PATTERN_SIDE);
        for (int frame = 0; frame < 8; frame++) {
            int x = point[i][0], y = point[i][1];
            apply_symmetry(frame, &x, &y);
            for (unsigned contents = 0; contents < GO_PATTERN_CONTENTS; contents++)
                board->key[contents][i].frame[frame] =
                    contents * key[point_number[x + y * GRID_SIDE]];
        }
    }
}

void mi_go_pattern_board_init(struct go_pattern_board *board, const struct mi_go *b)
{
    make_pattern_keys(board);
    mi_go_pattern_board_update(board, b);
}

void mi_go_pattern_board_update(struct go_pattern_board *board, const struct mi_go *b)
{
    static const uint8_t of[2][3] = {{1, 2, 0}, {2, 1, 0}};
    board->b = b;
    memset(board->contents, 3, sizeof board->contents);
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++)
            board->contents[x + GO_PATTERN_REACH + (y + GO_PATTERN_REACH) * GO_PATTERN_SIDE] =
                of[b->turn][b->point[mi_go_point_at(b, x, y)].colour];
}

struct go_pattern_scan mi_go_pattern_begin(const struct go_pattern_board *board, int p)
{
    const struct mi_go *b = board->b;
    int row = (int)((uint32_t)p * b->inverse >> 16), column = p - row * b->stride;
    int x = column - 1 + GO_PATTERN_REACH, y = row - 1 + GO_PATTERN_REACH;
    return (struct go_pattern_scan){.board = board,
                                    .middle = board->contents + x + y * GO_PATTERN_SIDE,
                                    .size = GO_PATTERN_MIN - 1};
}

static uint64_t min_symmetry_sum(const struct go_symmetry_sums *sum)
{
    uint64_t min = sum->frame[0];
    for (int i = 1; i < 8; i++)
        min = sum->frame[i] < min ? sum->frame[i] : min;
    return min;
}

/* Computes the minimum from the stored copy, so that the sums stay in registers. */
uint64_t mi_go_pattern_grow(struct go_pattern_scan *scan)
{
    const struct go_pattern_board *board = scan->board;
    struct go_symmetry_sums sum = scan->sum;
    int from = scan->size < GO_PATTERN_MIN ? 0 : points_within[scan->size];
    scan->size++;
    for (int i = from; i < points_within[scan->size]; i++) {
        const struct go_symmetry_sums *key = &board->key[scan->middle[board->step[i]]][i];
        UNROLLED_BY(8)
        for (int frame = 0; frame < 8; frame++)
            sum.frame[frame] += key->frame[frame];
    }
    scan->sum = sum;
    return miai_mix(min_symmetry_sum(&scan->sum) + (uint64_t)scan->size);
}

/* ---- changes since an earlier position ---- */

/* With more changes, all strengths are computed again. */
enum { CHANGES_MAX = 32 };

/* Marks as unknown the strengths that depend on the content of a cell. */
static void memo_forget_around(const struct go_pattern_board *board, struct go_pattern_memo *memo,
                               int cell)
{
    for (int size = GO_PATTERN_MIN, i = 0; size <= GO_PATTERN_MAX; size++)
        for (; i < points_within[size]; i++) {
            uint8_t *examined = &memo->examined[cell + board->step[i]];
            *examined = *examined >= size ? 0 : *examined;
        }
}

/* Brings a memo up to date with the contents of the board. */
static void memo_update(const struct go_pattern_board *board, struct go_pattern_memo *memo)
{
    enum { CELLS = sizeof memo->contents, WORD = sizeof(uint64_t) };
    uint16_t changed[CHANGES_MAX];
    int changes = 0;
    for (int from = 0; from < CELLS && changes <= CHANGES_MAX; from += WORD) {
        int length = CELLS - from < WORD ? CELLS - from : WORD;
        if (memcmp(memo->contents + from, board->contents + from, (size_t)length) == 0)
            continue;
        for (int cell = from; cell < from + length && changes <= CHANGES_MAX; cell++)
            if (memo->contents[cell] != board->contents[cell] && changes++ < CHANGES_MAX)
                changed[changes - 1] = (uint16_t)cell;
    }
    if (changes > CHANGES_MAX)
        memset(memo->examined, 0, sizeof memo->examined);
    for (int i = 0; i < changes && changes <= CHANGES_MAX; i++)
        memo_forget_around(board, memo, changed[i]);
    memcpy(memo->contents, board->contents, sizeof memo->contents);
}

/* ---- strengths ---- */

/* Number of points processed together: enough that the first prefetch has completed when the last
 * is issued. */
enum { POINTS_PER_BATCH = 64 };

/* A point whose largest known pattern is being looked up. */
struct pattern_lookup {
    struct go_pattern_scan scan;
    uint64_t hash;
};

/* Extends each pattern by one distance.  Prefetches what the lookup will read, since most of it is
 * not in the cache. */
static void grow_patterns(const struct go_weights *weights, struct pattern_lookup *pattern_lookup,
                          int n)
{
    for (int i = 0; i < n; i++) {
        pattern_lookup[i].hash = mi_go_pattern_grow(&pattern_lookup[i].scan);
        go_prefetch_bucket(weights, pattern_lookup[i].hash);
    }
    for (int i = 0; i < n; i++)
        go_prefetch_pattern(weights, pattern_lookup[i].hash);
}

static int lookup_cell(const struct pattern_lookup *pattern_lookup)
{
    return (int)(pattern_lookup->scan.middle - pattern_lookup->scan.board->contents);
}

/* Looks up the patterns.  Keeps the points whose pattern is known and may have a larger known one;
 * returns how many. */
static int look_up_patterns(const struct go_weights *weights, struct pattern_lookup *pattern_lookup,
                            int n, struct go_pattern_memo *memo)
{
    int left = 0;
    for (int i = 0; i < n; i++) {
        float known = go_known_pattern(weights, pattern_lookup[i].hash);
        int cell = lookup_cell(&pattern_lookup[i]), size = pattern_lookup[i].scan.size;
        memo->examined[cell] = (uint8_t)size;
        if (known == 0)
            continue;
        memo->strength[cell] = known;
        if (size < GO_PATTERN_MAX)
            pattern_lookup[left++] = pattern_lookup[i];
    }
    return left;
}

static void compute_strengths(const struct go_weights *weights,
                              struct pattern_lookup *pattern_lookup, int n,
                              struct go_pattern_memo *memo)
{
    for (int i = 0; i < n; i++)
        memo->strength[lookup_cell(&pattern_lookup[i])] = 0;
    while (n > 0) {
        grow_patterns(weights, pattern_lookup, n);
        n = look_up_patterns(weights, pattern_lookup, n, memo);
    }
}

/* Computes the unknown strengths of the points. */
static void complete_memo(const struct go_pattern_board *board, const struct go_weights *weights,
                          const uint16_t *point, int n, struct go_pattern_memo *memo)
{
    struct pattern_lookup pattern_lookup[POINTS_PER_BATCH];
    int unknown = 0;
    for (int i = 0; i < n; i++) {
        pattern_lookup[unknown].scan = mi_go_pattern_begin(board, point[i]);
        unknown += memo->examined[lookup_cell(&pattern_lookup[unknown])] == 0;
        if (unknown < POINTS_PER_BATCH)
            continue;
        compute_strengths(weights, pattern_lookup, unknown, memo);
        unknown = 0;
    }
    compute_strengths(weights, pattern_lookup, unknown, memo);
}

void mi_go_pattern_strengths(struct go_pattern_cache *cache, const struct go_weights *weights,
                             const struct mi_go *b, const uint16_t *point, int n, float *strength)
{
    struct go_pattern_board *board = &cache->board;
    struct go_pattern_memo *memo = &cache->memo[b->turn];
    (board->b ? mi_go_pattern_board_update : mi_go_pattern_board_init)(board, b);
    memo_update(board, memo);
    complete_memo(board, weights, point, n, memo);
    for (int i = 0; i < n; i++) {
        const struct go_pattern_scan scan = mi_go_pattern_begin(board, point[i]);
        strength[i] = memo->strength[scan.middle - board->contents];
    }
}
