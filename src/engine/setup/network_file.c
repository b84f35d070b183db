/* The engine's network, and the settings of a search with or without it. */
#include "network_file.h"

#include "client.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "human_network.h"
#include "level.h"
#include "network_load.h"

#include "contract/capability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MEMORY_SHARE = 2,     /* a network may use 1/PART of the memory, and weights 1/PART of the
                           * rest */
    TREE_BYTES = 1 << 20, /* must be left for a tree and its threads */
    MIN_BYTES = 16 << 20  /* smallest memory option with which a built-in network plays */
};

static size_t memory_limit(const miai_engine *engine)
{
    return (size_t)engine->options.memory << 20;
}

void mi_engine_close_network(miai_engine *engine)
{
    if (!engine->network)
        return;
    miai_forget(engine); /* drop values that depend on it */
    mi_network_close(engine->network);
    engine->network = NULL;
}

static int open_network_file(miai_engine *engine, const miai_game *game, const char *file,
                             size_t bound)
{
    char why[160] = "";
    struct mi_network *network = mi_engine_load_network(engine, game, file, bound, why, sizeof why);
    if (!network)
        return mi_engine_fail(engine, *why ? MIAI_NO_LOAD : MIAI_NO_MEMORY, why);
    mi_engine_close_network(engine);
    engine->network = network;
    mi_engine_effective_profile(engine, network->profile, sizeof network->profile);
    return MIAI_OK;
}

int mi_engine_open_network(miai_engine *engine, const char *value)
{
    bool none = strcmp(value, "none") == 0, builtin = !*value || strcmp(value, "auto") == 0;
    if (none || builtin)
        mi_engine_close_network(engine);
    int error = none || builtin ? MIAI_OK
                                : open_network_file(engine, mi_history_game(engine->history), value,
                                                    mi_engine_client_bytes(engine));
    if (error != MIAI_OK)
        return error;
    engine->status->key = 0; /* the status of stones may depend on the network, too */
    engine->network_origin = none      ? MI_WEIGHTS_NONE
                             : builtin ? MI_WEIGHTS_BUILTIN
                                       : MI_WEIGHTS_FILE;
    return MIAI_OK;
}

const char *mi_engine_network_name(const miai_engine *engine)
{
    return engine->network_origin == MI_WEIGHTS_NONE      ? "none"
           : engine->network_origin == MI_WEIGHTS_BUILTIN ? "auto"
                                                          : engine->network->file;
}

/* Reopens the human network with the current arithmetic, even if the game has changed. */
static int reopen_human(miai_engine *engine)
{
    if (!engine->human_network ||
        engine->human_network->numbers == mi_engine_network_arithmetic(&engine->options))
        return MIAI_OK;
    char *file = strdup(engine->human_network->file);
    int error =
        file ? mi_engine_reopen_human_network(engine, file, engine->human_network->source.bound)
             : MIAI_NO_MEMORY;
    free(file);
    return error;
}

int mi_engine_reopen_network(miai_engine *engine)
{
    int failed = reopen_human(engine);
    if (failed != MIAI_OK)
        return failed;
    if (!engine->network ||
        engine->network->numbers == mi_engine_network_arithmetic(&engine->options))
        return MIAI_OK;
    if (!engine->network->file) {
        mi_engine_close_network(engine);
        return MIAI_OK;
    }
    char *file = strdup(engine->network->file);
    size_t bound = engine->network->source.bound;
    int error = file ? open_network_file(engine, NULL, file, bound) : MIAI_NO_MEMORY;
    free(file);
    return error;
}

/* ---- the built-in network ---- */

static bool is_at_level(const miai_engine *engine)
{
    miai_level level;
    return mi_engine_level(engine, &level);
}

/* Does the built-in network play? Not if the game is played better by another search, at levels
 * whose ratings were measured without it, or if the user chose an evaluation file. */
static bool wants_builtin(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_planes *planes = mi_planes(game);
    return planes->network && engine->eval_weights.origin == MI_WEIGHTS_BUILTIN &&
           !(planes->levels_without && is_at_level(engine)) &&
           (!planes->suits || planes->suits(mi_history_setup(engine->history))) &&
           mi_options_search(&engine->options, game, false) == MI_SEARCH_MCTS &&
           memory_limit(engine) >= MIN_BYTES;
}

/* The built-in network for the current options: for a level or for full strength. */
static struct mi_network_source builtin_source(const miai_engine *engine)
{
    const miai_planes *planes = mi_planes(mi_history_game(engine->history));
    if (planes->level_network && is_at_level(engine))
        return (struct mi_network_source){.bytes = planes->level_network,
                                          .length = planes->level_network_bytes};
    return (struct mi_network_source){.bytes = planes->network, .length = planes->network_bytes};
}

