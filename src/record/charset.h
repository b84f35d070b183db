/* charset.h - the character encodings found in game records. */
#ifndef MI_RECORD_CHARSET_H
#define MI_RECORD_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

/* Is the whole text valid UTF-8? */
bool mi_is_utf8(const char *text, size_t length);

/* Does the named encoding (GBK, Big5, Shift-JIS) have two-byte characters whose second byte may
 * equal a bracket or a backslash? name has the given length and may be NULL if that is 0. */
bool mi_has_ambiguous_pairs(const char *name, size_t length);

/* Does the text begin with such a two-byte character? */
bool mi_is_ambiguous_pair(const char *text, const char *end);

/* Converts text to UTF-8, ending with a zero byte; the caller frees it. NULL if out of memory. name
 * is the encoding that the file declares, possibly empty. Text that is valid UTF-8 is only copied.
 * Text that cannot be converted from the declared encoding is read as Latin-1. */
char *mi_to_utf8(const char *name, size_t name_length, const char *text, size_t length);

#endif
