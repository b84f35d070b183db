/* tablebase.h - Syzygy endgame tablebases; implements miai_tablebase.
 *
 * Each engine has its own tables, and several threads may probe at once.  A damaged table is
 * reported once by mi_chess_table_fault() and then counts as missing. */
#ifndef MI_GAME_CHESS_TABLEBASE_TABLEBASE_H
#define MI_GAME_CHESS_TABLEBASE_TABLEBASE_H

#include "game/chess/board/position.h"

enum { TABLE_PIECES = 7 }; /* maximum number of pieces of a Syzygy table */

void *mi_chess_open_tables(const miai_setup *setup, const char *path, char *error, size_t size);
void mi_chess_close_tables(void *opened);
void mi_chess_limit_tables(void *opened, int pieces, bool draw_rule);

/* The exact score of a position.  False if it is unknown, has castling rights, or its clock is not
 * 0. */
bool mi_chess_probe_tables(const void *opened, const struct mi_chess *p, int *score);

bool mi_chess_rank_by_tables(const void *opened, const void *pos, bool repeated,
                             const miai_move *list, int n, int *rank, int *score);
bool mi_chess_table_fault(void *opened, char *text, size_t size);

#endif
