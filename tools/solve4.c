/* Connect Four by alpha-beta with a table, for wins, draws and losses alone.
 *
 * A column takes seven bits, the lowest its bottom; the seventh, above the board, stays empty, so
 * that no row of four runs from a column into the next:
 *
 *      6 13 20 27 34 41 48
 *      5 12 19 26 33 40 47
 *      ...
 *      0  7 14 21 28 35 42 */
#include "solve4.h"

#include <stdint.h>
#include <stdlib.h>

enum { UP = SOLVE4_HEIGHT + 1, PLIES = SOLVE4_WIDTH * SOLVE4_HEIGHT, TABLE_BITS = 25 };

#define BOTTOM   UINT64_C(0x0040810204081)
#define BOARD    (BOTTOM * ((1 << SOLVE4_HEIGHT) - 1))
#define COLUMN   ((UINT64_C(1) << SOLVE4_HEIGHT) - 1)
#define KEY_BITS 49

struct board {
    uint64_t mine, taken; /* of the player to move; of both */
    int plies;
};

/* An entry: the key, two bits each for the least and the greatest value, and how much work it was.
 */
struct solve4 {
    uint64_t entry[1 << TABLE_BITS];
    uint64_t nodes;
};

/* ---- the board ---- */

static bool has_four(uint64_t stones)
{
    static const int step[] = {1, UP - 1, UP, UP + 1};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & stones >> step[i];
        if (pairs & pairs >> 2 * step[i])
            return true;
    }
    return false;
}

/* The empty points that make four of these stones. */
static uint64_t gaps(uint64_t stones, uint64_t taken)
{
    uint64_t found = stones << 1 & stones << 2 & stones << 3;
    for (int step = UP - 1; step <= UP + 1; step++) {
        uint64_t up = stones << step & stones << 2 * step,
                 down = stones >> step & stones >> 2 * step;
        found |= up & (stones << 3 * step | stones >> step);
        found |= down & (stones >> 3 * step | stones << step);
    }
    return found & BOARD & ~taken;
}

static uint64_t landing(const struct board *b)
{
    return (b->taken + BOTTOM) & BOARD;
}

static struct board after(const struct board *b, uint64_t point)
{
    return (struct board){b->mine ^ b->taken, b->taken | point, b->plies + 1};
}

/* The moves after which the opponent does not win at once. */
static uint64_t safe_moves(const struct board *b)
{
    uint64_t threats = gaps(b->mine ^ b->taken, b->taken), moves = landing(b);
    uint64_t forced = moves & threats;
    if (forced)
        moves = forced & (forced - 1) ? 0 : forced;
    return moves & ~(threats >> 1);
}

static uint64_t column(uint64_t stones, int x)
{
    return stones >> x * UP & ((1 << UP) - 1);
}

static uint64_t mirror(uint64_t stones)
{
    uint64_t mirrored = 0;
    for (int x = 0; x < SOLVE4_WIDTH; x++)
        mirrored |= column(stones, x) << (SOLVE4_WIDTH - 1 - x) * UP;
    return mirrored;
}

/* ---- the table ---- */

/* One to one: a column's lowest bit that the sum leaves empty tells its height.  A position and its
 * mirror image have one key while that is worth the trouble. */
static uint64_t key_of(const struct board *b)
{
    const int early = 16;
    uint64_t key = b->mine + b->taken + BOTTOM;
    if (b->plies > early)
        return key;
    uint64_t other = mirror(b->mine) + mirror(b->taken) + BOTTOM;
    return key < other ? key : other;
}

static uint64_t *place(struct solve4 *solver, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    return &solver->entry[hash >> (64 - TABLE_BITS) & ~UINT64_C(1)];
}

static bool holds(uint64_t entry, uint64_t key)
{
    return (entry & ((UINT64_C(1) << KEY_BITS) - 1)) == key;
}

static void look_up(struct solve4 *solver, uint64_t key, int *least, int *most)
{
    const uint64_t *entry = place(solver, key);
    for (int i = 0; i < 2; i++) {
        if (!holds(entry[i], key))
            continue;
        *least = (int)(entry[i] >> KEY_BITS & 3) - 1;
        *most = (int)(entry[i] >> (KEY_BITS + 2) & 3) - 1;
        return;
    }
}

