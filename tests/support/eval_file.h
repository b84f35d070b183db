/* eval_file.h - engines with an evaluation file (--eval-file). */
#ifndef MI_TESTS_SUPPORT_EVAL_FILE_H
#define MI_TESTS_SUPPORT_EVAL_FILE_H

#include "miai.h"

/* A new engine for the game, with little memory, few playouts, and this evaluation file. */
miai_engine *new_eval_engine(const char *game, const char *file);

/* Sets an option and asserts that it is accepted. */
void set_option(miai_engine *engine, const char *name, const char *value);

/* The name of the evaluation file in use; valid until the next call. */
const char *eval_file_of(const miai_engine *engine);

/* The result of a search as text: score, value, nodes and line. Valid until the next call but one.
 */
const char *search_text(miai_engine *engine);

/* Asserts that the file is refused with an error that contains words, and that the engine keeps its
 * file. */
void check_no_load(miai_engine *engine, const char *file, const char *words);

/* Asserts that a folder, a device and a missing file are refused. */
void check_no_files(miai_engine *engine);

/* Runs three searching threads with the evaluation file, for each of the searches. */
void search_with_threads(miai_engine *engine, const char *const *searches, int count,
                         const char *(*search)(miai_engine *engine));

#endif
