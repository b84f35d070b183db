/* The weights of the game's evaluation: from a file, or those that the game brings along. */
#include "evaluation.h"

#include "error.h"

#include "base/text.h"
#include "search/common/estimate.h"

#include <stdlib.h>
#include <string.h>

enum { PART = 2 }; /* of the memory, one in so many, that they may take */

void mi_engine_close_evaluation(miai_engine *engine)
{
    struct mi_learned *learned = &engine->learned;
    if (learned->weights) {
        mi_evaluation(learned->game)->close(learned->weights);
        miai_forget(engine); /* values that hung on it */
    }
    free(learned->file);
    *learned = (struct mi_learned){.from = learned->from};
}

/* ---- from a file ---- */

static int open_file(miai_engine *engine, const miai_game *game, const miai_setup *setup,
                     const char *file)
{
    struct mi_learned learned = {
        .from = MI_NETWORK_FILE, .game = game, .setup = *setup, .file = strdup(file)};
    char why[160] = "";
    if (!learned.file)
        return MIAI_NO_MEMORY;
    learned.weights = mi_evaluation(game)->open(setup, file, why, sizeof why);
    if (!learned.weights) {
        free(learned.file);
        return mi_engine_fail(engine, MIAI_NO_LOAD, why);
    }
    mi_engine_close_evaluation(engine);
    engine->learned = learned;
    miai_forget(engine);
    return MIAI_OK;
}

static void open_none(miai_engine *engine, enum mi_network_from from)
{
    mi_engine_close_evaluation(engine);
    engine->learned.from = from;
}

int mi_engine_open_evaluation(miai_engine *engine, const char *value)
{
    const miai_game *game = mi_history_game(engine->history);
    bool none = strcmp(value, "none") == 0, brought = !*value || strcmp(value, "auto") == 0;
    if (none || brought)
        open_none(engine, none ? MI_NETWORK_NONE : MI_NETWORK_BROUGHT);
    else if (!mi_evaluation(game)->open)
        return MIAI_UNSUPPORTED;
    else
        return open_file(engine, game, mi_history_setup(engine->history), value);
    return MIAI_OK;
}

const char *mi_engine_evaluation_name(const miai_engine *engine)
{
    const struct mi_learned *learned = &engine->learned;
    return learned->from == MI_NETWORK_NONE ? "none" : learned->file ? learned->file : "auto";
}

/* ---- another game, another board ---- */

static bool is_for(const struct mi_learned *learned, const struct mi_history *history)
{
    const miai_setup *old = &learned->setup, *setup = mi_history_setup(history);
    return learned->game == mi_history_game(history) && setup->width == old->width &&
           setup->height == old->height && setup->rules == old->rules;
}

int mi_engine_follow_evaluation(miai_engine *engine, const struct mi_history *history)
{
    const struct mi_learned *learned = &engine->learned;
    if (learned->from != MI_NETWORK_FILE || is_for(learned, history))
        return MIAI_OK;
    if (learned->game == mi_history_game(history))
        return open_file(engine, learned->game, mi_history_setup(history), learned->file);
    open_none(engine, MI_NETWORK_BROUGHT);
    return MIAI_OK;
}

/* ---- for a search ---- */

/* Opens what the current game brings along, if that is not open. */
static void open_brought(miai_engine *engine)
{
    struct mi_learned *learned = &engine->learned;
    const struct mi_history *history = engine->history;
    char why[160];
    if (learned->from != MI_NETWORK_BROUGHT || is_for(learned, history))
        return;
    mi_engine_close_evaluation(engine);
    learned->game = mi_history_game(history);
    learned->setup = *mi_history_setup(history);
    if (mi_evaluation(learned->game)->open)
        learned->weights = learned->game->evaluation->open(&learned->setup, NULL, why, sizeof why);
}

size_t mi_engine_weights_bytes(const miai_engine *engine)
{
    const struct mi_learned *learned = &engine->learned;
    return learned->weights ? mi_evaluation(learned->game)->held(learned->weights) : 0;
}

const void *mi_engine_weights(miai_engine *engine)
{
    open_brought(engine);
    bool fits = mi_engine_weights_bytes(engine) <= ((size_t)engine->options.memory << 20) / PART;
    return fits ? engine->learned.weights : NULL;
}

/* ---- for people ---- */

int miai_explain(miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    struct mi_root root = {.game = game, .weights = mi_engine_weights(engine)};
    struct mi_estimator estimator;
    if (!mi_evaluation(game)->explain || miai_over(engine, NULL))
        return -1;
    if (!mi_estimator_init(&estimator, &root)) /* no memory for what is learned */
        estimator.weights = NULL;
    int length = mi_evaluation(game)->explain(estimator.weights, estimator.memory,
                                              mi_history_position(engine->history), text, size);
    mi_estimator_free(&estimator);
    return length;
}
