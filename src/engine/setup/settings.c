/* Derives the settings of a search from the options, and resolves "auto". */
#include "settings.h"

#include "base/text.h"
#include "contract/capability.h"

#include <math.h>

#define UCT_CONSTANT     0.7 /* defaults for games without a tuning of their own */
#define RAVE_EQUIVALENCE 0.0
#define PRIOR_WINS       0.0
#define LEAF_ODDS        (2.0 * MIAI_POINT_SCORE)

/* Defaults with a network whose encoding has no tuning: the constants of KataGo's search, for
 * winning probabilities from 0 to 1. */
static const miai_network_tuning default_network_tuning = {
    .bytes = sizeof(miai_network_tuning),
    .uct_constant = 0.5,
    .uct_growth = 0.225,
    .uct_base = 500,
    .uct_spread = 0.85,
    .fpu_reduction = 0.1,
    .root_fpu_reduction = 0.05,
    .policy_temperature = 1,
};

#define NETWORK_DEFAULT_SPREAD 0.2
#define NETWORK_RESIGN         0.05

/* The option's value if set, otherwise the game's preference if any, otherwise the default. */
static double real_setting(double option, double preference, double default_value)
{
    return !isnan(option) ? option : preference > 0 ? preference : default_value;
}

static bool bool_setting(int option, bool preference)
{
    return option == MI_IS_TRUE || (option == MI_IS_AUTO && preference);
}

static const miai_tuning no_tuning = {0};

static const miai_tuning *game_tuning(const miai_game *game)
{
    const miai_tuning *tuning = mi_hints(game)->tuning;
    return tuning ? tuning : &no_tuning;
}

/* The search of that name; MI_SEARCH_AUTO if unknown. */
static enum mi_search find_search(const char *name)
{
    const char *const *names = mi_options_find("search")->option.choices;
    int search = 0;
    while (names[search] && !mi_same_text(names[search], name))
        search++;
    return names[search] ? (enum mi_search)search : MI_SEARCH_AUTO;
}

enum mi_search mi_options_search(const struct mi_options *options, const miai_game *game,
                                 bool network)
{
    const char *wish = network ? NULL : game_tuning(game)->search;
    enum mi_search search = (enum mi_search)options->search;
    if (search == MI_SEARCH_AUTO && wish)
        search = find_search(wish);
    if (search == MI_SEARCH_SOLVE && options->search == MI_SEARCH_AUTO && !isnan(options->level))
        search = MI_SEARCH_MCTS; /* a solver cannot play at a level */
    return search == MI_SEARCH_AUTO ? MI_SEARCH_MCTS : search;
}

double mi_options_resign(const struct mi_options *options, const miai_game *game, bool network)
{
    double wish = game_tuning(game)->resign;
    return real_setting(options->resign, network && wish > 0 ? NETWORK_RESIGN : wish, 0);
}

/* With uniform playouts, the tree gets no priors either: the game's knowledge is used in both or
 * neither. */
static bool wants_priors(const struct mi_options *options)
{
    return bool_setting(options->priors, options->playout == MI_PLAYOUT_HEAVY);
}

static enum mi_leaf_kind leaf_setting(const struct mi_options *options, const miai_game *game)
{
    enum { LEAF_AUTO, LEAF_PLAYOUT, LEAF_EVALUATION };
    bool wish = game_tuning(game)->leaf_odds > 0;
    bool evaluation = options->leaf == LEAF_EVALUATION || (options->leaf == LEAF_AUTO && wish);
    return evaluation && mi_evaluation(game)->evaluate ? MI_LEAF_EVALUATION : MI_LEAF_PLAYOUT;
}

static bool shares_transpositions(const struct mi_options *options, const miai_game *game)
{
    return bool_setting(options->transpositions, game_tuning(game)->transpositions);
}

static bool is_selective(const struct mi_options *options, const miai_game *game)
{
    const miai_margins *margins = mi_tactics(game)->margins;
    return bool_setting(options->selective, !margins || !margins->plain);
}

/* The choices after "auto" are in the order of the enum. */
static enum mi_final_rule final_rule_setting(const struct mi_options *options)
{
    return options->final_move > 0 ? (enum mi_final_rule)(options->final_move - 1)
                                   : MI_FINAL_VISITS;
}

