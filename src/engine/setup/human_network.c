/* The second network, which predicts the moves of human players. */
#include "human_network.h"

#include "client.h"
#include "engine/error.h"
#include "level.h"
#include "network_load.h"

#include "contract/capability.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void close_network(miai_engine *engine)
{
    mi_network_close(engine->human_network);
    free(engine->human_output);
    engine->human_network = NULL;
    engine->human_output = NULL;
}

void mi_engine_close_human_network(miai_engine *engine)
{
    if (!engine->human_network)
        return;
    miai_forget(engine); /* visits that its priors guided */
    close_network(engine);
}

void mi_engine_effective_profile(const miai_engine *engine, char *profile, size_t size)
{
    char level[16];
    if (engine->profile[0] || engine->options.scale != MIAI_SCALE_RANK ||
        mi_engine_get_level(engine, level, sizeof level) == 0)
        snprintf(profile, size, "%s", engine->profile);
    else
        snprintf(profile, size, "rank_%s", level);
}

static void set_network_profile(const miai_engine *engine, struct mi_network *network)
{
    if (network)
        mi_engine_effective_profile(engine, network->profile, sizeof network->profile);
}

static int open_human_file(miai_engine *engine, const miai_game *game, const char *file,
                           size_t bound)
{
    char why[160] = "";
    struct mi_network *network = mi_engine_load_network(engine, game, file, bound, why, sizeof why);
    struct mi_human_output *root = network ? calloc(1, sizeof *root) : NULL;
    if (!root) {
        mi_network_close(network);
        return mi_engine_fail(engine, *why ? MIAI_NO_LOAD : MIAI_NO_MEMORY, why);
    }
    mi_engine_close_human_network(engine);
    engine->human_network = network;
    engine->human_output = root;
    set_network_profile(engine, network);
    return MIAI_OK;
}

int mi_engine_open_human_network(miai_engine *engine, const char *value)
{
    if (*value && strcmp(value, "none") != 0)
        return open_human_file(engine, mi_history_game(engine->history), value,
                               mi_engine_client_bytes(engine));
    mi_engine_close_human_network(engine);
    return MIAI_OK;
}

int mi_engine_reopen_human_network(miai_engine *engine, const char *file, size_t bound)
{
    return open_human_file(engine, NULL, file, bound);
}

const char *mi_engine_human_network_name(const miai_engine *engine)
{
    return engine->human_network ? engine->human_network->file : "";
}

/* ---- the profile ---- */

/* Does a network of any game know the profile? */
static bool is_profile(const miai_engine *engine, const char *profile)
{
    if (!*profile)
        return true;
    for (int i = 0; i < engine->game_count; i++) {
        const miai_encoding *const *encoding = mi_planes(engine->games[i])->encodings;
        for (; encoding && *encoding; encoding++)
            if ((*encoding)->metadata > 0 &&
                (*encoding)->players(&engine->games[i]->setup, 0, profile, NULL))
                return true;
    }
    return false;
}

void mi_engine_apply_profile(miai_engine *engine)
{
    set_network_profile(engine, engine->human_network);
    set_network_profile(engine, engine->network);
    if (engine->human_network ||
        (engine->network && mi_net_describe(engine->network->net)->metadata > 0))
        miai_forget(engine);
    engine->status->key = 0;
}

int mi_engine_set_profile(miai_engine *engine, const char *profile)
{
    if (strcmp(profile, "_") == 0) /* KataGo's name for none */
        profile = "";
    if (strlen(profile) >= sizeof engine->profile || !is_profile(engine, profile))
        return MIAI_BAD_VALUE;
    if (strcmp(profile, engine->profile) == 0)
        return MIAI_OK;
    snprintf(engine->profile, sizeof engine->profile, "%s", profile);
    mi_engine_apply_profile(engine);
    return MIAI_OK;
}

/* ---- evaluation ---- */

/* It may use half of the memory, and both networks together three quarters. */
static bool fits_in_memory(const miai_engine *engine)
{
    size_t memory = (size_t)engine->options.memory << 20,
           bytes = mi_net_bytes(engine->human_network->net);
    size_t other = engine->network ? mi_net_bytes(engine->network->net) : 0;
    return bytes <= memory / 2 && bytes + other <= memory / 4 * 3;
}

bool mi_engine_has_human(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return engine->human_network && mi_network_encoding(engine->human_network, game) &&
           fits_in_memory(engine) &&
           (engine->human_network->profile[0] ||
            mi_net_describe(engine->human_network->net)->metadata == 0);
}

void mi_engine_human_moves(const miai_engine *engine, struct mi_human *human)
{
    const struct mi_human_output *root = engine->human_output;
    human->count = root->valid ? root->count : 0;
    human->move = root->move;
    human->prior = root->prior;
}

bool mi_engine_has_human_output(const miai_engine *engine)
{
    return engine->human_output && engine->human_output->valid;
}

double mi_engine_human_prior(const miai_engine *engine, miai_move move)
{
    const struct mi_human_output *human = engine->human_output;
    for (int i = 0; human && human->valid && i < human->count; i++)
        if (human->move[i] == move)
            return (double)human->prior[i];
    return -1;
}

bool miai_human_output(const miai_engine *engine, miai_network_output *output)
{
    const struct mi_human_output *human = engine->human_output;
    if (!human || !human->valid)
        return false;
    *output = human->output;
    return true;
}
