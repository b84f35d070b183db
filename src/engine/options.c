#include "options.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const search_names[] = {[MI_SEARCH_AUTO] = "auto",
                                           [MI_SEARCH_MCTS] = "mcts",
                                           [MI_SEARCH_ALPHABETA] = "alphabeta",
                                           [MI_SEARCH_MINIMAX] = "minimax",
                                           [MI_SEARCH_FLAT] = "flat",
                                           [MI_SEARCH_SOLVE] = "solve",
                                           NULL};
static const char *const aim_names[] = {"points", "result", NULL};
static const char *const playout_names[] = {"heavy", "uniform", "plain", "decisive",
                                            "mast",  "ngram",   NULL};
static const char *const ucb_names[] = {"ucb1", "tuned", NULL};
static const char *const parallel_names[] = {
    [MI_PARALLEL_TREE] = "tree", [MI_PARALLEL_ROOT] = "root", NULL};
static const char *const flat_names[] = {"uniform", "ucb", NULL};
static const char *const prior_names[] = {"auto", "false", "true", NULL};
static const char *const selective_names[] = {"auto", "false", "true", NULL};
static const char *const sharing_names[] = {"auto", "false", "true", NULL};
static const char *const leaf_names[] = {"auto", "playout", "evaluation", NULL};
static const char *const number_names[] = {[MI_NUMBERS_AUTO] = "auto",
                                           [MI_NUMBERS_FLOAT] = "float",
                                           [MI_NUMBERS_INTEGER] = "integer",
                                           NULL};
/* The bits of enum mi_part, from the lowest. */
static const char *const part_names[] = {"table",
                                         "killers",
                                         "history",
                                         "null-windows",
                                         "aspiration",
                                         "quiescence",
                                         "proofs",
                                         "null-move",
                                         "reductions",
                                         "internal",
                                         "late-moves",
                                         "futility",
                                         "reverse-futility",
                                         "exchanges",
                                         "probcut",
                                         "multi-probcut",
                                         "singular",
                                         NULL};
static const char *const final_names[] = {"visits", "value", "total", "bound", "auto", NULL};

/* The default of those that a game may decide. */
#define AUTO         "auto"
#define UCT_CONSTANT 0.7 /* of a game that has no wish */
#define RAVE         0.0
#define PRIOR_WINS   0.0
#define LEAF_ODDS    (2.0 * MIAI_POINT_SCORE)

/* The same with a network, which all games share: what KataGo's search has, on a scale of winning
 * from 0 to 1. */
#define NETWORK_CONSTANT       0.5
#define NETWORK_GROWTH         0.225
#define NETWORK_REDUCTION      0.1
#define NETWORK_ROOT_REDUCTION 0.05
#define NETWORK_USUAL_SPREAD   0.2
#define NETWORK_RESIGN         0.05

struct entry {
    miai_option option;
    size_t offset; /* of the value in struct mi_options */
};

#define NOT_KEPT  ((size_t)-1)
#define AT(field) offsetof(struct mi_options, field)
#define NAMED(name, initial, help)                                                                 \
    {                                                                                              \
        {name, MIAI_OPTION_TEXT, 0, 0, initial, NULL, help}, NOT_KEPT                              \
    }
#define INT(name, field, min, max, initial, help)                                                  \
    {                                                                                              \
        {name, MIAI_OPTION_INT, min, max, initial, NULL, help}, AT(field)                          \
    }
#define REAL(name, field, min, max, initial, help)                                                 \
    {                                                                                              \
        {name, MIAI_OPTION_REAL, min, max, initial, NULL, help}, AT(field)                         \
    }
#define BOOL(name, field, initial, help)                                                           \
    {                                                                                              \
        {name, MIAI_OPTION_BOOL, 0, 1, initial, NULL, help}, AT(field)                             \
    }
#define CHOICE(name, field, choices, initial, help)                                                \
    {                                                                                              \
        {name, MIAI_OPTION_CHOICE, 0, 0, initial, choices, help}, AT(field)                        \
    }

