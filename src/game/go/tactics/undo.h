/* undo.h - making and undoing moves on a copy of the board, for reading.  The list of empty points,
 * the shapes and the hash are not updated. */
#ifndef MI_GAME_GO_TACTICS_UNDO_H
#define MI_GAME_GO_TACTICS_UNDO_H

#include "tactics.h"

/* What a move changed.  Moves must be undone in reverse order. */
struct go_undo {
    uint64_t sums;      /* old sums of the point */
    uint16_t p, link;   /* the point, and its old link */
    uint16_t ko;        /* before the move */
    uint8_t joins;      /* number of chains merged into another */
    uint8_t taken;      /* number of captured chains */
    uint16_t joined[4]; /* old heads of the merged chains */
    uint16_t prey[4];
};

/* Plays a stone of that colour on an empty point.  The move must be legal and no suicide. */
void mi_go_make_move(struct mi_go *b, int p, int colour, struct go_undo *undo);
void mi_go_undo_move(struct mi_go *b, const struct go_undo *undo);

#endif
