/* kind.h - what a point is good for, from its shapes on four lines. */
#ifndef MI_GAME_GOMOKU_BOARD_KIND_H
#define MI_GAME_GOMOKU_BOARD_KIND_H

#include "position.h"

enum { SHAPES_OF_FOUR = 1 << 4 * DIRECTIONS };

/* enum gomoku_kind of the shapes of four directions, four bits each. */
struct mi_gomoku_kind_table {
    uint8_t free[SHAPES_OF_FOUR];  /* for one who may do all */
    uint8_t bound[SHAPES_OF_FOUR]; /* for black in renju */
};

/* Filled at the first call; the same for all threads and for ever. */
const struct mi_gomoku_kind_table *mi_gomoku_kinds(void);

#endif
