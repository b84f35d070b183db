/* file.h - reads and writes whole files; error messages for people. */
#ifndef MI_PROTOCOL_IO_FILE_H
#define MI_PROTOCOL_IO_FILE_H

#include "base/draft.h"
#include "base/file.h"
#include "miai.h"

enum { MI_FILE_MESSAGE = MI_FILE_ERROR + 32 };

/* Reads a regular file of at most 1 GiB and appends a zero byte.  The caller frees the result.  On
 * failure returns NULL, and error is "cannot read the file: WHY". */
char *mi_load_large(const char *name, size_t *length, char error[MI_FILE_MESSAGE]);

/* Like mi_load_large(), for text.  Converts UTF-16 with a byte-order mark to UTF-8, and then leaves
 * a note about it in error; otherwise error is "". */
char *mi_load_text(const char *name, size_t *length, char error[MI_FILE_MESSAGE]);

/* Like mi_load_text(), but at most 8 MiB. */
char *mi_load_file(const char *name, size_t *length, char error[MI_FILE_MESSAGE]);

/* Like mi_load_text(), but "-" means standard input. */
char *mi_load_input(const char *name, size_t *length, char error[MI_FILE_MESSAGE]);

/* Prints a note about a file, or about one line of it (0: the whole file), to standard error.
 * Prints nothing if the note is "". */
void mi_print_note(const char *program, const char *name, long line, const char *note);

/* Like mi_draft_open(), mi_draft_commit() and mi_draft_close().  On failure they return false,
 * error is "cannot write the file: WHY", and the draft is closed. */
bool mi_begin_file(struct mi_draft *draft, const char *name, char error[MI_FILE_MESSAGE]);
bool mi_commit_file(struct mi_draft *draft, char error[MI_FILE_MESSAGE]);
bool mi_end_file(struct mi_draft *draft, char error[MI_FILE_MESSAGE]);

/* Replaces the file by the text.  On failure returns false, and error is "cannot write the file:
 * WHY". */
bool mi_write_file(const char *name, const char *text, size_t length, char error[MI_FILE_MESSAGE]);

/* Does the name of a file end with the extension (".html"), after at least one byte? */
bool mi_has_extension(const char *name, const char *extension);

/* Makes the folder unless it exists.  On failure returns false, and error is "cannot make the
 * folder: WHY". */
bool mi_make_folder(const char *name, char error[MI_FILE_MESSAGE]);

/* Like fprintf(), but removes control characters (mi_text_clean()), since a quoted file name could
 * otherwise send commands to the terminal.  Prints at most one line; the format may end with a
 * newline. */
void mi_print_clean(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- files named by a client, restricted by the engine option "files" ---- */

struct mi_file_access mi_client_files(const miai_engine *engine);

/* Like mi_load_file() (mi_load_text() if large). */
char *mi_load_client_file(const miai_engine *engine, const char *name, bool large, size_t *length,
                          char error[MI_FILE_MESSAGE]);

/* Writes a record in SGF, like mi_write_file().  It replaces only an SGF record or an empty file,
 * so that a faulty or abused client cannot destroy other files. */
bool mi_write_client_sgf(const miai_engine *engine, const char *name, const char *text,
                         size_t length, char error[MI_FILE_MESSAGE]);

/* Like mi_begin_file(). */
bool mi_begin_client_file(const miai_engine *engine, struct mi_draft *draft, const char *name,
                          char error[MI_FILE_MESSAGE]);

#endif
