/* tune.h - miai tune: the tuning constants of alpha-beta, and SPSA by games of miai against itself.
 */
#ifndef MI_PROGRAM_MATCH_TUNE_H
#define MI_PROGRAM_MATCH_TUNE_H

#include "miai.h"
#include "protocol/io/settings.h"

/* Without names of constants in args, prints the table of the engine's game.  Otherwise tunes these
 * constants.  Returns the exit status. */
int mi_tune_run(char *const *args, const struct mi_settings_list *settings, miai_engine *engine,
                const char *program);

#endif
