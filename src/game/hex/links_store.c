#include "links_store.h"

#include <string.h>

/* ---- ends ---- */

static bool is_own_place(const struct link_store *s, int place)
{
    return hex_colour(s->b, place) == s->player;
}

/* Assigns a number to all places of a chain, starting from one of them. */
static void number_chain_end(struct link_store *s, int place, int chain)
{
    uint16_t stack[HEX_PLACES];
    int n = 0;
    s->end_at[stack[n++] = (uint16_t)place] = (uint16_t)chain;
    while (n > 0) {
        int from = stack[--n];
        for (int i = 0; i < 6; i++) {
            int to = from + hex_step[i];
            if (s->b->place[to] & HEX_BORDER || !is_own_place(s, to) ||
                s->end_at[to] != LINKS_ENDS_MAX)
                continue;
            s->end_at[stack[n++] = (uint16_t)to] = (uint16_t)chain;
        }
    }
}

/* Numbers an edge.  Chains on the edge row belong to it.  A chain that touches both edges has won,
 * which the caller has checked. */
static void number_edge(struct link_store *s, bool end)
{
    const struct mi_hex *b = s->b;
    bool first = s->player == HEX_FIRST;
    int edge = first ? b->width : b->height;
    for (int i = 0; i < edge; i++) {
        int inside = first ? hex_place_at(i, end ? b->height - 1 : 0)
                           : hex_place_at(end ? b->width - 1 : 0, i);
        s->end_at[inside + (first ? HEX_SPAN : 1) * (end ? 1 : -1)] = end;
        if (is_own_place(s, inside) && s->end_at[inside] == LINKS_ENDS_MAX)
            number_chain_end(s, inside, end);
    }
}

static void number_ends(struct link_store *s)
{
    const struct mi_hex *b = s->b;
    for (int i = 0; i < HEX_PLACES; i++)
        s->end_at[i] = LINKS_ENDS_MAX;
    number_edge(s, false);
    number_edge(s, true);
    s->chains = END_CHAINS;
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move);
        if (is_own_place(s, place) && s->end_at[place] == LINKS_ENDS_MAX &&
            s->chains < LINKS_CHAINS_MAX)
            number_chain_end(s, place, s->chains++);
    }
    s->ends = s->chains;
    for (miai_move move = 0; move < hex_swap_move(b); move++)
        if (hex_colour(b, hex_place(b, move)) == HEX_EMPTY) {
            s->point[s->ends] = move;
            s->end_at[hex_place(b, move)] = (uint16_t)s->ends++;
        }
}

/* ---- steps ---- */

static void add_step(struct link_store *s, int from, struct step step)
{
    for (int i = 0; i < s->steps[from]; i++)
        if (s->step[from][i].to == step.to && s->step[from][i].need[0] == MIAI_NO_MOVE)
            return;
    if (s->steps[from] < LINKS_STEPS_MAX)
        s->step[from][s->steps[from]++] = step;
}

/* Adds steps from an empty point to its empty neighbours. */
static void add_neighbour_steps(struct link_store *s, int from)
{
    int place = hex_place(s->b, s->point[from]);
    for (int i = 0; i < 6; i++)
        if (mi_hex_is_point(s, s->end_at[place + hex_step[i]]))
            add_step(s, from,
                     (struct step){.to = s->end_at[place + hex_step[i]],
                                   .need = {MIAI_NO_MOVE, MIAI_NO_MOVE}});
}

static void add_bridge_steps(struct link_store *s, int from)
{
    int place = hex_place(s->b, s->point[from]);
    for (int i = 0; i < 6; i++) {
        int first_end = s->end_at[place + hex_step[i]],
            second_end = s->end_at[place + hex_step[i + 1]];
        if (!mi_hex_is_point(s, first_end) || !mi_hex_is_point(s, second_end))
            continue;
        int to = s->end_at[place + hex_step[i] + hex_step[i + 1]];
        if (mi_hex_is_point(s, to))
            add_step(s, from,
                     (struct step){
                         .to = (uint16_t)to,
                         .need = {(int16_t)s->point[first_end], (int16_t)s->point[second_end]}});
    }
}

/* Is the empty end adjacent to the chain? */
static bool is_adjacent_to_chain(const struct link_store *s, int end, int chain)
{
    int place = hex_place(s->b, s->point[end]);
    for (int i = 0; i < 6; i++)
        if (s->end_at[place + hex_step[i]] == chain)
            return true;
    return false;
}

