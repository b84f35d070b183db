/* Neighbouring positions in a file differ by a move or two. The first layer's sums, and their
 * gradient, are therefore updated incrementally. */
#include "model.h"

#include <string.h>

/* The features that are new since the previous position, and those that are gone. */
static void compare_features(const uint16_t *before, int was, const uint16_t *now, int is,
                             struct nnue_rows *come, struct nnue_rows *gone)
{
    uint64_t old[FEATURES / 64], new[FEATURES / 64];
    for (int i = 0; i < was; i++)
        old[before[i] / 64] = 0, new[before[i] / 64] = 0;
    for (int i = 0; i < is; i++)
        old[now[i] / 64] = 0, new[now[i] / 64] = 0;
    for (int i = 0; i < was; i++)
        old[before[i] / 64] |= UINT64_C(1) << before[i] % 64;
    for (int i = 0; i < is; i++)
        new[now[i] / 64] |= UINT64_C(1) << now[i] % 64;
    come->count = gone->count = 0;
    for (int i = 0; i < is; i++)
        if (!(old[now[i] / 64] >> now[i] % 64 & 1))
            come->row[come->count++] = now[i];
    for (int i = 0; i < was; i++)
        if (!(new[before[i] / 64] >> before[i] % 64 & 1))
            gone->row[gone->count++] = before[i];
}

static void compare_sides(const struct nnue_input *before, int turn, const struct nnue_input *now,
                          struct nnue_change *change)
{
    for (int i = 0; i < 2; i++)
        compare_features(before->feature[i ^ turn], before->count, now->feature[i ^ change->turn],
                         now->count, &change->come[i], &change->gone[i]);
}

static int size_of(const struct nnue_change *change)
{
    int size = 0;
    for (int i = 0; i < 2; i++)
        size += change->come[i].count + change->gone[i].count;
    return size;
}

void nnue_begin_changes(const struct nnue_input *first, struct nnue_change *change)
{
    change->turn = 0;
    for (int i = 0; i < 2; i++) {
        change->gone[i].count = 0;
        change->come[i].count = (uint16_t)first->count;
        memcpy(change->come[i].row, first->feature[i], sizeof first->feature[i]);
    }
}

void nnue_find_change(const struct nnue_input *before, int turn, const struct nnue_input *now,
                      struct nnue_change *change)
{
    struct nnue_change other;
    change->turn = !turn; /* numbered as after a move */
    compare_sides(before, turn, now, change);
    if (size_of(change) <= 2 * 4) /* each player moves at most two pieces, as in castling */
        return;
    other.turn = turn;
    compare_sides(before, turn, now, &other);
    if (size_of(&other) < size_of(change))
        *change = other;
}
