/* typed.h - moves as people type them. */
#ifndef MI_PROTOCOL_IO_TYPED_H
#define MI_PROTOCOL_IO_TYPED_H

#include "miai.h"

/* Plays what is typed for the player to move: a move as miai_play() takes it; one with hyphens,
 * "e2-e4"; the numbers of columns, one behind the other, where a column is a move: "44444".  Of
 * several moves all are played or none.  What miai_play() returns. */
int mi_play_typed(miai_engine *engine, const char *text);

#endif
