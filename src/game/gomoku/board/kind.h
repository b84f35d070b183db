/* kind.h - what a point is good for, from its four shapes. */
#ifndef MI_GAME_GOMOKU_BOARD_KIND_H
#define MI_GAME_GOMOKU_BOARD_KIND_H

#include "position.h"

enum { SHAPES_OF_FOUR = 1 << 4 * DIRECTIONS };

/* enum gomoku_kind for each combination of four shapes of four bits. */
struct mi_gomoku_kind_table {
    uint8_t free[SHAPES_OF_FOUR];  /* without forbidden moves */
    uint8_t bound[SHAPES_OF_FOUR]; /* for Black in renju */
};

/* Filled at the first call, then constant; thread-safe. */
const struct mi_gomoku_kind_table *mi_gomoku_kinds(void);

#endif
