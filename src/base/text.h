/* text.h - reading and writing numbers and text independently of the locale; UTF-8 and UTF-16. */
#ifndef MI_BASE_TEXT_H
#define MI_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a decimal integer from min to max. The text must contain nothing else. On failure *value is
 * unchanged. */
bool mi_read_int(const char *text, int64_t min, int64_t max, int64_t *value);

/* Reads a real number: 6.5, 7, -3.5, 1e1. Refuses nan, inf, hexadecimal and any further text. */
bool mi_read_real(const char *text, double *value);

/* Writes the shortest decimal form with at most 6 decimals: "6.5", "7", "-3.5". Returns the full
 * length, as snprintf() does. */
int mi_write_real(double value, char *text, size_t size);

/* Are the texts equal, ignoring the case of ASCII letters? */
bool mi_same_text(const char *a, const char *b);

/* Compares in the same way, but also ignores spaces, tabs, hyphens and underscores: "New Zealand"
 * equals "new-zealand" and "newzealand". */
bool mi_same_words(const char *a, const char *b);

/* The length in bytes of the first UTF-8 character of the text (RFC 3629: no surrogates, no
 * overlong forms). 0 if the text is empty or does not begin with a valid character. */
size_t mi_utf8_length(const char *text, size_t length);

/* Makes text safe for terminals and records: control characters, including the two-byte ones,
 * become spaces, and bytes that are not UTF-8 become question marks. */
void mi_text_clean(char *text);

/* Writes a character (up to U+10FFFF, no surrogate) as 1 to 4 bytes, not terminated. Returns their
 * number. */
size_t mi_utf8_write(unsigned character, char *text);

/* Copies the next space-separated word and advances *text past it. Only the first size - 1 bytes of
 * a longer word are copied. Returns false at the end of the text. */
bool mi_read_word(const char **text, char *word, size_t size);

/* A text builder. Text beyond the buffer's end is dropped, but length counts all of it, as
 * snprintf() does. */
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

/* The length of the UTF-8 byte-order mark at the start of the text: 3, or 0 if there is none. */
size_t mi_utf8_mark(const char *text, size_t length);

/* Does the text begin with the byte-order mark of UTF-16? */
bool mi_has_utf16_mark(const char *text, size_t length);

/* Converts UTF-16 text that begins with a byte-order mark to UTF-8, without the mark, and sets
 * *length. The caller frees the result, which ends with a zero byte. Returns NULL if out of memory.
 * Each invalid unit becomes U+FFFD and is counted in *broken. */
char *mi_utf16_decode(const char *text, size_t *length, long *broken);

#endif
