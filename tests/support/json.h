/* json.h - a JSON validator (RFC 8259) that shares no code with the program. */
#ifndef MI_TESTS_SUPPORT_JSON_H
#define MI_TESTS_SUPPORT_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Is text[0 .. length - 1] one JSON value in UTF-8, with optional white space around it? */
bool is_json(const char *text, size_t length);

#endif
