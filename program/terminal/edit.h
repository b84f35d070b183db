/* edit.h - lines that a person types at a terminal: with history and completion where libedit is
 * there, and as they come where it is not. */
#ifndef MI_PROGRAM_TERMINAL_EDIT_H
#define MI_PROGRAM_TERMINAL_EDIT_H

#include <stdbool.h>
#include <stddef.h>

struct mi_editor;

/* Writes the i-th word that may stand here; false behind the last.  The words before it on the line
 * are count. */
typedef bool mi_offer(void *context, int count, int i, char *word, size_t size);

/* Reads from standard input.  NULL without memory. */
struct mi_editor *mi_editor_open(const char *prompt, mi_offer *offer, void *context);
void mi_editor_close(struct mi_editor *editor);

/* The next line without its newline, until the next call; NULL at the end of input. */
char *mi_editor_line(struct mi_editor *editor);

#endif
