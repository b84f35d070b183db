/* feature.h - what is near a point, as numbers by which its strength is looked up.
 *
 * All is in the view of who is to move: for the second player the board is mirrored at the long
 * diagonal, so that he too joins the top to the bottom.  Turning it by half a circle changes
 * nothing. */
#ifndef MI_GAME_HEX_FEATURE_H
#define MI_GAME_HEX_FEATURE_H

#include "position.h"

enum {
    HEX_RINGS = 2 * 27 * 27,    /* the six neighbours; the upper half has a border among them */
    HEX_ARC = 2187,             /* four neighbours in a row, and the three places behind them */
    HEX_ARCS = 2 * 3 * HEX_ARC, /* by their direction; the upper half near the other's last stone */
    HEX_RELATIONS = 10,         /* where the last stone lies */
    HEX_DISTANCES = 50,         /* from both kinds of edges, early and late in the game */

    HEX_FEATURES_RING = 0,
    HEX_FEATURES_ARC = HEX_FEATURES_RING + HEX_RINGS,
    HEX_FEATURES_OTHER = HEX_FEATURES_ARC + HEX_ARCS,
    HEX_FEATURES_OWN = HEX_FEATURES_OTHER + HEX_RELATIONS,
    HEX_FEATURES_EDGE = HEX_FEATURES_OWN + HEX_RELATIONS,
    HEX_FEATURES = HEX_FEATURES_EDGE + HEX_DISTANCES,

    HEX_FEATURES_EACH = 10 /* of one point */
};

/* A position, looked at once for all its places.  It points to the board. */
struct hex_view {
    const struct mi_hex *b;
    int step[7];                     /* to the neighbours, as the player sees them */
    uint8_t relation[2][HEX_PLACES]; /* to the last stone of the other, and of the player */
};

void mi_hex_view(struct hex_view *view, const struct mi_hex *b);

/* The HEX_FEATURES_EACH numbers, below HEX_FEATURES, of an empty place. */
void mi_hex_features(const struct hex_view *view, int place, uint16_t *feature);

/* weights.c: by how much each feature makes a move likelier, as a logarithm to the base two, in
 * HEX_OCTAVE parts. */
enum { HEX_OCTAVE = 8 };
extern const int8_t mi_hex_strength[HEX_FEATURES];

/* The sum of these of an empty place. */
int mi_hex_strength_at(const struct hex_view *view, int place);

#endif
