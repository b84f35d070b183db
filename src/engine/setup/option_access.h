/* option_access.h - option values that are not in struct mi_options, for the table in options.c. */
#ifndef MI_ENGINE_SETUP_OPTION_ACCESS_H
#define MI_ENGINE_SETUP_OPTION_ACCESS_H

#include "engine/engine.h"

/* Set an option from text; "": the default. Return an error code. */
int mi_option_set_game(miai_engine *engine, const char *value);
int mi_option_set_size(miai_engine *engine, const char *value);
int mi_option_set_komi(miai_engine *engine, const char *value);
int mi_option_set_rules(miai_engine *engine, const char *value);
int mi_option_set_level(miai_engine *engine, const char *value);

/* Called after the seed has changed: random numbers start again with the first game. */
int mi_option_seed_changed(miai_engine *engine);

/* Write the value as text, as snprintf. */
int mi_option_get_game(const miai_engine *engine, char *text, size_t size);
int mi_option_get_size(const miai_engine *engine, char *text, size_t size);
int mi_option_get_komi(const miai_engine *engine, char *text, size_t size);
int mi_option_get_rules(const miai_engine *engine, char *text, size_t size);
int mi_option_get_profile(const miai_engine *engine, char *text, size_t size);
int mi_option_get_book_file(const miai_engine *engine, char *text, size_t size);
int mi_option_get_knowledge_file(const miai_engine *engine, char *text, size_t size);
int mi_option_get_eval_file(const miai_engine *engine, char *text, size_t size);
int mi_option_get_network(const miai_engine *engine, char *text, size_t size);
int mi_option_get_human_network(const miai_engine *engine, char *text, size_t size);
int mi_option_get_files(const miai_engine *engine, char *text, size_t size);

#endif