/* Of names, joined by commas: their places as bits. */
#define LIST(name, field, names, help)                                                             \
    {                                                                                              \
        {name, MIAI_OPTION_TEXT, 0, 0, "", names, help}, AT(field)                                 \
    }

/* clang-format off */
static const struct entry table[] = {
    NAMED("game", "go", "the game to play"),
    NAMED("size", "", "board size, 9 or 9x7; empty: the game's usual one"),
    NAMED("komi", "", "points for the second player; empty: the game's usual ones"),
    NAMED("rules", "", "rule set; empty: the game's usual one"),
    NAMED("book-file", "", "file of an opening book of the game; empty: none"),
    NAMED("knowledge-file", "", "tables of endings, a file or folders; empty: none"),
    NAMED("eval-file", "auto", "file of what evaluates positions or moves, a network or weights of patterns; auto: what the game brings along; none: the evaluation without a file"),
    INT("probe-depth", probe_depth, 1, 100, "1", "plies left to look ahead from which alphabeta asks that file"),
    INT("probe-pieces", probe_pieces, 0, 7, "7", "pieces on the board up to which tables of endings are asked"),
    BOOL("probe-draw-rule", probe_draw_rule, "true", "tables of endings heed that fifty moves draw"),
    NAMED("network", "auto", "file of a network that values the positions of the game; auto: the game's own, where it plays better; none: playouts do"),
    CHOICE("network-numbers", network_numbers, number_names, "auto", "what a network calculates in: floating point, or integers where that is faster"),
    REAL("network-weight", network_weight, 0, 1, AUTO, "what a network's value counts for beside a playout's; auto: what suits the game's own, and 1 for any other"),
    INT("batch", batch, 0, 256, "0", "positions that a thread gives a network at once; 0: what suits it"),
    INT("book-depth", book_depth, 0, 1000, "0", "plies of a game for which the book is asked; 0: no bound"),
    BOOL("book-best", book_best, "false", "of the book's moves the one with most weight, not one drawn by weight"),
    CHOICE("search", search, search_names, AUTO, "the search that chooses the moves; auto: what suits the game"),
    CHOICE("play-for", play_for, aim_names, "points", "what a game of points is played for: the points, or the result alone"),
    INT("threads", threads, 1, 256, "1", "threads that search"),
    CHOICE("parallel", parallel, parallel_names, "tree", "what mcts grows in parallel: one tree, or several, whose moves are added up"),
    INT("virtual-loss", virtual_loss, 0, 100, "1", "losses that a playout under way counts as"),
    INT("memory", memory, 1, 1048576, "256", "MiB that the tree or the table may take"),
    INT("seed", seed, 0, 9007199254740991.0, "1", "seed of the random numbers; 0: another each time"),
    REAL("time", time, 0, 1e6, "0", "seconds a move; 0: 1 second if nothing else bounds the search"),
    INT("playouts", playouts, 0, 9007199254740991.0, "0", "playouts (alphabeta: nodes) a move; 0: no bound"),
    INT("depth", depth, 0, 1000, "0", "plies that alphabeta and minimax look ahead; 0: no bound"),
    REAL("lag", lag, 0, 60, "0.02", "seconds of a move's time kept back for the way to the client"),
    INT("elo", elo, 0, 4000, "0", "play about as well as that rating; 0: as well as it can"),
    REAL("resign", resign, 0, 0.5, AUTO, "resign below this value of the position; 0: never; auto: what suits the game"),
    INT("resign-moves", resign_moves, 1, 1000, "3", "moves in a row that the value must be so low"),
    REAL("uct-constant", uct_constant, 0, 100, AUTO, "exploration constant C of UCT; auto: what suits the game"),
    CHOICE("ucb", ucb, ucb_names, "ucb1", "without priors, the formula of exploration: UCB1, or UCB1-tuned, which goes by the spread of the values, too"),
    CHOICE("flat", flat, flat_names, "uniform", "which move flat plays out next: one after the other, or by UCB1"),
    REAL("uct-growth", uct_growth, 0, 100, AUTO, "with a network, growth of C with the logarithm of the visits; auto: what suits it"),
    REAL("uct-base", uct_base, 1, 1e9, "500", "with a network, visits at which C has begun to grow"),
    REAL("uct-spread", uct_spread, 0, 1, "0.85", "with a network, how far C goes with the spread of the values"),
    REAL("fpu", fpu, -1, 1, "-1", "value of a move not yet visited; below 0: try each move once first"),
    REAL("fpu-reduction", fpu_reduction, 0, 1, AUTO, "with a network, how much worse a move not yet visited looks when all others were; auto: what suits it"),
    REAL("root-fpu-reduction", root_fpu_reduction, 0, 1, AUTO, "the same of the moves to choose from"),
    REAL("root-temperature", root_temperature, 0.1, 10, "1", "with a network, temperature of its policy at the root"),
    REAL("root-noise", root_noise, 0, 1, "0", "with a network, part of its policy at the root that is drawn at random"),
    REAL("score-weight", score_weight, 0, 10, "0.1", "with a network, what the score counts for beside winning"),
    REAL("lead-weight", lead_weight, 0, 10, "0.3", "the same of the score beside the one expected"),
    REAL("implicit", implicit, 0, 1, "0", "without priors, the part of a move's value that goes by the minimax of evaluations below it"),
    REAL("widening", widening, 0, 1000, "0", "a position with n visits has so many times the square root of n moves, the likely ones first; 0: all"),
    REAL("rave", rave, 0, 1e9, AUTO, "visits at which a move's own value weighs as much as AMAF; 0: no AMAF; auto: what suits the game"),
    REAL("prior-wins", prior_wins, 0, 1e6, AUTO, "wins that a move has beforehand when the priors are sure of it; 0: PUCT; auto: what suits the game"),
    REAL("margin", margin, 0, 1, AUTO, "part of the value of a playout that goes by its score; auto: what suits the game"),
    CHOICE("final-move", final_move, final_names, AUTO, "what the move played has most of; auto: visits, or with a network the bound"),
    REAL("temperature", temperature, 0, 10, "0", "draw the move played by the visits to the power of 1 / temperature; 0: the best is played"),
    INT("temperature-moves", temperature_moves, 0, 1000, "0", "so many moves of a game are drawn so; 0: all"),
    BOOL("solver", solver, "true", "back up proven wins, losses and draws"),
    BOOL("ponder", ponder, "false", "think in the opponent's time, too (GTP)"),
    BOOL("reuse", reuse, "true", "keep the tree from move to move"),
    CHOICE("priors", priors, prior_names, "auto", "let the game's priors guide the tree; auto: if its playouts are heavy"),
    CHOICE("leaf", leaf, leaf_names, "auto", "what values a leaf: a playout, or the evaluation after a short search; auto: what suits the game"),
    CHOICE("transpositions", transpositions, sharing_names, "auto", "equal positions share a node of the tree; auto: what suits the game"),
    CHOICE("selective", selective, selective_names, "auto", "alphabeta searches unlikely moves less deep or not at all, by the evaluation; auto: what suits the game"),
    LIST("without", without, part_names, "parts of alphabeta to leave out, joined by commas"),
    CHOICE("playout", playout, playout_names, "heavy", "who plays from the leaves: a player with knowledge, or at random, or so by the plain loop, where it wins at once or leaves no win, or by what moves or pairs of moves have come to"),
    INT("playout-plies", playout_plies, 0, 10000, "0", "plies after which a playout by the plain loop ends with an evaluation; 0: at the end of the game"),
};
/* clang-format on */

