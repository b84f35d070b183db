/* The engine's network, and the settings of a search with it or without. */
#include "network_file.h"

#include "client.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "human_network.h"
#include "level.h"

#include "contract/capability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART = 2,              /* of the memory, one in so many, that a network may take; and of what
                              is left, weights */
    TREE_BYTES = 1 << 20,  /* what must be left for a tree and its threads */
    LEAST_BYTES = 16 << 20 /* memory with which a network that is brought along plays */
};

static size_t memory_of(const miai_engine *engine)
{
    return (size_t)engine->options.memory << 20;
}

void mi_engine_close_network(miai_engine *engine)
{
    if (!engine->network)
        return;
    miai_forget(engine); /* values that hung on it */
    mi_network_close(engine->network);
    engine->network = NULL;
}

static enum mi_net_numbers numbers_of(const struct mi_options *options)
{
    static const enum mi_net_numbers numbers[] = {[MI_NUMBERS_AUTO] = MI_NET_FASTEST,
                                                  [MI_NUMBERS_FLOAT] = MI_NET_FLOATS,
                                                  [MI_NUMBERS_INTEGER] = MI_NET_INTEGERS};
    return numbers[options->network_numbers];
}

/* The first game of the engine that shows itself as the network wants it; NULL: none. */
static const miai_game *game_of(const miai_engine *engine, const struct mi_network *network)
{
    for (int i = 0; i < engine->game_count; i++)
        if (mi_network_encoding(network, engine->games[i]))
            return engine->games[i];
    return NULL;
}

/* Why the game cannot be played with it; "": it can. */
static void complain(const miai_engine *engine, const miai_game *game,
                     const struct mi_network *network, char *why, size_t size)
{
    const miai_game *first = game_of(engine, network);
    *why = '\0';
    if (!first)
        snprintf(why, size, "no game shows itself as the network wants it");
    else if (game && !mi_network_encoding(network, game))
        snprintf(why, size, "this network plays %s, and the game is %s", first->name, game->name);
}

struct mi_network *mi_engine_load_network(const miai_engine *engine, const miai_game *game,
                                          const char *file, size_t bound, char *why, size_t size)
{
    const struct mi_network_source source = {.file = file, .bound = bound};
    struct mi_network *network = mi_network_open(&source, numbers_of(&engine->options), why, size);
    if (!network)
        return NULL;
    complain(engine, game, network, why, size);
    if (!*why)
        return network;
    mi_network_close(network);
    return NULL;
}

static int open_file(miai_engine *engine, const miai_game *game, const char *file, size_t bound)
{
    char why[160] = "";
    struct mi_network *network = mi_engine_load_network(engine, game, file, bound, why, sizeof why);
    if (!network)
        return mi_engine_fail(engine, *why ? MIAI_NO_LOAD : MIAI_NO_MEMORY, why);
    mi_engine_close_network(engine);
    engine->network = network;
    mi_engine_profile(engine, network->profile, sizeof network->profile);
    return MIAI_OK;
}

int mi_engine_open_network(miai_engine *engine, const char *value)
{
    bool none = strcmp(value, "none") == 0, brought = !*value || strcmp(value, "auto") == 0;
    if (none || brought)
        mi_engine_close_network(engine);
    int error = none || brought ? MIAI_OK
                                : open_file(engine, mi_history_game(engine->history), value,
                                            mi_engine_client_bytes(engine));
    if (error != MIAI_OK)
        return error;
    engine->status->key = 0; /* it was asked about the stones, too */
    engine->network_from = none ? MI_NETWORK_NONE : brought ? MI_NETWORK_BUILTIN : MI_NETWORK_FILE;
    return MIAI_OK;
}

const char *mi_engine_network_name(const miai_engine *engine)
{
    return engine->network_from == MI_NETWORK_NONE      ? "none"
           : engine->network_from == MI_NETWORK_BUILTIN ? "auto"
                                                        : engine->network->file;
}

/* Whatever the game has become. */
static int reopen_human(miai_engine *engine)
{
    if (!engine->human || engine->human->numbers == numbers_of(&engine->options))
        return MIAI_OK;
    char *file = strdup(engine->human->file);
    int error =
        file ? mi_engine_reopen_human(engine, file, engine->human->source.bound) : MIAI_NO_MEMORY;
    free(file);
    return error;
}

int mi_engine_reopen_network(miai_engine *engine)
{
    int failed = reopen_human(engine);
    if (failed != MIAI_OK)
        return failed;
    if (!engine->network || engine->network->numbers == numbers_of(&engine->options))
        return MIAI_OK;
    if (!engine->network->file) {
        mi_engine_close_network(engine);
        return MIAI_OK;
    }
    char *file = strdup(engine->network->file);
    size_t bound = engine->network->source.bound;
    int error = file ? open_file(engine, NULL, file, bound) : MIAI_NO_MEMORY;
    free(file);
    return error;
}

/* ---- the network that the game brings along ---- */

static bool is_at_level(const miai_engine *engine)
{
    miai_level level;
    return mi_engine_level(engine, &level);
}

