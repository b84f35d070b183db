/* links.h - virtual connections, found by H-search.
 *
 * A player's link connects two ends, each an edge, a chain of stones or an empty point.  A full
 * link holds even if the opponent moves first.  A semi-link holds if the player moves first; its
 * key is the point to play then.  A link's carrier is the set of empty points that it needs,
 * without the ends but including a semi-link's key.
 *
 *   - Neighbours have a full link with an empty carrier.
 *   - AND rule: two full links share an end, their carriers are disjoint, and neither carrier
 * contains the other link's far end.  If the shared end is a chain, they make a full link of the
 * far ends; if it is empty, a semi-link with that point as key.
 *   - OR rule: semi-links of the same ends whose carriers have no point common to all make a full
 * link; its carrier is the union.
 *
 * (Anshelevich 2002, "A hierarchical approach to computer Hex", Artificial Intelligence 134.)  All
 * links found are valid; not all valid links are found.  Pairs of empty ends are only linked if
 * they are neighbours, bridges, or adjacent to the same chain.  So links grow outward from the
 * chains and edges, at a fraction of the cost of linking all pairs of points. */
#ifndef MI_GAME_HEX_LINKS_H
#define MI_GAME_HEX_LINKS_H

#include "position.h"

enum { HEX_WORDS = (HEX_MAX_POINTS + 63) / 64 };

/* A set of points: point m, numbered like a move, is bit m % 64 of word m / 64. */
struct hex_set {
    uint64_t word[HEX_WORDS];
};

/* The link between a player's two edges. */
enum hex_linked {
    HEX_UNLINKED, /* none found */
    HEX_SEMI,
    HEX_FULL
};

struct hex_crossing {
    enum hex_linked linked;
    miai_move key;       /* HEX_SEMI: key of the smallest semi-link */
    struct hex_set must; /* HEX_SEMI: the points in all carriers, the must-play region: the
                            opponent, to move, loses with any other move */
    bool cut;            /* the budget ran out; more pairs might find more */
};

static inline bool mi_hex_set_has(const struct hex_set *set, miai_move point)
{
    return set->word[point / 64] >> point % 64 & 1;
}

/* Finds the link between the player's edges in a position where nobody may swap.  Tries at most
 * `pairs` pairs of links.  Continues after a semi-link only if thorough: the must-play region then
 * shrinks, and the link may turn out to be full.  Returns false if there is no memory. */
bool mi_hex_find_crossing(const struct mi_hex *b, int player, int pairs, bool thorough,
                          struct hex_crossing *crossing);

#endif
