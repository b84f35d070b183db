/* Evaluation and move priors: by a network, or by patterns if no network is open. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/network/network.h"

#include "base/fmath.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static void *gomoku_open_weights(const miai_setup *setup, const char *file, char *error,
                                 size_t size)
{
    (void)setup;
    return mi_gomoku_net_open(file, error, size);
}

static size_t gomoku_weights_held(const void *weights)
{
    (void)weights;
    return sizeof(struct mi_gomoku_net);
}

static size_t gomoku_weights_memory(const void *weights)
{
    (void)weights;
    return sizeof(struct mi_gomoku_net_memory);
}

/* The network's evaluation for the side to move. */
static int network_value(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                         const struct mi_gomoku *g)
{
    enum { VALUE_MAX = 5000 };
    int64_t value = (int64_t)mi_gomoku_net_value(net, memory, g) * GOMOKU_ODDS / NET_ONE_OUTPUT;
    return value > VALUE_MAX ? VALUE_MAX : value < -VALUE_MAX ? -VALUE_MAX : (int)value;
}

static int gomoku_evaluate(const void *weights, void *memory, const void *pos)
{
    if (!weights)
        return mi_gomoku_evaluate(pos);
    return mi_gomoku_in_first_view(pos, network_value(weights, memory, pos));
}

/* ---- priors ---- */

/* The logit of a move.  Choices of colours and moves far from all stones get 0, an average
 * move's. */
static double move_logit(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                         const struct mi_gomoku *g, miai_move move)
{
    int32_t look = move < g->points ? mi_gomoku_net_policy(net, memory, g, move) : INT32_MIN;
    return look == INT32_MIN ? 0 : (double)look / NET_ONE_OUTPUT;
}

static void gomoku_priors(const void *weights, void *memory, const void *pos, const miai_move *list,
                          int n, float *prior)
{
    const double min_weight = 1e-4, far = -50;
    double weight[MIAI_MAX_LEGAL], max = -1e9, sum = 0;
    if (!weights) {
        mi_gomoku_priors(pos, list, n, prior);
        return;
    }
    for (int i = 0; i < n; i++) {
        weight[i] = move_logit(weights, memory, pos, list[i]);
        max = weight[i] > max ? weight[i] : max;
    }
    for (int i = 0; i < n; i++)
        sum += weight[i] = mi_exp(fmax(weight[i] - max, far)) + min_weight;
    for (int i = 0; i < n; i++)
        prior[i] = (float)(weight[i] / sum);
}

const miai_evaluation mi_gomoku_evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = gomoku_evaluate,
    .priors = gomoku_priors,
    .open = gomoku_open_weights,
    .close = mi_aligned_free,
    .held = gomoku_weights_held,
    .memory = gomoku_weights_memory,
};
