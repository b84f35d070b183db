/* piece.h - files each of which one of several processes makes, whole or not at all: blocks of
 * games, shards.
 *
 * Until it is whole it is called NAME.part, and locked by who makes it (base/system.h): what one
 * left that was killed, another begins anew. */
#ifndef MI_BASE_SHARED_PIECE_H
#define MI_BASE_SHARED_PIECE_H

#include <stdbool.h>
#include <stdio.h>

struct mi_piece {
    FILE *out;         /* to write to, empty */
    char *name, *part; /* owned */
};

enum mi_piece_state {
    MI_PIECE_MINE,      /* to be made, and ended by mi_piece_end() */
    MI_PIECE_DONE,      /* it is there */
    MI_PIECE_ELSEWHERE, /* another process makes it */
    MI_PIECE_FAILED     /* errno says why */
};

/* One thread of a process at a time. */
enum mi_piece_state mi_piece_begin(struct mi_piece *piece, const char *name);

/* whole: all was written; false, and errno says why: it is not in its place. */
bool mi_piece_end(struct mi_piece *piece, bool whole);

#endif