/* Where the game plays best by another search, that one needs no network; nor do levels that were
 * measured without; and who names an evaluation wants to see that one play. */
static bool is_wanted(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_planes *planes = mi_planes(game);
    return planes->network && engine->learned.from == MI_NETWORK_BUILTIN &&
           !(planes->levels_without && is_at_level(engine)) &&
           (!planes->suits || planes->suits(mi_history_setup(engine->history))) &&
           mi_options_search(&engine->options, game, false) == MI_SEARCH_MCTS &&
           memory_of(engine) >= LEAST_BYTES;
}

/* The one that plays as the options say, at a level or as well as it can. */
static struct mi_network_source brought(const miai_engine *engine)
{
    const miai_planes *planes = mi_planes(mi_history_game(engine->history));
    if (planes->level_network && is_at_level(engine))
        return (struct mi_network_source){.bytes = planes->level_network,
                                          .length = planes->level_network_bytes};
    return (struct mi_network_source){.bytes = planes->network, .length = planes->network_bytes};
}

void mi_engine_ready_network(miai_engine *engine)
{
    char why[160];
    if (engine->network_from != MI_NETWORK_BUILTIN)
        return;
    bool wanted = is_wanted(engine);
    struct mi_network_source source = brought(engine);
    if (engine->network && (!wanted || engine->network->source.bytes != source.bytes))
        mi_engine_close_network(engine);
    if (!engine->network && wanted)
        engine->network = mi_network_open(&source, numbers_of(&engine->options), why, sizeof why);
}

/* ---- playing with it ---- */

/* A default until it is measured: a batch is worth nothing to one core without its own measure. */
static int batch_of(const struct mi_options *options)
{
    return options->batch > 0 ? (int)options->batch : 1;
}

/* Is there room for the network, what one thread needs for it, and a tree? */
static bool has_room(const miai_engine *engine)
{
    const struct mi_net *net = engine->network->net;
    const miai_setup *setup = mi_history_setup(engine->history);
    size_t memory = memory_of(engine),
           least = mi_net_bytes(net) + mi_network_cache_bytes(memory) + TREE_BYTES +
                   mi_net_work_bytes(net, setup->width, setup->height, batch_of(&engine->options));
    return mi_net_bytes(net) <= memory / PART && least <= memory;
}

bool mi_engine_has_network(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return engine->network && mi_network_encoding(engine->network, game) &&
           mi_options_search(&engine->options, game, true) == MI_SEARCH_MCTS && has_room(engine);
}

struct mi_with_network mi_engine_with_network(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_planes *planes = mi_planes(game);
    struct mi_with_network with = {0};
    if (!mi_engine_has_network(engine))
        return with;
    with.weight = engine->network_from == MI_NETWORK_BUILTIN && planes->network_weight
                      ? planes->network_weight(mi_history_setup(engine->history))
                      : 1;
    with.encoding = mi_network_encoding(engine->network, game);
    return with;
}

/* What people would do, in the settings: at the root, and, where the options want it and the
 * network sees positions as the other does, in the tree; then with a cache. */
static void add_human(miai_engine *engine, const struct mi_root *root, size_t memory,
                      struct mi_settings *settings)
{
    bool in_tree = memory > 0 && mi_options_human_in_tree(&engine->options) &&
                   mi_network_encoding(engine->network, root->game) ==
                       mi_network_encoding(engine->human, root->game);
    mi_network_prepare(engine->human, root, in_tree ? memory : 0,
                       in_tree ? batch_of(&engine->options) : 1);
    settings->beside += mi_network_bytes(engine->human);
    settings->human = mi_options_human(&engine->options);
    settings->human.in_tree = in_tree;
    mi_engine_human_moves(engine, &settings->human);
    if (in_tree)
        engine->network->human = engine->human;
}

/* What the weights take of that memory.  What is more comes on top, as the program does: one that
 * is given a small table should not judge the worse for it. */
static size_t weights_share(const miai_engine *engine, size_t memory)
{
    size_t held = mi_engine_weights_bytes(engine);
    return held < memory / PART ? held : memory / PART;
}

struct mi_settings mi_engine_settings(miai_engine *engine, const struct mi_root *root,
                                      size_t memory, int halvings)
{
    const struct mi_with_network with = mi_engine_with_network(engine);
    bool network = with.weight > 0;
    struct mi_settings settings = mi_options_settings(&engine->options, root->game, &with);
    if (engine->network)
        engine->network->human = NULL;
    settings.memory = memory;
    if (engine->network && !network) {
        mi_network_release_search(engine->network);
        size_t taken = mi_network_bytes(engine->network);
        settings.memory = memory / PART >= taken ? memory - taken : memory;
    }
    if (network)
        mi_network_configure_search(engine->network, root, memory_of(engine) >> halvings,
                                    batch_of(&engine->options), &settings);
    if (mi_engine_has_human(engine))
        add_human(engine, root, network ? memory_of(engine) >> halvings : 0, &settings);
    if (root->weights)
        settings.beside += weights_share(engine, mi_settings_room(&settings));
    return settings;
}
