/* stones.h - positions of 15x15 as lists of stones, turned so that all that are alike look alike.
 */
#ifndef MI_TOOLS_GOMOKU_PROOF_STONES_H
#define MI_TOOLS_GOMOKU_PROOF_STONES_H

#include "game/gomoku/board/position.h"

enum { WIDTH = 15, POINTS = WIDTH * WIDTH, SYMMETRIES = 8 };

struct stones {
    uint8_t at[COLOURS][POINTS];
    int n[COLOURS];
};

/* Where a point is once the board is turned, and where it was before. */
int stones_turned(int point, int symmetry);
int stones_turned_back(int point, int symmetry);

/* All stones turned. */
struct stones stones_turned_over(const struct stones *stones, int symmetry);

/* Turns the stones to the form that their eight symmetries share, and returns its key, never 0.
 * symmetry, if not NULL, becomes how they were turned. */
uint64_t stones_normalise(struct stones *stones, int *symmetry);

static inline void stones_add(struct stones *stones, int point, int colour)
{
    stones->at[colour][stones->n[colour]++] = (uint8_t)point;
}

static inline bool stones_black_moves(const struct stones *stones)
{
    return stones->n[BLACK] == stones->n[WHITE];
}

/* Makes the freestyle position of them. */
void stones_place(const struct stones *stones, struct mi_gomoku *g);

#endif
