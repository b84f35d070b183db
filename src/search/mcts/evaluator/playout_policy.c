/* Decisive and anti-decisive moves: a player who can win at once does so, and otherwise leaves no
 * immediate win if possible (Teytaud and Teytaud 2010, "On the huge benefit of decisive moves in
 * Monte-Carlo tree search algorithms").
 *
 * MAST: moves are chosen by their average value in all playouts, wherever they were played
 * (Finnsson and Bjornsson 2008): with probability epsilon a random move, otherwise the one with the
 * best average, where a move never played counts as 1 (Tak, Winands and Bjornsson 2012, "N-grams
 * and the last-good-reply policy applied in general game playing").  N-grams: the mean of the
 * averages of the move and of its pair with the previous move, once the pair has been seen often
 * enough (the same paper).
 *
 * A playout that is cut short is valued by the static evaluation (Lorentz 2008, "Amazons discover
 * Monte-Carlo"). */
#include "playout_policy.h"

#include "base/clock.h"
#include "base/memory.h"
#include "contract/capability.h"
#include "search/common/limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAIRS = 1 << 14,
    MIN_PAIR_VISITS = 7 /* minimum visits of a pair whose average is used */
};

static const double RANDOM_SHARE = 0.4; /* probability of a random move */

bool mi_playout_policy_wanted(const miai_game *game, const struct mi_settings *settings)
{
    return settings->playout > MI_PLAYOUT_PLAIN ||
           (settings->playout_plies > 0 && mi_evaluation(game)->evaluate);
}

/* ---- memory ---- */

static size_t cache_lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t scratch_bytes(const struct mi_root *root)
{
    return 2 * cache_lines(root->size);
}

static size_t mast_bytes(const struct mi_root *root)
{
    return cache_lines(2 * (size_t)root->game->move_count(root->setup) *
                       sizeof(struct mi_move_average));
}

static size_t made_bytes(const struct mi_root *root)
{
    return cache_lines((size_t)mi_playout_max(root->game, root->setup) *
                       sizeof(struct mi_playout_move));
}

size_t mi_playout_policy_bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    if (!mi_playout_policy_wanted(root->game, settings))
        return 0;
    return mi_estimator_bytes(root) + scratch_bytes(root) + mast_bytes(root) +
           cache_lines(PAIRS * sizeof(struct mi_move_average)) + made_bytes(root);
}

