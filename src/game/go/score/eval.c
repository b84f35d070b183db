/* An estimate of the area for searches that do not play out: stones radiate their colour over the
 * empty points near them. */
#include "base/range.h"
#include "game/go/board/go.h"

#include <string.h>

enum { STONE = 100, ROUNDS = 5, CONTRAST = 3 };

/* What the stone on p is worth to its owner: it changes hands if it can be taken at once, and is
 * half lost if it has to run away now. */
static int worth(const struct mi_go *b, int p)
{
    if (!mi_go_atari(b, p))
        return STONE;
    return b->point[p].colour == b->turn ? STONE / 2 : -STONE;
}

/* An empty point takes the mean of its neighbours; beyond the edge there is more of the same. */
static void spread(const struct mi_go *b, const int *field, int *next)
{
    int step[4] = {-b->stride, -1, 1, b->stride};
    for (int p = b->stride; p < b->span - b->stride; p++) {
        next[p] = field[p];
        if (b->point[p].colour != MI_GO_EMPTY)
            continue;
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            int q = p + step[i];
            sum += b->point[q].colour == MI_GO_BORDER ? field[p] : field[q];
        }
        next[p] = sum / 4;
    }
}

/* How many moves more Black has made than White; what set them on the board counts as moves. */
static int more_moves(const struct mi_go *b)
{
    int stones = 0;
    for (int p = b->stride; p < b->span - b->stride; p++)
        stones += (b->point[p].colour == MI_GO_BLACK) - (b->point[p].colour == MI_GO_WHITE);
    return stones + b->prisoners[MI_GO_WHITE] - b->prisoners[MI_GO_BLACK];
}

int mi_go_evaluate(const void *weights, void *memory, const void *pos)
{
    (void)weights;
    (void)memory;
    const struct mi_go *b = pos;
    int field[MI_GO_MAX_SPAN] = {0}, next[MI_GO_MAX_SPAN], score = 0;
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (b->point[p].colour < MI_GO_EMPTY)
            field[p] = b->point[p].colour == MI_GO_BLACK ? worth(b, p) : -worth(b, p);
    for (int round = 0; round < ROUNDS; round++) {
        spread(b, field, next);
        memcpy(field, next, sizeof field);
    }
    for (int p = b->stride; p < b->span - b->stride; p++)
        score += mi_clamp(CONTRAST * field[p], -MIAI_POINT_SCORE, MIAI_POINT_SCORE);
    /* Territory and prisoners are the area less the stones that were played for it. */
    if (b->territory)
        score -= MIAI_POINT_SCORE * more_moves(b);
    return mi_go_less_komi(b, score);
}