void mi_engine_update_builtin_network(miai_engine *engine)
{
    char why[160];
    if (engine->network_origin != MI_WEIGHTS_BUILTIN)
        return;
    bool wanted = wants_builtin(engine);
    struct mi_network_source source = builtin_source(engine);
    if (engine->network && (!wanted || engine->network->source.bytes != source.bytes))
        mi_engine_close_network(engine);
    if (!engine->network && wanted)
        engine->network = mi_network_open(&source, mi_engine_network_arithmetic(&engine->options),
                                          why, sizeof why);
}

/* ---- playing with it ---- */

/* The default is 1: larger batches are no faster on one core unless measured for the network. */
static int batch_size(const struct mi_options *options)
{
    return options->batch > 0 ? (int)options->batch : 1;
}

/* Is there memory for the network, the work area of one thread, and a tree? */
static bool fits_in_memory(const miai_engine *engine)
{
    const struct mi_net *net = engine->network->net;
    const miai_setup *setup = mi_history_setup(engine->history);
    size_t memory = memory_limit(engine),
           needed = mi_net_bytes(net) + mi_network_cache_bytes(memory) + TREE_BYTES +
                    mi_net_workspace_bytes(net, setup->width, setup->height,
                                           batch_size(&engine->options));
    return mi_net_bytes(net) <= memory / MEMORY_SHARE && needed <= memory;
}

bool mi_engine_has_network(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return engine->network && mi_network_encoding(engine->network, game) &&
           mi_options_search(&engine->options, game, true) == MI_SEARCH_MCTS &&
           fits_in_memory(engine);
}

struct mi_active_network mi_engine_active_network(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_planes *planes = mi_planes(game);
    struct mi_active_network with = {0};
    if (!mi_engine_has_network(engine))
        return with;
    with.weight = engine->network_origin == MI_WEIGHTS_BUILTIN && planes->network_weight
                      ? planes->network_weight(mi_history_setup(engine->history))
                      : 1;
    with.encoding = mi_network_encoding(engine->network, game);
    return with;
}

/* Adds the human network to the settings: at the root and, if the options ask for it and both
 * networks have the same input, in the tree, with a cache. */
static void add_human_settings(miai_engine *engine, const struct mi_root *root, size_t memory,
                               struct mi_settings *settings)
{
    bool in_tree = memory > 0 && mi_options_human_in_tree(&engine->options) &&
                   mi_network_encoding(engine->network, root->game) ==
                       mi_network_encoding(engine->human_network, root->game);
    mi_network_prepare(engine->human_network, root, in_tree ? memory : 0,
                       in_tree ? batch_size(&engine->options) : 1);
    settings->reserved_bytes += mi_network_bytes(engine->human_network);
    settings->human = mi_options_human(&engine->options);
    settings->human.in_tree = in_tree;
    mi_engine_human_moves(engine, &settings->human);
    if (in_tree)
        engine->network->human = engine->human_network;
}

/* Memory for the weights within the limit. Memory beyond that is not counted, like the program's
 * own: a small table should not worsen the evaluation. */
static size_t weights_share(const miai_engine *engine, size_t memory)
{
    size_t held = mi_engine_weights_bytes(engine);
    return held < memory / MEMORY_SHARE ? held : memory / MEMORY_SHARE;
}

struct mi_settings mi_engine_settings(miai_engine *engine, const struct mi_root *root,
                                      size_t memory, int halvings)
{
    const struct mi_active_network with = mi_engine_active_network(engine);
    bool network = with.weight > 0;
    struct mi_settings settings = mi_options_settings(&engine->options, root->game, &with);
    if (engine->network)
        engine->network->human = NULL;
    settings.memory = memory;
    if (engine->network && !network) {
        mi_network_release_search(engine->network);
        size_t used = mi_network_bytes(engine->network);
        settings.memory = memory / MEMORY_SHARE >= used ? memory - used : memory;
    }
    if (network)
        mi_network_configure_search(engine->network, root, memory_limit(engine) >> halvings,
                                    batch_size(&engine->options), &settings);
    if (mi_engine_has_human(engine))
        add_human_settings(engine, root, network ? memory_limit(engine) >> halvings : 0, &settings);
    if (root->weights)
        settings.reserved_bytes += weights_share(engine, mi_settings_search_memory(&settings));
    return settings;
}
