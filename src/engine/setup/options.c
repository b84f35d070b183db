#include "engine/options.h"

#include "book_file.h"
#include "client.h"
#include "engine/evaluation.h"
#include "human_network.h"
#include "level.h"
#include "network_file.h"
#include "option_access.h"
#include "tablebase_file.h"
#include "tuning_options.h"

#include "base/text.h"
#include "config.h"

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
/* One name for each bit of enum mi_feature, from the lowest. */
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
_Static_assert(1 << (sizeof feature_names / sizeof *feature_names - 1) == MI_FEATURES_ALL + 1,
               "feature_names has a name for each bit of enum mi_feature");
/* Values of file options that are not names of files. */
static const char *const file_words[] = {"auto", "none", NULL};
static const char *const final_names[] = {"auto", "visits", "value", "total", "bound", NULL};

const char *const mi_auto_names[] = {
    [MI_IS_AUTO] = "auto", [MI_IS_FALSE] = "false", [MI_IS_TRUE] = "true", NULL};

/* The table. Each row starts with the scope and the need, followed by the name, the place of the
 * value, bounds and default. The help text comes last, after it .alias, .uci and .katago where they
 * exist. */
#define OPTION(scope_of, name_of, kind, min_of, max_of, default_text, names, ...)                  \
    {                                                                                              \
        .name = name_of, .type = MIAI_OPTION_##kind, .min = min_of, .max = max_of,                 \
        .initial = default_text, .choices = names, .scope = MIAI_SCOPE_##scope_of,                 \
        .help = __VA_ARGS__                                                                        \
    }
#define ROW_CALLS(scope, need_of, name, kind, min, max, initial, names, place, auto_place, call,   \
                  ...)                                                                             \
    {                                                                                              \
        .option = OPTION(scope, name, kind, min, max, initial, names, __VA_ARGS__),                \
        .need = MI_NEED_##need_of, .offset = place, .setting = auto_place, .on_change = call       \
    }
#define ROW(scope, need, name, kind, min, max, initial, names, place, auto_place, ...)             \
    ROW_CALLS(scope, need, name, kind, min, max, initial, names, place, auto_place, NULL,          \
              __VA_ARGS__)
#define AT(field)  offsetof(struct mi_options, field)
#define SET(field) offsetof(struct mi_settings, field)

/* Options whose values are not in struct mi_options: the position's, files, and level. */
#define ELSEWHERE(scope, need_of, name, kind, initial, words, set_value, get_value, ...)           \
    {                                                                                              \
        .option = OPTION(scope, name, kind, 0, 0, initial, words, __VA_ARGS__),                    \
        .need = MI_NEED_##need_of, .offset = MI_NOT_IN_OPTIONS, .setting = MI_NO_SETTING,          \
        .set = set_value, .get = get_value                                                         \
    }
#define NAMED(scope, need, name, initial, set, get, ...)                                           \
    ELSEWHERE(scope, need, name, TEXT, initial, NULL, set, get, __VA_ARGS__)
#define PATH(scope, need, name, initial, words, open, get, ...)                                    \
    ELSEWHERE(scope, need, name, FILE, initial, words, open, get, __VA_ARGS__)
