#include "semeai.h"

#include "base/compiler.h"
#include "tactics.h"

enum {
    LIBERTIES_MAX = 4,
    RIVALS_MAX = 4
}; /* maximum liberties of a racing chain, and of opposing chains examined */

struct race_moves {
    uint16_t *list;
    int n, capacity;
};

/* Lists the heads of up to RIVALS_MAX chains of the other colour adjacent to the stone's chain. */
static int list_rivals(const struct mi_go *b, int stone, uint16_t rival[RIVALS_MAX])
{
    int s = stone, n = 0;
    do {
        UNROLLED_BY(4)
        for (int i = 0; i < 4; i++) {
            const struct mi_go_point *q = &b->point[s + go_neighbour_offset(b->stride, i)];
            int k = 0;
            if (q->colour != !b->turn)
                continue;
            while (k < n && rival[k] != q->head)
                k++;
            if (k == n)
                rival[n++] = q->head;
            if (n == RIVALS_MAX)
                return n;
        }
        s = b->point[s].link;
    } while (s != stone);
    return n;
}

static void race_add(struct race_moves *moves, const struct mi_go *b, int p)
{
    struct go_effect e = go_effect_of(b, p, b->turn);
    if (p != b->ko && moves->n < moves->capacity && !go_is_self_atari(&e))
        moves->list[moves->n++] = (uint16_t)p;
}

static void semeai_add_race(struct race_moves *moves, const struct mi_go *b, int stone)
{
    int liberty[LIBERTIES_MAX],
        own = mi_go_atari(b, stone) ? 1 : go_liberties(b, stone, LIBERTIES_MAX, liberty);
    uint16_t rival[RIVALS_MAX];
    if (own < 2 || own > LIBERTIES_MAX)
        return;
    int rivals = list_rivals(b, stone, rival);
    for (int i = 0; i < rivals; i++) {
        int n = mi_go_atari(b, rival[i]) ? 1 : go_liberties(b, rival[i], own, liberty);
        if (n == 1 || n > own)
            continue;
        for (int k = 0; k < n; k++)
            race_add(moves, b, liberty[k]);
    }
}

int mi_go_semeai_moves(const struct mi_go *b, int last, uint16_t *list, int capacity)
{
    struct race_moves moves = {list, 0, capacity};
    UNROLLED_BY(4)
    for (int i = 0; i < 4; i++)
        if (b->point[last + go_neighbour_offset(b->stride, i)].colour == b->turn)
            semeai_add_race(&moves, b, last + go_neighbour_offset(b->stride, i));
    return moves.n;
}
