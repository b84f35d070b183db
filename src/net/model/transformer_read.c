/* The blocks of a transformer: attention, and what feeds forward. */
#include "reader.h"

#include <math.h>

/* ---- turns ---- */

static bool read_turns(struct mi_reader *r, struct mi_attention *attention)
{
    int pairs = attention->query / 2;
    mi_layer_name(r);
    mi_layer_int(r, attention->groups, attention->groups);
    mi_layer_int(r, pairs, pairs);
    mi_layer_int(r, 2, 2);
    attention->turn = mi_layer_floats(r, (size_t)attention->groups * (size_t)pairs * 2);
    return !r->in->failed;
}

/* The first half of the pairs turns with the row, the other with the column, each slower than the
 * one before. */
static bool make_turns(struct mi_reader *r, struct mi_attention *attention)
{
    int pairs = attention->query / 2, half = pairs / 2;
    mi_layer_name(r);
    float theta = mi_content_real(r->in, r->what);
    if (!r->in->failed && !(theta > 0.0f))
        return mi_layer_fail(r, "its theta is not above 0");
    size_t count = (size_t)attention->groups * (size_t)pairs * 2;
    attention->turn = r->in->failed ? NULL : mi_model_hold(r->model, count, sizeof(float));
    if (!attention->turn)
        return mi_layer_fail(r, "no memory for its weights");
    for (int i = 0; i < attention->groups * pairs; i++) {
        int pair = i % pairs, down = pair < half;
        double slower = 2.0 * (down ? pair : pair - half) / pairs;
        attention->turn[2 * i + down] = (float)pow(theta, -slower);
        if (!isfinite(attention->turn[2 * i + down]))
            return mi_layer_fail(r, "its theta is absurd");
    }
    return true;
}

/* ---- blocks ---- */

static bool read_dense_to(struct mi_reader *r, struct mi_dense *dense, int in, int out)
{
    return mi_layer_dense(r, dense, in) && mi_layer_fits(r, dense->out == out);
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
        return mi_layer_fail(r, "its heads are not a multiple of those of its keys");
    if (attention->heads * attention->query > MI_CHANNELS_MAX ||
        attention->heads * attention->value > MI_CHANNELS_MAX)
        return mi_layer_fail(r, "its heads have more channels than can be calculated");
    return true;
}

bool mi_read_attention(struct mi_reader *r, struct mi_model_block *block, int channels)
{
    struct mi_attention *attention = &block->attention;
    if (!read_heads(r, attention))
        return false;
    int heads = attention->heads, groups = attention->groups;
    bool turns = mi_layer_int(r, 0, 1) != 0, learned = mi_layer_int(r, 0, 1) != 0;
    if (turns && attention->query % 2 != 0)
        return mi_layer_fail(r, "the channels of a query that turns are no pairs");
    return mi_layer_rms_norm(r, &block->rms, channels, false) &&
           read_dense_to(r, &attention->q, channels, heads * attention->query) &&
           read_dense_to(r, &attention->k, channels, groups * attention->query) &&
           read_dense_to(r, &attention->v, channels, groups * attention->value) &&
           read_dense_to(r, &attention->out, heads * attention->value, channels) &&
           (!turns || (learned ? read_turns : make_turns)(r, attention));
}

bool mi_read_feed_forward(struct mi_reader *r, struct mi_model_block *block, int channels)
{
    struct mi_feed_forward *feed = &block->feed;
    int in = mi_layer_channels(r), hidden = mi_layer_channels(r);
    bool gated = mi_layer_int(r, 0, 1) != 0;
    if (r->in->failed || !mi_layer_fits(r, in == channels))
        return false;
    if (!gated) /* of which no file says the activation, and which nothing of KataGo's calculates */
        return mi_layer_fail(r, "a block that feeds forward without a gate cannot be calculated");
    feed->in.activation = MI_SILU;
    return mi_layer_rms_norm(r, &block->rms, channels, false) &&
           read_dense_to(r, &feed->in, channels, hidden) &&
           read_dense_to(r, &feed->gate, channels, hidden) &&
           read_dense_to(r, &feed->out, hidden, channels);
}
