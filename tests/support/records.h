/* records.h - reading and writing game records for tests; uses the fixture's engine. */
#ifndef MI_TESTS_SUPPORT_RECORDS_H
#define MI_TESTS_SUPPORT_RECORDS_H

#include "miai.h"

enum { RECORD_TEXT = 1 << 16 }; /* bytes of the longest game, including its end */

extern miai_file record_file; /* the file that read_first() reads, and the place in it */

/* A game with two handicap stones, a clock and a comment, as written by KGS. */
extern const char record_of_kgs[];

/* Reads the first game of the text, which need not be terminated. NULL on an error, noted in
 * record_file. */
miai_game_record *read_first(const char *format, const char *text, size_t length);

/* The same; asserts that there is no error. */
miai_game_record *read_valid(const char *format, const char *text);

/* The text of a record; valid until the next call. */
const char *record_text(const miai_game_record *record);

/* A text converted to another format; valid until the next call of this or of record_text(). */
const char *converted_text(const char *from, const char *to, const char *text);

/* Loads the game into the engine. Returns the error, or MIAI_OK. */
int load_record(const char *format, const char *text);

#endif
