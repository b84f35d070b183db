/* Reads the body of a network: residual blocks, encoders, or both. */
#include "parts.h"

#include <math.h>

enum {
    INPUT = 1,
    RESIDUAL = 2,
    EMBEDDING = 25,
    ENCODER = 27,
    HEADS = 28,
    GATE = 33,
    SHIFT = 34,
    SMOLGEN = 35,
    POSITION = 37,
    EMBEDDING_NORM = 39,
    EMBEDDING_FEED = 41,
    EMBEDDING_FEED_NORM = 42
};
enum { CONV1 = 1, CONV2, SQUEEZE };
enum { SQUEEZE1 = 1, SQUEEZE2 = 3 };

static const float EPSILON = 1e-6f, EPSILON_DENSE = 1e-3f;

int mi_lc0_position_channels(const struct mi_lc0 *lc0)
{
    return lc0->position.out > 0 ? lc0->position.out / MI_LC0_SQUARES : MI_LC0_SQUARES;
}

static bool read_squeeze(struct mi_lc0_reader *r, struct mi_wire from,
                         struct mi_lc0_residual *residual)
{
    struct mi_lc0_dense_input in = {.parts = 1, .channels = r->model->channels};
    if (!mi_lc0_dense(r, from, SQUEEZE1, SQUEEZE1 + 1, in, r->activation, &residual->squeeze))
        return false;
    in.channels = residual->squeeze.out;
    return mi_lc0_dense(r, from, SQUEEZE2, SQUEEZE2 + 1, in, MI_IDENTITY, &residual->excite) &&
           (residual->excite.out == 2 * r->model->channels ||
            mi_lc0_fail(r, "its squeeze-and-excite does not match its channels"));
}

static bool read_residual(struct mi_lc0_reader *r, struct mi_wire from,
                          struct mi_lc0_residual *residual)
{
    int channels = r->model->channels;
    struct mi_wire squeeze = mi_lc0_message(r, from, SQUEEZE);
    if (!mi_wire_is_well_formed(from))
        return mi_lc0_fail(r, "its fields are malformed");
    return mi_lc0_conv(r, mi_lc0_message(r, from, CONV1), 3, channels, r->activation,
                       &residual->first) &&
           mi_lc0_conv(r, mi_lc0_message(r, from, CONV2), 3, channels,
                       squeeze.at ? MI_IDENTITY : r->activation, &residual->last) &&
           ((residual->first.conv.out == channels && residual->last.conv.out == channels) ||
            mi_lc0_fail(r, "its channels do not match those of the neighbouring layers")) &&
           (!squeeze.at || read_squeeze(r, squeeze, residual));
}

static bool read_residuals(struct mi_lc0_reader *r, struct mi_wire weights)
{
    struct mi_lc0 *lc0 = r->lc0;
    struct mi_wire rest = weights;
    lc0->residual =
        mi_lc0_alloc_repeated(r, weights, RESIDUAL, sizeof *lc0->residual, &lc0->residuals);
    if (r->failed || (lc0->attention_body && lc0->residuals == 0))
        return !r->failed;
    mi_lc0_set_name(r, "the input");
    if (!mi_lc0_conv(r, mi_lc0_message(r, weights, INPUT), 3, MI_LC0_PLANES, r->activation,
                     &lc0->input))
        return false;
    r->model->channels = lc0->input.conv.out;
    for (int i = 0; i < lc0->residuals; i++) {
        mi_lc0_set_name(r, "block %d", i + 1);
        if (!read_residual(r, mi_wire_each(&rest, RESIDUAL), &lc0->residual[i]))
            return false;
    }
    return true;
}

/* Transposes [channel][square] of the file to [square][channel]. */
static float *read_gate(struct mi_lc0_reader *r, struct mi_wire weights, uint32_t number)
{
    size_t channels = (size_t)r->model->channels, count = channels * MI_LC0_SQUARES;
    const float *from = mi_lc0_floats(r, weights, number, count);
    float *to = from ? mi_model_alloc(r->model, count, sizeof *to) : NULL;
    for (size_t i = 0; to && i < count; i++)
        to[i % MI_LC0_SQUARES * channels + i / MI_LC0_SQUARES] = from[i];
    if (!to)
        mi_lc0_fail(r, "out of memory");
    return to;
}

