/* Option values that are not in struct mi_options. */
#include "option_access.h"

#include "book_file.h"
#include "engine/add_game.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "human_network.h"
#include "level.h"
#include "network_file.h"
#include "setup.h"

#include "base/text.h"
#include "contract/presentation.h"

#include <stdio.h>
#include <string.h>

/* ---- setting ---- */

int mi_option_set_game(miai_engine *engine, const char *value)
{
    return miai_set_game(engine, *value ? value : engine->games[0]->name);
}

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

int mi_option_set_size(miai_engine *engine, const char *value)
{
    const miai_setup *initial = &mi_history_game(engine->history)->setup;
    int width = initial->width, height = initial->height;
    if (*value && !read_size(value, &width, &height))
        return MIAI_BAD_VALUE;
    return miai_set_size(engine, width, height);
}

int mi_option_set_komi(miai_engine *engine, const char *value)
{
    double komi = mi_history_game(engine->history)->setup.komi;
    if (*value && !mi_read_real(value, &komi))
        return MIAI_BAD_VALUE;
    return miai_set_komi(engine, komi);
}

/* Reports the move that the new rules forbid; `plies` moves come before it. */
static int fail_rules(miai_engine *engine, int plies)
{
    const miai_game *game = mi_history_game(engine->history);
    char why[64], move[MIAI_MOVE_TEXT];
    game->move_text(mi_history_position(engine->history),
                    mi_history_line(engine->history)[plies].move, move, sizeof move);
    snprintf(why, sizeof why, "move %d, %s, is illegal by those rules", plies + 1, move);
    return mi_engine_fail(engine, MIAI_ILLEGAL, why);
}

int mi_option_set_rules(miai_engine *engine, const char *value)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_setup setup = *mi_history_setup(engine->history);
    int rules = *value ? mi_find_rules(game, value) : game->setup.rules;
    if (rules < 0)
        return MIAI_BAD_VALUE;
    setup.rules = rules;
    if (!mi_engine_setup_is_allowed(game, &setup))
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
        return fail_rules(engine, plies);
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

int mi_option_set_level(miai_engine *engine, const char *value)
{
    int error = mi_engine_set_level(engine, value);
    if (error == MIAI_OK)
        mi_engine_apply_profile(engine); /* the default profile is the level's rank */
    return error;
}

int mi_option_seed_changed(miai_engine *engine)
{
    engine->game_number = 0;
    return MIAI_OK;
}

/* ---- getting ---- */

int mi_option_get_game(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", mi_history_game(engine->history)->name);
}

int mi_option_get_size(const miai_engine *engine, char *text, size_t size)
{
    const miai_setup *setup = mi_history_setup(engine->history);
    return setup->width == setup->height
               ? snprintf(text, size, "%d", setup->width)
               : snprintf(text, size, "%dx%d", setup->width, setup->height);
}

int mi_option_get_komi(const miai_engine *engine, char *text, size_t size)
{
    return mi_write_real(mi_history_setup(engine->history)->komi, text, size);
}

int mi_option_get_rules(const miai_engine *engine, char *text, size_t size)
{
    return mi_write_rules(mi_history_game(engine->history),
                          mi_history_setup(engine->history)->rules, text, size);
}

int mi_option_get_profile(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", engine->profile);
}

int mi_option_get_book_file(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", mi_engine_book_name(engine));
}

int mi_option_get_knowledge_file(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", engine->tables.file ? engine->tables.file : "");
}

int mi_option_get_eval_file(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", mi_engine_evaluation_name(engine));
}

int mi_option_get_network(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", mi_engine_network_name(engine));
}

int mi_option_get_human_network(const miai_engine *engine, char *text, size_t size)
{
    return snprintf(text, size, "%s", mi_engine_human_network_name(engine));
}

int mi_option_get_files(const miai_engine *engine, char *text, size_t size)
{
    const char *folder = engine->allowed_files;
    return snprintf(text, size, "%s", !folder ? "" : *folder ? folder : "none");
}
