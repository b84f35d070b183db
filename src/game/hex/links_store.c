#include "links_store.h"

#include <string.h>

/* ---- ends ---- */

static bool is_own(const struct store *s, int place)
{
    return hex_colour(s->b, place) == s->player;
}

/* Numbers a chain, from one of its places. */
static void number_chain(struct store *s, int place, int chain)
{
    uint16_t stack[HEX_PLACES];
    int n = 0;
    s->end_at[stack[n++] = (uint16_t)place] = (uint16_t)chain;
    while (n > 0) {
        int from = stack[--n];
        for (int i = 0; i < 6; i++) {
            int to = from + hex_step[i];
            if (s->b->place[to] & HEX_BORDER || !is_own(s, to) || s->end_at[to] != LINKS_ENDS)
                continue;
            s->end_at[stack[n++] = (uint16_t)to] = (uint16_t)chain;
        }
    }
}

/* The stones along an edge belong to it.  A chain that touches both has won, which is asked before.
 */
static void number_edge(struct store *s, bool end)
{
    const struct mi_hex *b = s->b;
    bool first = s->player == HEX_FIRST;
    int edge = first ? b->width : b->height;
    for (int i = 0; i < edge; i++) {
        int inside = first ? hex_place_at(i, end ? b->height - 1 : 0)
                           : hex_place_at(end ? b->width - 1 : 0, i);
        s->end_at[inside + (first ? HEX_SPAN : 1) * (end ? 1 : -1)] = end;
        if (is_own(s, inside) && s->end_at[inside] == LINKS_ENDS)
            number_chain(s, inside, end);
    }
}

static void number_ends(struct store *s)
{
    const struct mi_hex *b = s->b;
    for (int i = 0; i < HEX_PLACES; i++)
        s->end_at[i] = LINKS_ENDS;
    number_edge(s, false);
    number_edge(s, true);
    s->chains = END_CHAINS;
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move);
        if (is_own(s, place) && s->end_at[place] == LINKS_ENDS && s->chains < LINKS_CHAINS)
            number_chain(s, place, s->chains++);
    }
    s->ends = s->chains;
    for (miai_move move = 0; move < hex_swap_move(b); move++)
        if (hex_colour(b, hex_place(b, move)) == HEX_EMPTY) {
            s->point[s->ends] = move;
            s->end_at[hex_place(b, move)] = (uint16_t)s->ends++;
        }
}

/* ---- steps ---- */

static void add_step(struct store *s, int from, struct step step)
{
    for (int i = 0; i < s->steps[from]; i++)
        if (s->step[from][i].to == step.to && s->step[from][i].need[0] == MIAI_NO_MOVE)
            return;
    if (s->steps[from] < LINKS_STEPS)
        s->step[from][s->steps[from]++] = step;
}

/* From an empty point to its empty neighbours. */
static void find_near(struct store *s, int from)
{
    int place = hex_place(s->b, s->point[from]);
    for (int i = 0; i < 6; i++)
        if (mi_hex_is_point(s, s->end_at[place + hex_step[i]]))
            add_step(s, from,
                     (struct step){.to = s->end_at[place + hex_step[i]],
                                   .need = {MIAI_NO_MOVE, MIAI_NO_MOVE}});
}

static void find_bridges(struct store *s, int from)
{
    int place = hex_place(s->b, s->point[from]);
    for (int i = 0; i < 6; i++) {
        int one = s->end_at[place + hex_step[i]], other = s->end_at[place + hex_step[i + 1]];
        if (!mi_hex_is_point(s, one) || !mi_hex_is_point(s, other))
            continue;
        int to = s->end_at[place + hex_step[i] + hex_step[i + 1]];
        if (mi_hex_is_point(s, to))
            add_step(s, from,
                     (struct step){.to = (uint16_t)to,
                                   .need = {(int16_t)s->point[one], (int16_t)s->point[other]}});
    }
}

/* Is the point beside the chain? */
static bool touches(const struct store *s, int end, int chain)
{
    int place = hex_place(s->b, s->point[end]);
    for (int i = 0; i < 6; i++)
        if (s->end_at[place + hex_step[i]] == chain)
            return true;
    return false;
}

