/* weights.h - strengths of the features of a move, learned from games by tools/patterns. */
#ifndef MI_GO_WEIGHTS_H
#define MI_GO_WEIGHTS_H

#include "feature.h"

extern const float mi_go_strength[GO_FEATURES];    /* of all features */
extern const float mi_go_playout_shape[GO_SHAPES]; /* of the 3x3 patterns that a playout sees */

/* The large patterns (pattern.h), sorted, with gaps of 0 such that each lies not far behind the
 * slot that its first bits name.  One word each:
 *
 *      63                          16 15             0
 *       | first 48 bits of the hash  | 256 * strength |
 */
enum {
    GO_PATTERN_BITS = 16,
    GO_STRENGTH_BITS = 16,
    GO_STRENGTH_UNIT = 256,
    GO_PATTERN_SLOTS = (1 << GO_PATTERN_BITS) + 64 /* the last ones are gaps */
};

extern const uint64_t mi_go_pattern[GO_PATTERN_SLOTS];

#endif
