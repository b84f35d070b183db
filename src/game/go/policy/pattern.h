/* pattern.h - large patterns: the contents of all points around an empty point up to a distance.
 *
 * Points are ordered by the distance dx + dy + max(dx, dy), which gives nearly round patterns, each
 * contained in the next larger one (Stern, Herbrich and Graepel 2006).  A quarter of the distances,
 * with . in the middle:
 *
 *      8  9
 *      6  7  8  9
 *      4  5  6  8
 *      2  3  5  7  9
 *      .  2  4  6  8
 *
 * Contents are seen by the side to move: own, enemy, border or empty.  All rotations and
 * reflections of a pattern have the same hash. */
#ifndef MI_GAME_GO_POLICY_PATTERN_H
#define MI_GAME_GO_POLICY_PATTERN_H

#include "weights_file.h"

enum {
    GO_PATTERN_MIN = 4, /* the 3x3 patterns of game/go/board/shape.h replace smaller ones */
    GO_PATTERN_MAX = 10,
    GO_PATTERN_POINTS = 72, /* number of points within the largest distance */
    GO_PATTERN_REACH = 5,   /* largest dx or dy among them */
    GO_PATTERN_SIDE = MI_GO_MAX_SIDE + 2 * GO_PATTERN_REACH
};

/* One sum for each of the eight symmetries. */
struct go_symmetry_sums {
    uint64_t frame[8];
};

enum { GO_PATTERN_CONTENTS = 4 }; /* number of possible contents: empty (0), own, enemy, border */

/* Data that all points of a position share: the board with a wide border and the contents of each
 * point; the offsets of the points around any point, and their keys for each possible content. */
struct go_pattern_board {
    const struct mi_go *b;
    uint8_t contents[GO_PATTERN_SIDE * GO_PATTERN_SIDE];
    int16_t step[GO_PATTERN_POINTS];
    struct go_symmetry_sums key[GO_PATTERN_CONTENTS][GO_PATTERN_POINTS];
};

/* Sets up everything; or only the contents, on a board that has been set up before. */
void mi_go_pattern_board_init(struct go_pattern_board *board, const struct mi_go *b);
void mi_go_pattern_board_update(struct go_pattern_board *board, const struct mi_go *b);

/* The pattern around a point, up to the distance that was scanned so far. Borrows the board. */
struct go_pattern_scan {
    const struct go_pattern_board *board;
    const uint8_t *middle; /* in board->contents */
    int size;              /* distance covered so far */
    struct go_symmetry_sums sum;
};

struct go_pattern_scan mi_go_pattern_begin(const struct go_pattern_board *board, int p);

/* Extends the pattern by one distance (the first call goes to GO_PATTERN_MIN) and returns its
 * hash. */
uint64_t mi_go_pattern_grow(struct go_pattern_scan *scan);

/* ---- strengths ---- */

/* The strengths of a position's patterns, kept for later positions with the same side to move.
 * Arrays are indexed like go_pattern_board.stands. */
struct go_pattern_memo {
    uint8_t contents[GO_PATTERN_SIDE * GO_PATTERN_SIDE];
    uint8_t examined[GO_PATTERN_SIDE * GO_PATTERN_SIDE]; /* the distance up to which the contents
                                                            determined the strength; 0: unknown */
    float strength[GO_PATTERN_SIDE * GO_PATTERN_SIDE];
};

/* For one thread and one file of weights.  All zero: empty. */
struct go_pattern_cache {
    struct go_pattern_board board;
    struct go_pattern_memo memo[2]; /* by side to move */
};

/* Writes the strength of the largest known pattern around each of n points, 0 if none is known. */
void mi_go_pattern_strengths(struct go_pattern_cache *cache, const struct go_weights *weights,
                             const struct mi_go *b, const uint16_t *point, int n, float *strength);

#endif
