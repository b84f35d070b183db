/* games.h - games from outside the library: from the calling program or from modules. */
#ifndef MI_PROGRAM_CLI_GAMES_H
#define MI_PROGRAM_CLI_GAMES_H

#include "miai.h"

/* Does the engine have a game of that name (case is ignored)? */
bool mi_is_game(const miai_engine *engine, const char *name);

/* Adds games to the engine; the list ends with NULL.  False: one was refused; the complaint
 * begins with `origin`, unless that is "". */
bool mi_games_add(miai_engine *engine, const miai_game *const *games, const char *origin,
                  char *complaint);

/* A loaded module, linked to those loaded before. */
struct mi_module;

/* Loads a module and adds the games listed in its miai_games to the engine.  Returns them, or
 * NULL with a complaint.  *modules is the head of the list. */
const miai_game *const *mi_module_load(struct mi_module **modules, miai_engine *engine,
                                       const char *file, char *complaint);

/* Unloads the modules; free the engine that has their games first. */
void mi_modules_close(struct mi_module *modules);

#endif
