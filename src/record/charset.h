/* charset.h - text of records in the encodings that people write. */
#ifndef MI_RECORD_CHARSET_H
#define MI_RECORD_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

/* Is all of it UTF-8? */
bool mi_is_utf8(const char *text, size_t length);

/* Has the encoding of that name characters of two bytes whose second one may look like a bracket or
 * a backslash (GBK, Big5, Shift-JIS)?  name has a length, and may be NULL with 0. */
bool mi_has_ambiguous_pairs(const char *name, size_t length);

/* Does such a character begin here? */
bool mi_is_ambiguous_pair(const char *text, const char *end);

/* The text in UTF-8, ended by a zero; the caller frees it.  NULL without memory.  The name is what
 * the file says, or empty.  What is UTF-8 stays as it is whatever the name; what cannot be read by
 * the name is taken for Latin-1. */
char *mi_to_utf8(const char *name, size_t name_length, const char *text, size_t length);

#endif
