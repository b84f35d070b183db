/* write.h - the file of weights (miai-network(5)), made of what was learned. */
#ifndef MI_TOOLS_GO_PATTERNS_WRITE_H
#define MI_TOOLS_GO_PATTERNS_WRITE_H

#include "game/go/policy/feature_checksum.h"
#include "game/go/policy/weights.h"

/* A large pattern: its hash and its strength. */
struct pattern {
    uint64_t hash;
    double strength;
};

struct learned {
    double strength[GO_FEATURES], elsewhere, shape[GO_SHAPES];
    struct pattern *pattern; /* in any order; sorted by writing */
    size_t patterns;
};

/* Writes the file in one stroke: it is there whole, or as it was before.  False, and errno says
 * why: it cannot. */
bool write_weights(struct learned *learned, const char *file);

/* Makes a file one of the features that there are now, whichever it was learned for; its strengths
 * stay.  False, and errno says why: it cannot. */
bool stamp_weights(const char *file);

#endif