enum { COUNT = sizeof table / sizeof *table };

static void *at(struct mi_options *options, int i)
{
    return (char *)options + table[i].offset;
}

void mi_options_init(struct mi_options *options)
{
    for (int i = 0; i < COUNT; i++)
        if (mi_options_kept(i))
            mi_options_set(options, i, table[i].option.initial);
}

const miai_option *mi_options_at(int i)
{
    return i >= 0 && i < COUNT ? &table[i].option : NULL;
}

int mi_options_index(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (mi_same_text(table[i].option.name, name))
            return i;
    return -1;
}

bool mi_options_kept(int i)
{
    return table[i].offset != NOT_KEPT;
}

static int find(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (mi_same_text(names[i], name))
            return i;
    return -1;
}

static bool set_bool(bool *value, const char *text)
{
    static const char *const words[] = {"false", "true", "0", "1", "no", "yes", "off", "on", NULL};
    int word = find(words, text);
    if (word < 0)
        return false;
    *value = word % 2;
    return true;
}

static bool set_choice(int *value, const char *const *choices, const char *text)
{
    int i = find(choices, text);
    if (i < 0)
        return false;
    *value = i;
    return true;
}

/* "" or "NAME,NAME" */
static bool set_list(int64_t *bits, const char *const *names, const char *text)
{
    char name[32];
    int64_t found = 0;
    for (size_t length; *text; text += length + (text[length] == ',')) {
        length = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        int i = find(names, name);
        if (i < 0)
            return false;
        found |= INT64_C(1) << i;
    }
    *bits = found;
    return true;
}

