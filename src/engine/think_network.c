/* The engine's network, and the settings of a search with it or without. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 2 }; /* of the memory, one in so many, that a network may take */

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
    return options->network_numbers == MI_NUMBERS_FLOAT ? MI_NET_FLOATS : MI_NET_INTEGERS;
}

/* Does any game of the engine show itself as the network wants it? */
static bool is_known(const miai_engine *engine, const struct mi_network *network)
{
    for (int i = 0; i < engine->game_count; i++)
        if (mi_network_encoding(network, engine->games[i]))
            return true;
    return false;
}

int mi_engine_open_network(miai_engine *engine, const char *file)
{
    char why[160] = "", own[sizeof MI_DATA_DIR + 100];
    if (strcmp(file, "own") == 0) {
        snprintf(own, sizeof own, "%s/%.80s.bin.gz", MI_DATA_DIR, miai_current_game(engine));
        file = own;
    }
    if (!*file || strcmp(file, "none") == 0) {
        mi_engine_close_network(engine);
        return MIAI_OK;
    }
    struct mi_network *network =
        mi_network_open(file, numbers_of(&engine->options), why, sizeof why);
    if (!network)
        return mi_engine_fail(engine, *why ? MIAI_NO_LOAD : MIAI_NO_MEMORY, why);
    if (!is_known(engine, network)) {
        mi_network_close(network);
        return mi_engine_fail(engine, MIAI_NO_LOAD, "no game shows itself as the network wants it");
    }
    mi_engine_close_network(engine);
    engine->network = network;
    return MIAI_OK;
}

int mi_engine_reopen_network(miai_engine *engine)
{
    if (!engine->network || engine->network->numbers == numbers_of(&engine->options))
        return MIAI_OK;
    char *file = strdup(engine->network->file);
    int error = file ? mi_engine_open_network(engine, file) : MIAI_NO_MEMORY;
    free(file);
    return error;
}

bool mi_engine_has_network(const miai_engine *engine)
{
    const struct mi_network *network = engine->network;
    const miai_game *game = mi_record_game(engine->record);
    return network && mi_network_encoding(network, game) &&
           mi_options_search(&engine->options, game, true) == MI_SEARCH_MCTS &&
           mi_net_bytes(network->net) <= memory_of(engine) / PART;
}

/* A default until it is measured: a batch is worth nothing to one core without its own measure. */
static int batch_of(const struct mi_options *options)
{
    return options->batch > 0 ? (int)options->batch : 1;
}

struct mi_settings mi_engine_settings(miai_engine *engine, const struct mi_root *root,
                                      size_t memory)
{
    bool network = mi_engine_has_network(engine);
    struct mi_settings settings = mi_options_settings(&engine->options, root->game, network);
    settings.memory = memory;
    if (network)
        mi_network_settle(engine->network, root, memory_of(engine), batch_of(&engine->options),
                          &settings);
    return settings;
}
