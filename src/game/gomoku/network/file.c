#include "network.h"

#include "base/file.h"
#include "base/memory.h"
#include "embedded/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORTS = (INPUTS + 4) * NET_CHANNELS + NET_CHANNELS * (2 * NET_POLICY + NET_VALUE) +
             NET_POLICY + NET_VALUE,
    LONGS = NET_POLICY + NET_VALUE + 1,
    FILE_BYTES = MI_WEIGHTS_HEADER_BYTES + 2 * SHORTS + 4 * LONGS
};

/* ---- content ---- */

static uint32_t read_u32(const unsigned char **at)
{
    const unsigned char *b = *at;
    *at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void read_int16s(const unsigned char **at, int16_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++, *at += 2)
        number[i] = (int16_t)(uint16_t)((*at)[0] | (*at)[1] << 8);
}

static void read_int32s(const unsigned char **at, int32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        number[i] = (int32_t)read_u32(at);
}

static void read_arrays(const unsigned char *at, struct mi_gomoku_net *net)
{
    read_int16s(&at, *net->input, INPUTS * NET_CHANNELS);
    read_int16s(&at, net->middle, NET_CHANNELS);
    read_int16s(&at, net->orthogonal, NET_CHANNELS);
    read_int16s(&at, net->diagonal, NET_CHANNELS);
    read_int16s(&at, net->bias, NET_CHANNELS);
    read_int16s(&at, *net->policy_in, NET_CHANNELS * NET_POLICY);
    read_int16s(&at, *net->policy_pool, NET_CHANNELS * NET_POLICY);
    read_int16s(&at, net->policy_out, NET_POLICY);
    read_int16s(&at, *net->value_in, NET_CHANNELS * NET_VALUE);
    read_int16s(&at, net->value_out, NET_VALUE);
    read_int32s(&at, net->policy_bias, NET_POLICY);
    read_int32s(&at, net->value_bias, NET_VALUE);
    read_int32s(&at, &net->output_bias, 1);
}

/* ---- checks ---- */

static bool are_within(const int16_t *number, int count, int max)
{
    for (int i = 0; i < count; i++)
        if (abs(number[i]) > max)
            return false;
    return true;
}

static bool longs_are_within(const int32_t *number, int count, int32_t max)
{
    for (int i = 0; i < count; i++)
        if (number[i] < -max || number[i] > max)
            return false;
    return true;
}

/* The maximum absolute weight of inputs first to end - 1 for a channel. */
static int max_weight(const struct mi_gomoku_net *net, int channel, int first, int end)
{
    int max = 0;
    for (int input = first; input < end; input++) {
        int size = abs(net->input[input][channel]);
        max = size > max ? size : max;
    }
    return max;
}

/* Do the sums of the first layer (four pairs, kinds and four lines) fit 16 bits? */
static bool first_layer_fits(const struct mi_gomoku_net *net)
{
    for (int channel = 0; channel < NET_CHANNELS; channel++)
        if (DIRECTIONS * (max_weight(net, channel, 0, INPUT_PAIRS) +
                          max_weight(net, channel, INPUT_LINES, INPUTS)) +
                max_weight(net, channel, INPUT_PAIRS, INPUT_OWN) >
            INT16_MAX)
            return false;
    return true;
}

/* Checks bounds that keep all sums after the first layer within 16 and 32 bits. */
static const char *weights_fault(const struct mi_gomoku_net *net)
{
    enum { HEAD_MAX = 4 * NET_ONE_HEAD, BIAS_MAX = 1 << 24 };
    _Static_assert(NET_VALUE < 64 && NET_POLICY < 64 && NET_CHANNELS < 96,
                   "sums of the last layers may not fit 32 bits");
    if (!first_layer_fits(net))
        return "the sums of the first layer may not fit 16 bits";
    if (!are_within(net->orthogonal, NET_CHANNELS, 2 * NET_ONE_NEAR) ||
        !are_within(net->diagonal, NET_CHANNELS, 2 * NET_ONE_NEAR) ||
        !are_within(net->bias, NET_CHANNELS, 8 * NET_ONE_FEATURE))
        return "a weight of the second layer is too large";
    if (!are_within(*net->policy_in, NET_CHANNELS * NET_POLICY, HEAD_MAX) ||
        !are_within(*net->policy_pool, NET_CHANNELS * NET_POLICY, HEAD_MAX) ||
        !are_within(net->policy_out, NET_POLICY, HEAD_MAX) ||
        !are_within(*net->value_in, NET_CHANNELS * NET_VALUE, HEAD_MAX) ||
        !are_within(net->value_out, NET_VALUE, HEAD_MAX) ||
        !longs_are_within(net->policy_bias, NET_POLICY, BIAS_MAX) ||
        !longs_are_within(net->value_bias, NET_VALUE, BIAS_MAX) ||
        !longs_are_within(&net->output_bias, 1, BIAS_MAX))
        return "a weight of the last layers is too large";
    return NULL;
}

/* ---- reading ---- */

static const struct mi_gomoku_kernel *find_usable_kernel(void)
{
    int i = 0;
    while (!mi_gomoku_kernels[i]->usable())
        i++;
    return mi_gomoku_kernels[i];
}

const char *mi_gomoku_net_file_fault(const unsigned char *bytes, size_t length,
                                     size_t expected_length)
{
    return mi_weights_file_fault(bytes, length, "MIAIGOMO",
                                 "it is not a Gomoku network: it must begin with MIAIGOMO",
                                 expected_length);
}

struct mi_gomoku_net *mi_gomoku_net_read(const unsigned char *bytes, size_t length, char *error,
                                         size_t size)
{
    const char *wrong = mi_gomoku_net_file_fault(bytes, length, FILE_BYTES);
    struct mi_gomoku_net *net = NULL;
    if (!wrong && !(net = mi_aligned_alloc(64, sizeof *net)))
        wrong = "not enough memory";
    if (!wrong) {
        read_arrays(bytes + MI_WEIGHTS_HEADER_BYTES, net);
        net->kernel = find_usable_kernel();
        wrong = weights_fault(net);
    }
    if (!wrong) {
        mi_gomoku_net_merge(net);
        return net;
    }
    snprintf(error, size, "%s", wrong);
    mi_aligned_free(net);
    return NULL;
}

/* ---- files ---- */

static struct mi_gomoku_net *read_network_file(const char *file, char *error, size_t size)
{
    size_t length;
    unsigned char *bytes = mi_file_read(file, MI_MAX_WEIGHTS_FILE_BYTES, &length, error, size);
    if (!bytes)
        return NULL;
    struct mi_gomoku_net *net = mi_gomoku_net_read(bytes, length, error, size);
    free(bytes);
    return net;
}

struct mi_gomoku_net *mi_gomoku_net_open(const char *file, char *error, size_t size)
{
    if (file)
        return read_network_file(file, error, size);
    mi_embedded_load(mi_embedded_gomoku);
    return mi_gomoku_net_read(mi_embedded_gomoku, MI_EMBEDDED_gomoku, error, size);
}
