/* samples.h - positions of games as the features of all their moves, for softmax.h. */
#ifndef MI_TOOLS_GO_PATTERNS_SAMPLES_H
#define MI_TOOLS_GO_PATTERNS_SAMPLES_H

#include "game/go/policy/feature.h"
#include "games.h"
#include "harvest.h"

/* The learned features: those of game/go/policy/feature.h, with symmetric 3x3 patterns merged,
 * followed by the large patterns by number.  Each large pattern refines the smaller one within
 * it. */
struct patterns {
    struct harvest harvest;
    int count;
    int *parent; /* [1..]: the feature that each pattern refines */
};

/* Counts the patterns around the moves of the first `count` games, and numbers those that occur at
 * least `often` times. */
void patterns_harvest(struct patterns *patterns, const struct games *games, long count,
                      uint32_t often);
void patterns_free(struct patterns *patterns);

enum { HAND = GO_GROUPS - 1 }; /* all groups except patterns: fewer than 256 features */

struct sample_move {
    uint8_t hand[HAND]; /* features of those groups */
    uint8_t pattern[4]; /* the 3x3 pattern or the largest selected one, as a feature */
};

struct samples {
    size_t positions, moves, position_capacity, move_capacity;
    size_t *first;            /* index of each position's first move, and one past the last */
    struct sample_move *move; /* the move played is the first of each position */
};

/* Adds every step-th position of games from to to - 1, with all moves that fill no eye. */
void samples_gather(struct samples *samples, struct patterns *patterns, const struct games *games,
                    long from, long to, int step);
void samples_free(struct samples *samples);

/* Writes the HAND + 1 features of a move; a softmax_features for an array of moves. */
int sample_features(const void *moves, size_t i, int *feature);

#endif
