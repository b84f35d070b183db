/* sample.h - a position to learn from, as games writes it and learn reads it, on one machine. */
#ifndef MI_TOOLS_OTHELLO_SAMPLE_H
#define MI_TOOLS_OTHELLO_SAMPLE_H

#include <stdint.h>

/* Scores are in the view of who is to move, in 1/MIAI_POINT_SCORE discs. */
struct othello_sample {
    uint64_t own, other; /* discs; own is to move */
    int16_t score;       /* of the search, or exact where it was solved */
    int16_t result;      /* of the game, where it was played well from here on */
    int32_t unused;      /* 0 */
};

enum { OTHELLO_NO_RESULT = INT16_MIN };

#endif