/* Of two entries the one that took more work stays. */
static void store(struct solve4 *solver, uint64_t key, int least, int most, uint64_t nodes)
{
    uint64_t *entry = place(solver, key);
    uint64_t work = (uint64_t)(64 - __builtin_clzll(nodes | 1));
    uint64_t made = key | (uint64_t)(least + 1) << KEY_BITS |
                    (uint64_t)(most + 1) << (KEY_BITS + 2) | work << (KEY_BITS + 4);
    if (holds(entry[0], key) || work >= entry[0] >> (KEY_BITS + 4)) {
        if (!holds(entry[0], key))
            entry[1] = entry[0];
        entry[0] = made;
    } else {
        entry[1] = made;
    }
}

/* ---- the search ---- */

struct list {
    uint64_t move[SOLVE4_WIDTH];
    int score[SOLVE4_WIDTH], n;
};

/* The moves with the most winning points behind them first, of those the middle ones. */
static void order(const struct board *b, uint64_t moves, struct list *list)
{
    static const int from_middle[] = {3, 2, 4, 1, 5, 0, 6};
    list->n = 0;
    for (int i = 0; i < SOLVE4_WIDTH; i++) {
        uint64_t point = moves & COLUMN << from_middle[i] * UP;
        if (!point)
            continue;
        int score = __builtin_popcountll(gaps(b->mine | point, b->taken | point)), j = list->n++;
        for (; j > 0 && list->score[j - 1] < score; j--) {
            list->score[j] = list->score[j - 1];
            list->move[j] = list->move[j - 1];
        }
        list->score[j] = score;
        list->move[j] = point;
    }
}

static bool reaches(struct solve4 *solver, const struct board *b, int goal);

static bool some_move_reaches(struct solve4 *solver, const struct board *b, uint64_t moves,
                              int goal)
{
    struct list list;
    order(b, moves, &list);
    for (int i = 0; i < list.n; i++) {
        struct board next = after(b, list.move[i]);
        if (!reaches(solver, &next, 1 - goal))
            return true;
    }
    return false;
}

/* Is the value at least the goal, 0 or 1?  The player to move cannot win at once. */
static bool reaches(struct solve4 *solver, const struct board *b, int goal)
{
    uint64_t moves = safe_moves(b), before = solver->nodes++;
    int least = -1, most = 1;
    if (b->plies >= PLIES - 2 && moves)
        return goal <= 0;
    if (!moves)
        return b->plies == PLIES && goal <= 0;
    uint64_t key = key_of(b);
    look_up(solver, key, &least, &most);
    if (least >= goal || most < goal)
        return least >= goal;
    bool reached = some_move_reaches(solver, b, moves, goal);
    if (reached)
        least = goal;
    else
        most = goal - 1;
    store(solver, key, least, most, solver->nodes - before);
    return reached;
}

/* ---- outside ---- */

struct solve4 *solve4_new(void)
{
    return calloc(1, sizeof(struct solve4));
}

void solve4_free(struct solve4 *solver)
{
    free(solver);
}

/* False if a column is full or the game over before the last move; won: by the last one. */
static bool replay(struct board *b, const char *columns, int n, bool *won)
{
    *b = (struct board){0};
    *won = false;
    for (int i = 0; i < n; i++) {
        uint64_t point = landing(b) & COLUMN << columns[i] * UP;
        if (!point || *won)
            return false;
        *won = has_four(b->mine | point);
        *b = after(b, point);
    }
    return true;
}

bool solve4_value(struct solve4 *solver, const char *columns, int n, int *value)
{
    struct board b;
    bool won;
    if (!replay(&b, columns, n, &won))
        return false;
    if (won)
        *value = -1;
    else if (b.plies < PLIES && landing(&b) & gaps(b.mine, b.taken))
        *value = 1;
    else
        *value = reaches(solver, &b, 1) ? 1 : reaches(solver, &b, 0) ? 0 : -1;
    return true;
}

bool solve4_quiet(const char *columns, int n)
{
    struct board b;
    bool won;
    if (!replay(&b, columns, n, &won) || won || b.plies == PLIES)
        return false;
    return !(landing(&b) & (gaps(b.mine, b.taken) | gaps(b.mine ^ b.taken, b.taken)));
}
