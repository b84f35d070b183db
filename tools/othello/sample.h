/* sample.h - a training position, written by games and read by learn on the same kind of
 * machine. */
#ifndef MI_TOOLS_OTHELLO_SAMPLE_H
#define MI_TOOLS_OTHELLO_SAMPLE_H

#include <stdint.h>

/* Scores are for the side to move, in 1/MIAI_POINT_SCORE discs. */
struct othello_sample {
    uint64_t own, other; /* discs; own is the side to move */
    int16_t score;       /* score of the search, exact if solved */
    int16_t result;      /* final score of the game, if both sides played well from here on */
    int32_t unused;      /* 0 */
};

enum { OTHELLO_NO_RESULT = INT16_MIN };

#endif
