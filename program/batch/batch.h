/* batch.h - analyses the games of a file, or of all files below a folder with any number of
 * processes.  In the folder it writes
 *
 *     analysis.table   a line per finished file, fields separated by tabs: KEY FAULTS FILE, and for
 *                      each game the first player, the second, the result, the number of moves, the
 *                      accuracy of both and the number of bad moves of both
 *     analysis.csv     a line per position, after a header line
 *     analysis.html    the index, once all files are done
 *
 * The key is that of mi_analysis_key(), so a file that has changed is analysed again. */
#ifndef MI_PROGRAM_BATCH_BATCH_H
#define MI_PROGRAM_BATCH_BATCH_H

#include "program/analysis/analysis.h"

/* ---- analyze_file.c ---- */

/* Analyses the i-th of the NULL-terminated names: a file, or the files below a folder.  FILE.sgf
 * gives FILE-analysis.sgf, the record with comments, and FILE-analysis.html.  While it runs,
 * FILE-analysis.part holds the results so far, from which the next call resumes.  Memory holds the
 * file and one game at a time. */
void mi_batch_analyze_path(struct mi_analysis_run *analyze, char *const *name, size_t i);

/* Analyses one file; false: it was not read, or not all results were written. */
bool mi_batch_analyze_file(struct mi_analysis_run *analyze, const char *name);
/* The key of a file's results; false: it cannot be read. */
bool mi_batch_file_key(const struct mi_analysis_run *analyze, const char *name, uint64_t *key);

/* ---- write_results.c ---- */

/* Writes the results of all `count` games; false: not all were written. */
bool mi_batch_write_results(struct mi_analysis_run *analyze, struct mi_game_reader *games,
                            struct mi_checkpoint *checkpoint, int count);

/* ---- collection.c ---- */

/* Analyses the game files below a folder, sharing them with other processes that do the same. */
void mi_collection_run(struct mi_analysis_run *analyze, const char *folder);

/* ---- collection_files.c: the files of the folder, and the finished ones ---- */

enum { MI_COLLECTION_PATH = 4096 };

/* The caller zeroes it. */
struct mi_collection_files {
    char **name; /* relative to the folder, sorted; owned */
    size_t count, capacity;
};

/* Lists the game files below the folder; reports folders that it cannot read.  False: out of
 * memory. */
bool mi_collection_list(struct mi_analysis_run *analyze, struct mi_collection_files *files,
                        const char *folder);
void mi_collection_list_free(struct mi_collection_files *files);

/* The finished files, by name: a hash table with open addressing.  The caller zeroes it. */
struct mi_collection_done {
    struct mi_collection_key {
        uint64_t file; /* the hash of the name; 0: a free slot */
        uint64_t key;  /* the key of its results */
        int faults;
    } * list; /* owned */
    size_t count, capacity;
    bool failed; /* out of memory: entries are missing */
};

uint64_t mi_collection_name_key(const char *name); /* never 0 */
void mi_collection_add_done(struct mi_collection_done *done, const char *name, uint64_t key,
                            int faults);
const struct mi_collection_key *mi_collection_find_done(const struct mi_collection_done *done,
                                                        const char *name);

/* ---- collection_table.c ---- */

extern const char mi_collection_columns[];

/* Adds the CSV lines of a game; number: the game's position in its file, from 1. */
void mi_collection_write_rows(const struct mi_game_analysis *game, const char *file, int number,
                              struct mi_reply *rows);

/* Adds the table fields of the loaded game, each after a tab. */
void mi_collection_write_fields(const miai_engine *engine, const struct mi_game_analysis *game,
                                struct mi_reply *line);

/* The number of table fields per file and per game. */
enum { MI_COLLECTION_HEAD = 3, MI_COLLECTION_FIELDS = 8 };

/* Escapes a file name for the table: tab, line feed, carriage return and backslash become \t, \n,
 * \r and \\. */
void mi_collection_add_name(struct mi_reply *line, const char *name);
/* Undoes the escapes, in place. */
void mi_collection_read_name(char *name);

/* Splits a table line at its first max_fields - 1 tabs; returns the number of fields. */
int mi_collection_split(char *line, char **field, int max_fields);

/* ---- collection_index.c ---- */

/* Writes the index page from the lines of the table.  If a file has several lines, the last one is
 * used.  Modifies the lines. */
void mi_collection_index(char **line, size_t count, const char *folder, FILE *page);

#endif
