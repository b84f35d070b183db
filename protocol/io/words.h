/* words.h - the words of a line: names, numbers, players.
 *
 * The program leaves the C locale alone, so that numbers have a point and nothing else. */
#ifndef MI_PROTOCOL_IO_WORDS_H
#define MI_PROTOCOL_IO_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Makes of line[0 .. length - 1] a string without control characters, with single spaces between
 * its words and none around them.  Bytes from 128 on are text.  line holds length + 1 bytes.
 * Returns the new length. */
size_t mi_squeeze(char *line, size_t length);

/* Splits the first word off a squeezed string: returns it, or NULL at the end, and leaves the
 * others in *rest. */
char *mi_next_word(char **rest);

/* How many words a squeezed string has. */
int mi_count_words(const char *text);

/* A whole decimal number.  What does not fit into an int becomes the nearest one that does. */
bool mi_read_word_int(const char *word, int *value);

/* The same, from least to most. */
bool mi_read_word_count(const char *word, int least, int most, int *value);

/* A seed: a whole number from 0 to 2147483647. */
bool mi_read_word_seed(const char *word, unsigned long *seed);

/* A word that is not empty and has room in name[0 .. size - 1], such as a file's. */
bool mi_read_word_name(const char *word, char *name, size_t size);

/* A real number such as 6.5, 7, -3.5, 1e1; not nan, inf or hexadecimal. */
bool mi_read_word_real(const char *word, double *value);

/* b, black: 0; w, white: 1; in either case. */
bool mi_read_word_player(const char *word, int *player);

#endif
