/* words.h - splits a line into words; parses names, numbers and players.
 *
 * The program stays in the C locale, so the decimal separator is always a point. */
#ifndef MI_PROTOCOL_IO_WORDS_H
#define MI_PROTOCOL_IO_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Turns line[0 .. length - 1] into a string without control characters, with single spaces between
 * words and none at the ends.  Bytes from 128 on are kept.  line has length + 1 bytes.  Returns the
 * new length. */
size_t mi_squeeze(char *line, size_t length);

/* Splits off and returns the first word of a squeezed string, or NULL at the end; *rest becomes the
 * remainder. */
char *mi_next_word(char **rest);

/* Counts the words of a squeezed string. */
int mi_count_words(const char *text);

/* Parses a decimal integer.  Values outside the range of int become the nearest int. */
bool mi_read_word_int(const char *word, int *value);

/* Parses an integer from min to max. */
bool mi_read_word_count(const char *word, int min, int max, int *value);

/* Parses a random seed, an integer from 0 to 2147483647. */
bool mi_read_word_seed(const char *word, unsigned long *seed);

/* Copies a word, such as a file name, to name.  False if it is empty or does not fit. */
bool mi_read_word_name(const char *word, char *name, size_t size);

/* Parses a real number such as 6.5, 7, -3.5, 1e1; not nan, inf or hexadecimal. */
bool mi_read_word_real(const char *word, double *value);

/* Parses a colour, in either case: 0 for b and black, 1 for w and white. */
bool mi_read_word_player(const char *word, int *player);

#endif
