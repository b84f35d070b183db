/* Decides which options have an effect, by their scope, the game's capabilities and the current
 * search. */
#include "engine/engine.h"
#include "network_file.h"
#include "settings.h"

#define BIT(search) (1u << MI_SEARCH_##search)

enum {
    TREES = BIT(MCTS) | BIT(SOLVE), /* solve falls back to the tree if it cannot solve */
    ANY = TREES | BIT(ALPHABETA) | BIT(MINIMAX) | BIT(FLAT)
};

static const struct {
    const char *title;
    unsigned searches; /* searches for which the options of the scope have an effect */
} scopes[] = {
    [MIAI_SCOPE_GAME] = {"What is played", ANY},
    [MIAI_SCOPE_LIMITS] = {"How long a move takes", ANY},
    [MIAI_SCOPE_MACHINE] = {"Threads and memory", ANY},
    [MIAI_SCOPE_PLAY] = {"How it plays", ANY},
    [MIAI_SCOPE_RESIGN] = {"When it resigns", ANY},
    [MIAI_SCOPE_KNOWLEDGE] = {"What is read from files", ANY},
    [MIAI_SCOPE_ALPHABETA] = {"Alpha-beta", BIT(ALPHABETA)},
    [MIAI_SCOPE_MONTE_CARLO] = {"Monte Carlo, with a tree or flat", TREES | BIT(FLAT)},
    [MIAI_SCOPE_TREE] = {"The tree of Monte Carlo", TREES},
    [MIAI_SCOPE_NETWORK] = {"The tree with a network", BIT(MCTS)},
    [MIAI_SCOPE_HUMAN] = {"Playing as people do", BIT(MCTS)},
    [MIAI_SCOPE_CLIENT] = {"What clients may have", ANY},
};

const char *miai_scope_title(enum miai_scope scope)
{
    return (size_t)scope < sizeof scopes / sizeof *scopes ? scopes[scope].title : NULL;
}

static bool has_rules(const miai_game *game)
{
    return game->rules && game->rules[0] && game->rules[1];
}

/* Does a network of the game imitate players by profile? */
static bool has_player_profiles(const miai_game *game)
{
    const miai_encoding *const *encoding = mi_planes(game)->encodings;
    for (; encoding && *encoding; encoding++)
        if ((*encoding)->metadata > 0)
            return true;
    return false;
}

/* Do the game and the current search have what an option needs? */
static bool need_is_met(const miai_engine *engine, enum mi_need need, enum mi_search search)
{
    const miai_game *game = mi_history_game(engine->history);
    switch (need) {
    case MI_NEED_NOTHING:
        return true;
    case MI_NEED_SIZES:
        return game->min_width < game->max_width || game->min_height < game->max_height;
    case MI_NEED_KOMI:
        return mi_scoring(game)->settle != NULL;
    case MI_NEED_RULES:
        return has_rules(game);
    case MI_NEED_POINTS:
        return game->points > 0;
    case MI_NEED_LEVELS:
        return mi_hints(game)->levels != NULL;
    case MI_NEED_TABLEBASE_FILE:
        return mi_tablebase(game)->open != NULL;
    case MI_NEED_TABLEBASE:
        return mi_tablebase(game)->rank != NULL;
    case MI_NEED_WEIGHTS:
        return mi_evaluation(game)->open && search != MI_SEARCH_FLAT;
    case MI_NEED_EVALUATION:
        return mi_evaluation(game)->evaluate != NULL;
    case MI_NEED_NETWORK: /* a network file also turns search=auto to mcts */
        return game->planes && mi_options_search(&engine->options, game, true) == MI_SEARCH_MCTS;
    case MI_NEED_HUMAN:
        return has_player_profiles(game) &&
               mi_options_search(&engine->options, game, true) == MI_SEARCH_MCTS;
    case MI_NEED_MEMORY:
        return search != MI_SEARCH_FLAT && search != MI_SEARCH_MINIMAX;
    case MI_NEED_DEPTH:
        return search != MI_SEARCH_FLAT;
    case MI_NEED_MCTS:
        return search == MI_SEARCH_MCTS;
    case MI_NEED_FLAT:
        return search == MI_SEARCH_FLAT;
    }
    return false;
}

bool miai_option_applies(const miai_engine *engine, const char *name)
{
    const struct mi_option_row *row = mi_options_find(name);
    enum mi_search search = mi_options_search(&engine->options, mi_history_game(engine->history),
                                              mi_engine_has_network(engine));
    if (row && row->option.scope == MIAI_SCOPE_CLIENT && engine->sealed)
        return false;
    return row && scopes[row->option.scope].searches & 1u << search &&
           need_is_met(engine, row->need, search);
}
