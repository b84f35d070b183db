/* aliases.h - the command lines of other programs, where they mean something here. */
#ifndef MI_PROTOCOL_IO_ALIASES_H
#define MI_PROTOCOL_IO_ALIASES_H

#include "miai.h"

/* Arguments in miai's words: GNU Go's --boardsize, --cache-size, --chinese-rules, --japanese-rules,
 * --never-resign and --quiet, KataGo's -model, -config and -override-config become what they mean
 * here; all others stay.  Ended by NULL; one block, which the caller frees.  NULL without memory.
 */
char **mi_aliases(const miai_engine *engine, int argc, char **argv, int *count);

#endif
