/* Options by name: setting and getting their values as text. */
#include "book_file.h"
#include "client.h"
#include "engine/add_game.h"
#include "engine/engine.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "engine/option_value.h"
#include "human_network.h"
#include "level.h"
#include "network_file.h"
#include "setup.h"
#include "tablebase_file.h"

#include "base/text.h"
#include "contract/presentation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const miai_option *miai_option_at(const miai_engine *engine, int i)
{
    const struct mi_option_row *row = mi_options_row(i);
    (void)engine;
    return row ? &row->option : NULL;
}

const miai_option *miai_option_find(const miai_engine *engine, const char *name)
{
    const struct mi_option_row *row = mi_options_find(name);
    (void)engine;
    return row ? &row->option : NULL;
}

/* ---- options that are not in struct mi_options ---- */

/* Reads "9" or "9x7". False for anything else. */
static bool read_size(const char *text, int *width, int *height)
{
    char first[16];
    size_t length = strcspn(text, "xX");
    int64_t w, h;
    if (length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    if (!mi_read_int(first, 0, 10000, &w))
        return false;
    h = w;
    if (text[length] && !mi_read_int(text + length + 1, 0, 10000, &h))
        return false;
    *width = (int)w;
    *height = (int)h;
    return true;
}

static int set_size(miai_engine *engine, const char *value)
{
    const miai_setup *initial = &mi_history_game(engine->history)->setup;
    int width = initial->width, height = initial->height;
    if (*value && !read_size(value, &width, &height))
        return MIAI_BAD_VALUE;
    return miai_set_size(engine, width, height);
}

static int set_komi(miai_engine *engine, const char *value)
{
    double komi = mi_history_game(engine->history)->setup.komi;
    if (*value && !mi_read_real(value, &komi))
        return MIAI_BAD_VALUE;
    return miai_set_komi(engine, komi);
}

/* Reports the move that the new rules forbid; `plies` moves come before it. */
static int refuse_rules(miai_engine *engine, int plies)
{
    const miai_game *game = mi_history_game(engine->history);
    char why[64], move[MIAI_MOVE_TEXT];
    game->move_text(mi_history_position(engine->history),
                    mi_history_line(engine->history)[plies].move, move, sizeof move);
    snprintf(why, sizeof why, "move %d, %s, is illegal by those rules", plies + 1, move);
    return mi_engine_fail(engine, MIAI_ILLEGAL, why);
}

static int set_rules(miai_engine *engine, const char *value)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_setup setup = *mi_history_setup(engine->history);
    int rules = *value ? mi_find_rules(game, value) : game->setup.rules;
    if (rules < 0)
        return MIAI_BAD_VALUE;
    setup.rules = rules;
    if (!mi_engine_allows(game, &setup))
        return MIAI_BAD_VALUE;
    struct mi_time time = engine->time;
    bool handicap = engine->handicap;
    struct mi_history *history;
    int error = mi_engine_rebuild(engine, &setup, &history);
    if (error != MIAI_OK)
        return error;
    int plies = mi_history_plies(history);
    if (plies < mi_history_plies(engine->history)) {
        mi_history_free(history);
        return refuse_rules(engine, plies);
    }
    error = mi_engine_replace_history(engine, history);
    if (error == MIAI_OK) {
        engine->time = time;
        engine->handicap = handicap;
        engine->rules_game = game;
        engine->rules = rules;
    }
    return error;
}

static int set_stored(miai_engine *engine, const struct mi_option_row *row, const char *value)
{
    struct mi_options options = engine->options;
    if (!mi_options_set(&options, row, value))
        return MIAI_BAD_VALUE;
    int error = mi_engine_permit(engine, &options);
    if (error != MIAI_OK)
        return error;
    engine->options = options;
    if (strcmp(row->option.name, "seed") == 0)
        engine->game_number = 0;
    if (strcmp(row->option.name, "network-numbers") == 0)
        return mi_engine_reopen_network(engine);
    return MIAI_OK;
}

static int open_option_file(miai_engine *engine, const char *name, const char *value)
{
    if (strcmp(name, "book-file") == 0)
        return mi_engine_open_book(engine, value);
    if (strcmp(name, "knowledge-file") == 0)
        return mi_engine_open_tables(engine, value);
    if (strcmp(name, "eval-file") == 0)
        return mi_engine_open_evaluation(engine, value);
    if (strcmp(name, "human-network") == 0)
        return mi_engine_open_human(engine, value);
    return mi_engine_open_network(engine, value);
}

