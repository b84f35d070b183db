/* aliases.h - command-line options of other programs, translated to miai's. */
#ifndef MI_PROTOCOL_IO_ALIASES_H
#define MI_PROTOCOL_IO_ALIASES_H

#include "miai.h"

/* Translates the options of other programs: GNU Go's --boardsize, --cache-size, --chinese-rules,
 * --japanese-rules, --never-resign and --quiet, KataGo's -model, -config and -override-config,
 * Leela Zero's --gtp and -g.  All other arguments are kept.  Returns an array of *count arguments
 * and a final NULL, in one block that the caller frees; NULL if memory runs out. */
char **mi_translate_args(const miai_engine *engine, int argc, char **argv, int *count);

#endif
