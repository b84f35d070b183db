/* The weights of the game's evaluation: built in or from a file. */
#include "evaluation.h"

#include "opened.h"

#include "base/text.h"
#include "search/common/estimate.h"

#include <stdlib.h>
#include <string.h>

void mi_engine_close_evaluation(miai_engine *engine)
{
    struct mi_opened_file *opened = &engine->eval_weights.opened;
    if (opened->object) {
        mi_evaluation(opened->game)->close(opened->object);
        miai_forget(engine); /* drop values that depend on them */
    }
    free(opened->file);
    *opened = (struct mi_opened_file){.game = NULL};
}

/* ---- from a file ---- */

static int open_weights_file(miai_engine *engine, const miai_game *game, const miai_setup *setup,
                             const char *file)
{
    struct mi_opened_file opened;
    int error = mi_engine_open_file(engine, mi_evaluation(game)->open, game, setup, file, &opened);
    if (error != MIAI_OK)
        return error;
    mi_engine_close_evaluation(engine);
    engine->eval_weights = (struct mi_eval_weights){MI_WEIGHTS_FILE, opened};
    miai_forget(engine);
    return MIAI_OK;
}

static void close_weights_as(miai_engine *engine, enum mi_weights_origin from)
{
    mi_engine_close_evaluation(engine);
    engine->eval_weights.origin = from;
}

int mi_engine_open_evaluation(miai_engine *engine, const char *value)
{
    const miai_game *game = mi_history_game(engine->history);
    bool none = strcmp(value, "none") == 0, builtin = !*value || strcmp(value, "auto") == 0;
    if (none || builtin)
        close_weights_as(engine, none ? MI_WEIGHTS_NONE : MI_WEIGHTS_BUILTIN);
    else if (!mi_evaluation(game)->open)
        return MIAI_UNSUPPORTED;
    else
        return open_weights_file(engine, game, mi_history_setup(engine->history), value);
    return MIAI_OK;
}

const char *mi_engine_evaluation_name(const miai_engine *engine)
{
    const struct mi_eval_weights *weights = &engine->eval_weights;
    const char *file = weights->opened.file;
    return weights->origin == MI_WEIGHTS_NONE ? "none" : file ? file : "auto";
}

/* ---- when the game or its board changes ---- */

int mi_engine_reopen_evaluation(miai_engine *engine, const struct mi_history *history)
{
    const struct mi_opened_file *opened = &engine->eval_weights.opened;
    if (engine->eval_weights.origin != MI_WEIGHTS_FILE || mi_opened_file_matches(opened, history))
        return MIAI_OK;
    if (opened->game == mi_history_game(history))
        return open_weights_file(engine, opened->game, mi_history_setup(history), opened->file);
    close_weights_as(engine, MI_WEIGHTS_BUILTIN);
    return MIAI_OK;
}

/* ---- for a search ---- */

/* Opens the built-in weights of the current game unless they are open. */
static void open_builtin(miai_engine *engine)
{
    struct mi_opened_file *opened = &engine->eval_weights.opened;
    const struct mi_history *history = engine->history;
    char why[160];
    if (engine->eval_weights.origin != MI_WEIGHTS_BUILTIN ||
        mi_opened_file_matches(opened, history))
        return;
    mi_engine_close_evaluation(engine);
    opened->game = mi_history_game(history);
    opened->setup = *mi_history_setup(history);
    if (mi_evaluation(opened->game)->open)
        opened->object = mi_evaluation(opened->game)->open(&opened->setup, NULL, why, sizeof why);
}

size_t mi_engine_weights_bytes(const miai_engine *engine)
{
    const struct mi_opened_file *opened = &engine->eval_weights.opened;
    return opened->object ? mi_evaluation(opened->game)->held(opened->object) : 0;
}

const void *mi_engine_weights(miai_engine *engine)
{
    open_builtin(engine);
    return engine->eval_weights.opened.object;
}

/* ---- explanation ---- */

int miai_explain(miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    struct mi_root root = {.game = game, .weights = mi_engine_weights(engine)};
    struct mi_estimator estimator;
    if (!mi_evaluation(game)->explain || miai_over(engine, NULL))
        return -1;
    if (!mi_estimator_init(&estimator, &root)) /* out of memory: explain without the weights */
        estimator.weights = NULL;
    int length = mi_evaluation(game)->explain(estimator.weights, estimator.memory,
                                              mi_history_position(engine->history), text, size);
    mi_estimator_free(&estimator);
    return length;
}
