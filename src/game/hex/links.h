/* links.h - virtual connections, found by H-search.
 *
 * A link of a player runs between two ends, each an edge of his, a chain of his stones or an empty
 * point.  A full link holds although the other moves first, a semi-link if the player moves first,
 * and its key is the point where he then plays.  All that a link needs lies in its carrier, a set
 * of empty points without the ends; a semi-link's has the key in it.
 *
 *   - Neighbours have a full link with an empty carrier.
 *   - The rule "and": two full links with one end in common, whose carriers share no point and keep
 *     clear of the other link's end, make a full link of the other ends if the common end is a
 *     chain, and a semi-link whose key it is if it is empty.
 *   - The rule "or": semi-links of the same ends, whose carriers have no point that is in all of
 *     them, make a full link that needs all of their points.
 *
 * (Anshelevich 2002, "A hierarchical approach to computer Hex", Artificial Intelligence 134.)  What
 * is found so is certain; not all that is certain is found.  Of two empty ends only neighbours and
 * bridges are linked, and points beside the same chain: so links grow outward from the chains and
 * edges, which costs a fraction of what all pairs of points would. */
#ifndef MI_GAME_HEX_LINKS_H
#define MI_GAME_HEX_LINKS_H

#include "position.h"

enum { HEX_WORDS = (HEX_MAX_POINTS + 63) / 64 };

/* A set of points: bit m % 64 of word m / 64 is point m, as moves are numbered. */
struct hex_set {
    uint64_t word[HEX_WORDS];
};

/* What links a player's two edges. */
enum hex_linked {
    HEX_UNLINKED, /* as far as is known */
    HEX_SEMI,
    HEX_FULL
};

struct hex_crossing {
    enum hex_linked linked;
    miai_move key;       /* of the smallest semi-link, where linked is HEX_SEMI */
    struct hex_set must; /* then: the points that are in all carriers.  The other player, to move,
                            loses if he plays elsewhere */
    bool cut;            /* more pairs might find more */
};

static inline bool mi_hex_set_has(const struct hex_set *set, miai_move point)
{
    return set->word[point / 64] >> point % 64 & 1;
}

/* Finds what links the player's edges, in a position in which nobody may swap.  It tries at most so
 * many pairs of links, and goes on at a semi-link only if thorough: then must becomes smaller, and
 * the link may turn out to be full.  False: there is no memory. */
bool mi_hex_find_crossing(const struct mi_hex *b, int player, int pairs, bool thorough,
                          struct hex_crossing *crossing);

#endif