/* A network has its own priors: no other knowledge is used. */
static void apply_network(const struct mi_options *options, const struct mi_active_network *with,
                          struct mi_settings *settings)
{
    const miai_network_tuning *own = with->encoding ? mi_network_tuning(with->encoding) : NULL;
    const miai_network_tuning *wish = own ? own : &default_network_tuning;
    settings->uct_constant = real_setting(options->uct_constant, 0, wish->uct_constant);
    settings->rave_equivalence = real_setting(options->rave_equivalence, 0, 0);
    settings->prior_wins = real_setting(options->prior_wins, 0, 0);
    settings->margin = 0;
    if (options->final_move == 0)
        settings->final = MI_FINAL_LCB;
    settings->priors = true;
    settings->network_weight = real_setting(options->network_weight, 0, with->weight);
    settings->policy_temperature =
        real_setting(options->policy_temperature, 0, wish->policy_temperature);
    settings->advantage = options->advantage;
    settings->weights = (struct mi_utility_weights){options->score_weight, options->lead_weight};
    settings->puct = (struct mi_puct){
        .enabled = settings->prior_wins <= 0 && settings->rave_equivalence <= 0,
        .growth = real_setting(options->uct_growth, 0, wish->uct_growth),
        .base = real_setting(options->uct_base, 0, wish->uct_base),
        .reduction = real_setting(options->fpu_reduction, 0, wish->fpu_reduction),
        .root_reduction = real_setting(options->root_fpu_reduction, 0, wish->root_fpu_reduction),
        .spread = real_setting(options->uct_spread, 0, wish->uct_spread),
        .default_spread = NETWORK_DEFAULT_SPREAD,
        .temperature = options->root_temperature,
        .noise = options->root_noise,
        .wide = options->wide_root_noise,
        .forced = options->forced_playouts,
        .symmetries = (int)options->root_symmetries,
        .optimism = options->policy_optimism,
        .root_optimism = fmin(options->root_policy_optimism, options->policy_optimism),
    };
}

struct mi_human mi_options_human(const struct mi_options *options)
{
    struct mi_human human = {.constant = options->human_constant,
                             .permanent = options->human_permanent};
    for (int i = 0; i < MI_HUMAN_PLACES; i++) {
        human.weightless[i] = options->human_weightless[i];
        human.weightful[i] = options->human_weightful[i];
    }
    return human;
}

bool mi_options_human_in_tree(const struct mi_options *options)
{
    double parts = 0;
    for (int i = MI_HUMAN_OWN; i <= MI_HUMAN_OTHER; i++)
        parts += options->human_weightless[i] + options->human_weightful[i];
    return parts > 0;
}

static struct mi_settings plain_settings(const struct mi_options *options, const miai_game *game)
{
    bool priors = wants_priors(options);
    const miai_tuning *wish = priors ? game_tuning(game) : &no_tuning;
    return (struct mi_settings){
        .memory = (size_t)options->memory << 20,
        .threads = (int)options->threads,
        .seed = (uint64_t)options->seed,
        .uct_constant = real_setting(options->uct_constant, wish->uct_constant, UCT_CONSTANT),
        .fpu = options->fpu,
        .tuned = options->ucb == 1,
        .flat_ucb = options->flat == 1,
        .playout_plies = (int)options->playout_plies,
        .implicit = options->implicit,
        .widening = options->widening,
        .virtual_loss = (int)options->virtual_loss,
        .rave_equivalence = real_setting(options->rave_equivalence, wish->rave, RAVE_EQUIVALENCE),
        .prior_wins = real_setting(options->prior_wins, wish->prior_wins, PRIOR_WINS),
        .narrow = wish->width > 0,
        .width = wish->width,
        .margin = real_setting(options->margin, wish->margin, 0),
        .final = final_rule_setting(options),
        .solver = options->solver,
        .decides = isnan(options->level), /* the levels were measured without these searches */
        .reuse = options->reuse,
        .leaf = leaf_setting(options, game),
        .leaf_odds = real_setting(NAN, game_tuning(game)->leaf_odds, LEAF_ODDS),
        .playout = (enum mi_playout_kind)options->playout,
        .priors = priors,
        .selective = is_selective(options, game),
        .disabled_features = (unsigned)options->disabled_features,
        .probe_depth = (int)options->probe_depth,
        .tuning = &options->tuning,
        .transpositions = shares_transpositions(options, game),
    };
}

struct mi_settings mi_options_settings(const struct mi_options *options, const miai_game *game,
                                       const struct mi_active_network *network)
{
    struct mi_settings settings = plain_settings(options, game);
    if (network && network->weight > 0)
        apply_network(options, network, &settings);
    return settings;
}
