#include "undo.h"

/* Swaps the links of two stones in the circular lists: two lists become one, or one becomes two. */
static void swap_links(struct mi_go *b, int p, int q)
{
    uint16_t link = b->point[p].link;
    b->point[p].link = b->point[q].link;
    b->point[q].link = link;
}

static void set_head(struct mi_go *b, int from, int head)
{
    int stone = from;
    do {
        b->point[stone].head = (uint16_t)head;
        stone = b->point[stone].link;
    } while (stone != from);
}

/* Merges two chains.  The sums of the absorbed chain stay unchanged at its old head, so that
 * split_chain() can subtract them. */
static void merge_chains(struct mi_go *b, int p, int q, struct go_undo *undo)
{
    struct mi_go_point *point = b->point;
    int a = point[p].head, c = point[q].head;
    if (a == c)
        return;
    int into = (point[a].sums & MI_GO_STONES) < (point[c].sums & MI_GO_STONES) ? c : a;
    int from = a + c - into;
    set_head(b, from, into);
    swap_links(b, into, from);
    point[into].sums += point[from].sums;
    undo->joined[undo->joins++] = (uint16_t)from;
}

static void split_chain(struct mi_go *b, int from)
{
    int into = b->point[from].head;
    b->point[into].sums -= b->point[from].sums;
    swap_links(b, into, from);
    set_head(b, from, from);
}

/* Updates the neighbours' counts and the liberties of adjacent chains for a stone on p, placed
 * (stands) or removed. */
static void update_around(struct mi_go *b, int p, int colour, bool placed)
{
    int change = placed ? (1 << 4 * colour) - (1 << 8) : (1 << 8) - (1 << 4 * colour);
    for (int i = 0; i < 4; i++) {
        struct mi_go_point *q = &b->point[p + go_neighbour_offset(b->stride, i)];
        q->around = (uint16_t)(q->around + change);
        b->point[q->head].sums += placed ? -mi_go_liberty_sums(p) : mi_go_liberty_sums(p);
    }
}

/* Removes a chain and returns its number of stones.  Its circular list stays linked for the
 * undo. */
static int remove_chain(struct mi_go *b, int head)
{
    int colour = b->point[head].colour, stones = 0, stone = head;
    do {
        update_around(b, stone, colour, false);
        b->point[stone].colour = MI_GO_EMPTY;
        b->point[stone].head = 0;
        stones++;
        stone = b->point[stone].link;
    } while (stone != head);
    return stones;
}

static void restore_chain(struct mi_go *b, int head, int colour)
{
    int stones = 0, stone = head;
    do {
        update_around(b, stone, colour, true);
        b->point[stone].colour = (uint8_t)colour;
        stones++;
        stone = b->point[stone].link;
    } while (stone != head);
    set_head(b, head, head);
    b->point[head].sums = (uint64_t)stones * MI_GO_STONE; /* a captured chain has no liberties */
}

void mi_go_make_move(struct mi_go *b, int p, int colour, struct go_undo *undo)
{
    struct mi_go_point *point = b->point;
    uint64_t sums = MI_GO_STONE;
    int stones = 0;
    bool enclosed = mi_go_enclosed(b, p, !colour);
    *undo = (struct go_undo){
        .sums = point[p].sums, .p = (uint16_t)p, .link = point[p].link, .ko = b->ko};
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        sums += point[q].colour == MI_GO_EMPTY ? mi_go_liberty_sums(q) : 0;
    }
    update_around(b, p, colour, true);
    point[p].colour = (uint8_t)colour;
    point[p].head = point[p].link = (uint16_t)p;
    point[p].sums = sums;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (point[q].colour == colour)
            merge_chains(b, p, q, undo);
    }
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (point[q].colour == !colour && !(point[point[q].head].sums & MI_GO_LIBERTIES)) {
            undo->prey[undo->taken++] = point[q].head;
            stones += remove_chain(b, point[q].head);
        }
    }
    b->ko = stones == 1 && enclosed ? undo->prey[0] : MI_GO_NONE;
}

void mi_go_undo_move(struct mi_go *b, const struct go_undo *undo)
{
    struct mi_go_point *point = &b->point[undo->p];
    int colour = point->colour;
    for (int i = undo->taken; i > 0; i--)
        restore_chain(b, undo->prey[i - 1], !colour);
    for (int i = undo->joins; i > 0; i--)
        split_chain(b, undo->joined[i - 1]);
    point->colour = MI_GO_EMPTY;
    point->head = 0;
    point->link = undo->link;
    point->sums = undo->sums;
    update_around(b, undo->p, colour, false);
    b->ko = undo->ko;
}
