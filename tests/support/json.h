/* json.h - a second reading of JSON (RFC 8259), which has nothing of the program's own. */
#ifndef MI_TESTS_SUPPORT_JSON_H
#define MI_TESTS_SUPPORT_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Is text[0 .. length - 1] one value of JSON, in UTF-8, with blanks around it? */
bool is_json(const char *text, size_t length);

#endif
