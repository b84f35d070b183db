/* When to resign.
 *
 * Full strength resigns by the option resign, in games where that is usual.  A level resigns in
 * every game, like a player of its strength: the stronger, the earlier.  The values are those of
 * appraise.c. */
#include "appraise.h"

#include "engine/setup/level.h"
#include "engine/setup/network_file.h"
#include "engine/setup/settings.h"

#include "base/fmath.h"

#include <math.h>
#include <stdlib.h>

/* When it resigns: after this many of its moves in a row with a value below `value`, and in a game
 * with points behind by more than `points`.  If the value is the score itself, as in Othello, only
 * `score` points behind count. */
struct resign_rule {
    double value; /* 0: never */
    int moves;
    double points, score; /* 0: ignored */
    int proof_weight;     /* a loss that a tree search proved counts as this many moves */
};

/* A weak player hopes for mistakes, and its opponents make them: the points are a share of the
 * board. */
static struct resign_rule rule_of_level(const miai_engine *engine, const struct mi_root *root)
{
    double strength = mi_engine_relative_strength(engine);
    int board = root->setup->width * root->setup->height;
    return (struct resign_rule){mi_interpolate(0.01, 0.04, strength),
                                mi_engine_moves_in_a_row(engine),
                                board * mi_interpolate(0.16, 0.04, strength),
                                board * mi_interpolate(0.6, 0.35, strength), .proof_weight = 2};
}

static struct resign_rule resign_rule(const miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    miai_level level;
    if (isnan(options->resign) && mi_engine_level(engine, &level))
        return rule_of_level(engine, root);
    double value = mi_options_resign(options, root->game, mi_engine_has_network(engine));
    return (struct resign_rule){value, (int)options->resign_moves, 0, 0, 1};
}

/* Handicap stones may also be moves that the first player makes in a row at the start. */
static bool is_handicap_game(const miai_engine *engine, const struct mi_root *root)
{
    return engine->handicap || (root->plies > 1 && root->line[0].player == root->line[1].player);
}

/* An estimate of the rest of the game: the legal moves, which are every empty point in games that
 * fill the board, or the game's own estimate if it is less.  Gomoku ends on a board that is mostly
 * empty. */
static int plies_left(const struct mi_root *root)
{
    miai_move list[MIAI_MAX_LEGAL];
    int legal = root->game->moves(root->pos, list);
    const miai_hints *hints = mi_hints(root->game);
    int expected = hints->moves_left ? 2 * hints->moves_left(root->pos) : legal;
    return expected < legal ? expected : legal;
}

/* At least an eighth of the game must have been played, or half of it in a handicap game, which
 * starts from a lost position. */
static bool may_resign(const miai_engine *engine, const struct mi_root *root)
{
    int game_length = root->plies + plies_left(root);
    return root->plies * (is_handicap_game(engine, root) ? 2 : 8) >= game_length;
}

static bool is_hopeless(const struct mi_root *root, const struct mi_result *result,
                        const struct resign_rule *rule)
{
    if (result->scored && root->game->points > 0 && rule->score > 0)
        return result->lead < -rule->score;
    return result->value < rule->value &&
           (!result->leads || rule->points <= 0 || result->lead < -rule->points);
}

/* Does a larger search of all moves agree?  Its result may be better because the level blundered,
 * or because it sees more. */
static bool is_confirmed(miai_engine *engine, const struct mi_move_request *request,
                         struct resign_rule rule)
{
    const double enough = 0.05;
    struct mi_result *result = malloc(sizeof *result);
    rule.value = fmax(rule.value, enough);
    rule.points *= 0.75;
    rule.score *= 0.75;
    bool confirmed = result && (!mi_engine_search_position(engine, request, result) ||
                                is_hopeless(&request->root, result, &rule));
    free(result);
    return confirmed;
}

/* How many moves a hopeless one counts as.  A tree search often values a game above the rule's
 * value until it proves the loss, in Gomoku some five moves before the end, which is too late for
 * weak levels.  Evaluations, as in chess, are low long before a mate is found. */
static int hopeless_weight(const struct mi_result *result, const struct resign_rule *rule)
{
    return result->proof == MI_LOSS && !result->scored ? rule->proof_weight : 1;
}

bool mi_engine_should_resign(miai_engine *engine, const struct mi_move_request *request)
{
    const struct mi_root *root = &request->root;
    int *hopeless = &engine->game_end.hopeless_moves[request->player];
    struct resign_rule rule = resign_rule(engine, root);
    if (request->gives_up)
        return rule.value > 0 && may_resign(engine, root);
    if (root->only_count == 1)
        return false;
    bool counts = is_hopeless(root, engine->result, &rule) && may_resign(engine, root);
    *hopeless = counts ? *hopeless + hopeless_weight(engine->result, &rule) : 0;
    if (*hopeless >= rule.moves && !is_confirmed(engine, request, rule))
        *hopeless = 0;
    return *hopeless >= rule.moves;
}
