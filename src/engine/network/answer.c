/* Network outputs: converted to the cache's format, and copied to leaves. */
#include "nn_evaluator.h"

#include "base/fmath.h"
#include "contract/capability.h"

#include <math.h>
#include <string.h>

/* ---- from the network to the cache's format ---- */

int8_t *mi_nn_evaluator_ownership(const struct nn_evaluator *t)
{
    return (int8_t *)&t->answer->policy[t->input.places];
}

static int policy_index(const struct nn_evaluator *t, const struct mi_eval *leaf, int i)
{
    return t->network->encoding->policy(leaf->pos, leaf->moves[i]);
}

/* Stores the policy over all legal moves, not only those that the search asks for: the softmax of
 * their logits with the temperature, in units of 1/65535. */
static void store_policy(struct nn_evaluator *t, const struct mi_eval *leaf, const float *logit,
                         struct mi_cached_output *answer)
{
    const double far = 60;
    double max = -1e30, sum = 0;
    int n = t->root->game->moves(leaf->pos, t->legal);
    for (int i = 0; i < n; i++) {
        /* from here on, legal[] has policy indices */
        t->legal[i] = t->network->encoding->policy(leaf->pos, t->legal[i]);
        max = fmax(max, (double)logit[t->legal[i]]);
    }
    for (int i = 0; i < n; i++) {
        double difference = (max - (double)logit[t->legal[i]]) / t->settings->policy_temperature;
        t->chance[i] = difference < far ? mi_exp(-difference) : 0;
        sum += t->chance[i];
    }
    memset(answer->policy, 0, (size_t)t->input.places * sizeof *answer->policy);
    for (int i = 0; i < n; i++)
        answer->policy[t->legal[i]] = (uint16_t)(t->chance[i] / sum * UINT16_MAX + 0.5);
}

/* own is NULL in games without ownership. */
static void store_ownership(struct nn_evaluator *t, int symmetry, const float *own)
{
    int8_t *to = mi_nn_evaluator_ownership(t);
    if (!own) {
        memset(to, 0, (size_t)t->input.points);
        return;
    }
    mi_network_undo_symmetry(&t->input, symmetry, own, t->back);
    own = t->back;
    for (int p = 0; p < t->input.points; p++) {
        float x = own[p] * 127;
        to[p] = (int8_t)(x < 0 ? x - 0.5F : x + 0.5F);
    }
}

void mi_nn_evaluator_answer(struct nn_evaluator *t, const struct question *question,
                            struct mi_net_out *out)
{
    struct mi_cached_output *answer = t->answer;
    *answer = (struct mi_cached_output){.win = out->win,
                                        .draw = out->draw,
                                        .no_result = out->no_result,
                                        .moves_left = out->moves_left,
                                        .score = out->score,
                                        .deviation = out->deviation,
                                        .lead = out->lead};
    for (int p = 0; p < t->input.places && question->optimism > 0; p++)
        out->policy[p] += question->optimism * (out->optimistic[p] - out->policy[p]);
    mi_network_undo_policy_symmetry(&t->input, question->symmetry, out->policy, t->back);
    store_policy(t, question->leaf, t->back, answer);
    store_ownership(t, question->symmetry, out->ownership);
}

/* ---- to a leaf ---- */

/* Moves number rows from the bottom, networks from the top. */
static void fill_ownership(const struct nn_evaluator *t, struct mi_eval *leaf, float sign)
{
    const int8_t *own = mi_nn_evaluator_ownership(t);
    int width = t->input.width, height = t->input.height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            leaf->ownership[y * width + x] = sign * own[(height - 1 - y) * width + x] / 127;
}

static void fill_policy(const struct nn_evaluator *t, const struct mi_eval *leaf, float *prior)
{
    double sum = 0;
    for (int i = 0; i < leaf->move_count; i++)
        sum += t->answer->policy[policy_index(t, leaf, i)];
    for (int i = 0; i < leaf->move_count; i++) {
        double p = t->answer->policy[policy_index(t, leaf, i)];
        prior[i] = (float)(sum > 0 ? p / sum : 1.0 / leaf->move_count);
    }
}

static void fill_priors(const struct nn_evaluator *t, struct mi_eval *leaf)
{
    fill_policy(t, leaf, leaf->prior);
    for (int i = 0; i < leaf->move_count; i++)
        leaf->first[i] = -1;
}

/* Mixes in the result of a playout, which changes the leaf's position. */
static void mix_playout(const struct nn_evaluator *t, struct mi_eval *leaf)
{
    double weight = t->settings->network_weight;
    if (weight >= 1 || (leaf->from_peer && leaf->from_cache))
        return;
    int score = mi_playout(t->root->game, t->root->weights, t->settings->playout, leaf->pos,
                           leaf->rng, leaf->trace, t->playout_plies);
    leaf->win = weight * leaf->win + (1 - weight) * mi_scale_outcome(&t->scale, score);
}

static void fill_values(const struct nn_evaluator *t, struct mi_eval *leaf)
{
    const struct mi_cached_output *answer = t->answer;
    int player = t->root->game->turn(leaf->pos);
    double even = (double)answer->draw + (double)answer->no_result;
    double win = (double)answer->win + even / 2, sign = player ? -1 : 1;
    leaf->win = player ? 1 - win : win;
    leaf->draw = even;
    leaf->moves_left = (double)answer->moves_left;
    leaf->score = sign * (double)answer->score;
    leaf->deviation = (double)answer->deviation;
    if (!leaf->at_fair_komi)
        leaf->lead = sign * (double)answer->lead;
    if (leaf->moves)
        fill_priors(t, leaf);
    if (!t->out->ownership) /* game without ownership */
        leaf->ownership = NULL;
    if (leaf->ownership)
        fill_ownership(t, leaf, (float)sign);
    mix_playout(t, leaf);
    leaf->value = leaf->win;
}

/* A point of komi more for the second player is a point less lead for the first. */
static void fill_lead(const struct nn_evaluator *t, struct mi_eval *leaf)
{
    const struct mi_cached_output *answer = t->answer;
    bool second = t->root->game->turn(leaf->pos) == 1;
    double lead = (double)answer->lead;
    double win = (double)answer->win + ((double)answer->draw + (double)answer->no_result) / 2;
    leaf->lead = second ? -lead : lead;
    leaf->fair_win = second ? 1 - win : win;
    leaf->lead += leaf->fair_komi - t->root->setup->komi;
}

void mi_nn_evaluator_fill_leaf(const struct nn_evaluator *t, struct mi_eval *leaf, bool fair)
{
    if (t->is_human)
        fill_policy(t, leaf, leaf->human);
    else if (fair)
        fill_lead(t, leaf);
    else
        fill_values(t, leaf);
}
