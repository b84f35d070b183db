/* What a position is worth, and how good the moves look: by a network, or by patterns where its
 * weights are not open. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/network/network.h"

#include "base/fmath.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static void *open_weights(const miai_setup *setup, const char *file, char *error, size_t size)
{
    (void)setup;
    return mi_gomoku_net_open(file, error, size);
}

static size_t held(const void *weights)
{
    (void)weights;
    return sizeof(struct mi_gomoku_net);
}

static size_t memory_bytes(const void *weights)
{
    (void)weights;
    return sizeof(struct mi_gomoku_net_memory);
}

/* In the view of who moves next. */
static int worth(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                 const struct mi_gomoku *g)
{
    enum { MOST = 5000 };
    int64_t value = (int64_t)mi_gomoku_net_value(net, memory, g) * GOMOKU_ODDS / NET_ONE_OUTPUT;
    return value > MOST ? MOST : value < -MOST ? -MOST : (int)value;
}

static int evaluate(const void *weights, void *memory, const void *pos)
{
    if (!weights)
        return mi_gomoku_evaluate(pos);
    return mi_gomoku_in_first_view(pos, worth(weights, memory, pos));
}

/* ---- priors ---- */

/* In NET_ONE_OUTPUT; of a choice of the colours, and of a move near no stone, what an ordinary move
 * has. */
static double look_of(const struct mi_gomoku_net *net, struct mi_gomoku_net_memory *memory,
                      const struct mi_gomoku *g, miai_move move)
{
    int32_t look = move < g->points ? mi_gomoku_net_policy(net, memory, g, move) : INT32_MIN;
    return look == INT32_MIN ? 0 : (double)look / NET_ONE_OUTPUT;
}

static void priors(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior)
{
    const double least = 1e-4, far = -50;
    double chance[MIAI_MAX_LEGAL], most = -1e9, sum = 0;
    if (!weights) {
        mi_gomoku_priors(pos, list, n, prior);
        return;
    }
    for (int i = 0; i < n; i++) {
        chance[i] = look_of(weights, memory, pos, list[i]);
        most = chance[i] > most ? chance[i] : most;
    }
    for (int i = 0; i < n; i++)
        sum += chance[i] = mi_exp(fmax(chance[i] - most, far)) + least;
    for (int i = 0; i < n; i++)
        prior[i] = (float)(chance[i] / sum);
}

const miai_evaluation mi_gomoku_evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = evaluate,
    .priors = priors,
    .open = open_weights,
    .close = mi_aligned_free,
    .held = held,
    .memory = memory_bytes,
};