/* The position encoding by a dense layer over the pieces. */
static bool read_position(struct mi_lc0_reader *r, struct mi_wire weights)
{
    struct mi_lc0_dense_input pieces = {.parts = MI_LC0_SQUARES, .channels = MI_LC0_PIECES};
    return mi_lc0_dense(r, weights, POSITION, POSITION + 1, pieces, MI_IDENTITY,
                        &r->lc0->position) &&
           (r->lc0->position.out % MI_LC0_SQUARES == 0 ||
            mi_lc0_fail(r, "its outputs are not a multiple of 64"));
}

static bool read_embedding(struct mi_lc0_reader *r, struct mi_wire weights)
{
    struct mi_lc0 *lc0 = r->lc0;
    mi_lc0_set_name(r, "the embedding");
    if (lc0->residuals == 0 && r->position_dense && !read_position(r, weights))
        return false;
    int in =
        lc0->residuals > 0 ? r->model->channels : MI_LC0_PLANES + mi_lc0_position_channels(lc0);
    if (!mi_lc0_square_layer(r, weights, EMBEDDING, EMBEDDING + 1, in, r->activation,
                             &lc0->embedding))
        return false;
    r->model->channels = lc0->embedding.conv.out;
    if (r->position_dense && !mi_lc0_layer_norm(r, weights, EMBEDDING_NORM, r->model->channels,
                                                EPSILON_DENSE, &lc0->embedding_norm))
        return false;
    if (mi_lc0_weight_count(weights, GATE) > 0 && mi_lc0_weight_count(weights, SHIFT) > 0) {
        lc0->gate = read_gate(r, weights, GATE);
        lc0->shift = read_gate(r, weights, SHIFT);
    }
    return !r->failed &&
           (!r->position_dense ||
            (mi_lc0_feed_forward(r, mi_lc0_message(r, weights, EMBEDDING_FEED), r->model->channels,
                                 r->feed_activation, &lc0->feed, &lc0->feed_last) &&
             mi_lc0_layer_norm(r, weights, EMBEDDING_FEED_NORM, r->model->channels, EPSILON_DENSE,
                               &lc0->feed_norm)));
}

/* The smolgen weights that all encoders share.  Their number determines the number of inputs. */
static bool read_smolgen(struct mi_lc0_reader *r, struct mi_wire weights)
{
    enum { PAIRS = MI_LC0_SQUARES * MI_LC0_SQUARES };
    size_t count = mi_lc0_weight_count(weights, SMOLGEN);
    mi_lc0_set_name(r, "smolgen");
    if (count == 0)
        return true;
    struct mi_lc0_dense_input in = {.parts = 1, .channels = (int)(count / PAIRS)};
    return (count % PAIRS == 0 ||
            mi_lc0_fail(r, "it has %zu weights, not a multiple of %d", count, PAIRS)) &&
           mi_lc0_dense(r, weights, SMOLGEN, 0, in, MI_IDENTITY, &r->lc0->smolgen);
}

bool mi_lc0_body(struct mi_lc0_reader *r, struct mi_wire weights)
{
    struct mi_lc0 *lc0 = r->lc0;
    mi_lc0_set_name(r, "the weights");
    if (!read_residuals(r, weights) || !read_smolgen(r, weights))
        return false;
    if (!lc0->attention_body)
        return true;
    lc0->alpha = powf(2.0f * (float)mi_wire_count(weights, ENCODER), -0.25f);
    if (!read_embedding(r, weights))
        return false;
    struct mi_lc0_encoder_params style = {.what = "encoder",
                                          .channels = r->model->channels,
                                          .feed = r->feed_activation,
                                          .smolgen = r->smolgen_activation,
                                          .alpha = lc0->alpha,
                                          .epsilon = r->position_dense ? EPSILON_DENSE : EPSILON};
    return mi_lc0_encoders(r, weights, ENCODER, HEADS, style, &lc0->encoder, &lc0->encoders);
}
