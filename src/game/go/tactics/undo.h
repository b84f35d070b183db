/* undo.h - stones put on a board and taken back, for reading: on a copy of the board whose list of
 * empty points, shapes and hash are left to grow old. */
#ifndef MI_GAME_GO_TACTICS_UNDO_H
#define MI_GAME_GO_TACTICS_UNDO_H

#include "tactics.h"

/* What a move changed.  Undone in the reverse order. */
struct go_undo {
    uint64_t sums;      /* kept at the point before */
    uint16_t p, link;   /* the point, and what was linked there */
    uint16_t ko;        /* before the move */
    uint8_t joins;      /* chains that became part of another */
    uint8_t taken;      /* chains taken */
    uint16_t joined[4]; /* by their heads */
    uint16_t prey[4];
};

/* Plays a stone of colour on an empty point where it is legal, and no suicide. */
void mi_go_do(struct mi_go *b, int p, int colour, struct go_undo *undo);
void mi_go_undo(struct mi_go *b, const struct go_undo *undo);

#endif
