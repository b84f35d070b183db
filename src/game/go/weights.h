/* weights.h - strengths of the features of a move, learned from games by tools/patterns. */
#ifndef MI_GO_WEIGHTS_H
#define MI_GO_WEIGHTS_H

#include "feature.h"

extern const float mi_go_strength[GO_FEATURES];         /* of all features */
extern const float mi_go_playout_strength[GO_FEATURES]; /* of those that a playout looks at alone */

#endif
