/* H-search: the rules, and the order in which they are tried.  Each full link is combined with all
 * earlier ones that share an end with it, in the order found. */
#include "links.h"

#include "links_store.h"

#include <stdlib.h>
#include <string.h>

enum { OR_DEPTH = 4 }; /* maximum semi-links per OR */

/* ---- the link between the edges ---- */

static bool is_empty_set(const struct hex_set *set)
{
    for (int i = 0; i < HEX_WORDS; i++)
        if (set->word[i])
            return false;
    return true;
}

/* Updates the crossing.  If its semi-links have no common point, the OR rule makes a full link,
 * however many there are. */
static void update_crossing(struct link_store *s, const struct link *link)
{
    struct hex_crossing *c = s->crossing;
    if (link->end[1] != END_SECOND_EDGE || c->linked == HEX_FULL)
        return;
    if (link->key == MIAI_NO_MOVE) {
        c->linked = HEX_FULL;
        return;
    }
    if (c->linked == HEX_UNLINKED) {
        c->must = link->carrier;
        c->key = link->key;
    }
    c->linked = HEX_SEMI;
    for (int i = 0; i < HEX_WORDS; i++)
        c->must.word[i] &= link->carrier.word[i];
    if (is_empty_set(&c->must))
        c->linked = HEX_FULL;
}

static int store_link(struct link_store *s, int one, int other, const struct hex_set *carrier,
                      miai_move key)
{
    int number = mi_hex_add_link(s, one, other, carrier, key);
    if (number != LINKS_NONE)
        update_crossing(s, &s->link[number]);
    return number;
}

/* ---- the OR rule ---- */

/* Tries to complete an OR: `common` and `all` are the intersection and union of the carriers so
 * far; further semi-links come from the list that starts at `from`. */
static void try_or_rule(struct link_store *s, const struct link *link, const struct hex_set *common,
                        const struct hex_set *all, int from, int depth)
{
    for (int i = from; i != LINKS_NONE && s->budget > 0; i = s->link[i].next) {
        struct hex_set both = *common, sum = *all;
        uint64_t left = 0, shrunk = 0;
        s->budget--;
        for (int k = 0; k < s->words; k++) {
            both.word[k] &= s->link[i].carrier.word[k];
            sum.word[k] |= s->link[i].carrier.word[k];
            left |= both.word[k];
            shrunk |= both.word[k] ^ common->word[k];
        }
        if (left == 0)
            store_link(s, link->end[0], link->end[1], &sum, MIAI_NO_MOVE);
        else if (shrunk && depth > 1)
            try_or_rule(s, link, &both, &sum, s->link[i].next, depth - 1);
    }
}

/* ---- the AND rule ---- */

/* Combines two full links that share the end `middle`. */
static void try_and_rule(struct link_store *s, int one, const struct hex_set *a, int middle,
                         const struct hex_set *b, int other)
{
    struct hex_set sum = *a;
    s->budget--;
    if (mi_hex_sets_intersect(s, a, b) ||
        (mi_hex_is_point(s, one) && mi_hex_set_has(b, s->point[one])) ||
        (mi_hex_is_point(s, other) && mi_hex_set_has(a, s->point[other])))
        return;
    for (int i = 0; i < s->words; i++)
        sum.word[i] |= b->word[i];
    if (!mi_hex_is_point(s, middle)) {
        store_link(s, one, other, &sum, MIAI_NO_MOVE);
        return;
    }
    mi_hex_set_add(&sum, s->point[middle]);
    int number = store_link(s, one, other, &sum, s->point[middle]);
    if (number == LINKS_NONE)
        return;
    const struct link *link = &s->link[number];
    try_or_rule(s, link, &link->carrier, &link->carrier,
                s->first[1][mi_hex_pair_index(s, link->end[0], link->end[1])], OR_DEPTH - 1);
}

/* Combines a link with all full links from `middle` to another end. */
static void combine_with_links(struct link_store *s, int one, const struct link *link, int middle,
                               int other)
{
    if (other == one || other == middle)
        return;
    for (int i = s->first[0][mi_hex_pair_index(s, middle, other)]; i != LINKS_NONE;
         i = s->link[i].next)
        if (s->link[i].used)
            try_and_rule(s, one, &link->carrier, middle, &s->link[i].carrier, other);
}

/* Combines a link with the steps of an empty end. */
static void combine_with_steps(struct link_store *s, int one, const struct link *link, int middle)
{
    for (int i = 0; i < s->steps[middle]; i++) {
        const struct step *step = &s->step[middle][i];
        struct hex_set need = {{0}};
        for (int k = 0; k < 2 && step->need[k] != MIAI_NO_MOVE; k++)
            mi_hex_set_add(&need, step->need[k]);
        try_and_rule(s, one, &link->carrier, middle, &need, step->to);
    }
}

/* Combines a link with all others at one of its ends.  Paths through an edge are useless for
 * reaching the other edge. */
static void combine_at(struct link_store *s, const struct link *link, int one, int middle)
{
    if (middle <= END_SECOND_EDGE)
        return;
    int others = mi_hex_is_point(s, middle) || mi_hex_is_point(s, one) ? s->chains : s->ends;
    for (int other = 0; other < others; other++)
        combine_with_links(s, one, link, middle, other);
    if (mi_hex_is_point(s, middle))
        combine_with_steps(s, one, link, middle);
}

/* ---- the search ---- */

static bool crossing_is_settled(const struct link_store *s, bool thorough)
{
    enum hex_linked linked = s->crossing->linked;
    return linked == HEX_FULL || (linked == HEX_SEMI && !thorough);
}

static void run_h_search(struct link_store *s, bool thorough)
{
    mi_hex_find_ends(s);
    while (s->head < s->links && s->budget > 0 && !crossing_is_settled(s, thorough)) {
        struct link *link = &s->link[s->head++];
        if (link->gone || link->key != MIAI_NO_MOVE)
            continue;
        link->used = true;
        combine_at(s, link, link->end[0], link->end[1]);
        combine_at(s, link, link->end[1], link->end[0]);
    }
}

bool mi_hex_find_crossing(const struct mi_hex *b, int player, int pairs, bool thorough,
                          struct hex_crossing *crossing)
{
    *crossing = (struct hex_crossing){.linked = HEX_UNLINKED, .key = MIAI_NO_MOVE};
    if (b->decided >= 0) {
        crossing->linked = b->decided == player ? HEX_FULL : HEX_UNLINKED;
        return true;
    }
    struct link_store *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->b = b;
    s->player = player;
    s->budget = pairs;
    s->crossing = crossing;
    run_h_search(s, thorough);
    crossing->cut = s->budget <= 0;
    free(s);
    return true;
}
