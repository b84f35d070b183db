/* An estimate of the area, for searches without playouts: each stone spreads influence to the empty
 * points around it. */
#include "base/range.h"
#include "game/go/board/encore.h"
#include "game/go/board/go.h"

#include <string.h>

enum { STONE_VALUE = 100, INFLUENCE_ROUNDS = 5, INFLUENCE_CONTRAST = 3 };

/* The value of the stone on p to its owner: -STONE_VALUE if the opponent can capture it at once,
 * half of STONE_VALUE if it must escape now. */
static int influence_of_stone(const struct mi_go *b, int p)
{
    if (!mi_go_atari(b, p))
        return STONE_VALUE;
    return b->point[p].colour == b->turn ? STONE_VALUE / 2 : -STONE_VALUE;
}

/* Sets each empty point to the mean of its neighbours.  Off-board neighbours count like the point
 * itself. */
static void spread_influence(const struct mi_go *b, const int *influence, int *next)
{
    int step[4] = {-b->stride, -1, 1, b->stride};
    for (int p = b->stride; p < b->span - b->stride; p++) {
        next[p] = influence[p];
        if (b->point[p].colour != MI_GO_EMPTY)
            continue;
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            int q = p + step[i];
            sum += b->point[q].colour == MI_GO_BORDER ? influence[p] : influence[q];
        }
        next[p] = sum / 4;
    }
}

/* The tax on groups if each point belongs to the colour with most influence there. */
static int expected_group_tax(const struct mi_go *b, const int *influence)
{
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    for (int move = 0; move < mi_go_pass(b); move++) {
        int here = influence[mi_go_point_of(b, move)];
        owner[move] = (int8_t)((here > 0) - (here < 0));
    }
    return mi_go_group_tax(b, owner, NULL);
}

int mi_go_evaluate(const void *weights, void *memory, const void *pos)
{
    (void)weights;
    (void)memory;
    const struct mi_go *b = pos;
    int influence[MI_GO_MAX_SPAN] = {0}, next[MI_GO_MAX_SPAN], score = 0;
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (b->point[p].colour < MI_GO_EMPTY)
            influence[p] = b->point[p].colour == MI_GO_BLACK ? influence_of_stone(b, p)
                                                             : -influence_of_stone(b, p);
    for (int round = 0; round < INFLUENCE_ROUNDS; round++) {
        spread_influence(b, influence, next);
        memcpy(influence, next, sizeof influence);
    }
    for (int p = b->stride; p < b->span - b->stride; p++)
        score += mi_clamp(INFLUENCE_CONTRAST * influence[p], -MIAI_POINT_SCORE, MIAI_POINT_SCORE);
    /* Territory plus prisoners is area minus stones played. */
    if (b->rules.territory)
        score -= MIAI_POINT_SCORE * mi_go_paid_moves(b);
    if (b->rules.tax == MI_GO_TAX_ALL)
        score += MIAI_POINT_SCORE * expected_group_tax(b, influence);
    return mi_go_subtract_komi(b, score);
}
