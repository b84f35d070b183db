/* What stands for "auto" in an option, in the game that is on. */
#include "engine.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A number of the settings, or NAN where the name is that of no such option. */
static double number_of(const struct mi_settings *settings, const char *name)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"uct-constant", settings->uct_constant},
        {"uct-growth", settings->puct.growth},
        {"fpu-reduction", settings->puct.reduction},
        {"root-fpu-reduction", settings->puct.root_reduction},
        {"network-weight", settings->network_weight},
        {"rave", settings->rave_equivalence},
        {"prior-wins", settings->prior_wins},
        {"margin", settings->margin},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (mi_same_text(numbers[i].name, name))
            return numbers[i].value;
    return NAN;
}

static const char *truth(bool value)
{
    return value ? "true" : "false";
}

/* The same of words; NULL: it is none of them. */
static const char *word_of(const struct mi_settings *settings, const char *name)
{
    static const char *const finals[] = {"visits", "value", "total", "bound"};
    if (mi_same_text(name, "final-move"))
        return finals[settings->final];
    if (mi_same_text(name, "priors"))
        return truth(settings->priors);
    if (mi_same_text(name, "leaf"))
        return settings->leaf == MI_LEAF_EVALUATION ? "evaluation" : "playout";
    if (mi_same_text(name, "transpositions"))
        return truth(settings->transpositions);
    return mi_same_text(name, "selective") ? truth(settings->selective) : NULL;
}

static const char *search_of(const miai_engine *engine, const miai_game *game, bool network)
{
    static const char *const searches[] = {
        [MI_SEARCH_MCTS] = "mcts",
        [MI_SEARCH_ALPHABETA] = "alphabeta",
        [MI_SEARCH_MINIMAX] = "minimax",
        [MI_SEARCH_FLAT] = "flat",
        [MI_SEARCH_SOLVE] = "solve",
    };
    size_t search = (size_t)mi_options_search(&engine->options, game, network);
    return search < sizeof searches / sizeof *searches ? searches[search] : NULL;
}

int miai_meant_option(const miai_engine *engine, const char *name, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    char value[8];
    if (miai_get_option(engine, name, value, sizeof value) < 0 || !mi_same_text(value, "auto"))
        return miai_get_option(engine, name, text, size);
    double weight = mi_engine_network_weight(engine);
    bool network = weight > 0;
    const struct mi_settings settings = mi_options_settings(&engine->options, game, weight);
    const char *word = mi_same_text(name, "search") ? search_of(engine, game, network)
                                                    : word_of(&settings, name);
    double number = mi_same_text(name, "resign")
                        ? mi_options_resign(&engine->options, game, network)
                        : number_of(&settings, name);
    if (word)
        return snprintf(text, size, "%s", word);
    if (isnan(number))
        return miai_get_option(engine, name, text, size);
    return mi_write_real(number, text, size);
}
