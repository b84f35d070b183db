/* tablebase.h - Syzygy's endgame tablebases: the members of miai_tablebase, which see.
 *
 * Each engine has tables of its own; several threads may ask at once.  A table that is damaged is
 * reported once by mi_chess_table_fault(), and counts as missing from then on. */
#ifndef MI_GAME_CHESS_TABLEBASE_TABLEBASE_H
#define MI_GAME_CHESS_TABLEBASE_TABLEBASE_H

#include "game/chess/board/position.h"

enum { TABLE_PIECES = 7 }; /* on the board of any Syzygy table, at most */

void *mi_chess_open_tables(const miai_setup *setup, const char *path, char *error, size_t size);
void mi_chess_close_tables(void *opened);
void mi_chess_limit_tables(void *opened, int pieces, bool draw_rule);

/* The score of a position without castling whose clock has just begun. */
bool mi_chess_probe_tables(const void *opened, const struct mi_chess *p, int *score);

bool mi_chess_rank_by_tables(const void *opened, const void *pos, bool repeated,
                             const miai_move *list, int n, int *rank, int *score);
bool mi_chess_table_fault(void *opened, char *text, size_t size);

#endif