#define INT(scope, need, name, field, min, max, initial, ...)                                      \
    ROW(scope, need, name, INT, min, max, initial, NULL, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define INT_CALLS(scope, need, name, field, min, max, initial, call, ...)                          \
    ROW_CALLS(scope, need, name, INT, min, max, initial, NULL, AT(field), MI_NO_SETTING, call,     \
              __VA_ARGS__)
#define REAL(scope, need, name, field, min, max, initial, ...)                                     \
    ROW(scope, need, name, REAL, min, max, initial, NULL, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define BOOL(scope, need, name, field, initial, ...)                                               \
    ROW(scope, need, name, BOOL, 0, 1, initial, NULL, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define CHOICE(scope, need, name, field, names, initial, ...)                                      \
    ROW(scope, need, name, CHOICE, 0, 0, initial, names, AT(field), MI_NO_SETTING, __VA_ARGS__)
#define CHOICE_CALLS(scope, need, name, field, names, initial, call, ...)                          \
    ROW_CALLS(scope, need, name, CHOICE, 0, 0, initial, names, AT(field), MI_NO_SETTING, call,     \
              __VA_ARGS__)

/* A list of names separated by commas, stored as bits. */
#define LIST(scope, need, name, field, names, ...)                                                 \
    ROW(scope, need, name, TEXT, 0, 0, "", names, AT(field), MI_NO_SETTING, __VA_ARGS__)

/* Options whose value the game or the network decides while they are "auto". */
#define AUTO_REAL(scope, need, name, field, min, max, setting, ...)                                \
    ROW(scope, need, name, REAL, min, max, "auto", NULL, AT(field), SET(setting), __VA_ARGS__)
/* A difference in value, which is at most 1, and 2 in KataGo. */
#define AUTO_UTILITY(scope, need_of, name, field, min, max, value, ...)                            \
    {                                                                                              \
        .option = OPTION(scope, name, REAL, min, max, "auto", NULL, __VA_ARGS__),                  \
        .need = MI_NEED_##need_of, .offset = AT(field), .setting = SET(value), .katago_unit = 0.5  \
    }
#define AUTO_BOOL(scope, need, name, field, setting, ...)                                          \
    ROW(scope, need, name, CHOICE, 0, 0, "auto", mi_auto_names, AT(field), SET(setting),           \
        __VA_ARGS__)
#define AUTO_CHOICE(scope, need, name, field, names, setting, ...)                                 \
    ROW(scope, need, name, CHOICE, 0, 0, "auto", names, AT(field), SET(setting), __VA_ARGS__)

/* clang-format off */
static const struct mi_option_row table[] = {
    NAMED(GAME, NOTHING, "game", "go", mi_option_set_game, mi_option_get_game, "game to play"),
    NAMED(GAME, SIZES, "size", "", mi_option_set_size, mi_option_get_size, "board size: 9 or 9x7; empty: the game's default"),
    NAMED(GAME, KOMI, "komi", "", mi_option_set_komi, mi_option_get_komi, "points for the second player; empty: the game's default"),
    NAMED(GAME, RULES, "rules", "", mi_option_set_rules, mi_option_get_rules, "rule set; empty: the game's default"),

    REAL(LIMITS, NOTHING, "time", time, 0, 1e6, "0", "seconds per move; 0: 1 second if nothing else limits the search",
        .katago = "maxTime"),
    INT(LIMITS, NOTHING, "playouts", playouts, 0, 9007199254740991.0, "0", "playouts (alphabeta: nodes) per move; 0: no limit",
        .katago = "maxPlayouts maxVisits"),
    INT(LIMITS, DEPTH, "depth", depth, 0, 1000, "0", "search depth in plies, for alphabeta and minimax; 0: no limit"),
    REAL(LIMITS, NOTHING, "move-overhead", move_overhead, 0, 60, "0.02", "seconds of each move's time reserved for communication with the client",
        .alias = "lag", .katago = "lagBuffer"),
    BOOL(LIMITS, MEMORY, "ponder", ponder, "false", "also think during the opponent's time (GTP)",
        .katago = "ponderingEnabled"),

    INT(MACHINE, MEMORY, "threads", threads, 1, 256, "1", "number of search threads",
        .uci = "Threads", .katago = "numSearchThreads"),
    INT(MACHINE, NOTHING, "memory", memory, 1, 1048576, "256", "MiB for the search tree or transposition table",
        .uci = "Hash"),

    CHOICE(PLAY, NOTHING, "search", search, search_names, "auto", "search algorithm; auto: the one that suits the game"),
    CHOICE(PLAY, POINTS, "play-for", play_for, aim_names, "points", "in games with points, maximize the points or only the chance to win"),
    NAMED(PLAY, LEVELS, "level", "", mi_option_set_level, mi_engine_get_level, "play at about this rating, on the game's scale: 10k, 1500, 7; empty: full strength"),
    INT_CALLS(PLAY, NOTHING, "seed", seed, 0, 9007199254740991.0, "1", mi_option_seed_changed, "random seed; 0: a different one each time"),
    REAL(PLAY, NOTHING, "temperature", temperature, 0, 10, "0", "draw the move with probability proportional to visits^(1/temperature); 0: play the best move",
        .katago = "chosenMoveTemperature"),
    REAL(PLAY, NOTHING, "temperature-early", temperature_early, 0, 10, "auto", "temperature at the start of a game; auto: the same as temperature",
        .katago = "chosenMoveTemperatureEarly"),
    REAL(PLAY, NOTHING, "temperature-halflife", temperature_halflife, 0.1, 100000, "19", "moves, on a 19x19 board, in which the early temperature gets half-way to the final one",
        .katago = "chosenMoveTemperatureHalflife"),
    REAL(PLAY, NOTHING, "temperature-below", temperature_below, 0, 1, "1", "apply the temperature only to moves less likely than this probability",
        .katago = "chosenMoveTemperatureOnlyBelowProb"),
    REAL(PLAY, NOTHING, "draw-subtract", draw_subtract, 0, 1e9, "0", "visits subtracted from each move before one is drawn, at most 1/64 of the largest count",
        .katago = "chosenMoveSubtract"),
    REAL(PLAY, NOTHING, "draw-prune", draw_prune, 0, 1e9, "0", "never draw moves with fewer visits than this, at most 1/64 of the largest count",
        .katago = "chosenMovePrune"),
    INT(PLAY, NOTHING, "temperature-moves", temperature_moves, 0, 1000, "0", "draw moves only in the first N moves of a game; 0: in the whole game"),
    BOOL(PLAY, MEMORY, "reuse", reuse, "true", "keep the tree or the table from move to move"),

    REAL(RESIGN, NOTHING, "resign", resign, 0, 0.5, "auto", "resign when the winning chance is below this; 0: never; auto: what suits the game"),
    INT(RESIGN, NOTHING, "resign-moves", resign_moves, 1, 1000, "3", "consecutive moves for which the winning chance must be that low",
        .katago = "resignConsecTurns"),

    PATH(KNOWLEDGE, NOTHING, "book-file", "auto", file_words, mi_engine_open_book, mi_option_get_book_file, "file with an opening book for the game; auto: the built-in one of the game, for its default search without a level, depth or temperature; none: no book",
        .uci = "BookFile"),
    INT(KNOWLEDGE, NOTHING, "book-depth", book_depth, 0, 1000, "0", "use the book only in the first N plies of a game; 0: no limit"),
    REAL(KNOWLEDGE, NOTHING, "book-tolerance", book_tolerance, 0, 1, "0.01", "play book moves whose value, from 0 to 1, is worse than the best one's by at most this"),
    BOOL(KNOWLEDGE, NOTHING, "book-best", book_best, "false", "play the book move with the largest weight, instead of drawing one by weight"),
    PATH(KNOWLEDGE, WEIGHTS, "eval-file", "auto", file_words, mi_engine_open_evaluation, mi_option_get_eval_file, "file with learned weights of the evaluation: a network or pattern weights; auto: the built-in ones; none: evaluate without learned weights",
        .uci = "EvalFile"),
    PATH(KNOWLEDGE, NETWORK, "network", "auto", file_words, mi_engine_open_network, mi_option_get_network, "file of the neural network that evaluates positions; auto: the built-in one if it is stronger on this board; none: no network",
        .uci = "WeightsFile"),
    PATH(KNOWLEDGE, HUMAN, "human-network", "", NULL, mi_engine_open_human_network, mi_option_get_human_network, "file of a second network that predicts the moves of human players; empty: none",
        .katago = "human-model"),
    PATH(KNOWLEDGE, TABLEBASE_FILE, "knowledge-file", "", NULL, mi_engine_open_tables, mi_option_get_knowledge_file, "endgame tablebases: a file or folders; empty: none",
        .uci = "SyzygyPath"),
    INT(KNOWLEDGE, TABLEBASE, "probe-pieces", probe_pieces, 0, 7, "7", "probe endgame tablebases only with at most this many pieces on the board",
        .uci = "SyzygyProbeLimit"),
    BOOL(KNOWLEDGE, TABLEBASE, "probe-draw-rule", probe_draw_rule, "true", "respect the fifty-move rule when probing endgame tablebases",
        .uci = "Syzygy50MoveRule"),

    INT(ALPHABETA, TABLEBASE, "probe-depth", probe_depth, 1, 100, "1", "smallest remaining depth, in plies, at which alphabeta probes endgame tablebases",
        .uci = "SyzygyProbeDepth"),
    AUTO_BOOL(ALPHABETA, EVALUATION, "selective", selective, selective, "alphabeta prunes and reduces unlikely moves, guided by the evaluation; auto: what suits the game"),
    LIST(ALPHABETA, NOTHING, "disable", disabled_features, feature_names, "parts of alphabeta to switch off, separated by commas",
        .alias = "without"),

    CHOICE(MONTE_CARLO, NOTHING, "playout", playout, playout_names, "heavy", "how playouts choose moves: with game knowledge (heavy), at random (uniform, plain), taking immediate wins and avoiding immediate losses (decisive), or by the past results of moves (mast) or pairs of moves (ngram)"),
    AUTO_REAL(MONTE_CARLO, NOTHING, "margin", margin, 0, 1, margin, "share of a playout's value that depends on its score, not only on who wins; auto: what suits the game"),
    AUTO_REAL(MONTE_CARLO, NOTHING, "uct-constant", uct_constant, 0, 100, uct_constant, "exploration constant C of UCT; auto: what suits the game"),
    CHOICE(MONTE_CARLO, FLAT, "flat", flat, flat_names, "uniform", "how flat chooses the next move to play out: each in turn (uniform), or by UCB1"),

    CHOICE(TREE, NOTHING, "ucb", ucb, ucb_names, "ucb1", "selection formula without priors: UCB1, or UCB1-tuned, which also uses the variance of the values"),
    REAL(TREE, NOTHING, "fpu", fpu, -1, 1, "-1", "value of an unvisited move (first-play urgency); below 0: try each move once first"),
    AUTO_BOOL(TREE, NOTHING, "priors", priors, priors, "guide the tree by the game's move priors; auto: if playouts are heavy"),
    AUTO_REAL(TREE, NOTHING, "prior-wins", prior_wins, 0, 1e6, prior_wins, "virtual wins of a move of which the priors are certain; 0: use the priors by PUCT; auto: what suits the game"),
    AUTO_REAL(TREE, NOTHING, "rave-equivalence", rave_equivalence, 0, 1e9, rave_equivalence, "visits at which a move's own value weighs as much as its AMAF value; 0: no AMAF; auto: what suits the game",
        .alias = "rave"),
    REAL(TREE, NOTHING, "widening", widening, 0, 1000, "0", "consider only the c * sqrt(n) most likely moves of a position with n visits, c being this option; 0: all moves"),
    REAL(TREE, EVALUATION, "implicit", implicit, 0, 1, "0", "without priors, share of a move's value that comes from the minimax of the evaluations below it"),
    AUTO_CHOICE(TREE, EVALUATION, "leaf", leaf, leaf_names, leaf, "how leaves are evaluated: by a playout, or by a short search and the evaluation; auto: what suits the game"),
    INT(TREE, EVALUATION, "playout-plies", playout_plies, 0, 10000, "0", "end plain playouts after this many plies with an evaluation; 0: at the end of the game"),
    BOOL(TREE, NOTHING, "solver", solver, "true", "back up proven wins, losses and draws"),
    AUTO_BOOL(TREE, NOTHING, "transpositions", transpositions, transpositions, "equal positions share one node of the tree; auto: what suits the game"),
    AUTO_CHOICE(TREE, NOTHING, "final-move", final_move, final_names, final, "rule for the final move: visits, value, total (visits times value) or lower confidence bound; auto: visits, or with a network the bound"),
    CHOICE(TREE, MCTS, "parallel", parallel, parallel_names, "tree", "what the threads of mcts grow: one shared tree, or one tree each, whose root visits are added up"),
    INT(TREE, NOTHING, "virtual-loss", virtual_loss, 0, 100, "1", "losses counted for a playout that is still running"),

    CHOICE_CALLS(NETWORK, NETWORK, "network-numbers", network_numbers, number_names, "auto", mi_engine_reopen_network, "arithmetic of the network: floating point, integers where they are faster, or auto: the fastest on this machine"),
    AUTO_REAL(NETWORK, NETWORK, "network-weight", network_weight, 0, 1, network_weight, "weight of the network's value against a playout's; auto: what suits the built-in network, 1 for any other"),
    INT(NETWORK, NETWORK, "batch", batch, 0, 256, "0", "positions per thread in one network evaluation; 0: what suits the network"),
    REAL(NETWORK, NETWORK, "score-weight", score_weight, 0, 10, "0.1", "with a network, weight of the score relative to winning"),
    REAL(NETWORK, NETWORK, "lead-weight", lead_weight, 0, 10, "0.3", "with a network, weight of the score relative to the score expected at the root"),
    AUTO_REAL(NETWORK, NETWORK, "uct-growth", uct_growth, 0, 100, puct.growth, "with a network, growth of C with the logarithm of the visits; auto: what suits it"),
    AUTO_REAL(NETWORK, NETWORK, "uct-base", uct_base, 1, 1e9, puct.base, "with a network, visits at which C has begun to grow; auto: what suits it"),
    AUTO_REAL(NETWORK, NETWORK, "uct-spread", uct_spread, 0, 1, puct.spread, "with a network, how strongly C follows the standard deviation of the values; auto: what suits it"),
    AUTO_UTILITY(NETWORK, NETWORK, "fpu-reduction", fpu_reduction, 0, 1, puct.reduction, "with a network, how much lower an unvisited move is valued once all other moves were visited; auto: what suits it",
        .katago = "fpuReductionMax"),
    AUTO_UTILITY(NETWORK, NETWORK, "root-fpu-reduction", root_fpu_reduction, 0, 1, puct.root_reduction, "the same at the root; auto: what suits the network",
        .katago = "rootFpuReductionMax"),
    AUTO_REAL(NETWORK, NETWORK, "policy-temperature", policy_temperature, 0.1, 10, policy_temperature, "with a network, temperature of its policy; auto: what suits it",
        .uci = "PolicyTemperature"),
    REAL(NETWORK, NETWORK, "policy-optimism", policy_optimism, 0, 1, "1", "with a network that has an optimistic policy, weight of that policy in the tree",
        .katago = "policyOptimism"),
    REAL(NETWORK, NETWORK, "root-policy-optimism", root_policy_optimism, 0, 1, "0.2", "the same at the root; at most policy-optimism is used",
        .katago = "rootPolicyOptimism"),
    REAL(NETWORK, NETWORK, "root-temperature", root_temperature, 0.01, 100, "1", "with a network, temperature of its policy at the root",
        .katago = "rootPolicyTemperature"),
    REAL(NETWORK, NETWORK, "root-noise", root_noise, 0, 1, "0", "with a network, share of random noise in its policy at the root"),
    REAL(NETWORK, NETWORK, "wide-root-noise", wide_root_noise, 0, 5, "0", "with a network, noise that spreads the visits over more moves at the root: a flatter policy, and a random bonus for half of the moves at each visit",
        .katago = "wideRootNoise"),
    REAL(NETWORK, NETWORK, "playout-advantage", advantage, -3, 3, "0", "with a network trained for it, assume that the side to move has 2^N times as many playouts as the opponent",
        .katago = "playoutDoublingAdvantage"),
    INT(NETWORK, NETWORK, "root-symmetries", root_symmetries, 1, 8, "1", "with a network, number of symmetries of the board over which the root's evaluation is averaged, in games that have symmetries",
        .katago = "rootNumSymmetriesToSample"),
    REAL(NETWORK, NETWORK, "forced-playouts", forced_playouts, 0, 100, "0", "with a network, K: a visited root move gets at least sqrt(K * prior * visits) visits; the forced ones do not count when the move is chosen"),

    NAMED(HUMAN, HUMAN, "human-profile", "", mi_engine_set_profile, mi_option_get_profile, "players whom the human network imitates: rank_20k to rank_9d, rank_5k_3d, preaz_5k, proyear_1800 to proyear_2023; empty: none",
        .katago = "humanSLProfile"),
    REAL(HUMAN, HUMAN, "human-move", human_move, 0, 1, "0", "probability that the move is chosen by the human network instead of the search",
        .katago = "humanSLChosenMoveProp"),
    BOOL(HUMAN, HUMAN, "human-ignore-pass", human_ignore_pass, "false", "let only the search decide when to pass",
        .katago = "humanSLChosenMoveIgnorePass"),
    REAL(HUMAN, HUMAN, "human-lambda", human_lambda, 0, 1e9, "1000000000", "loss of value (a win is worth 2) that makes a human move e times less likely",
        .katago = "humanSLChosenMovePiklLambda"),
    REAL(HUMAN, HUMAN, "human-root-weightless", human_weightless[MI_HUMAN_ROOT], 0, 1, "0", "share of the playouts that explore human moves at the root and do not change the root's value",
        .katago = "humanSLRootExploreProbWeightless"),
    REAL(HUMAN, HUMAN, "human-root-weightful", human_weightful[MI_HUMAN_ROOT], 0, 1, "0", "the same for playouts that do change the root's value",
        .katago = "humanSLRootExploreProbWeightful"),
    REAL(HUMAN, HUMAN, "human-own-weightless", human_weightless[MI_HUMAN_OWN], 0, 1, "0", "share of the playouts that explore human moves below the root, when the root's player is to move, and do not change the value of the position",
        .katago = "humanSLPlaExploreProbWeightless"),
    REAL(HUMAN, HUMAN, "human-own-weightful", human_weightful[MI_HUMAN_OWN], 0, 1, "0", "the same for playouts that do change the value",
        .katago = "humanSLPlaExploreProbWeightful"),
    REAL(HUMAN, HUMAN, "human-other-weightless", human_weightless[MI_HUMAN_OTHER], 0, 1, "0", "share of the playouts that explore human moves below the root, when the opponent is to move, and do not change the value of the position",
        .katago = "humanSLOppExploreProbWeightless"),
    REAL(HUMAN, HUMAN, "human-other-weightful", human_weightful[MI_HUMAN_OTHER], 0, 1, "0", "the same for playouts that do change the value",
        .katago = "humanSLOppExploreProbWeightful"),
    REAL(HUMAN, HUMAN, "human-constant", human_constant, 0, 1000, "1", "exploration constant of PUCT for human moves",
        .katago = "humanSLCpuctExploration"),
    REAL(HUMAN, HUMAN, "human-permanent", human_permanent, 0, 1000, "0", "like human-constant, but grows with the square root of the visits: human moves within this loss of value (a win is worth 2) are explored forever",
        .katago = "humanSLCpuctPermanent"),

    PATH(CLIENT, NOTHING, "files", "", NULL, mi_engine_confine, mi_option_get_files, "folder that must contain all files named by clients; none: clients may name no file; empty: any file"),
    INT(CLIENT, NOTHING, "max-file", max_file, 0, 1048576, "0", "largest file that clients may name, in MiB; 0: no limit"),
    INT(CLIENT, NOTHING, "max-memory", max_memory, 0, 1048576, "0", "largest memory option that clients may set, in MiB; 0: no limit"),
    INT(CLIENT, NOTHING, "max-threads", max_threads, 0, 256, "0", "largest number of threads that clients may set; 0: no limit"),
    REAL(CLIENT, NOTHING, "max-time", max_time, 0, 1e6, "0", "longest search that clients may ask for, in seconds; 0: no limit"),
    INT(CLIENT, NOTHING, "max-depth", max_depth, 0, 1000, "0", "deepest search that clients may ask for, in plies; 0: no limit"),
    INT(CLIENT, NOTHING, "max-size", max_size, 0, 64, "0", "longest side of a board that clients may set, in points; 0: no limit"),
};
/* clang-format on */

enum { COUNT = sizeof table / sizeof *table };

const struct mi_option_row *mi_options_row(int i)
{
#ifdef LIST_TUNING_OPTIONS
    if (i >= COUNT)
        return mi_tuning_option_row(i - COUNT);
#endif
    return i >= 0 && i < COUNT ? &table[i] : NULL;
}

/* Is name one of the words in text, which are separated by spaces? */
static bool text_has_word(const char *text, const char *name)
{
    char word[40];
    while (text && mi_read_word(&text, word, sizeof word))
        if (mi_same_text(word, name))
            return true;
    return false;
}

static bool option_is_called(const miai_option *option, const char *name)
{
    return mi_same_text(option->name, name) ||
           (option->alias && mi_same_text(option->alias, name)) ||
           (option->uci && mi_same_text(option->uci, name)) || text_has_word(option->katago, name);
}

double mi_options_unit(const struct mi_option_row *row, const char *name)
{
    return row->katago_unit > 0 && text_has_word(row->option.katago, name) ? row->katago_unit : 1;
}

const struct mi_option_row *mi_options_find(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (option_is_called(&table[i].option, name))
            return &table[i];
    const struct mi_option_row *row;
    for (int i = 0; (row = mi_tuning_option_row(i)) != NULL; i++)
        if (mi_same_text(row->option.name, name))
            return row;
    return NULL;
}
