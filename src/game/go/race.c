#include "race.h"

#include "tactics.h"

enum { FEW = 4, NEIGHBOURS = 4 }; /* liberties of a chain in a race, and rivals looked at */

struct moves {
    uint16_t *list;
    int n, room;
};

/* The liberties of the stone's chain, up to `most` <= FEW; more: most + 1, and not all are written.
 */
static int liberties_of(const struct mi_go *b, int stone, int most, uint16_t *liberty)
{
    int s = stone, n = 0;
    /* each belongs to at most four of the chain's stones */
    if ((b->point[b->point[stone].head].sums & MI_GO_LIBERTIES) >> 12 > 4 * (uint64_t)most)
        return most + 1;
    do {
        for (int i = 0; i < 4; i++) {
            int q = s + go_step(b->stride, i), k = 0;
            if (b->point[q].colour != MI_GO_EMPTY)
                continue;
            while (k < n && liberty[k] != q)
                k++;
            if (k < n)
                continue;
            if (n == most)
                return most + 1;
            liberty[n++] = (uint16_t)q;
        }
        s = b->point[s].link;
    } while (s != stone);
    return n;
}

/* The heads of the other colour's chains around the stone's chain, the first few. */
static int rivals_of(const struct mi_go *b, int stone, uint16_t rival[NEIGHBOURS])
{
    int s = stone, n = 0;
    do {
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
    struct go_effect e = go_effect(b, p, b->turn);
    if (p != b->ko && moves->n < moves->room && !go_self_atari(&e) && !go_true_eye(b, p, b->turn))
        moves->list[moves->n++] = (uint16_t)p;
}

static void race(struct moves *moves, const struct mi_go *b, int stone)
{
    uint16_t liberty[FEW], rival[NEIGHBOURS];
    int own = liberties_of(b, stone, FEW, liberty);
    if (own > FEW)
        return;
    int rivals = rivals_of(b, stone, rival);
    for (int i = 0; i < rivals; i++) {
        int n = liberties_of(b, rival[i], own, liberty);
        for (int k = 0; k < n && 1 < n && n <= own; k++)
            add(moves, b, liberty[k]);
    }
}

int mi_go_race(const struct mi_go *b, int last, uint16_t *list, int room)
{
    struct moves moves = {list, 0, room};
    for (int i = 0; i < 4; i++)
        if (b->point[last + go_step(b->stride, i)].colour == b->turn)
            race(&moves, b, last + go_step(b->stride, i));
    return moves.n;
}
