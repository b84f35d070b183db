#include "kind.h"

#include <pthread.h>

/* Each shape adds one of these to a sum, so that 4-bit fields count the lines of each class. */
enum {
    HAS_TWO = 1,
    HAS_HALF = 1 << 4,
    HAS_THREE = 1 << 8,
    HAS_FOUR = 1 << 12,
    HAS_WIN = 1 << 16,
    HAS_FIVE = 1 << 20,
    HAS_OVERLINE = 1 << 24
};

static const uint32_t line_class[1 << 4] = {
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

static inline int count_class(uint32_t sum, uint32_t unit)
{
    return sum / unit & 15;
}

/* The kind if no move is forbidden. */
static enum gomoku_kind unrestricted_kind(uint32_t sum)
{
    int twos = count_class(sum, HAS_TWO), closed_threes = count_class(sum, HAS_HALF);
    int threes = count_class(sum, HAS_THREE), fours = count_class(sum, HAS_FOUR);
    bool has_minor = twos + closed_threes > 0;
    if (count_class(sum, HAS_FIVE) > 0)
        return KIND_FIVE;
    if (count_class(sum, HAS_WIN) > 0 || fours > 1)
        return KIND_WIN;
    if (fours > 0)
        return threes > 0 ? KIND_FOUR_THREE : has_minor ? KIND_FOUR_AND_MINOR : KIND_FOUR;
    if (threes > 0)
        return threes > 1 ? KIND_THREES : has_minor ? KIND_THREE_AND_MINOR : KIND_THREE;
    if (closed_threes > 0)
        return closed_threes > 1 || twos > 0 ? KIND_CLOSED_THREE_TWO : KIND_CLOSED_THREE;
    return twos > 1 ? KIND_TWOS : twos > 0 ? KIND_TWO : KIND_NONE;
}

/* The kind for Black in renju. */
static enum gomoku_kind restricted_kind(uint32_t sum)
{
    bool doubtful = count_class(sum, HAS_OVERLINE) > 0 || count_class(sum, HAS_FOUR) > 1 ||
                    count_class(sum, HAS_THREE) > 1;
    return doubtful && count_class(sum, HAS_FIVE) == 0 ? KIND_MAYBE_FORBIDDEN
                                                       : unrestricted_kind(sum);
}

/* ---- the tables ---- */

static struct mi_gomoku_kind_table kind_table;

static void fill_kind_tables(void)
{
    for (int shapes = 0; shapes < SHAPES_OF_FOUR; shapes++) {
        uint32_t sum = 0;
        for (int direction = 0; direction < DIRECTIONS; direction++)
            sum += line_class[shape_in((uint16_t)shapes, direction)];
        kind_table.free[shapes] = (uint8_t)unrestricted_kind(sum);
        kind_table.bound[shapes] = (uint8_t)restricted_kind(sum);
    }
}

const struct mi_gomoku_kind_table *mi_gomoku_kinds(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_kind_tables);
    return &kind_table;
}
