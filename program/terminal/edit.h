/* edit.h - line input at a terminal: with history and completion by libedit, or plain. */
#ifndef MI_PROGRAM_TERMINAL_EDIT_H
#define MI_PROGRAM_TERMINAL_EDIT_H

#include <stdbool.h>
#include <stddef.h>

struct mi_editor;

/* Writes the i-th possible completion; false: there are no more.  count: the number of words
 * before it on the line. */
typedef bool mi_offer(void *context, int count, int i, char *word, size_t size);

/* Reads from standard input.  NULL: out of memory. */
struct mi_editor *mi_editor_open(const char *prompt, mi_offer *offer, void *context);
void mi_editor_close(struct mi_editor *editor);

/* Reads a line, without the newline, valid until the next call; NULL at the end of input. */
char *mi_editor_line(struct mi_editor *editor);

#endif
