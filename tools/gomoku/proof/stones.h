/* stones.h - positions on 15x15 as lists of stones, in a normal form under symmetries. */
#ifndef MI_TOOLS_GOMOKU_PROOF_STONES_H
#define MI_TOOLS_GOMOKU_PROOF_STONES_H

#include "game/gomoku/board/position.h"

enum { WIDTH = 15, POINTS = WIDTH * WIDTH, SYMMETRIES = 8 };

struct stones {
    uint8_t at[COLOURS][POINTS];
    int n[COLOURS];
};

/* A point under a symmetry, and under its inverse. */
int stones_turned(int point, int symmetry);
int stones_turned_back(int point, int symmetry);

/* All stones under a symmetry. */
struct stones stones_turned_over(const struct stones *stones, int symmetry);

/* Brings the stones into the normal form of their eight symmetries and returns its key, never 0.
 * *symmetry, if not NULL, gets the symmetry applied. */
uint64_t stones_normalise(struct stones *stones, int *symmetry);

static inline void stones_add(struct stones *stones, int point, int colour)
{
    stones->at[colour][stones->n[colour]++] = (uint8_t)point;
}

static inline bool stones_black_moves(const struct stones *stones)
{
    return stones->n[BLACK] == stones->n[WHITE];
}

/* Sets up the freestyle position. */
void stones_place(const struct stones *stones, struct mi_gomoku *g);

#endif
