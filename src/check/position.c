/* Memory of positions, checks for writes outside it, and the range of scores. */
#include "check.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD_BYTE = 0xa7, POSITIONS = 5 };

/* The distance between positions in bytes. */
static size_t stride_of(const struct mi_check *check)
{
    return (check->size + MI_CHECK_GUARD + MI_CHECK_ALIGNMENT - 1) / MI_CHECK_ALIGNMENT *
           MI_CHECK_ALIGNMENT;
}

bool mi_check_allocate(struct mi_check *check)
{
    size_t stride = stride_of(check);
    char *memory = mi_aligned_alloc(MI_CHECK_ALIGNMENT, POSITIONS * stride);
    if (!memory)
        return mi_report_fault(check, "size", "() is %zu: out of memory", check->size);
    memset(memory, GUARD_BYTE, POSITIONS * stride);
    check->memory = memory;
    check->pos = memory;
    check->twin = memory + stride;
    check->saved = memory + 2 * stride;
    check->one = memory + 3 * stride;
    check->two = memory + 4 * stride;
    return true;
}

bool mi_check_guard(struct mi_check *check, const char *function, void *pos)
{
    unsigned char *guard = (unsigned char *)pos + check->size;
    for (int i = 0; i < MI_CHECK_GUARD; i++)
        if (guard[i] != GUARD_BYTE) {
            memset(guard, GUARD_BYTE, MI_CHECK_GUARD);
            return mi_report_fault(check, function, "() writes past the %zu bytes of size()",
                                   check->size);
        }
    return true;
}

bool mi_check_init(struct mi_check *check, void *pos, int bytes)
{
    memset(pos, bytes, check->size);
    check->game->init(pos, &check->setup);
    return mi_check_guard(check, "init", pos);
}

bool mi_check_play(struct mi_check *check, void *pos, miai_move move)
{
    check->game->play(pos, move);
    return mi_check_guard(check, "play", pos);
}

bool mi_check_unchanged(struct mi_check *check, const char *function)
{
    if (memcmp(check->pos, check->saved, check->size) == 0)
        return true;
    memcpy(check->pos, check->saved, check->size);
    return mi_report_fault(check, function, "() changes the position, which is const");
}

bool mi_check_score(struct mi_check *check, const char *function, int score)
{
    int points = check->game->points;
    if (score <= -MIAI_SCORE_MAX || score >= MIAI_SCORE_MAX)
        return mi_report_fault(check, function, "() returns the score %d, not between -%d and %d",
                               score, MIAI_SCORE_MAX, MIAI_SCORE_MAX);
    if (points > 0 && (score < -points || score > points))
        return mi_report_fault(check, function, "() returns the score %d, outside the %d points",
                               score, points);
    return true;
}
