/* tactics.h - what a move does to the liberties around it, computed from the chains' sums
 * (game/go/board/board.h). */
#ifndef MI_GAME_GO_TACTICS_TACTICS_H
#define MI_GAME_GO_TACTICS_TACTICS_H

#include "base/compiler.h"
#include "game/go/board/move.h"

/* The effect of a stone on an empty point, computed without playing it. */
struct go_effect {
    uint64_t sums; /* sums of the resulting chain if nothing were captured */
    int captured;  /* captured stones */
    int chains;    /* own chains joined */
};

/* Does a chain with these sums have at most one liberty? */
static inline bool go_has_at_most_one_liberty(uint64_t sums)
{
    uint64_t n = (sums & MI_GO_LIBERTIES) >> 12, sum = sums >> 24 & 0xffff;
    return n <= 4 && n * (sums >> 40) == sum * sum;
}

static inline struct go_effect go_effect_of(const struct mi_go *b, int p, int colour)
{
    struct go_effect e = {.sums = MI_GO_STONE};
    uint16_t seen[4];
    UNROLLED_BY(4)
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        const struct mi_go_point *point = &b->point[q];
        uint16_t head = seen[i] = point->head;
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= seen[j] == head;
        if (point->colour == MI_GO_EMPTY) {
            e.sums += mi_go_liberty_sums(q);
        } else if (point->colour == colour) {
            e.sums -= mi_go_liberty_sums(p);
            e.sums += again ? 0 : b->point[head].sums;
            e.chains += !again;
        } else if (point->colour == !colour && !again &&
                   mi_go_is_only_liberty(b->point[head].sums, p)) {
            e.captured += (int)(b->point[head].sums & MI_GO_STONES);
        }
    }
    return e;
}

static inline int go_effect_stones(const struct go_effect *e)
{
    return (int)(e->sums & MI_GO_STONES);
}

/* Does the stone put its own chain in atari? */
static inline bool go_is_self_atari(const struct go_effect *e)
{
    return e->captured == 0 && go_has_at_most_one_liberty(e->sums);
}

/* Writes the liberties of the chain of the stone on p if there are at most `max`, and returns their
 * number; otherwise writes the first `max` and returns max + 1. */
static inline int go_liberties(const struct mi_go *b, int p, int max, int *liberty)
{
    int stone = p, n = 0;
    int left = (int)((b->point[b->point[p].head].sums & MI_GO_LIBERTIES) >>
                     12); /* pseudo-liberties not yet seen */
    if (left > 4 * max)   /* a liberty has at most four adjacent stones */
        return max + 1;
    while (left > 0) {
        UNROLLED_BY(4)
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(b->stride, i), k = 0;
            if (b->point[q].colour != MI_GO_EMPTY)
                continue;
            left--;
            while (k < n && liberty[k] != q)
                k++;
            if (k < n)
                continue;
            if (n == max)
                return max + 1;
            liberty[n++] = q;
        }
        stone = b->point[stone].link;
    }
    return n;
}

/* Does the chain of the stone on p have exactly two liberties?  Writes them if so. */
static inline bool go_has_two_liberties(const struct mi_go *b, int p, int liberty[2])
{
    return !mi_go_atari(b, p) && go_liberties(b, p, 2, liberty) == 2;
}

#endif