static bool set_real(double *value, const miai_option *option, const char *text)
{
    double number;
    if (mi_same_text(option->initial, AUTO) && mi_same_text(text, AUTO))
        number = NAN;
    else if (!mi_read_real(text, &number) || number < option->min || number > option->max)
        return false;
    *value = number;
    return true;
}

bool mi_options_set(struct mi_options *options, int i, const char *value)
{
    const miai_option *option = &table[i].option;
    switch (option->type) {
    case MIAI_OPTION_BOOL:
        return set_bool(at(options, i), value);
    case MIAI_OPTION_INT:
        return mi_read_int(value, (int64_t)option->min, (int64_t)option->max, at(options, i));
    case MIAI_OPTION_REAL:
        return set_real(at(options, i), option, value);
    case MIAI_OPTION_CHOICE:
        return set_choice(at(options, i), option->choices, value);
    default:
        return set_list(at(options, i), option->choices, value);
    }
}

static int get_list(int64_t bits, const char *const *names, char *text, size_t size)
{
    size_t n = 0;
    if (size > 0)
        text[0] = '\0';
    for (int i = 0; names[i]; i++)
        if (bits >> i & 1)
            n += (size_t)snprintf(n < size ? text + n : NULL, n < size ? size - n : 0, "%s%s",
                                  n > 0 ? "," : "", names[i]);
    return (int)n;
}

int mi_options_get(const struct mi_options *options, int i, char *text, size_t size)
{
    const miai_option *option = &table[i].option;
    const void *value = (const char *)options + table[i].offset;
    switch (option->type) {
    case MIAI_OPTION_BOOL:
        return snprintf(text, size, "%s", *(const bool *)value ? "true" : "false");
    case MIAI_OPTION_INT:
        return snprintf(text, size, "%lld", (long long)*(const int64_t *)value);
    case MIAI_OPTION_REAL:
        if (isnan(*(const double *)value))
            return snprintf(text, size, AUTO);
        return mi_write_real(*(const double *)value, text, size);
    case MIAI_OPTION_CHOICE:
        return snprintf(text, size, "%s", option->choices[*(const int *)value]);
    default:
        return get_list(*(const int64_t *)value, option->choices, text, size);
    }
}

/* The option's value if it has one, else the game's wish if it has one, else the usual value. */
static double decide(double option, double wish, double usual)
{
    return !isnan(option) ? option : wish > 0 ? wish : usual;
}

static const miai_tuning no_wish = {0};

static const miai_tuning *tuning_of(const miai_game *game)
{
    const miai_tuning *tuning = mi_hints(game)->tuning;
    return tuning ? tuning : &no_wish;
}

enum mi_search mi_options_search(const struct mi_options *options, const miai_game *game,
                                 bool network)
{
    const char *wish = network ? NULL : tuning_of(game)->search;
    int search = options->search;
    if (search == MI_SEARCH_AUTO && wish)
        set_choice(&search, search_names, wish);
    return search == MI_SEARCH_AUTO ? MI_SEARCH_MCTS : (enum mi_search)search;
}

