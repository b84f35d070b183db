/* locals.h - choices as in a heavy playout: a point next to the last move by its 3x3 pattern, or
 * elsewhere. */
#ifndef MI_TOOLS_GO_PATTERNS_LOCALS_H
#define MI_TOOLS_GO_PATTERNS_LOCALS_H

#include "game/go/board/shape.h"
#include "games.h"

/* The features are the 3x3 patterns by number, with symmetric ones merged, and one for
 * "elsewhere". */
enum { LOCAL_ELSEWHERE = GO_SHAPES, LOCAL_FEATURES, LOCAL_MOST = 9 };

struct local {
    uint8_t count;
    uint16_t feature[LOCAL_MOST]; /* features of all options; the chosen one is first */
};

struct locals {
    size_t count, capacity;
    struct local *local;
};

/* Adds the choices of games from to to - 1 at positions where a playout would choose by shape: the
 * last move left no chain in atari, which would require another answer. */
void locals_gather(struct locals *locals, const struct games *games, long from, long to);
void locals_free(struct locals *locals);

/* The features of one option (see softmax_features). */
int local_features(const void *local, size_t i, int *feature);

#endif