/* Steps between all points beside a chain; its full links with them. */
static void link_liberties(struct store *s, int chain)
{
    static const struct hex_set nothing;
    uint16_t liberty[HEX_MAX_POINTS];
    int n = 0;
    for (int end = s->chains; end < s->ends; end++)
        if (touches(s, end, chain)) {
            liberty[n++] = (uint16_t)end;
            mi_hex_add_link(s, chain, end, &nothing, MIAI_NO_MOVE);
        }
    for (int i = 0; chain >= END_CHAINS && i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j)
                add_step(s, liberty[i],
                         (struct step){.to = liberty[j], .need = {MIAI_NO_MOVE, MIAI_NO_MOVE}});
}

void mi_hex_find_ends(struct store *s)
{
    s->words = (hex_swap_move(s->b) + 63) / 64;
    s->links = s->head = LINKS_NONE + 1;
    number_ends(s);
    for (int end = s->chains; end < s->ends; end++)
        find_near(s, end);
    for (int chain = 0; chain < s->chains; chain++)
        link_liberties(s, chain);
    for (int end = s->chains; end < s->ends; end++)
        find_bridges(s, end);
}

/* ---- links ---- */

static int size_of(const struct store *s, const struct hex_set *set)
{
    int size = 0;
    for (int i = 0; i < s->words; i++)
        size += __builtin_popcountll(set->word[i]);
    return size;
}

/* How many links of a kind two ends keep: the smallest. */
static int room_for(int one, int other, bool semi)
{
    enum { FULL = 6, SEMI = 10, EDGE = 4 }; /* as often for an edge's */
    bool edge = one <= END_END || other <= END_END;
    return (semi ? SEMI : FULL) * (edge ? EDGE : 1);
}

/* Is the carrier that of a link in the list, or more? */
static bool is_known(const struct store *s, int first, const struct hex_set *carrier)
{
    for (int i = first; i != LINKS_NONE; i = s->link[i].next)
        if (mi_hex_within(s, &s->link[i].carrier, carrier))
            return true;
    return false;
}

static void drop_worse(struct store *s, uint16_t *first, const struct hex_set *carrier)
{
    while (*first != LINKS_NONE) {
        struct link *link = &s->link[*first];
        if (mi_hex_within(s, carrier, &link->carrier)) {
            link->gone = true;
            *first = link->next;
        } else {
            first = &link->next;
        }
    }
}

/* Puts a link into the list by its size; the last one makes room.  False: there is none. */
static bool insert(struct store *s, uint16_t *first, int number, int room)
{
    struct link *link = &s->link[number];
    int i = 0;
    for (; *first != LINKS_NONE && s->link[*first].size <= link->size; i++)
        first = &s->link[*first].next;
    if (i >= room)
        return false;
    link->next = *first;
    *first = (uint16_t)number;
    for (; *first != LINKS_NONE && i < room; i++)
        first = &s->link[*first].next;
    if (*first != LINKS_NONE) {
        s->link[*first].gone = true;
        *first = LINKS_NONE;
    }
    return true;
}

int mi_hex_add_link(struct store *s, int one, int other, const struct hex_set *carrier,
                    miai_move key)
{
    bool semi = key != MIAI_NO_MOVE;
    int pair = mi_hex_pair(s, one, other), number = s->links;
    if (number == LINKS_MOST || is_known(s, s->first[0][pair], carrier) ||
        (semi && is_known(s, s->first[1][pair], carrier)))
        return LINKS_NONE;
    for (int kind = semi; kind < 2; kind++)
        drop_worse(s, &s->first[kind][pair], carrier);
    s->link[number] = (struct link){
        .carrier = *carrier,
        .end = {(uint16_t)(one < other ? one : other), (uint16_t)(one < other ? other : one)},
        .size = (uint16_t)size_of(s, carrier),
        .key = key};
    if (!insert(s, &s->first[semi][pair], number, room_for(one, other, semi)))
        return LINKS_NONE;
    s->links++;
    return number;
}
