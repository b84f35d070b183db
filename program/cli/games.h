/* games.h - games that are none of the library's: of the program that calls it, or of modules. */
#ifndef MI_PROGRAM_CLI_GAMES_H
#define MI_PROGRAM_CLI_GAMES_H

#include "miai.h"

/* Has the engine a game of that name, in either case? */
bool mi_is_game(const miai_engine *engine, const char *name);

/* Adds games to the engine; the list ends with NULL.  False, with a complaint that begins with
 * origin, unless that is "", if one cannot be. */
bool mi_games_add(miai_engine *engine, const miai_game *const *games, const char *origin,
                  char *complaint);

/* A module that was loaded, and those before it. */
struct mi_module;

/* Loads a module and adds its games, which miai_games names, to the engine.  Returns them, or NULL,
 * with a complaint.  What *modules begins with is the last one. */
const miai_game *const *mi_module_load(struct mi_module **modules, miai_engine *engine,
                                       const char *file, char *complaint);

/* Lets the modules go: not before the engine that has their games is freed. */
void mi_modules_close(struct mi_module *modules);

#endif
