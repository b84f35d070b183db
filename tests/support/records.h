/* records.h - games of files, read and written as a test wants them; the engine is the fixture's.
 */
#ifndef MI_TESTS_SUPPORT_RECORDS_H
#define MI_TESTS_SUPPORT_RECORDS_H

#include "miai.h"

enum { RECORD_TEXT = 1 << 16 }; /* bytes of the longest game, its end included */

extern miai_file record_file; /* what read_first() reads, and where it stands */

/* A game with two handicap stones, a clock and a comment, as KGS writes it. */
extern const char record_of_kgs[];

/* The first game of the text: its bytes alone, which need no end.  NULL: as record_file says. */
miai_game_record *read_first(const char *format, const char *text, size_t length);

/* The same, where nothing may be wrong. */
miai_game_record *read_good(const char *format, const char *text);

/* A record's text, until the next call. */
const char *written(const miai_game_record *record);

/* A text in another format, until the next call of either. */
const char *converted(const char *from, const char *to, const char *text);

/* Lets the engine have the game: the error, or MIAI_OK. */
int load_record(const char *format, const char *text);

#endif
