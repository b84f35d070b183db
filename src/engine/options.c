#include "options.h"

#include "base/text.h"

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
static const char *const leaf_names[] = {"auto", "playout", "evaluation", NULL};
static const char *const number_names[] = {[MI_NUMBERS_AUTO] = "auto",
                                           [MI_NUMBERS_FLOAT] = "float",
                                           [MI_NUMBERS_INTEGER] = "integer",
                                           NULL};
/* The bits of enum mi_feature, from the lowest. */
static const char *const feature_names[] = {"table",
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
                                            "correction",
                                            NULL};
static const char *const final_names[] = {"auto", "visits", "value", "total", "bound", NULL};

const char *const mi_auto_names[] = {
    [MI_IS_AUTO] = "auto", [MI_IS_FALSE] = "false", [MI_IS_TRUE] = "true", NULL};

/* The table.  A row begins with its scope and what it needs besides; then come its name, where its
 * value is kept, its bounds and its default; at the end its help, and .uci and .katago where those
 * have names for it. */
#define ROW(scope_of, need, name_of, kind, min_of, max_of, usual, names, offset, setting, ...)     \
    {                                                                                              \
        {.name = name_of,                                                                          \
         .type = MIAI_OPTION_##kind,                                                               \
         .min = min_of,                                                                            \
         .max = max_of,                                                                            \
         .initial = usual,                                                                         \
         .choices = names,                                                                         \
         .scope = MIAI_SCOPE_##scope_of,                                                           \
         .help = __VA_ARGS__},                                                                     \
            MI_NEED_##need, offset, setting                                                        \
    }
#define AT(field)  offsetof(struct mi_options, field)
#define SET(field) offsetof(struct mi_settings, field)

/* Those that setup/set_option.c keeps elsewhere: of the position, and files. */
#define NAMED(scope, need, name, initial, ...)                                                     \
    ROW(scope, need, name, TEXT, 0, 0, initial, NULL, MI_NOT_KEPT, MI_NO_SETTING, __VA_ARGS__)
#define PATH(scope, need, name, initial, ...)                                                      \
    ROW(scope, need, name, FILE, 0, 0, initial, NULL, MI_NOT_KEPT, MI_NO_SETTING, __VA_ARGS__)