bool mi_playout_policy_make(struct mi_playout_policy *policy, const struct mi_root *root,
                            const struct mi_settings *settings)
{
    size_t bytes = mi_playout_policy_bytes(root, settings);
    *policy = (struct mi_playout_policy){
        .game = root->game,
        .kind = settings->playout,
        .size = root->size,
        .max_plies = mi_playout_max(root->game, root->setup),
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
    policy->made = (void *)(next + cache_lines(PAIRS * sizeof(struct mi_move_average)));
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
    return (char *)policy->scratch + (size_t)i * cache_lines(policy->size);
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

/* Does the move leave the opponent an immediate win? */
static bool leaves_win(const struct mi_playout_policy *policy, const void *pos, miai_move move)
{
    const miai_game *game = policy->game;
    miai_move list[MIAI_MAX_LEGAL];
    void *after = scratch_at(policy, 0);
    int score;
    memcpy(after, pos, policy->size);
    game->play(after, move);
    if (game->outcome(after, &score) || game->turn(after) == game->turn(pos))
        return false;
    int n = game->moves(after, list);
    return find_win(policy, after, list, n, scratch_at(policy, 1)) != MIAI_NO_MOVE;
}

/* Has the search run out of time?  On a large board a playout tries tens of thousands of moves.
 */
static bool is_out_of_time(const struct mi_playout_policy *policy)
{
    return policy->limits && mi_limits_over(policy->limits, mi_clock());
}

/* Draws moves until one leaves no immediate win; plays the last one if all do. */
static miai_move draw_decisive(const struct mi_playout_policy *policy, const void *pos,
                               miai_move *list, int n, miai_rng *rng)
{
    miai_move win = find_win(policy, pos, list, n, scratch_at(policy, 0));
    if (win != MIAI_NO_MOVE)
        return win;
    while (n > 1) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        if (is_out_of_time(policy) || !leaves_win(policy, pos, list[i]))
            return list[i];
        list[i] = list[--n];
    }
    return list[0];
}

/* ---- averages ---- */

static struct mi_move_average *find_pair_average(const struct mi_playout_policy *policy, int player,
                                                 miai_move before, miai_move move)
{
    uint64_t key =
        ((uint64_t)(uint16_t)before << 17) | ((uint64_t)(uint16_t)move << 1) | (uint64_t)player;
    return &policy->pairs[miai_mix(key) % PAIRS];
}

static double average_value(const struct mi_playout_policy *policy, int player, miai_move before,
                            miai_move move)
{
    const struct mi_move_average *one = &policy->mast[player * policy->moves + move];
    double value = one->visits > 0 ? (double)one->sum / one->visits : 1;
    if (policy->kind != MI_PLAYOUT_NGRAM || before == MIAI_NO_MOVE)
        return value;
    const struct mi_move_average *two = find_pair_average(policy, player, before, move);
    return two->visits < MIN_PAIR_VISITS ? value : (value + (double)two->sum / two->visits) / 2;
}

/* Epsilon-greedy.  Ties are broken by the order from a random index on. */
static miai_move draw_by_average(const struct mi_playout_policy *policy, int player,
                                 miai_move before, const miai_move *list, int n, miai_rng *rng)
{
    const uint32_t random_share = (uint32_t)(RANDOM_SHARE * 1000);
    uint32_t from = miai_rng_below(rng, (uint32_t)n);
    miai_move best = list[from];
    if (miai_rng_below(rng, 1000) < random_share)
        return best;
    double max_value = -1;
    for (int k = 0; k < n; k++) {
        miai_move move = list[(from + (uint32_t)k) % (uint32_t)n];
        double value = average_value(policy, player, before, move);
        best = value > max_value ? move : best;
        max_value = value > max_value ? value : max_value;
    }
    return best;
}

static void add_to_average(struct mi_move_average *average, double value)
{
    average->sum += (float)value;
    average->visits++;
}

static void update_averages(struct mi_playout_policy *policy, int count, double value)
{
    for (int i = 0; i < count; i++) {
        const struct mi_playout_move *made = &policy->made[i];
        double own = made->player ? 1 - value : value;
        add_to_average(&policy->mast[made->player * policy->moves + made->move], own);
        if (policy->kind == MI_PLAYOUT_NGRAM && i > 0)
            add_to_average(find_pair_average(policy, made->player, made->before, made->move), own);
    }
}

/* ---- a playout ---- */

static miai_move draw_playout_move(const struct mi_playout_policy *policy, const void *pos,
                                   int player, miai_move before, miai_move *list, int n,
                                   miai_rng *rng)
{
    if (n == 1)
        return list[0];
    if (policy->kind == MI_PLAYOUT_DECISIVE && !is_out_of_time(policy))
        return draw_decisive(policy, pos, list, n, rng);
    if (policy->kind == MI_PLAYOUT_MAST || policy->kind == MI_PLAYOUT_NGRAM)
        return draw_by_average(policy, player, before, list, n, rng);
    return list[miai_rng_below(rng, (uint32_t)n)];
}

static double estimate_value(const struct mi_playout_policy *policy, const struct mi_scale *scale,
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
    int count = 0, max_plies = policy->early > 0 && policy->early < policy->max_plies
                                   ? policy->early
                                   : policy->max_plies;
    while (!(*over = game->outcome(pos, score)) && count < max_plies) {
        int player = game->turn(pos);
        miai_move move =
            draw_playout_move(policy, pos, player, before, list, moves(pos, list), rng);
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
                                               : estimate_value(policy, scale, pos);
    update_averages(policy, count, value);
    return value;
}
