/* kernel.h - the kernel, compiled once for each kind of processor.  The including file defines
 *
 *   KERNEL, NAME   the name of its struct mi_gomoku_kernel, in C and as text; usable()
 *
 * The loops are written so that compilers vectorize them. */
#include "network.h"

#include <string.h>

static inline int16_t clamp_to(int x, int max)
{
    return (int16_t)(x < 0 ? 0 : x > max ? max : x);
}

/* The upper 16 bits of the product. */
static inline int16_t multiply_high(int16_t a, int16_t b)
{
    return (int16_t)(a * b >> 16);
}

/* 16-bit sums do not overflow: file.c checks that. */
static void kernel_add_inputs(const struct mi_gomoku_net *restrict net,
                              const uint16_t *restrict input, int n, int16_t *restrict sum)
{
    int16_t s[NET_CHANNELS];
    memcpy(s, net->input[input[0]], sizeof s);
    for (int k = 1; k < n; k++) {
        const int16_t *restrict row = net->input[input[k]];
        for (int i = 0; i < NET_CHANNELS; i++)
            s[i] = (int16_t)(s[i] + row[i]);
    }
    for (int i = 0; i < NET_CHANNELS; i++)
        sum[i] = clamp_to(s[i], NET_INPUT_MAX);
}

static void mix_point(const struct mi_gomoku_net *restrict net, const int16_t *restrict at,
                      int16_t *restrict feature)
{
    enum { ROW = NET_STRIDE * NET_CHANNELS };
    for (int i = 0; i < NET_CHANNELS; i++) {
        const int16_t *c = at + i;
        int16_t orthogonal = (int16_t)(c[-NET_CHANNELS] + c[NET_CHANNELS] + c[-ROW] + c[ROW]);
        int16_t diagonal = (int16_t)(c[-ROW - NET_CHANNELS] + c[-ROW + NET_CHANNELS] +
                                     c[ROW - NET_CHANNELS] + c[ROW + NET_CHANNELS]);
        int16_t sum = (int16_t)(multiply_high(c[0], net->middle[i]) +
                                multiply_high(orthogonal, net->orthogonal[i]) +
                                multiply_high(diagonal, net->diagonal[i]) + net->bias[i]);
        feature[i] = clamp_to(sum, NET_FEATURE_MAX);
    }
}

static void kernel_mix(const struct mi_gomoku_net *restrict net,
                       struct mi_gomoku_net_memory *restrict memory)
{
    int32_t pool[NET_CHANNELS] = {0};
    for (int k = 0; k < memory->seen; k++) {
        int16_t *restrict feature = memory->feature[k];
        mix_point(net, memory->point[memory->cell[k]], feature);
        for (int i = 0; i < NET_CHANNELS; i++)
            pool[i] += feature[i];
    }
    memcpy(memory->pool, pool, sizeof pool);
    memcpy(memory->common, net->policy_bias, sizeof memory->common);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_POLICY; j++)
            memory->common[j] += pool[i] / NET_POOL * net->policy_pool[i][j];
}

static inline int32_t rectified(int32_t x)
{
    x /= NET_ONE_HEAD;
    return x < 0 ? 0 : x > INT16_MAX ? INT16_MAX : x;
}

static int32_t kernel_policy(const struct mi_gomoku_net *restrict net,
                             const struct mi_gomoku_net_memory *restrict memory, int n)
{
    const int16_t *restrict feature = memory->feature[n];
    int32_t hidden[NET_POLICY], sum = 0;
    memcpy(hidden, memory->common, sizeof hidden);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_POLICY; j++)
            hidden[j] += feature[i] * net->policy_in[i][j];
    for (int j = 0; j < NET_POLICY; j++)
        sum += rectified(hidden[j]) * net->policy_out[j];
    return sum;
}

static int32_t kernel_value(const struct mi_gomoku_net *restrict net,
                            const struct mi_gomoku_net_memory *restrict memory)
{
    const int32_t *restrict pool = memory->pool;
    int32_t hidden[NET_VALUE], sum = net->output_bias;
    memcpy(hidden, net->value_bias, sizeof hidden);
    for (int i = 0; i < NET_CHANNELS; i++)
        for (int j = 0; j < NET_VALUE; j++)
            hidden[j] += pool[i] / NET_POOL * net->value_in[i][j];
    for (int j = 0; j < NET_VALUE; j++)
        sum += rectified(hidden[j]) * net->value_out[j];
    return sum;
}

const struct mi_gomoku_kernel KERNEL = {.name = NAME,
                                        .usable = usable,
                                        .add_inputs = kernel_add_inputs,
                                        .mix = kernel_mix,
                                        .policy = kernel_policy,
                                        .value = kernel_value};