#define INT(scope, need, name, field, min, max, initial, ...)                                      \
    ROW(scope, need, name, INT, min, max, initial, NULL, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define REAL(scope, need, name, field, min, max, initial, ...)                                     \
    ROW(scope, need, name, REAL, min, max, initial, NULL, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define BOOL(scope, need, name, field, initial, ...)                                               \
    ROW(scope, need, name, BOOL, 0, 1, initial, NULL, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define CHOICE(scope, need, name, field, names, initial, ...)                                      \
    ROW(scope, need, name, CHOICE, 0, 0, initial, names, AT(field), MI_NO_SETTING, __VA_ARGS__)
/* Of names, joined by commas: their places as bits. */
#define LIST(scope, need, name, field, names, ...)                                                 \
    ROW(scope, need, name, TEXT, 0, 0, "", names, AT(field), MI_NO_SETTING, __VA_ARGS__)

/* Those that a game, or a network, decides while they are "auto". */
#define AUTO_REAL(scope, need, name, field, min, max, setting, ...)                                \
    ROW(scope, need, name, REAL, min, max, "auto", NULL, AT(field), SET(setting), __VA_ARGS__)
#define AUTO_BOOL(scope, need, name, field, setting, ...)                                          \
    ROW(scope, need, name, CHOICE, 0, 0, "auto", mi_auto_names, AT(field), SET(setting),           \
        __VA_ARGS__)
#define AUTO_CHOICE(scope, need, name, field, names, setting, ...)                                 \
    ROW(scope, need, name, CHOICE, 0, 0, "auto", names, AT(field), SET(setting), __VA_ARGS__)

/* clang-format off */
static const struct mi_option_row table[] = {
    NAMED(GAME, NOTHING, "game", "go", "the game to play"),
    NAMED(GAME, SIZES, "size", "", "board size, 9 or 9x7; empty: the game's usual one"),
    NAMED(GAME, KOMI, "komi", "", "points for the second player; empty: the game's usual ones"),
    NAMED(GAME, RULES, "rules", "", "rule set; empty: the game's usual one"),

    REAL(LIMITS, NOTHING, "time", time, 0, 1e6, "0", "seconds a move; 0: 1 second if nothing else bounds the search",
        .katago = "maxTime"),
    INT(LIMITS, NOTHING, "playouts", playouts, 0, 9007199254740991.0, "0", "playouts (alphabeta: nodes) a move; 0: no bound",
        .katago = "maxPlayouts maxVisits"),
    INT(LIMITS, DEPTH, "depth", depth, 0, 1000, "0", "plies that alphabeta and minimax look ahead; 0: no bound"),
    REAL(LIMITS, NOTHING, "lag", lag, 0, 60, "0.02", "seconds of a move's time kept back for the way to the client",
        .katago = "lagBuffer"),
    BOOL(LIMITS, MEMORY, "ponder", ponder, "false", "think in the opponent's time, too (GTP)",
        .katago = "ponderingEnabled"),

    INT(MACHINE, MEMORY, "threads", threads, 1, 256, "1", "threads that search",
        .uci = "Threads", .katago = "numSearchThreads"),
    INT(MACHINE, NOTHING, "memory", memory, 1, 1048576, "256", "MiB that the tree or the table may take",
        .uci = "Hash"),

    CHOICE(PLAY, NOTHING, "search", search, search_names, "auto", "the search that chooses the moves; auto: what suits the game"),
    CHOICE(PLAY, POINTS, "play-for", play_for, aim_names, "points", "what a game of points is played for: the points, or the result alone"),
    NAMED(PLAY, LEVELS, "level", "", "play about as a player of that rating would, on the scale of the game: 10k, 1500, 7; empty: as well as it can"),
    INT(PLAY, NOTHING, "seed", seed, 0, 9007199254740991.0, "1", "seed of the random numbers; 0: another each time"),
    REAL(PLAY, NOTHING, "temperature", temperature, 0, 10, "0", "draw the move played by the visits to the power of 1 / temperature; 0: the best is played",
        .katago = "chosenMoveTemperature"),
    REAL(PLAY, NOTHING, "temperature-early", temperature_early, 0, 10, "auto", "the temperature at the beginning of a game; auto: the same",
        .katago = "chosenMoveTemperatureEarly"),
    REAL(PLAY, NOTHING, "temperature-halflife", temperature_halflife, 0.1, 100000, "19", "moves, on a board of 19x19, in which it comes half the way to the other",
        .katago = "chosenMoveTemperatureHalflife"),
    REAL(PLAY, NOTHING, "temperature-below", temperature_below, 0, 1, "1", "the temperature is for moves alone that are less likely than this part",
        .katago = "chosenMoveTemperatureOnlyBelowProb"),
    REAL(PLAY, NOTHING, "draw-subtract", draw_subtract, 0, 1e9, "0", "visits that each move has less where one is drawn, at most 1/64 of the most",
        .katago = "chosenMoveSubtract"),
    REAL(PLAY, NOTHING, "draw-prune", draw_prune, 0, 1e9, "0", "moves with fewer visits than that, at most 1/64 of the most, are not drawn",
        .katago = "chosenMovePrune"),
    INT(PLAY, NOTHING, "temperature-moves", temperature_moves, 0, 1000, "0", "so many moves of a game are drawn so; 0: all"),
    BOOL(PLAY, MEMORY, "reuse", reuse, "true", "keep the tree or the table from move to move"),

    REAL(RESIGN, NOTHING, "resign", resign, 0, 0.5, "auto", "resign below this value of the position; 0: never; auto: what suits the game"),
    INT(RESIGN, NOTHING, "resign-moves", resign_moves, 1, 1000, "3", "moves in a row that the value must be so low",
        .katago = "resignConsecTurns"),

    PATH(KNOWLEDGE, BOOKS, "book-file", "", "file of an opening book of the game; empty: none",
        .uci = "BookFile"),
    INT(KNOWLEDGE, BOOKS, "book-depth", book_depth, 0, 1000, "0", "plies of a game for which the book is asked; 0: no bound"),
    BOOL(KNOWLEDGE, BOOKS, "book-best", book_best, "false", "of the book's moves the one with most weight, not one drawn by weight"),
    PATH(KNOWLEDGE, WEIGHTS, "eval-file", "auto", "file of what evaluates positions or moves, a network or weights of patterns; auto: what the game brings along; none: the evaluation without a file",
        .uci = "EvalFile"),
    PATH(KNOWLEDGE, NETWORK, "network", "auto", "file of a network that values the positions of the game; auto: the game's own, where it plays better; none: no network",
        .uci = "WeightsFile"),
    PATH(KNOWLEDGE, HUMAN, "human-network", "", "file of a network that knows how people play, beside that which plays; empty: none",
        .katago = "human-model"),
    PATH(KNOWLEDGE, TABLEBASE_FILE, "knowledge-file", "", "endgame tablebases, a file or folders; empty: none",
        .uci = "SyzygyPath"),
    INT(KNOWLEDGE, TABLEBASE, "probe-pieces", probe_pieces, 0, 7, "7", "pieces on the board up to which endgame tablebases are asked",
        .uci = "SyzygyProbeLimit"),
    BOOL(KNOWLEDGE, TABLEBASE, "probe-draw-rule", probe_draw_rule, "true", "endgame tablebases heed that fifty moves draw",
        .uci = "Syzygy50MoveRule"),

    INT(ALPHABETA, TABLEBASE, "probe-depth", probe_depth, 1, 100, "1", "plies left to look ahead from which alphabeta asks endgame tablebases",
        .uci = "SyzygyProbeDepth"),
    AUTO_BOOL(ALPHABETA, EVALUATION, "selective", selective, selective, "alphabeta searches unlikely moves less deep or not at all, by the evaluation; auto: what suits the game"),
    LIST(ALPHABETA, NOTHING, "without", without, feature_names, "parts of alphabeta to leave out, joined by commas"),

    CHOICE(MONTE_CARLO, NOTHING, "playout", playout, playout_names, "heavy", "who plays from the leaves: a player with knowledge, or at random, or so by the plain loop, where it wins at once or leaves no win, or by what moves or pairs of moves have come to"),
    AUTO_REAL(MONTE_CARLO, NOTHING, "margin", margin, 0, 1, margin, "part of the value of a playout that goes by its score; auto: what suits the game"),
    AUTO_REAL(MONTE_CARLO, NOTHING, "uct-constant", uct_constant, 0, 100, uct_constant, "exploration constant C of UCT; auto: what suits the game"),
    CHOICE(MONTE_CARLO, FLAT, "flat", flat, flat_names, "uniform", "which move flat plays out next: one after the other, or by UCB1"),

    CHOICE(TREE, NOTHING, "ucb", ucb, ucb_names, "ucb1", "without priors, the formula of exploration: UCB1, or UCB1-tuned, which goes by the spread of the values, too"),
    REAL(TREE, NOTHING, "fpu", fpu, -1, 1, "-1", "value of a move not yet visited; below 0: try each move once first"),
    AUTO_BOOL(TREE, NOTHING, "priors", priors, priors, "let the game's priors guide the tree; auto: if its playouts are heavy"),
    AUTO_REAL(TREE, NOTHING, "prior-wins", prior_wins, 0, 1e6, prior_wins, "wins that a move has beforehand when the priors are sure of it; 0: PUCT; auto: what suits the game"),
    AUTO_REAL(TREE, NOTHING, "rave", rave, 0, 1e9, rave_equivalence, "visits at which a move's own value weighs as much as AMAF; 0: no AMAF; auto: what suits the game"),
    REAL(TREE, NOTHING, "widening", widening, 0, 1000, "0", "a position with n visits has so many times the square root of n moves, the likely ones first; 0: all"),
    REAL(TREE, EVALUATION, "implicit", implicit, 0, 1, "0", "without priors, the part of a move's value that goes by the minimax of evaluations below it"),
    AUTO_CHOICE(TREE, EVALUATION, "leaf", leaf, leaf_names, leaf, "what values a leaf: a playout, or the evaluation after a short search; auto: what suits the game"),
    INT(TREE, EVALUATION, "playout-plies", playout_plies, 0, 10000, "0", "plies after which a playout by the plain loop ends with an evaluation; 0: at the end of the game"),
    BOOL(TREE, NOTHING, "solver", solver, "true", "back up proven wins, losses and draws"),
    AUTO_BOOL(TREE, NOTHING, "transpositions", transpositions, transpositions, "equal positions share a node of the tree; auto: what suits the game"),
    AUTO_CHOICE(TREE, NOTHING, "final-move", final_move, final_names, final, "what the move played has most of; auto: visits, or with a network the bound"),
    CHOICE(TREE, MCTS, "parallel", parallel, parallel_names, "tree", "what mcts grows in parallel: one tree, or several, whose moves are added up"),
    INT(TREE, NOTHING, "virtual-loss", virtual_loss, 0, 100, "1", "losses that a playout under way counts as"),

    CHOICE(NETWORK, NETWORK, "network-numbers", network_numbers, number_names, "auto", "what a network calculates in: floating point, integers where that is faster, or auto: what is fastest here"),
    AUTO_REAL(NETWORK, NETWORK, "network-weight", network_weight, 0, 1, network_weight, "what a network's value counts for beside a playout's; auto: what suits the game's own, and 1 for any other"),
    INT(NETWORK, NETWORK, "batch", batch, 0, 256, "0", "positions that a thread gives a network at once; 0: what suits it"),
    REAL(NETWORK, NETWORK, "score-weight", score_weight, 0, 10, "0.1", "with a network, what the score counts for beside winning"),
    REAL(NETWORK, NETWORK, "lead-weight", lead_weight, 0, 10, "0.3", "the same of the score beside the one expected"),
    AUTO_REAL(NETWORK, NETWORK, "uct-growth", uct_growth, 0, 100, puct.growth, "with a network, growth of C with the logarithm of the visits; auto: what suits it"),
    AUTO_REAL(NETWORK, NETWORK, "uct-base", uct_base, 1, 1e9, puct.base, "with a network, visits at which C has begun to grow; auto: what suits it"),
    AUTO_REAL(NETWORK, NETWORK, "uct-spread", uct_spread, 0, 1, puct.spread, "with a network, how far C goes with the spread of the values; auto: what suits it"),
    AUTO_REAL(NETWORK, NETWORK, "fpu-reduction", fpu_reduction, 0, 1, puct.reduction, "with a network, how much worse a move not yet visited looks when all others were; auto: what suits it"),
    AUTO_REAL(NETWORK, NETWORK, "root-fpu-reduction", root_fpu_reduction, 0, 1, puct.root_reduction, "the same of the moves to choose from"),
    AUTO_REAL(NETWORK, NETWORK, "policy-temperature", policy_temperature, 0.1, 10, policy_temperature, "with a network, temperature of its policy; auto: what suits it",
        .uci = "PolicyTemperature"),
    REAL(NETWORK, NETWORK, "policy-optimism", policy_optimism, 0, 1, "1", "with a network that has an optimistic policy, what it counts for in the tree",
        .katago = "policyOptimism"),
    REAL(NETWORK, NETWORK, "root-policy-optimism", root_policy_optimism, 0, 1, "0.2", "the same of the moves to choose from, at most as in the tree",
        .katago = "rootPolicyOptimism"),
    REAL(NETWORK, NETWORK, "root-temperature", root_temperature, 0.1, 10, "1", "with a network, temperature of its policy at the root"),
    REAL(NETWORK, NETWORK, "root-noise", root_noise, 0, 1, "0", "with a network, part of its policy at the root that is drawn at random"),
    INT(NETWORK, NETWORK, "root-symmetries", root_symmetries, 1, 8, "1", "with a network, in how many ways it sees the position to move in turned over, where that means nothing to the game",
        .katago = "rootNumSymmetriesToSample"),
    REAL(NETWORK, NETWORK, "forced-playouts", forced_playouts, 0, 100, "0", "with a network, K: a visited root move gets at least the root of K x prior x visits; such do not count for its share"),

    NAMED(HUMAN, HUMAN, "human-profile", "", "whose play a network imitates that knows how people play: rank_20k to rank_9d, rank_5k_3d, preaz_5k, proyear_1800 to proyear_2023; empty: nobody's",
        .katago = "humanSLProfile"),
    REAL(HUMAN, HUMAN, "human-move", human_move, 0, 1, "0", "how far the move played is one that people would play, not the search",
        .katago = "humanSLChosenMoveProp"),
    BOOL(HUMAN, HUMAN, "human-ignore-pass", human_ignore_pass, "false", "the search alone decides when to pass",
        .katago = "humanSLChosenMoveIgnorePass"),
    REAL(HUMAN, HUMAN, "human-lambda", human_lambda, 0, 1e9, "1000000000", "a loss of so much, 2 being a win, makes a move of people e times less likely",
        .katago = "humanSLChosenMovePiklLambda"),
    REAL(HUMAN, HUMAN, "human-root-weightless", human_weightless[MI_HUMAN_ROOT], 0, 1, "0", "part of the playouts that looks at people's moves at the root, which counts for these moves alone",
        .katago = "humanSLRootExploreProbWeightless"),
    REAL(HUMAN, HUMAN, "human-root-weightful", human_weightful[MI_HUMAN_ROOT], 0, 1, "0", "the same, which counts for the position, too",
        .katago = "humanSLRootExploreProbWeightful"),
    REAL(HUMAN, HUMAN, "human-own-weightless", human_weightless[MI_HUMAN_OWN], 0, 1, "0", "the same below the root, where its player is to move: for these moves alone",
        .katago = "humanSLPlaExploreProbWeightless"),
    REAL(HUMAN, HUMAN, "human-own-weightful", human_weightful[MI_HUMAN_OWN], 0, 1, "0", "the same, for the position, too",
        .katago = "humanSLPlaExploreProbWeightful"),
    REAL(HUMAN, HUMAN, "human-other-weightless", human_weightless[MI_HUMAN_OTHER], 0, 1, "0", "the same where the other is to move: for these moves alone",
        .katago = "humanSLOppExploreProbWeightless"),
    REAL(HUMAN, HUMAN, "human-other-weightful", human_weightful[MI_HUMAN_OTHER], 0, 1, "0", "the same, for the position, too",
        .katago = "humanSLOppExploreProbWeightful"),
    REAL(HUMAN, HUMAN, "human-constant", human_constant, 0, 1000, "1", "exploration constant of PUCT by what people would play",
        .katago = "humanSLCpuctExploration"),
    REAL(HUMAN, HUMAN, "human-permanent", human_permanent, 0, 1000, "0", "the same that grows with the square root of the visits: moves within about so much, 2 being a win, are looked at for good",
        .katago = "humanSLCpuctPermanent"),

    PATH(CLIENT, NOTHING, "files", "", "folder below which lie all files that clients may name; none: they may name none; empty: any file"),
    INT(CLIENT, NOTHING, "max-file", max_file, 0, 1048576, "0", "MiB that a file may have that clients name; 0: no ceiling"),
    INT(CLIENT, NOTHING, "max-memory", max_memory, 0, 1048576, "0", "the most MiB that clients may set as memory; 0: no ceiling"),
    INT(CLIENT, NOTHING, "max-threads", max_threads, 0, 256, "0", "the most threads that they may set; 0: no ceiling"),
    REAL(CLIENT, NOTHING, "max-time", max_time, 0, 1e6, "0", "the most seconds that a search takes, whatever they ask for; 0: no ceiling"),
    INT(CLIENT, NOTHING, "max-depth", max_depth, 0, 1000, "0", "the most plies that a search looks ahead; 0: no ceiling"),
    INT(CLIENT, NOTHING, "max-size", max_size, 0, 64, "0", "the most points on a side of the board; 0: no ceiling"),
};
/* clang-format on */

enum { COUNT = sizeof table / sizeof *table };

const struct mi_option_row *mi_options_row(int i)
{
    return i >= 0 && i < COUNT ? &table[i] : NULL;
}

/* Is the name one of those in the text, which have spaces between? */
static bool has_word(const char *text, const char *name)
{
    char word[40];
    while (text && mi_read_word(&text, word, sizeof word))
        if (mi_same_text(word, name))
            return true;
    return false;
}

static bool is_called(const miai_option *option, const char *name)
{
    return mi_same_text(option->name, name) || (option->uci && mi_same_text(option->uci, name)) ||
           has_word(option->katago, name);
}

const struct mi_option_row *mi_options_find(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (is_called(&table[i].option, name))
            return &table[i];
    return NULL;
}
