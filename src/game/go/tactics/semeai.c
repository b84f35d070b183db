#include "semeai.h"

#include "base/unroll.h"
#include "tactics.h"

enum { FEW = 4, NEIGHBOURS = 4 }; /* liberties of a chain in a race, and rivals looked at */

struct moves {
    uint16_t *list;
    int n, room;
};

/* The heads of the other colour's chains around the stone's chain, the first few. */
static int rivals_of(const struct mi_go *b, int stone, uint16_t rival[NEIGHBOURS])
{
    int s = stone, n = 0;
    do {
        UNROLLED_BY(4)
        for (int i = 0; i < 4; i++) {
            const struct mi_go_point *q = &b->point[s + go_step(b->stride, i)];
            int k = 0;
            if (q->colour != !b->turn)
                continue;
            while (k < n && rival[k] != q->head)
                k++;
            if (k == n)
                rival[n++] = q->head;
            if (n == NEIGHBOURS)
                return n;
        }
        s = b->point[s].link;
    } while (s != stone);
    return n;
}

static void add(struct moves *moves, const struct mi_go *b, int p)
{
    struct go_effect e = go_effect_of(b, p, b->turn);
    if (p != b->ko && moves->n < moves->room && !go_self_atari(&e))
        moves->list[moves->n++] = (uint16_t)p;
}

static void race(struct moves *moves, const struct mi_go *b, int stone)
{
    int liberty[FEW], own = mi_go_atari(b, stone) ? 1 : go_liberties(b, stone, FEW, liberty);
    uint16_t rival[NEIGHBOURS];
    if (own < 2 || own > FEW)
        return;
    int rivals = rivals_of(b, stone, rival);
    for (int i = 0; i < rivals; i++) {
        int n = mi_go_atari(b, rival[i]) ? 1 : go_liberties(b, rival[i], own, liberty);
        if (n == 1 || n > own)
            continue;
        for (int k = 0; k < n; k++)
            add(moves, b, liberty[k]);
    }
}

int mi_go_semeai(const struct mi_go *b, int last, uint16_t *list, int room)
{
    struct moves moves = {list, 0, room};
    UNROLLED_BY(4)
    for (int i = 0; i < 4; i++)
        if (b->point[last + go_step(b->stride, i)].colour == b->turn)
            race(&moves, b, last + go_step(b->stride, i));
    return moves.n;
}
