/* child.h - a program started behind two pipes, as each system does it: child_posix.c and
 * child_windows.c. */
#ifndef MI_PROGRAM_PROCESS_CHILD_H
#define MI_PROGRAM_PROCESS_CHILD_H

#include <stdbool.h>
#include <stddef.h>

struct mi_child;

/* Starts a program with arguments that end with NULL, which is looked for where the system's shell
 * looks.  Its standard error is thrown away.  A signal of the terminal does not reach it.  NULL: it
 * cannot be started. */
struct mi_child *mi_child_start(char *const *arguments);

enum { MI_CHILD_SILENT = -1 };

/* Writes bytes to its input.  Returns how many were written; 0: the input is closed;
 * MI_CHILD_SILENT: the pipe stayed full for that many milliseconds.  Windows waits longer. */
int mi_child_write(struct mi_child *child, const char *bytes, size_t length, int milliseconds);

/* Waits so many milliseconds for bytes of its output.  How many were read; 0: there will be none
 * any more; MI_CHILD_SILENT: none yet. */
int mi_child_read(struct mi_child *child, char *bytes, size_t size, int milliseconds);

/* Closes its input. */
void mi_child_finish(struct mi_child *child);

/* Has it ended?  If so, text says how ("signal 11", "status 1"; may be NULL), and what it started
 * is ended too. */
bool mi_child_ended(struct mi_child *child, char *text, size_t size);

/* Ends it, with what it has started. */
void mi_child_kill(struct mi_child *child);

/* Frees what is known of it, once it has ended. */
void mi_child_free(struct mi_child *child);

#endif
