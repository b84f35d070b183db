/* links_store.h - the data of H-search: the ends of links, and the links found so far. */
#ifndef MI_GAME_HEX_LINKS_STORE_H
#define MI_GAME_HEX_LINKS_STORE_H

#include "links.h"

enum {
    LINKS_CHAINS_MAX = 80, /* chains and the two edges; further chains are ignored */
    LINKS_MAX = 16384,     /* maximum links */
    LINKS_NONE = 0,        /* no link */
    LINKS_ENDS_MAX = LINKS_CHAINS_MAX + HEX_MAX_POINTS,
    LINKS_STEPS_MAX = 64 /* maximum steps from an empty point */
};

/* Numbering of the ends: first edge, second edge, chains, empty points. */
enum { END_FIRST_EDGE, END_SECOND_EDGE, END_CHAINS };

struct link {
    struct hex_set carrier;
    uint16_t end[2]; /* end[0] < end[1]; end[0] is an edge or a chain */
    uint16_t next;   /* next link of the same ends and kind, in ascending order of size */
    uint16_t size;   /* size of the carrier */
    miai_move key;   /* key of a semi-link; MIAI_NO_MOVE: a full link */
    bool used;       /* it was combined with all other used links */
    bool gone;       /* replaced by a better one */
};

/* A full link between two empty points. */
struct step {
    uint16_t to;     /* the other end */
    int16_t need[2]; /* points of its carrier; MIAI_NO_MOVE: none */
};

struct link_store {
    const struct mi_hex *b;
    int player, words; /* words of a set that this board needs */
    int chains, ends;  /* number of chains including the edges, and of all ends */
    int links; /* links are numbered from 1 to links - 1; those from head on were not used yet */
    int head;
    int budget;                                   /* remaining pairs to try */
    miai_move point[LINKS_ENDS_MAX];              /* point of each empty end */
    uint16_t end_at[HEX_PLACES];                  /* end on each place; LINKS_ENDS_MAX: none */
    uint16_t first[2][LINKS_CHAINS_MAX * LINKS_ENDS_MAX]; /* first full [0] and semi-link [1] of
                                                     each pair of ends: see mi_hex_pair_index() */
    uint8_t steps[LINKS_ENDS_MAX];                        /* number of steps of each empty end */
    struct step step[LINKS_ENDS_MAX][LINKS_STEPS_MAX];
    struct hex_crossing *crossing; /* the edges' link found so far */
    struct link link[LINKS_MAX];
};

_Static_assert(sizeof(struct link_store) <= MIAI_MUSTPLAY_BYTES, "H-search needs too much memory");

/* Is the end an empty point?  False for LINKS_ENDS_MAX. */
static inline bool mi_hex_is_point(const struct link_store *s, int end)
{
    return end >= s->chains && end < LINKS_ENDS_MAX;
}

/* The index of a pair of different ends in store.first; the smaller end is a chain or an edge. */
static inline int mi_hex_pair_index(const struct link_store *s, int one, int other)
{
    return one < other ? one * s->ends + other : other * s->ends + one;
}

static inline bool mi_hex_sets_intersect(const struct link_store *s, const struct hex_set *a,
                                         const struct hex_set *b)
{
    for (int i = 0; i < s->words; i++)
        if (a->word[i] & b->word[i])
            return true;
    return false;
}

static inline bool mi_hex_is_subset(const struct link_store *s, const struct hex_set *a,
                                    const struct hex_set *b)
{
    for (int i = 0; i < s->words; i++)
        if (a->word[i] & ~b->word[i])
            return false;
    return true;
}

static inline void mi_hex_set_add(struct hex_set *set, miai_move point)
{
    set->word[point / 64] |= (uint64_t)1 << point % 64;
}

/* Initializes the ends, steps and first links.  The store must be all zeros except b, player,
 * budget and crossing. */
void mi_hex_find_ends(struct link_store *s);

/* Adds a link unless one with a subset of its carrier exists, and drops links whose carriers
 * contain this one's.  Returns its number, or LINKS_NONE. */
int mi_hex_add_link(struct link_store *s, int one, int other, const struct hex_set *carrier,
                    miai_move key);

#endif
