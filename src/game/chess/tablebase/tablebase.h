/* tablebase.h - Syzygy's endgame tablebases, through libfathom.
 *
 *     tablebase.c  the tables of one path, and what they say
 *     files.c      which tables the folders of a path have
 *
 * libfathom has one set of tables for the whole process.  What is here lets each engine have a path
 * of its own all the same: libfathom is given the folders of all of them, a table says the same
 * wherever it lies, and each asks only for positions whose table is in its own folders.  Its calls
 * are not safe in threads at once, so one lock guards them. */
#ifndef MI_GAME_CHESS_TABLEBASE_TABLEBASE_H
#define MI_GAME_CHESS_TABLEBASE_TABLEBASE_H

#include "game/chess/board/position.h"

enum { TABLE_PIECES = 7 }; /* on the board of any Syzygy table, at most */

/* ---- files.c ---- */

/* The material of the tables that there are, each as a number. */
struct mi_chess_materials {
    uint32_t *list; /* sorted; owned */
    int count, capacity;
    int pieces; /* on the board of the largest, with both kings */
};

/* Lists the tables in the folders of a path, with ':' between them.  False, and error says why in a
 * line: a folder cannot be read, a file is not whole, there are no tables, or no memory.  The list
 * may be freed in any case. */
bool mi_chess_list_tables(const char *path, struct mi_chess_materials *materials, char *error,
                          size_t size);

bool mi_chess_has_table(const struct mi_chess_materials *materials, const struct mi_chess *p);

/* ---- tablebase.c: members of miai_tablebase, which see ---- */

void *mi_chess_open_tables(const miai_setup *setup, const char *path, char *error, size_t size);
void mi_chess_close_tables(void *opened);
void mi_chess_limit_tables(void *opened, int pieces, bool draw_rule);

/* The score of a position without castling whose clock has just begun. */
bool mi_chess_probe_tables(const void *opened, const struct mi_chess *p, int *score);

bool mi_chess_rank_by_tables(const void *opened, const void *pos, bool repeated,
                             const miai_move *list, int n, int *rank, int *score);

#endif
