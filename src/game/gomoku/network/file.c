#include "network.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHORTS = (INPUTS + 4) * NET_CHANNELS + NET_CHANNELS * (2 * NET_POLICY + NET_VALUE) +
             NET_POLICY + NET_VALUE,
    LONGS = NET_POLICY + NET_VALUE + 1,
    FILE_BYTES = MI_LEARNED_HEAD + 2 * SHORTS + 4 * LONGS
};

/* ---- what is in it ---- */

static uint32_t take_word(const unsigned char **at)
{
    const unsigned char *b = *at;
    *at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void take_shorts(const unsigned char **at, int16_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++, *at += 2)
        number[i] = (int16_t)(uint16_t)((*at)[0] | (*at)[1] << 8);
}

static void take_longs(const unsigned char **at, int32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        number[i] = (int32_t)take_word(at);
}

static void read_arrays(const unsigned char *at, struct mi_gomoku_net *net)
{
    take_shorts(&at, *net->input, INPUTS * NET_CHANNELS);
    take_shorts(&at, net->middle, NET_CHANNELS);
    take_shorts(&at, net->beside, NET_CHANNELS);
    take_shorts(&at, net->across, NET_CHANNELS);
    take_shorts(&at, net->bias, NET_CHANNELS);
    take_shorts(&at, *net->policy_in, NET_CHANNELS * NET_POLICY);
    take_shorts(&at, *net->policy_pool, NET_CHANNELS * NET_POLICY);
    take_shorts(&at, net->policy_out, NET_POLICY);
    take_shorts(&at, *net->value_in, NET_CHANNELS * NET_VALUE);
    take_shorts(&at, net->value_out, NET_VALUE);
    take_longs(&at, net->policy_bias, NET_POLICY);
    take_longs(&at, net->value_bias, NET_VALUE);
    take_longs(&at, &net->output_bias, 1);
}

/* ---- what it must not be ---- */

static bool within(const int16_t *number, int count, int most)
{
    for (int i = 0; i < count; i++)
        if (abs(number[i]) > most)
            return false;
    return true;
}

static bool within_long(const int32_t *number, int count, int32_t most)
{
    for (int i = 0; i < count; i++)
        if (number[i] < -most || number[i] > most)
            return false;
    return true;
}

/* The size of the largest of these inputs' weights for a channel. */
static int largest(const struct mi_gomoku_net *net, int channel, int first, int end)
{
    int most = 0;
    for (int input = first; input < end; input++) {
        int size = abs(net->input[input][channel]);
        most = size > most ? size : most;
    }
    return most;
}

/* Do the sums of the first layer stay within 16 bits: four pairs, kinds and four lines? */
static bool fits(const struct mi_gomoku_net *net)
{
    for (int channel = 0; channel < NET_CHANNELS; channel++)
        if (DIRECTIONS * (largest(net, channel, 0, INPUT_PAIRS) +
                          largest(net, channel, INPUT_LINES, INPUTS)) +
                largest(net, channel, INPUT_PAIRS, INPUT_OWN) >
            INT16_MAX)
            return false;
    return true;
}

/* The bounds keep all sums behind the first layer within 16 and 32 bits. */
static const char *wrong_weights(const struct mi_gomoku_net *net)
{
    enum { HEAD_MOST = 4 * NET_ONE_HEAD, BIAS_MOST = 1 << 24 };
    _Static_assert(NET_VALUE < 64 && NET_POLICY < 64 && NET_CHANNELS < 96,
                   "sums of the last layers may not fit 32 bits");
    if (!fits(net))
        return "the sums of the first layer may not fit 16 bits";
    if (!within(net->beside, NET_CHANNELS, 2 * NET_ONE_NEAR) ||
        !within(net->across, NET_CHANNELS, 2 * NET_ONE_NEAR) ||
        !within(net->bias, NET_CHANNELS, 8 * NET_ONE_FEATURE))
        return "a weight of the second layer is too large";
    if (!within(*net->policy_in, NET_CHANNELS * NET_POLICY, HEAD_MOST) ||
        !within(*net->policy_pool, NET_CHANNELS * NET_POLICY, HEAD_MOST) ||
        !within(net->policy_out, NET_POLICY, HEAD_MOST) ||
        !within(*net->value_in, NET_CHANNELS * NET_VALUE, HEAD_MOST) ||
        !within(net->value_out, NET_VALUE, HEAD_MOST) ||
        !within_long(net->policy_bias, NET_POLICY, BIAS_MOST) ||
        !within_long(net->value_bias, NET_VALUE, BIAS_MOST) ||
        !within_long(&net->output_bias, 1, BIAS_MOST))
        return "a weight of the last layers is too large";
    return NULL;
}

/* ---- reading ---- */

static const struct mi_gomoku_kernel *usable_kernel(void)
{
    int i = 0;
    while (!mi_gomoku_kernels[i]->usable())
        i++;
    return mi_gomoku_kernels[i];
}

struct mi_gomoku_net *mi_gomoku_net_read(const unsigned char *bytes, size_t length, char *error,
                                         size_t size)
{
    const char *wrong = mi_learned_fault(
        bytes, length, "MIAIGOMO", "it is no network of Gomoku: such a file begins with MIAIGOMO",
        FILE_BYTES);
    struct mi_gomoku_net *net = NULL;
    if (!wrong && !(net = mi_aligned_alloc(64, sizeof *net)))
        wrong = "not enough memory";
    if (!wrong) {
        read_arrays(bytes + MI_LEARNED_HEAD, net);
        net->kernel = usable_kernel();
        wrong = wrong_weights(net);
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

/* The network that Gomoku brings along. */
static const unsigned char brought[] = {
#include "data/gomoku.inc"
};

static struct mi_gomoku_net *read_file(const char *file, char *error, size_t size)
{
    size_t length;
    unsigned char *bytes = mi_file_read(file, MI_FILE_LEARNED, &length, error, size);
    if (!bytes)
        return NULL;
    struct mi_gomoku_net *net = mi_gomoku_net_read(bytes, length, error, size);
    free(bytes);
    return net;
}

struct mi_gomoku_net *mi_gomoku_net_open(const char *file, char *error, size_t size)
{
    return file ? read_file(file, error, size)
                : mi_gomoku_net_read(brought, sizeof brought - 1, error, size);
}