/* Adds full links of a chain with all adjacent empty points, and steps between these points. */
static void link_liberties(struct link_store *s, int chain)
{
    static const struct hex_set nothing;
    uint16_t liberty[HEX_MAX_POINTS];
    int n = 0;
    for (int end = s->chains; end < s->ends; end++)
        if (is_adjacent_to_chain(s, end, chain)) {
            liberty[n++] = (uint16_t)end;
            mi_hex_add_link(s, chain, end, &nothing, MIAI_NO_MOVE);
        }
    for (int i = 0; chain >= END_CHAINS && i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j)
                add_step(s, liberty[i],
                         (struct step){.to = liberty[j], .need = {MIAI_NO_MOVE, MIAI_NO_MOVE}});
}

void mi_hex_find_ends(struct link_store *s)
{
    s->words = (hex_swap_move(s->b) + 63) / 64;
    s->links = s->head = LINKS_NONE + 1;
    number_ends(s);
    for (int end = s->chains; end < s->ends; end++)
        add_neighbour_steps(s, end);
    for (int chain = 0; chain < s->chains; chain++)
        link_liberties(s, chain);
    for (int end = s->chains; end < s->ends; end++)
        add_bridge_steps(s, end);
}

/* ---- links ---- */

static int carrier_size(const struct link_store *s, const struct hex_set *set)
{
    int size = 0;
    for (int i = 0; i < s->words; i++)
        size += __builtin_popcountll(set->word[i]);
    return size;
}

/* Maximum number of links of a kind that a pair of ends keeps, smallest first. */
static int links_max_for(int first_end, int second_end, bool semi)
{
    enum { FULL = 6, SEMI = 10, EDGE = 4 }; /* factor for pairs with an edge */
    bool edge = first_end <= END_SECOND_EDGE || second_end <= END_SECOND_EDGE;
    return (semi ? SEMI : FULL) * (edge ? EDGE : 1);
}

/* Does the carrier contain that of a link in the list? */
static bool is_dominated(const struct link_store *s, int first, const struct hex_set *carrier)
{
    for (int i = first; i != LINKS_NONE; i = s->link[i].next)
        if (mi_hex_is_subset(s, &s->link[i].carrier, carrier))
            return true;
    return false;
}

static void drop_dominated(struct link_store *s, uint16_t *first, const struct hex_set *carrier)
{
    while (*first != LINKS_NONE) {
        struct link *link = &s->link[*first];
        if (mi_hex_is_subset(s, carrier, &link->carrier)) {
            link->gone = true;
            *first = link->next;
        } else {
            first = &link->next;
        }
    }
}

/* Inserts a link into the list by size, dropping the last one if the list is full.  False if the
 * link itself does not fit. */
static bool list_insert(struct link_store *s, uint16_t *first, int number, int max_links)
{
    struct link *link = &s->link[number];
    int i = 0;
    for (; *first != LINKS_NONE && s->link[*first].size <= link->size; i++)
        first = &s->link[*first].next;
    if (i >= max_links)
        return false;
    link->next = *first;
    *first = (uint16_t)number;
    for (; *first != LINKS_NONE && i < max_links; i++)
        first = &s->link[*first].next;
    if (*first != LINKS_NONE) {
        s->link[*first].gone = true;
        *first = LINKS_NONE;
    }
    return true;
}

int mi_hex_add_link(struct link_store *s, int first_end, int second_end,
                    const struct hex_set *carrier, miai_move key)
{
    bool semi = key != MIAI_NO_MOVE;
    int pair = mi_hex_pair_index(s, first_end, second_end), number = s->links;
    if (number == LINKS_MAX || is_dominated(s, s->first[0][pair], carrier) ||
        (semi && is_dominated(s, s->first[1][pair], carrier)))
        return LINKS_NONE;
    for (int kind = semi; kind < 2; kind++)
        drop_dominated(s, &s->first[kind][pair], carrier);
    s->link[number] =
        (struct link){.carrier = *carrier,
                      .end = {(uint16_t)(first_end < second_end ? first_end : second_end),
                              (uint16_t)(first_end < second_end ? second_end : first_end)},
                      .size = (uint16_t)carrier_size(s, carrier),
                      .key = key};
    if (!list_insert(s, &s->first[semi][pair], number, links_max_for(first_end, second_end, semi)))
        return LINKS_NONE;
    s->links++;
    return number;
}
