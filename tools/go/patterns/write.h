/* write.h - writes learned strengths to a weights file (miai-network(5)). */
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
    struct pattern *pattern; /* in any order; sorted when written */
    size_t patterns;
};

/* Writes the file atomically.  False, with errno set, on failure. */
bool write_weights(struct learned *learned, const char *file);

/* Marks a file as valid for the present features, whatever it was learned for; the strengths do not
 * change.  False, with errno set, on failure. */
bool stamp_weights(const char *file);

#endif
