/* typed.h - moves as people type them. */
#ifndef MI_PROTOCOL_IO_TYPED_H
#define MI_PROTOCOL_IO_TYPED_H

#include "miai.h"

/* Plays a move, typed by a person, for the side to move.  Accepts what miai_play() accepts, a move
 * with hyphens ("e2-e4"), and in games where a column is a move, several column numbers in a row
 * ("44444"), which are all played or none.  Returns what miai_play() returns. */
int mi_play_typed(miai_engine *engine, const char *text);

#endif
