/* Neighbouring positions in a file differ by a move or two. The first layer's sums, and their
 * gradient, are therefore updated incrementally. */
#include "model.h"

#include <string.h>

/* The features that are new since the previous position, and those that are gone. */
struct rows {
    int count;
    uint16_t row[MEN];
};

struct change {
    int turn; /* the side to move relative to the first position of the group */
    struct rows come[2], gone[2];
};

/* mark[FEATURES] is 0 before and afterwards. */
static void compare_features(uint8_t *mark, const uint16_t *before, int was, const uint16_t *now,
                             int is, struct rows *come, struct rows *gone)
{
    come->count = gone->count = 0;
    for (int i = 0; i < was; i++)
        mark[before[i]] = 1;
    for (int i = 0; i < is; i++) {
        come->row[come->count] = now[i];
        come->count += !mark[now[i]];
        mark[now[i]] = 0;
    }
    for (int i = 0; i < was; i++) {
        gone->row[gone->count] = before[i];
        gone->count += mark[before[i]];
        mark[before[i]] = 0;
    }
}

static void compare_sides(uint8_t *mark, const struct nnue_input *before, int turn,
                          const struct nnue_input *now, struct change *change)
{
    for (int i = 0; i < 2; i++)
        compare_features(mark, before->feature[i ^ turn], before->count,
                         now->feature[i ^ change->turn], now->count, &change->come[i],
                         &change->gone[i]);
}

static int size_of(const struct change *change)
{
    int size = 0;
    for (int i = 0; i < 2; i++)
        size += change->come[i].count + change->gone[i].count;
    return size;
}

/* From one position to the next. Relating both to the same player's view keeps the change small. */
static void find_change(uint8_t *mark, const struct nnue_input *before, int turn,
                        const struct nnue_input *now, struct change *change)
{
    struct change other;
    change->turn = !turn; /* numbered as after a move */
    compare_sides(mark, before, turn, now, change);
    if (size_of(change) <= 2 * 4) /* each player moves at most two pieces, as in castling */
        return;
    other.turn = turn;
    compare_sides(mark, before, turn, now, &other);
    if (size_of(&other) < size_of(change))
        *change = other;
}

/* For the first position of a group: all features are new. */
static void begin_changes(const struct nnue_input *first, struct change *change)
{
    change->turn = 0;
    for (int i = 0; i < 2; i++) {
        change->gone[i].count = 0;
        change->come[i].count = first->count;
        memcpy(change->come[i].row, first->feature[i], sizeof first->feature[i]);
    }
}

static uint16_t *put_rows(uint16_t *to, const uint16_t *row, int count)
{
    memcpy(to, row, (size_t)count * sizeof *row);
    return to + count;
}

/* Appends counts and rows of a change. */
static uint16_t *put_change(uint16_t *to, const struct rows *come, const struct rows *gone)
{
    *to++ = (uint16_t)come->count;
    *to++ = (uint16_t)gone->count;
    return put_rows(put_rows(to, come->row, come->count), gone->row, gone->count);
}

/* Ends the span of a feature before the i-th position. begin[FEATURES]: where they begin. */
static void end_spans(struct nnue_group *group, int player, const uint8_t *begin,
                      const uint16_t *row, int count, int i)
{
    for (int j = 0; j < count; j++)
        group->span[player][group->spans[player]++] =
            (struct nnue_span){row[j], begin[row[j]], (uint8_t)i};
}

static void begin_spans(uint8_t *begin, const struct rows *come, int i)
{
    for (int j = 0; j < come->count; j++)
        begin[come->row[j]] = (uint8_t)i;
}

void nnue_list_changes(const struct nnue_input input[GROUP], struct nnue_group *group)
{
    uint8_t mark[FEATURES] = {0}, begin[2][FEATURES];
    uint16_t *end[2] = {group->list[0], group->list[1]};
    struct change change;
    begin_changes(input, &change);
    group->spans[0] = group->spans[1] = 0;
    for (int i = 0; i < GROUP; i++) {
        if (i > 0)
            find_change(mark, &input[i - 1], change.turn, &input[i], &change);
        group->turn[i] = (uint8_t)change.turn;
        group->bucket[i] = (uint8_t)input[i].bucket;
        for (int player = 0; player < 2; player++) {
            const struct rows *come = &change.come[player], *gone = &change.gone[player];
            end[player] = put_change(end[player], come, gone);
            end_spans(group, player, begin[player], gone->row, gone->count, i);
            begin_spans(begin[player], come, i);
        }
    }
    const struct nnue_input *last = &input[GROUP - 1];
    for (int player = 0; player < 2; player++)
        end_spans(group, player, begin[player], last->feature[player ^ change.turn], last->count,
                  GROUP);
}
