/* What a search takes of the options: what "auto" comes to. */
#include "settings.h"

#include "base/text.h"
#include "contract/capability.h"

#include <math.h>

#define UCT_CONSTANT 0.7 /* of a game that has no wish */
#define RAVE         0.0
#define PRIOR_WINS   0.0
#define LEAF_ODDS    (2.0 * MIAI_POINT_SCORE)

/* The same with a network whose encoding has no wish: what KataGo's search has, on a scale of
 * winning from 0 to 1. */
static const miai_network_tuning usual_tuning = {
    .bytes = sizeof(miai_network_tuning),
    .uct_constant = 0.5,
    .uct_growth = 0.225,
    .uct_base = 500,
    .uct_spread = 0.85,
    .fpu_reduction = 0.1,
    .root_fpu_reduction = 0.05,
    .policy_temperature = 1,
};

#define NETWORK_USUAL_SPREAD 0.2
#define NETWORK_RESIGN       0.05

/* The option's value if it has one, else the game's wish if it has one, else the usual value. */
static double decide(double option, double wish, double usual)
{
    return !isnan(option) ? option : wish > 0 ? wish : usual;
}

static bool decide_truth(int option, bool wish)
{
    return option == MI_IS_TRUE || (option == MI_IS_AUTO && wish);
}

static const miai_tuning no_wish = {0};

static const miai_tuning *tuning_of(const miai_game *game)
{
    const miai_tuning *tuning = mi_hints(game)->tuning;
    return tuning ? tuning : &no_wish;
}

/* The search of that name, or MI_SEARCH_AUTO. */
static enum mi_search search_called(const char *name)
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
    const char *wish = network ? NULL : tuning_of(game)->search;
    enum mi_search search = (enum mi_search)options->search;
    if (search == MI_SEARCH_AUTO && wish)
        search = search_called(wish);
    if (search == MI_SEARCH_SOLVE && options->search == MI_SEARCH_AUTO && !isnan(options->level))
        search = MI_SEARCH_MCTS; /* who solves a game plays at no level */
    return search == MI_SEARCH_AUTO ? MI_SEARCH_MCTS : search;
}

double mi_options_resign(const struct mi_options *options, const miai_game *game, bool network)
{
    double wish = tuning_of(game)->resign;
    return decide(options->resign, network && wish > 0 ? NETWORK_RESIGN : wish, 0);
}

/* Knowledge goes together: who wants random playouts wants a plain tree, too. */
static bool wants_priors(const struct mi_options *options)
{
    return decide_truth(options->priors, options->playout == MI_PLAYOUT_HEAVY);
}

static enum mi_leaf_kind leaf_of(const struct mi_options *options, const miai_game *game)
{
    enum { LEAF_AUTO, LEAF_PLAYOUT, LEAF_EVALUATION };
    bool wish = tuning_of(game)->leaf_odds > 0;
    bool evaluation = options->leaf == LEAF_EVALUATION || (options->leaf == LEAF_AUTO && wish);
    return evaluation && mi_evaluation(game)->evaluate ? MI_LEAF_EVALUATION : MI_LEAF_PLAYOUT;
}

static bool shares_nodes(const struct mi_options *options, const miai_game *game)
{
    return decide_truth(options->transpositions, tuning_of(game)->transpositions);
}

static bool is_selective(const struct mi_options *options, const miai_game *game)
{
    const miai_margins *margins = mi_tactics(game)->margins;
    return decide_truth(options->selective, !margins || !margins->plain);
}

/* As the choices behind "auto" are. */
static enum mi_final_rule final_of(const struct mi_options *options)
{
    return options->final_move > 0 ? (enum mi_final_rule)(options->final_move - 1)
                                   : MI_FINAL_VISITS;
}

/* A network has priors, and needs no knowledge beside. */
static void suit_network(const struct mi_options *options, const struct mi_with_network *with,
                         struct mi_settings *settings)
{
    const miai_network_tuning *own = with->encoding ? mi_network_tuning(with->encoding) : NULL;
    const miai_network_tuning *wish = own ? own : &usual_tuning;
    settings->uct_constant = decide(options->uct_constant, 0, wish->uct_constant);
    settings->rave_equivalence = decide(options->rave_equivalence, 0, 0);
    settings->prior_wins = decide(options->prior_wins, 0, 0);
    settings->margin = 0;
    if (options->final_move == 0)
        settings->final = MI_FINAL_LCB;
    settings->priors = true;
    settings->network_weight = decide(options->network_weight, 0, with->weight);
    settings->policy_temperature =
        decide(options->policy_temperature, 0, wish->policy_temperature);
    settings->weights = (struct mi_utility_weights){options->score_weight, options->lead_weight};
    settings->puct = (struct mi_puct){
        .on = settings->prior_wins <= 0 && settings->rave_equivalence <= 0,
        .growth = decide(options->uct_growth, 0, wish->uct_growth),
        .base = decide(options->uct_base, 0, wish->uct_base),
        .reduction = decide(options->fpu_reduction, 0, wish->fpu_reduction),
        .root_reduction = decide(options->root_fpu_reduction, 0, wish->root_fpu_reduction),
        .spread = decide(options->uct_spread, 0, wish->uct_spread),
        .usual_spread = NETWORK_USUAL_SPREAD,
        .temperature = options->root_temperature,
        .noise = options->root_noise,
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
    const miai_tuning *wish = priors ? tuning_of(game) : &no_wish;
    return (struct mi_settings){
        .memory = (size_t)options->memory << 20,
        .threads = (int)options->threads,
        .seed = (uint64_t)options->seed,
        .uct_constant = decide(options->uct_constant, wish->uct_constant, UCT_CONSTANT),
        .fpu = options->fpu,
        .tuned = options->ucb == 1,
        .flat_ucb = options->flat == 1,
        .playout_plies = (int)options->playout_plies,
        .implicit = options->implicit,
        .widening = options->widening,
        .virtual_loss = (int)options->virtual_loss,
        .rave_equivalence = decide(options->rave_equivalence, wish->rave, RAVE),
        .prior_wins = decide(options->prior_wins, wish->prior_wins, PRIOR_WINS),
        .narrow = wish->width > 0,
        .width = wish->width,
        .margin = decide(options->margin, wish->margin, 0),
        .final = final_of(options),
        .solver = options->solver,
        .reuse = options->reuse,
        .leaf = leaf_of(options, game),
        .leaf_odds = decide(NAN, tuning_of(game)->leaf_odds, LEAF_ODDS),
        .playout = (enum mi_playout_kind)options->playout,
        .priors = priors,
        .selective = is_selective(options, game),
        .without = (unsigned)options->disabled_features,
        .probe_depth = (int)options->probe_depth,
        .transpositions = shares_nodes(options, game),
    };
}

struct mi_settings mi_options_settings(const struct mi_options *options, const miai_game *game,
                                       const struct mi_with_network *network)
{
    struct mi_settings settings = plain_settings(options, game);
    if (network && network->weight > 0)
        suit_network(options, network, &settings);
    return settings;
}
