/* Decisive and anti-decisive moves: who can win at once does so, and who cannot leaves no win at
 * once if that can be (Teytaud and Teytaud 2010, "On the huge benefit of decisive moves in
 * Monte-Carlo tree search algorithms").
 *
 * MAST: each player's moves are drawn by what they have come to in all playouts, wherever they were
 * made (Finnsson and Bjornsson 2008); with a chance of epsilon a move at random, otherwise the one
 * with the best average, a move never made having 1 (Tak, Winands and Bjornsson 2012, "N-grams and
 * the last-good-reply policy applied in general game playing").  N-grams: the average is that of a
 * move and of the pair that it is with the move before, once that was seen often enough (likewise).
 *
 * A playout that stops early takes the game's evaluation for its result (Lorentz 2008, "Amazons
 * discover Monte-Carlo"). */
#include "playout_policy.h"

#include "base/clock.h"
#include "base/memory.h"
#include "contract/capability.h"
#include "search/common/limits.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS = 1 << 14, OFTEN = 7 };

static const double EPSILON = 0.4;

bool mi_playout_policy_wanted(const miai_game *game, const struct mi_settings *settings)
{
    return settings->playout > MI_PLAYOUT_PLAIN ||
           (settings->playout_plies > 0 && mi_evaluation(game)->evaluate);
}

/* ---- memory ---- */

static size_t lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t scratch_bytes(const struct mi_root *root)
{
    return 2 * lines(root->size);
}

static size_t mast_bytes(const struct mi_root *root)
{
    return lines(2 * (size_t)root->game->move_count(root->setup) * sizeof(struct mi_move_average));
}

static size_t made_bytes(const struct mi_root *root)
{
    return lines((size_t)mi_playout_max(root->game, root->setup) * sizeof(struct mi_playout_move));
}

size_t mi_playout_policy_bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    if (!mi_playout_policy_wanted(root->game, settings))
        return 0;
    return mi_estimator_bytes(root) + scratch_bytes(root) + mast_bytes(root) +
           lines(PAIRS * sizeof(struct mi_move_average)) + made_bytes(root);
}

bool mi_playout_policy_make(struct mi_playout_policy *policy, const struct mi_root *root,
                            const struct mi_settings *settings)
{
    size_t bytes = mi_playout_policy_bytes(root, settings);
    *policy = (struct mi_playout_policy){
        .game = root->game,
        .kind = settings->playout,
        .size = root->size,
        .most = mi_playout_max(root->game, root->setup),
        .early = mi_evaluation(root->game)->evaluate ? settings->playout_plies : 0,
        .moves = root->game->move_count(root->setup),
        .memory = mi_aligned_alloc(64, bytes),
    };
    if (!policy->memory || !mi_estimator_init(&policy->estimator, root)) {
        mi_playout_policy_free(policy);
        return false;
    }
    memset(policy->memory, 0, bytes);
    char *next = policy->memory;
    policy->scratch = next;
    policy->mast = (void *)(next += scratch_bytes(root));
    policy->pairs = (void *)(next += mast_bytes(root));
    policy->made = (void *)(next + lines(PAIRS * sizeof(struct mi_move_average)));
    return true;
}

void mi_playout_policy_free(struct mi_playout_policy *policy)
{
    mi_estimator_free(&policy->estimator);
    mi_aligned_free(policy->memory);
    policy->memory = NULL;
}

/* ---- decisive moves ---- */

static void *scratch_at(const struct mi_playout_policy *policy, int i)
{
    return (char *)policy->scratch + (size_t)i * lines(policy->size);
}

/* A move that wins at once, or MIAI_NO_MOVE.  Plays in the scratch position. */
static miai_move find_win(const struct mi_playout_policy *policy, const void *pos,
                          const miai_move *list, int n, void *scratch)
{
    const miai_game *game = policy->game;
    int player = game->turn(pos), score;
    for (int i = 0; i < n; i++) {
        memcpy(scratch, pos, policy->size);
        game->play(scratch, list[i]);
        if (game->outcome(scratch, &score) && (player == 0 ? score > 0 : score < 0))
            return list[i];
    }
    return MIAI_NO_MOVE;
}

/* Does the move leave the other player a win at once? */
static bool gives_away(const struct mi_playout_policy *policy, const void *pos, miai_move move)
{
    const miai_game *game = policy->game;
    miai_move list[MIAI_MAX_LEGAL];
    void *behind = scratch_at(policy, 0);
    int score;
    memcpy(behind, pos, policy->size);
    game->play(behind, move);
    if (game->outcome(behind, &score) || game->turn(behind) == game->turn(pos))
        return false;
    int n = game->moves(behind, list);
    return find_win(policy, behind, list, n, scratch_at(policy, 1)) != MIAI_NO_MOVE;
}

/* A playout of a large board looks at ten thousands of moves. */
static bool is_late(const struct mi_playout_policy *policy)
{
    return policy->limits && mi_limits_over(policy->limits, mi_clock());
}