/* Is the value a word such as "auto", not the name of a file? */
static bool is_keyword(const miai_option *option, const char *value)
{
    return !*value ||
           (*option->initial && (mi_same_text(value, "auto") || mi_same_text(value, "none")));
}

/* Opens a file for an option. A client may repeat the name of the open file. */
static int set_file(miai_engine *engine, const miai_option *option, const char *value)
{
    char now[4096];
    int error;
    if (strcmp(option->name, "files") == 0)
        return mi_engine_confine(engine, value);
    if (is_keyword(option, value))
        return open_option_file(engine, option->name, value);
    if (engine->sealed && miai_get_option(engine, option->name, now, sizeof now) > 0 &&
        strcmp(now, value) == 0)
        return MIAI_OK;
    char *file = mi_engine_client_file(engine, value, &error);
    if (file)
        error = open_option_file(engine, option->name, file);
    free(file);
    return error;
}

int miai_set_option(miai_engine *engine, const char *name, const char *value)
{
    const struct mi_option_row *row = mi_options_find(name);
    mi_engine_fail(engine, MIAI_OK, ""); /* the reason of an earlier error no longer applies */
    if (!row)
        return MIAI_NO_OPTION;
    if (row->option.scope == MIAI_SCOPE_CLIENT && engine->sealed)
        return mi_engine_fail(engine, MIAI_REFUSED,
                              "only the command line and the configuration file set this option");
    if (row->option.type == MIAI_OPTION_FILE)
        return set_file(engine, &row->option, value);
    if (row->offset != MI_NOT_IN_OPTIONS)
        return set_stored(engine, row, value);
    name = row->option.name;
    if (strcmp(name, "game") == 0)
        return miai_set_game(engine, *value ? value : engine->games[0]->name);
    if (strcmp(name, "size") == 0)
        return set_size(engine, value);
    if (strcmp(name, "komi") == 0)
        return set_komi(engine, value);
    if (strcmp(name, "level") == 0)
        return mi_engine_set_level(engine, value);
    if (strcmp(name, "human-profile") == 0)
        return mi_engine_set_profile(engine, value);
    return set_rules(engine, value);
}

static const char *file_option_value(const miai_engine *engine, const char *name)
{
    if (strcmp(name, "book-file") == 0)
        return engine->book.name ? engine->book.name : "";
    if (strcmp(name, "knowledge-file") == 0)
        return engine->tables.file ? engine->tables.file : "";
    if (strcmp(name, "eval-file") == 0)
        return mi_engine_evaluation_name(engine);
    if (strcmp(name, "human-network") == 0)
        return mi_engine_human_name(engine);
    if (strcmp(name, "network") == 0)
        return mi_engine_network_name(engine);
    return engine->allowed_files && !*engine->allowed_files ? "none"
           : engine->allowed_files                          ? engine->allowed_files
                                                            : "";
}

static int write_size(const miai_setup *setup, char *text, size_t size)
{
    return setup->width == setup->height
               ? snprintf(text, size, "%d", setup->width)
               : snprintf(text, size, "%dx%d", setup->width, setup->height);
}

int miai_get_option(const miai_engine *engine, const char *name, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    const struct mi_option_row *row = mi_options_find(name);
    if (!row)
        return -1;
    if (row->option.type == MIAI_OPTION_FILE)
        return snprintf(text, size, "%s", file_option_value(engine, row->option.name));
    if (row->offset != MI_NOT_IN_OPTIONS)
        return mi_options_get(&engine->options, row, text, size);
    name = row->option.name;
    if (strcmp(name, "game") == 0)
        return snprintf(text, size, "%s", game->name);
    if (strcmp(name, "size") == 0)
        return write_size(setup, text, size);
    if (strcmp(name, "komi") == 0)
        return mi_write_real(setup->komi, text, size);
    if (strcmp(name, "level") == 0)
        return mi_engine_get_level(engine, text, size);
    if (strcmp(name, "human-profile") == 0)
        return snprintf(text, size, "%s", engine->profile);
    return mi_write_rules(game, setup->rules, text, size);
}
