/* collection.h - the records of a folder, analysed by any number of processes (base/shared): which
 * are done, a table of all their moves, and a page that leads to each.  In the folder come
 *
 *     analysis.table   a line for each file that is done: KEY FAULTS FILE, and of each game the
 *                      first player, the second, the result, moves, the accuracy of both and how
 *                      many bad moves both made; with tabs between
 *     analysis.csv     a line for each position: the columns are in its first
 *     analysis.html    the index, when all are done
 *
 * The key is that of mi_analyze_key(): a file that has changed is analysed again. */
#ifndef MI_PROGRAM_REPORT_COLLECTION_H
#define MI_PROGRAM_REPORT_COLLECTION_H

#include "analyze.h"

/* Analyses the files of games below a folder, with whoever else does. */
void mi_collection_run(struct mi_analyze *analyze, const char *folder);

/* ---- collection_files.c: which files there are, and which are done ---- */

enum { MI_COLLECTION_PATH = 4096 };

/* Begins as all zero. */
struct mi_collection_files {
    char **name; /* below the folder, in order; owned */
    size_t count, room;
};

/* Those below the folder; one in it that cannot be read is complained of.  False: no memory. */
bool mi_collection_list(struct mi_analyze *analyze, struct mi_collection_files *files,
                        const char *folder);
void mi_collection_list_free(struct mi_collection_files *files);

/* The keys of those that are done, by name.  Begins as all zero. */
struct mi_collection_done {
    struct mi_collection_key {
        uint64_t file, key; /* file 0: free */
        int faults;
    } * list; /* by open addressing; owned */
    size_t count, room;
    bool failed; /* no memory: it has not all */
};

uint64_t mi_collection_name_key(const char *name); /* never 0 */
void mi_collection_put(struct mi_collection_done *done, const char *name, uint64_t key, int faults);
const struct mi_collection_key *mi_collection_find(const struct mi_collection_done *done,
                                                   const char *name);

/* ---- collection_table.c: what is told of a game ---- */

extern const char mi_collection_columns[];

/* Adds lines of CSV; number: of the game in its file, from 1. */
void mi_collection_rows(const struct mi_judged_game *game, const char *file, int number,
                        struct mi_reply *rows);

/* Adds the fields of a game in the table, each behind a tab; the record is loaded. */
void mi_collection_fields(const miai_engine *engine, const struct mi_judged_game *game,
                          struct mi_reply *line);

enum { MI_COLLECTION_HEAD = 3, MI_COLLECTION_FIELDS = 8 }; /* of a file, of each of its games */

/* A name as the table has it: tab, line feed, carriage return and backslash as \t, \n, \r and \\.
 */
void mi_collection_add_name(struct mi_reply *line, const char *name);
/* Makes of such a name the one of the file. */
void mi_collection_read_name(char *name);

/* Cuts a line of the table at its first most - 1 tabs; returns how many fields there are. */
int mi_collection_split(char *line, char **field, int most);

/* ---- collection_index.c ---- */

/* A page of lines of the table, of which the last of each file counts; it changes them. */
void mi_collection_index(char **line, size_t count, const char *folder, FILE *page);

#endif
