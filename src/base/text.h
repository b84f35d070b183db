/* text.h - reading and writing text without regard to the locale. */
#ifndef MI_BASE_TEXT_H
#define MI_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole decimal number with nothing around it, within min..max. */
bool mi_read_int(const char *text, int64_t min, int64_t max, int64_t *value);

/* A real number as GTP has it: 6.5, 7, -3.5, 1e1; no nan, inf or hexadecimal, nothing behind it. */
bool mi_read_real(const char *text, double *value);

/* A real number in the shortest decimal form with at most 6 places: "6.5", "7", "-3.5". */
int mi_write_real(double value, char *text, size_t size);

/* Equal, ASCII letters of either case being the same. */
bool mi_same_text(const char *a, const char *b);

/* The same, whatever blanks, hyphens and low lines stand between the words: "New Zealand" is
 * new-zealand. */
bool mi_same_words(const char *a, const char *b);

/* How many bytes the character has that text begins with, in UTF-8 as RFC 3629 has it (no
 * surrogates, nothing longer than needed); 0: it begins with none. */
size_t mi_utf8_length(const char *text, size_t length);

/* Makes text fit for terminals and records: control characters, some of which have two bytes,
 * become spaces, and bytes that are not UTF-8 become question marks. */
void mi_text_clean(char *text);

/* Writes a character, 0 to U+10FFFF and no surrogate, as up to four bytes without an end; how many.
 */
size_t mi_utf8_write(unsigned character, char *text);

/* Takes the next of the words of text, which are parted by blanks, and moves *text behind it; of a
 * word of size or more only the beginning is given.  False at the end. */
bool mi_read_word(const char **text, char *word, size_t size);

/* Text that is put together piece by piece and cut off at the buffer's end.  length counts all of
 * it, as snprintf does. */
struct mi_out {
    char *text;
    size_t size, length;
};

void mi_out_init(struct mi_out *out, char *text, size_t size);
void mi_out_add(struct mi_out *out, const char *text);
void mi_out_char(struct mi_out *out, char c);
void mi_out_format(struct mi_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int mi_out_length(const struct mi_out *out);

/* ---- byte-order marks and UTF-16 ---- */

/* The length of the byte-order mark of UTF-8 that the text begins with: 3, or 0. */
size_t mi_utf8_mark(const char *text, size_t length);

/* Does the text begin with the byte-order mark of UTF-16? */
bool mi_has_utf16_mark(const char *text, size_t length);

/* Converts such a text, whose mark is left out.  The caller frees the result, which ends with a
 * zero; NULL without memory.  *broken counts the units that are not UTF-16; U+FFFD replaces each.
 */
char *mi_utf16_decode(const char *text, size_t *length, long *broken);

#endif
