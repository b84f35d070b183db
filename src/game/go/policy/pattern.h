/* pattern.h - the stones around an empty point, up to a distance: a pattern of that size.
 *
 * Points are ordered by the distance dx + dy + max(dx, dy), which makes nearly round patterns, each
 * size part of the next (Stern, Herbrich and Graepel 2006).  A quarter of them, . the point:
 *
 *      8  9
 *      6  7  8  9
 *      4  5  6  8
 *      2  3  5  7  9
 *      .  2  4  6  8
 *
 * What stands there is seen by the player to move: own, the other's, border or nothing.  A pattern
 * and its turns and reflections have one hash. */
#ifndef MI_GAME_GO_POLICY_PATTERN_H
#define MI_GAME_GO_POLICY_PATTERN_H

#include "weights_file.h"

enum {
    GO_PATTERN_LEAST = 4, /* smaller ones are game/go/board/shape.h's */
    GO_PATTERN_MOST = 10,
    GO_PATTERN_POINTS = 72, /* within that distance */
    GO_PATTERN_REACH = 5,   /* the largest dx or dy among them */
    GO_PATTERN_SIDE = MI_GO_MAX_SIDE + 2 * GO_PATTERN_REACH
};

/* A number in each of the eight frames that a board can be seen in. */
struct go_lanes {
    uint64_t frame[8];
};

enum { GO_PATTERN_STANDS = 4 }; /* nothing (0), an own stone, the other's, the border */

/* What all points of one position have in common: the board with a wide border, a number for what
 * stands on each point, and the points around any point, with their keys for what stands there. */
struct go_frames {
    const struct mi_go *b;
    uint8_t stands[GO_PATTERN_SIDE * GO_PATTERN_SIDE];
    int16_t step[GO_PATTERN_POINTS];
    struct go_lanes key[GO_PATTERN_STANDS][GO_PATTERN_POINTS];
};

void mi_go_make_frames(struct go_frames *frames, const struct mi_go *b);

/* What was seen around a point so far.  Borrows the frames. */
struct go_around {
    const struct go_frames *frames;
    const uint8_t *middle; /* in frames->stands */
    int size;              /* distance up to which it was looked at */
    struct go_lanes sum;
};

struct go_around mi_go_around(const struct go_frames *frames, int p);

/* Looks one distance further, at first up to GO_PATTERN_LEAST; returns the hash of the pattern. */
uint64_t mi_go_look_further(struct go_around *around);

/* The strengths of the largest known patterns around n points, each 0 if none is known. */
void mi_go_pattern_strengths(const struct go_weights *weights, const struct go_frames *frames,
                             const uint16_t *point, int n, float *strength);

#endif
