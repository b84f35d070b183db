/* locals.h - choices as a playout makes them: a point beside the last move by its 3x3 pattern, or
 * somewhere else. */
#ifndef MI_TOOLS_GO_PATTERNS_LOCALS_H
#define MI_TOOLS_GO_PATTERNS_LOCALS_H

#include "game/go/board/shape.h"
#include "games.h"

/* 3x3 patterns are features by number, images as one; behind them everything elsewhere is one. */
enum { LOCAL_ELSEWHERE = GO_SHAPES, LOCAL_FEATURES, LOCAL_MOST = 9 };

struct local {
    uint8_t count;
    uint16_t feature[LOCAL_MOST]; /* of what there was to choose, what was chosen first */
};

struct locals {
    size_t count, room;
    struct local *local;
};

/* Adds the choices of the games from..to-1 that a playout would have made by shapes: where the last
 * move has left no chain in atari, which asks for another answer. */
void locals_gather(struct locals *locals, const struct games *games, long from, long to);
void locals_free(struct locals *locals);

/* softmax_features of one choice. */
int local_features(const void *local, size_t i, int *feature);

#endif