double mi_options_resign(const struct mi_options *options, const miai_game *game, bool network)
{
    double wish = tuning_of(game)->resign;
    return decide(options->resign, network && wish > 0 ? NETWORK_RESIGN : wish, 0);
}

/* Knowledge goes together: who wants random playouts wants a plain tree, too. */
static bool wants_priors(const struct mi_options *options)
{
    enum { PRIORS_AUTO, PRIORS_FALSE, PRIORS_TRUE };
    return options->priors == PRIORS_TRUE ||
           (options->priors == PRIORS_AUTO && options->playout == MI_PLAYOUT_HEAVY);
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
    enum { SHARING_AUTO, SHARING_FALSE, SHARING_TRUE };
    return options->transpositions == SHARING_TRUE ||
           (options->transpositions == SHARING_AUTO && tuning_of(game)->transpositions);
}

static bool is_selective(const struct mi_options *options, const miai_game *game)
{
    enum { SELECTIVE_AUTO, SELECTIVE_FALSE, SELECTIVE_TRUE };
    const miai_margins *margins = mi_tactics(game)->margins;
    bool wish = !margins || !margins->plain;
    return options->selective == SELECTIVE_TRUE || (options->selective == SELECTIVE_AUTO && wish);
}

enum { FINAL_AUTO = MI_FINAL_BOUND + 1 };

static enum mi_final final_of(const struct mi_options *options)
{
    return options->final_move < FINAL_AUTO ? (enum mi_final)options->final_move : MI_FINAL_VISITS;
}

/* A network has priors, and needs no knowledge beside. */
static void suit_network(const struct mi_options *options, double weight,
                         struct mi_settings *settings)
{
    settings->uct_constant = decide(options->uct_constant, 0, NETWORK_CONSTANT);
    settings->rave_equivalence = decide(options->rave, 0, 0);
    settings->prior_wins = decide(options->prior_wins, 0, 0);
    settings->margin = 0;
    if (options->final_move == FINAL_AUTO)
        settings->final = MI_FINAL_BOUND;
    settings->priors = true;
    settings->network_weight = decide(options->network_weight, 0, weight);
    settings->worth = (struct mi_worth){options->score_weight, options->lead_weight};
    settings->puct = (struct mi_puct){
        .on = settings->prior_wins <= 0 && settings->rave_equivalence <= 0,
        .growth = decide(options->uct_growth, 0, NETWORK_GROWTH),
        .base = options->uct_base,
        .reduction = decide(options->fpu_reduction, 0, NETWORK_REDUCTION),
        .root_reduction = decide(options->root_fpu_reduction, 0, NETWORK_ROOT_REDUCTION),
        .spread = options->uct_spread,
        .usual_spread = NETWORK_USUAL_SPREAD,
        .temperature = options->root_temperature,
        .noise = options->root_noise,
    };
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
        .rave_equivalence = decide(options->rave, wish->rave, RAVE),
        .prior_wins = decide(options->prior_wins, wish->prior_wins, PRIOR_WINS),
        .narrow = wish->width > 0,
        .width = wish->width,
        .margin = decide(options->margin, wish->margin, 0),
        .final = final_of(options),
        .solver = options->solver,
        .reuse = options->reuse,
        .leaf = leaf_of(options, game),
        .leaf_odds = decide(NAN, tuning_of(game)->leaf_odds, LEAF_ODDS),
        .playout = (enum mi_playout)options->playout,
        .priors = priors,
        .selective = is_selective(options, game),
        .without = (unsigned)options->without,
        .probe_depth = (int)options->probe_depth,
        .transpositions = shares_nodes(options, game),
    };
}

struct mi_settings mi_options_settings(const struct mi_options *options, const miai_game *game,
                                       double network)
{
    struct mi_settings settings = plain_settings(options, game);
    if (network > 0)
        suit_network(options, network, &settings);
    return settings;
}