/* Draws until a move gives no win away; the last of them has to do if all do. */
static miai_move draw_decisive(const struct mi_playout_policy *policy, const void *pos,
                               miai_move *list, int n, miai_rng *rng)
{
    miai_move win = find_win(policy, pos, list, n, scratch_at(policy, 0));
    if (win != MIAI_NO_MOVE)
        return win;
    while (n > 1) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        if (is_late(policy) || !gives_away(policy, pos, list[i]))
            return list[i];
        list[i] = list[--n];
    }
    return list[0];
}

/* ---- averages ---- */

static struct mi_move_average *pair_of(const struct mi_playout_policy *policy, int player,
                                       miai_move before, miai_move move)
{
    uint64_t key =
        ((uint64_t)(uint16_t)before << 17) | ((uint64_t)(uint16_t)move << 1) | (uint64_t)player;
    return &policy->pairs[miai_mix(key) % PAIRS];
}

static double worth_of(const struct mi_playout_policy *policy, int player, miai_move before,
                       miai_move move)
{
    const struct mi_move_average *one = &policy->mast[player * policy->moves + move];
    double worth = one->visits > 0 ? (double)one->sum / one->visits : 1;
    if (policy->kind != MI_PLAYOUT_NGRAM || before == MIAI_NO_MOVE)
        return worth;
    const struct mi_move_average *two = pair_of(policy, player, before, move);
    return two->visits < OFTEN ? worth : (worth + (double)two->sum / two->visits) / 2;
}

/* Of equal ones the first from a random place on. */
static miai_move draw_by_worth(const struct mi_playout_policy *policy, int player, miai_move before,
                               const miai_move *list, int n, miai_rng *rng)
{
    const uint32_t share = (uint32_t)(EPSILON * 1000);
    uint32_t from = miai_rng_below(rng, (uint32_t)n);
    miai_move best = list[from];
    if (miai_rng_below(rng, 1000) < share)
        return best;
    double most = -1;
    for (int k = 0; k < n; k++) {
        miai_move move = list[(from + (uint32_t)k) % (uint32_t)n];
        double worth = worth_of(policy, player, before, move);
        best = worth > most ? move : best;
        most = worth > most ? worth : most;
    }
    return best;
}

static void add(struct mi_move_average *average, double value)
{
    average->sum += (float)value;
    average->visits++;
}

static void learn(struct mi_playout_policy *policy, int count, double value)
{
    for (int i = 0; i < count; i++) {
        const struct mi_playout_move *made = &policy->made[i];
        double own = made->player ? 1 - value : value;
        add(&policy->mast[made->player * policy->moves + made->move], own);
        if (policy->kind == MI_PLAYOUT_NGRAM && i > 0)
            add(pair_of(policy, made->player, made->before, made->move), own);
    }
}

/* ---- a playout ---- */

static miai_move draw(const struct mi_playout_policy *policy, const void *pos, int player,
                      miai_move before, miai_move *list, int n, miai_rng *rng)
{
    if (n == 1)
        return list[0];
    if (policy->kind == MI_PLAYOUT_DECISIVE && !is_late(policy))
        return draw_decisive(policy, pos, list, n, rng);
    if (policy->kind == MI_PLAYOUT_MAST || policy->kind == MI_PLAYOUT_NGRAM)
        return draw_by_worth(policy, player, before, list, n, rng);
    return list[miai_rng_below(rng, (uint32_t)n)];
}

static double estimate(const struct mi_playout_policy *policy, const struct mi_scale *scale,
                       const void *pos)
{
    int score = mi_estimate(&policy->estimator, pos);
    return mi_scale_estimate(scale, score);
}

double mi_playout_policy_play(struct mi_playout_policy *policy, const struct mi_scale *scale,
                              void *pos, miai_rng *rng, miai_trace *trace, bool *over, int *score)
{
    const miai_game *game = policy->game;
    int (*moves)(const void *, miai_move *) =
        mi_playouts(game)->moves ? mi_playouts(game)->moves : game->moves;
    miai_move list[MIAI_MAX_LEGAL], before = MIAI_NO_MOVE;
    int count = 0,
        most = policy->early > 0 && policy->early < policy->most ? policy->early : policy->most;
    while (!(*over = game->outcome(pos, score)) && count < most) {
        int player = game->turn(pos);
        miai_move move = draw(policy, pos, player, before, list, moves(pos, list), rng);
        if (trace)
            miai_trace_add(trace, move, player);
        policy->made[count++] =
            (struct mi_playout_move){(uint16_t)move, (uint16_t)before, (uint8_t)player};
        game->play(pos, move);
        before = move;
    }
    if (!*over && policy->early == 0)
        *score = mi_unfinished_score(game, pos);
    double value = *over || policy->early == 0 ? mi_scale_outcome(scale, *score)
                                               : estimate(policy, scale, pos);
    learn(policy, count, value);
    return value;
}
