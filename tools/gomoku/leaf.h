/* leaf.h - a position as a search evaluates it, with the outputs of a teacher.  Written by
 * leaves.c, read by distil.c. */
#ifndef MI_TOOLS_GOMOKU_LEAF_H
#define MI_TOOLS_GOMOKU_LEAF_H

#include "selfplay.h"

enum { LEAF_BITS = (SELFPLAY_POINTS + 7) / 8, LEAF_VALUE_ONE = 65535 };

struct leaf {
    uint8_t stone[COLOURS][LEAF_BITS]; /* bit p % 8 of byte p / 8: a stone on point p */
    uint8_t rules;
    uint8_t colour;                  /* side to move */
    uint16_t value;                  /* expected score of the side to move, in 65535ths */
    uint8_t policy[SELFPLAY_POINTS]; /* share of each candidate, in 255ths of the largest */
    uint8_t unused;
};

#endif
