/* file.h - a file as a whole, and what is said where one cannot be read or written. */
#ifndef MI_PROTOCOL_IO_FILE_H
#define MI_PROTOCOL_IO_FILE_H

#include "base/draft.h"
#include "base/file.h"
#include "miai.h"

enum { MI_FILE_WORDS = MI_FILE_ERROR + 32 };

/* Loads the bytes of a regular file of at most 1 GiB and adds a zero; the caller frees them.  NULL:
 * error is "cannot read the file: WHY". */
char *mi_load_large(const char *name, size_t *length, char error[MI_FILE_WORDS]);

/* The same for a text.  UTF-16 with its byte-order mark becomes UTF-8; error is then a note that
 * says so, and otherwise "". */
char *mi_load_text(const char *name, size_t *length, char error[MI_FILE_WORDS]);

/* The same for a text of at most 8 MiB. */
char *mi_load_file(const char *name, size_t *length, char error[MI_FILE_WORDS]);

/* The same for a text in a file or, for "-", on standard input. */
char *mi_load_input(const char *name, size_t *length, char error[MI_FILE_WORDS]);

/* Prints a note about a file, or a line of it (0: none), on standard error; "": there is none. */
void mi_print_note(const char *program, const char *name, long line, const char *note);

/* As mi_draft_open(), mi_draft_commit() and mi_draft_close() do.  False: "cannot write the file:
 * WHY", and the draft is not open. */
bool mi_begin_file(struct mi_draft *draft, const char *name, char error[MI_FILE_WORDS]);
bool mi_commit_file(struct mi_draft *draft, char error[MI_FILE_WORDS]);
bool mi_end_file(struct mi_draft *draft, char error[MI_FILE_WORDS]);

/* Writes a whole file, in the place of what was there.  False: "cannot write the file: WHY". */
bool mi_write_file(const char *name, const char *text, size_t length, char error[MI_FILE_WORDS]);

/* Prints one line, or a part of it, as fprintf() does, but without control characters
 * (mi_text_clean()): in a quoted name they could control the terminal.  The format may end with a
 * newline. */
void mi_print_clean(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- files that a client names, as the engine's option files has it ---- */

struct mi_files mi_client_files(const miai_engine *engine);

/* As mi_load_file(), or with large mi_load_text(), and mi_write_file(). */
char *mi_load_client_file(const miai_engine *engine, const char *name, bool large, size_t *length,
                          char error[MI_FILE_WORDS]);
bool mi_write_client_file(const miai_engine *engine, const char *name, const char *text,
                          size_t length, char error[MI_FILE_WORDS]);

/* As mi_begin_file(). */
bool mi_begin_client_file(const miai_engine *engine, struct mi_draft *draft, const char *name,
                          char error[MI_FILE_WORDS]);

#endif
