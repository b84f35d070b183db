#include "kind.h"

#include <pthread.h>

/* What a shape adds to the sum from which a kind is told: how many lines have at least that. */
enum {
    HAS_TWO = 1,
    HAS_HALF = 1 << 4,
    HAS_THREE = 1 << 8,
    HAS_FOUR = 1 << 12,
    HAS_WIN = 1 << 16,
    HAS_FIVE = 1 << 20,
    HAS_OVERLINE = 1 << 24
};

static const uint32_t has[1 << 4] = {
    [SHAPE_LOOSE_TWO] = HAS_TWO,
    [SHAPE_OPEN_TWO] = HAS_TWO,
    [SHAPE_THREE] = HAS_HALF,
    [SHAPE_LOOSE_THREE] = HAS_THREE,
    [SHAPE_OPEN_THREE] = HAS_THREE,
    [SHAPE_FOUR] = HAS_FOUR,
    [SHAPE_TWO_FOURS] = HAS_WIN + 2 * HAS_FOUR,
    [SHAPE_OPEN_FOUR] = HAS_WIN + HAS_FOUR,
    [SHAPE_FIVE] = HAS_FIVE,
    [SHAPE_OVERLINE] = HAS_OVERLINE,
};

static inline int count_of(uint32_t sum, uint32_t unit)
{
    return sum / unit & 15;
}

/* For one who may do all. */
static enum gomoku_kind free_kind(uint32_t sum)
{
    int twos = count_of(sum, HAS_TWO), halves = count_of(sum, HAS_HALF);
    int threes = count_of(sum, HAS_THREE), fours = count_of(sum, HAS_FOUR);
    bool more = twos + halves > 0;
    if (count_of(sum, HAS_FIVE) > 0)
        return KIND_FIVE;
    if (count_of(sum, HAS_WIN) > 0 || fours > 1)
        return KIND_WIN;
    if (fours > 0)
        return threes > 0 ? KIND_FOUR_THREE : more ? KIND_FOUR_MORE : KIND_FOUR;
    if (threes > 0)
        return threes > 1 ? KIND_THREES : more ? KIND_THREE_MORE : KIND_THREE;
    if (halves > 0)
        return halves > 1 || twos > 0 ? KIND_HALF_TWO : KIND_HALF;
    return twos > 1 ? KIND_TWOS : twos > 0 ? KIND_TWO : KIND_NONE;
}

/* For black in renju. */
static enum gomoku_kind bound_kind(uint32_t sum)
{
    bool doubtful = count_of(sum, HAS_OVERLINE) > 0 || count_of(sum, HAS_FOUR) > 1 ||
                    count_of(sum, HAS_THREE) > 1;
    return doubtful && count_of(sum, HAS_FIVE) == 0 ? KIND_DOUBTFUL : free_kind(sum);
}

/* ---- the tables ---- */

static struct mi_gomoku_kind_table tables;

static void fill(void)
{
    for (int shapes = 0; shapes < SHAPES_OF_FOUR; shapes++) {
        uint32_t sum = 0;
        for (int direction = 0; direction < DIRECTIONS; direction++)
            sum += has[shape_in((uint16_t)shapes, direction)];
        tables.free[shapes] = (uint8_t)free_kind(sum);
        tables.bound[shapes] = (uint8_t)bound_kind(sum);
    }
}

const struct mi_gomoku_kind_table *mi_gomoku_kinds(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
    return &tables;
}
