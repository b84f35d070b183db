/* samples.h - positions of games, as features of all their moves, for softmax.h. */
#ifndef MI_TOOLS_GO_PATTERNS_SAMPLES_H
#define MI_TOOLS_GO_PATTERNS_SAMPLES_H

#include "game/go/policy/feature.h"
#include "games.h"
#include "harvest.h"

/* What is learned: the features of game/go/policy/feature.h, images of a 3x3 pattern as one, and
 * behind them the large patterns by number, each a refinement of the smaller one within it. */
struct patterns {
    struct harvest harvest;
    int count;
    int *parent; /* of each, from 1: the feature that it refines */
};

/* Counts the patterns around the moves of so many games, and numbers those that come `often`. */
void patterns_harvest(struct patterns *patterns, const struct games *games, long count,
                      uint32_t often);
void patterns_free(struct patterns *patterns);

enum { HAND = GO_GROUPS - 1 }; /* all groups but the patterns': less than 256 features */

struct sample_move {
    uint8_t hand[HAND]; /* the features of those groups */
    uint8_t pattern[4]; /* the 3x3 pattern, or the largest known one, as a feature */
};

struct samples {
    size_t positions, moves, room_positions, room_moves;
    size_t *first;            /* of each position, its first move; and one behind the last */
    struct sample_move *move; /* of each position the one played comes first */
};

/* Adds one of `step` positions of the games from..to-1, all their moves that fill no eye. */
void samples_gather(struct samples *samples, struct patterns *patterns, const struct games *games,
                    long from, long to, int step);
void samples_free(struct samples *samples);

/* The features of a move, HAND + 1 of them; softmax_features for an array of moves. */
int sample_features(const void *moves, size_t i, int *feature);

#endif
