/* Loads network files, and describes them: contents, speed and memory on this machine. */
#include "network_load.h"

#include "engine/error.h"
#include "network_file.h"

#include "base/system.h"
#include "contract/capability.h"

#include <stdio.h>
#include <string.h>

enum mi_net_arithmetic mi_engine_network_arithmetic(const struct mi_options *options)
{
    static const enum mi_net_arithmetic numbers[] = {[MI_NUMBERS_AUTO] = MI_NET_FASTEST,
                                                     [MI_NUMBERS_FLOAT] = MI_NET_FLOATS,
                                                     [MI_NUMBERS_INTEGER] = MI_NET_INTEGERS};
    return numbers[options->network_numbers];
}

/* The first game of the engine that the network knows; NULL: none. */
static const miai_game *network_game(const miai_engine *engine, const struct mi_network *network)
{
    for (int i = 0; i < engine->game_count; i++)
        if (mi_network_encoding(network, engine->games[i]))
            return engine->games[i];
    return NULL;
}

/* Writes why the network does not fit the game; "" if it fits. */
static void write_misfit(const miai_engine *engine, const miai_game *game,
                         const struct mi_network *network, char *why, size_t size)
{
    const miai_game *first = network_game(engine, network);
    *why = '\0';
    if (!first)
        snprintf(why, size, "no game has the input that the network needs");
    else if (game && !mi_network_encoding(network, game))
        snprintf(why, size, "this network is for %s, but the game is %s", first->name, game->name);
}

struct mi_network *mi_engine_load_network(const miai_engine *engine, const miai_game *game,
                                          const char *file, size_t bound, char *why, size_t size)
{
    const struct mi_network_source source = {.file = file, .bound = bound};
    struct mi_network *network =
        mi_network_open(&source, mi_engine_network_arithmetic(&engine->options), why, size);
    if (!network)
        return NULL;
    write_misfit(engine, game, network, why, size);
    if (!*why)
        return network;
    mi_network_close(network);
    return NULL;
}

/* ---- description ---- */

static void append_word(char *text, size_t size, const char *word)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? " " : "", word);
}

/* Lists the games that the network knows. Returns the set-up of the current game if it is one of
 * them, otherwise of the first. */
static miai_setup list_network_games(const miai_engine *engine, const struct mi_network *network,
                                     miai_network_facts *facts)
{
    const miai_game *current = mi_history_game(engine->history), *first = NULL;
    for (int i = 0; i < engine->game_count; i++) {
        const miai_game *game = engine->games[i];
        if (!mi_network_encoding(network, game))
            continue;
        append_word(facts->games, sizeof facts->games, game->name);
        first = !first || game == current ? game : first;
    }
    return first == current ? *mi_history_setup(engine->history) : first->setup;
}

static void fill_network_facts(const struct mi_network *network, miai_network_facts *facts)
{
    const struct mi_net_info *info = mi_net_describe(network->net);
    if (info->version > 0)
        snprintf(facts->kind, sizeof facts->kind, "KataGo, version %d", info->version);
    else
        snprintf(facts->kind, sizeof facts->kind, "Leela Chess Zero");
    snprintf(facts->name, sizeof facts->name, "%s", info->name ? info->name : "");
    snprintf(facts->encoding, sizeof facts->encoding, "%s", info->encoding);
    snprintf(facts->kernels, sizeof facts->kernels, "%s", info->kernels);
    snprintf(facts->arithmetic, sizeof facts->arithmetic, "%s", info->arithmetic);
    facts->blocks = info->blocks;
    facts->channels = info->channels;
    facts->metadata = info->metadata;
    facts->weights = info->weights;
}

int miai_describe_network(miai_engine *engine, const char *file, double seconds,
                          miai_network_facts *facts)
{
    char why[160] = "";
    struct mi_network *network = mi_engine_load_network(engine, NULL, file, 0, why, sizeof why);
    if (!network)
        return mi_engine_fail(engine, *why ? MIAI_NO_LOAD : MIAI_NO_MEMORY, why);
    *facts = (miai_network_facts){0};
    fill_network_facts(network, facts);
    miai_setup setup = list_network_games(engine, network, facts);
    facts->width = setup.width;
    facts->height = setup.height;
    facts->bytes = mi_net_bytes(network->net);
    facts->thread_bytes = mi_net_workspace_bytes(network->net, setup.width, setup.height, 1);
    facts->rate = mi_net_measure_speed(network->net, setup.width, setup.height, 1, seconds);
    facts->products = mi_net_products(network->net, setup.width, setup.height);
    facts->peak = mi_net_peak(network->net, seconds / 10);
    mi_network_close(network);
    return MIAI_OK;
}

/* The names of the networks of miai end in the encoding of their input: "miai-hex-1@hex-1". */
int miai_network_in_use(miai_engine *engine, char *text, size_t size, bool *built_in)
{
    mi_engine_update_builtin_network(engine);
    const struct mi_network *network = engine->network;
    if (built_in)
        *built_in = network && !network->file;
    if (!network)
        return snprintf(text, size, "%s", "");
    const char *name = mi_net_describe(network->net)->name;
    if (!name || !*name)
        name = network->file ? mi_system_basename(network->file) : "";
    return snprintf(text, size, "%.*s", (int)strcspn(name, "@"), name);
}
