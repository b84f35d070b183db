/* feature.h - features of a move: at most one of each group, each with a learned strength
 * (weights.h).  The strength of a move is the product (Coulom 2007). */
#ifndef MI_GAME_GO_POLICY_FEATURE_H
#define MI_GAME_GO_POLICY_FEATURE_H

#include "game/go/board/move.h"

enum {
    GO_GROUP_CAPTURE,     /* what it captures */
    GO_GROUP_OWN,         /* liberties of the chains it joins, before and after */
    GO_GROUP_PRESSURE,    /* liberties it leaves adjacent enemy chains */
    GO_GROUP_LINE,        /* distance from the border */
    GO_GROUP_LAST,        /* distance from the last move */
    GO_GROUP_SECOND_LAST, /* distance from the move before that */
    GO_GROUP_SHAPE,       /* the 3x3 pattern */
    GO_GROUPS
};

/* Number of features of each group, and first index of each group.  feature.c describes the
 * features. */
enum {
    GO_CAPTURE_FEATURES = 17,
    GO_OWN_FEATURES = 32,
    GO_PRESSURE_FEATURES = 20,
    GO_LINES = 6,
    GO_DISTANCES = 18,
    GO_FIRST_OWN = GO_CAPTURE_FEATURES,
    GO_FIRST_PRESSURE = GO_FIRST_OWN + GO_OWN_FEATURES,
    GO_FIRST_LINE = GO_FIRST_PRESSURE + GO_PRESSURE_FEATURES,
    GO_FIRST_LAST = GO_FIRST_LINE + GO_LINES,
    GO_FIRST_SECOND_LAST = GO_FIRST_LAST + GO_DISTANCES,
    GO_FIRST_SHAPE = GO_FIRST_SECOND_LAST + GO_DISTANCES,
    GO_FEATURES = GO_FIRST_SHAPE + GO_SHAPES
};

/* Data that all moves of a position share. */
struct go_feature_context {
    const struct mi_go *b;
    uint64_t reading[(MI_GO_MAX_BYTES + 7) / 8]; /* a copy of b, on which ladders are read; its
                                                    shapes and empty points are not set */
    uint8_t liberties[MI_GO_MAX_SPAN]; /* of each chain, by its head; counted up to 4 */
    bool lost[MI_GO_MAX_SPAN]; /* by head: the chain is own, has two liberties and is caught in a
                                  ladder, or is an enemy chain in atari that cannot escape */
};

void mi_go_feature_context_init(struct go_feature_context *context, const struct mi_go *b);

/* Writes the features of a stone of the side to move on the empty point p, one per group. */
void mi_go_features(struct go_feature_context *context, int p, uint16_t feature[GO_GROUPS]);

#endif
