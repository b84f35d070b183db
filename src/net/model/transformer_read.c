/* Reads the transformer blocks: attention and feed-forward. */
#include "reader.h"

#include <math.h>

/* ---- rotary embedding ---- */

static bool read_rotary_angles(struct mi_reader *r, struct mi_attention *attention)
{
    int pairs = attention->query / 2;
    mi_layer_name(r);
    mi_layer_int(r, attention->groups, attention->groups);
    mi_layer_int(r, pairs, pairs);
    mi_layer_int(r, 2, 2);
    attention->rotary_angles = mi_layer_floats(r, (size_t)attention->groups * (size_t)pairs * 2);
    return !r->in->failed;
}

/* Fixed angles: the first half of the pairs depends on the row, the second on the column, with
 * decreasing frequencies. */
static bool make_rotary_angles(struct mi_reader *r, struct mi_attention *attention)
{
    int pairs = attention->query / 2, half = pairs / 2;
    mi_layer_name(r);
    float theta = mi_content_real(r->in, r->what);
    if (!r->in->failed && !(theta > 0.0f))
        return mi_layer_fail(r, "its theta must be above 0");
    size_t count = (size_t)attention->groups * (size_t)pairs * 2;
    attention->rotary_angles =
        r->in->failed ? NULL : mi_model_alloc(r->model, count, sizeof(float));
    if (!attention->rotary_angles)
        return mi_layer_fail(r, "out of memory");
    for (int i = 0; i < attention->groups * pairs; i++) {
        int pair = i % pairs, down = pair < half;
        double exponent = 2.0 * (down ? pair : pair - half) / pairs;
        attention->rotary_angles[2 * i + down] = (float)pow(theta, -exponent);
        if (!isfinite(attention->rotary_angles[2 * i + down]))
            return mi_layer_fail(r, "its theta is out of range");
    }
    return true;
}

/* ---- blocks ---- */

static bool read_dense_of_size(struct mi_reader *r, struct mi_dense *dense, int in, int out)
{
    return mi_layer_dense(r, dense, in) && mi_layer_check(r, dense->out == out);
}

enum { HEADS_MAX = 128 };

static bool read_heads(struct mi_reader *r, struct mi_attention *attention)
{
    attention->heads = mi_layer_int(r, 1, HEADS_MAX);
    attention->groups = mi_layer_int(r, 1, HEADS_MAX);
    attention->query = mi_layer_channels(r);
    attention->value = mi_layer_channels(r);
    if (r->in->failed)
        return false;
    if (attention->heads % attention->groups != 0)
        return mi_layer_fail(r, "its heads must be a multiple of its key heads");
    if (attention->heads * attention->query > MI_CHANNELS_MAX ||
        attention->heads * attention->value > MI_CHANNELS_MAX)
        return mi_layer_fail(r, "its heads have too many channels");
    return true;
}

bool mi_read_attention(struct mi_reader *r, struct mi_model_block *block, int channels)
{
    struct mi_attention *attention = &block->attention;
    if (!read_heads(r, attention))
        return false;
    int heads = attention->heads, groups = attention->groups;
    bool rotary = mi_layer_int(r, 0, 1) != 0, learned = mi_layer_int(r, 0, 1) != 0;
    if (rotary && attention->query % 2 != 0)
        return mi_layer_fail(r, "rotary embedding needs an even number of query channels");
    return mi_layer_rms_norm(r, &block->rms, channels, false) &&
           read_dense_of_size(r, &attention->q, channels, heads * attention->query) &&
           read_dense_of_size(r, &attention->k, channels, groups * attention->query) &&
           read_dense_of_size(r, &attention->v, channels, groups * attention->value) &&
           read_dense_of_size(r, &attention->out, heads * attention->value, channels) &&
           (!rotary || (learned ? read_rotary_angles : make_rotary_angles)(r, attention));
}

bool mi_read_feed_forward(struct mi_reader *r, struct mi_model_block *block, int channels)
{
    struct mi_feed_forward *feed = &block->feed;
    int in = mi_layer_channels(r), hidden = mi_layer_channels(r);
    bool gated = mi_layer_int(r, 0, 1) != 0;
    if (r->in->failed || !mi_layer_check(r, in == channels))
        return false;
    if (!gated) /* the format does not define the activation, and KataGo does not support it */
        return mi_layer_fail(r, "feed-forward blocks without a gate are not supported");
    feed->in.activation = MI_SILU;
    return mi_layer_rms_norm(r, &block->rms, channels, false) &&
           read_dense_of_size(r, &feed->in, channels, hidden) &&
           read_dense_of_size(r, &feed->gate, channels, hidden) &&
           read_dense_of_size(r, &feed->out, hidden, channels);
}
