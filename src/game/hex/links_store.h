/* links_store.h - what H-search works on: the ends of links, and the links that it has found. */
#ifndef MI_GAME_HEX_LINKS_STORE_H
#define MI_GAME_HEX_LINKS_STORE_H

#include "links.h"

enum {
    LINKS_CHAINS = 80,  /* chains and the two edges: those of a game; more are left out */
    LINKS_MOST = 16384, /* links at a time */
    LINKS_NONE = 0,     /* no link */
    LINKS_ENDS = LINKS_CHAINS + HEX_MAX_POINTS,
    LINKS_STEPS = 64 /* short links from an empty point to others */
};

/* The ends by number: the edge of the beginning, that of the end, the chains, and the empty
 * points. */
enum { END_BEGIN, END_END, END_CHAINS };

struct link {
    struct hex_set carrier;
    uint16_t end[2]; /* end[0] < end[1]; end[0] is an edge or a chain */
    uint16_t next;   /* of the same ends and kind, the smaller carriers first */
    uint16_t size;   /* of the carrier */
    miai_move key;   /* MIAI_NO_MOVE: a full link */
    bool used;       /* it has met all others that have been used */
    bool gone;       /* a better one has taken its place */
};

/* A full link between two empty points. */
struct step {
    uint16_t to;     /* the other end */
    int16_t need[2]; /* the points of its carrier; MIAI_NO_MOVE: none */
};

struct store {
    const struct mi_hex *b;
    int player, words; /* words of a set that this board needs */
    int chains, ends;  /* how many, the edges among the chains */
    int links;         /* how many, from 1 on; those from head on have not been used */
    int head;
    int budget;                  /* pairs that may be tried */
    miai_move point[LINKS_ENDS]; /* of the empty ends */
    uint16_t end_at[HEX_PLACES]; /* of what is on a place; LINKS_ENDS: none */
    uint16_t first[2]
                  [LINKS_CHAINS * LINKS_ENDS]; /* full and semi, by the ends: see mi_hex_pair() */
    uint8_t steps[LINKS_ENDS];                 /* how many each empty end has */
    struct step step[LINKS_ENDS][LINKS_STEPS];
    struct hex_crossing *crossing; /* what is known of the edges' link so far */
    struct link link[LINKS_MOST];
};

_Static_assert(sizeof(struct store) <= MIAI_MUSTPLAY_BYTES, "a study takes too much memory");

/* Is it an empty point?  LINKS_ENDS, of what is none, is not. */
static inline bool mi_hex_is_point(const struct store *s, int end)
{
    return end >= s->chains && end < LINKS_ENDS;
}

/* Where the links of two different ends begin, of which the smaller is a chain. */
static inline int mi_hex_pair(const struct store *s, int one, int other)
{
    return one < other ? one * s->ends + other : other * s->ends + one;
}

static inline bool mi_hex_meets(const struct store *s, const struct hex_set *a,
                                const struct hex_set *b)
{
    for (int i = 0; i < s->words; i++)
        if (a->word[i] & b->word[i])
            return true;
    return false;
}

static inline bool mi_hex_within(const struct store *s, const struct hex_set *a,
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

/* Finds the ends of the player's links and the steps.  The store is all zeros but for b, player,
 * budget and crossing. */
void mi_hex_find_ends(struct store *s);

/* Adds a link unless there is one that needs no more; takes away those that need more.  Returns its
 * number, or LINKS_NONE. */
int mi_hex_add_link(struct store *s, int one, int other, const struct hex_set *carrier,
                    miai_move key);

#endif
