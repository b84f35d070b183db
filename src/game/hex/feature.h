/* feature.h - features of a move: the surroundings of a point as indices into learned strengths.
 *
 * Everything is seen by the side to move.  For the second player the board is mirrored at the long
 * diagonal, so that both players connect top and bottom.  Features are invariant under a half
 * turn. */
#ifndef MI_GAME_HEX_FEATURE_H
#define MI_GAME_HEX_FEATURE_H

#include "position.h"

enum {
    HEX_RINGS = 2 * 27 * 27,    /* the six neighbours; upper half: with a border */
    HEX_ARC = 2187,             /* four consecutive neighbours and the three places beyond */
    HEX_ARCS = 2 * 3 * HEX_ARC, /* by direction; upper half: near the opponent's last stone */
    HEX_RELATIONS = 10,         /* position of the last stone */
    HEX_DISTANCES = 50,         /* distances from both pairs of edges, early and late in the game */

    HEX_FEATURES_RING = 0,
    HEX_FEATURES_ARC = HEX_FEATURES_RING + HEX_RINGS,
    HEX_FEATURES_OTHER = HEX_FEATURES_ARC + HEX_ARCS,
    HEX_FEATURES_OWN = HEX_FEATURES_OTHER + HEX_RELATIONS,
    HEX_FEATURES_EDGE = HEX_FEATURES_OWN + HEX_RELATIONS,
    HEX_FEATURES = HEX_FEATURES_EDGE + HEX_DISTANCES,

    HEX_FEATURES_EACH = 10 /* features of one point */
};

/* Data that all moves of a position share.  Borrows the board. */
struct hex_feature_context {
    const struct mi_hex *b;
    int step[7]; /* steps to the neighbours, as the player sees them */
    uint8_t
        relation[2][HEX_PLACES]; /* relation to the last stone of the opponent, and of the player */
};

void mi_hex_feature_context_init(struct hex_feature_context *view, const struct mi_hex *b);

/* Writes the HEX_FEATURES_EACH feature indices of an empty place. */
void mi_hex_features(const struct hex_feature_context *view, int place, uint16_t *feature);

/* weights.c: log2 of the factor by which each feature changes a move's likelihood, times
 * HEX_OCTAVE. */
enum { HEX_OCTAVE = 8 };
extern const int8_t mi_hex_strength[HEX_FEATURES];

/* The sum of the strengths of an empty place. */
int mi_hex_strength_at(const struct hex_feature_context *view, int place);

#endif
