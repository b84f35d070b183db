/* eval_file.h - engines that evaluate by a file (--eval-file). */
#ifndef MI_TESTS_SUPPORT_EVAL_FILE_H
#define MI_TESTS_SUPPORT_EVAL_FILE_H

#include "miai.h"

/* An engine of that game with little memory and few playouts, which evaluates by the file. */
miai_engine *new_eval_engine(const char *game, const char *file);

/* Sets an option, which is taken. */
void set_option(miai_engine *engine, const char *name, const char *value);

/* What it evaluates by; until the next call. */
const char *eval_file_of(const miai_engine *engine);

/* What a search of its position finds: score, value, nodes and line as one text, until the next
 * call but one. */
const char *search_told(miai_engine *engine);

/* The file is refused by a reason with these words in it, and the engine has the one of before. */
void check_no_load(miai_engine *engine, const char *file, const char *words);

/* So are a folder, a device and what is not there. */
void check_no_files(miai_engine *engine);

/* Three threads search by its file, each time with another of the searches. */
void search_with_threads(miai_engine *engine, const char *const *searches, int count,
                         const char *(*search)(miai_engine *engine));

#endif
