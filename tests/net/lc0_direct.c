#include "lc0_direct.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Layout: [square][channel]. */
enum { SIDE = MI_LC0_SIDE, SQUARES = MI_LC0_SQUARES };

static double *allocate_squares(size_t count)
{
    double *values = calloc(count, sizeof *values);
    ck_assert_ptr_nonnull(values);
    return values;
}

static double activate(enum mi_activation activation, double x)
{
    switch (activation) {
    case MI_RELU:
        return fmax(x, 0.0);
    case MI_MISH:
        return x * tanh(log1p(exp(x)));
    case MI_SILU:
        return x / (1.0 + exp(-x));
    case MI_SELU:
        return 1.0507009873554805 * (x > 0.0 ? x : 1.6732632423543772 * expm1(x));
    case MI_SQUARED_RELU:
        return fmax(x, 0.0) * fmax(x, 0.0);
    case MI_SIGMOID:
        return 1.0 / (1.0 + exp(-x));
    case MI_TANH:
        return tanh(x);
    default:
        return x;
    }
}

/* ---- layers ---- */

static double filter_at(const struct mi_conv *conv, const double *from, int square, int out)
{
    int reach = conv->width / 2;
    double sum = 0.0;
    for (int tap = 0; tap < conv->width * conv->width; tap++) {
        int y = square / SIDE + tap / conv->width - reach;
        int x = square % SIDE + tap % conv->width - reach;
        if (y < 0 || y >= SIDE || x < 0 || x >= SIDE)
            continue;
        for (int in = 0; in < conv->in; in++)
            sum += from[(y * SIDE + x) * conv->in + in] *
                   conv->weight[(tap * conv->in + in) * conv->out + out];
    }
    return sum;
}

/* Computes the layer's outputs, owned by the caller. */
static double *run_layer(const struct mi_lc0_layer *layer, const double *from)
{
    int outs = layer->conv.out;
    double *to = allocate_squares((size_t)(SQUARES * outs));
    for (int i = 0; i < SQUARES * outs; i++)
        to[i] = activate(layer->norm.activation, filter_at(&layer->conv, from, i / outs, i % outs) +
                                                     layer->norm.bias[i % outs]);
    return to;
}

static double *run_dense(const struct mi_dense *dense, const double *from)
{
    double *to = allocate_squares((size_t)dense->out);
    for (int out = 0; out < dense->out; out++) {
        double sum = dense->bias ? dense->bias[out] : 0.0;
        for (int in = 0; in < dense->in; in++)
            sum += from[in] * dense->weight[in * dense->out + out];
        to[out] = activate(dense->activation, sum);
    }
    return to;
}

/* x = LayerNorm(alpha * x + skip), in place. */
static void normalise(const struct mi_lc0_norm *norm, int rows, double *x, double alpha,
                      const double *skip)
{
    int n = norm->channels;
    for (int row = 0; row < rows; row++) {
        double *at = x + row * n, mean = 0.0, variance = 0.0;
        for (int c = 0; c < n; c++) {
            at[c] = alpha * at[c] + (skip ? skip[row * n + c] : 0.0);
            mean += at[c] / n;
        }
        for (int c = 0; c < n; c++)
            variance += (at[c] - mean) * (at[c] - mean) / n;
        for (int c = 0; c < n; c++)
            at[c] =
                (at[c] - mean) / sqrt(variance + norm->epsilon) * norm->gamma[c] + norm->beta[c];
    }
}

/* Applies layers in sequence; keeps only the last outputs. */
static double *run_layers(const struct mi_lc0_layer *first, const struct mi_lc0_layer *last,
                          const double *from)
{
    double *between = run_layer(first, from), *to = run_layer(last, between);
    free(between);
    return to;
}

static double *run_denses(const struct mi_dense *first, const struct mi_dense *last,
                          const double *from)
{
    double *between = run_dense(first, from), *to = run_dense(last, between);
    free(between);
    return to;
}

/* ---- residual blocks ---- */

static void squeeze_and_excite(const struct mi_lc0_residual *block, double *x)
{
    int channels = block->squeeze.in;
    double *mean = allocate_squares((size_t)channels);
    for (int i = 0; i < SQUARES * channels; i++)
        mean[i % channels] += x[i] / SQUARES;
    double *excited = run_denses(&block->squeeze, &block->excite, mean);
    for (int i = 0; i < SQUARES * channels; i++) {
        int c = i % channels;
        x[i] = x[i] / (1.0 + exp(-excited[c])) + excited[channels + c];
    }
    free(mean);
    free(excited);
}

static void run_residual(const struct mi_lc0_residual *block, double *trunk)
{
    struct mi_lc0_layer last = block->last;
    last.norm.activation = MI_IDENTITY;
    double *x = run_layers(&block->first, &last, trunk);
    if (block->squeeze.out > 0)
        squeeze_and_excite(block, x);
    for (int i = 0; i < SQUARES * last.conv.out; i++)
        trunk[i] = activate(block->first.norm.activation, trunk[i] + x[i]);
    free(x);
}

/* ---- encoders ---- */

/* The bias of the logits: [head][query][key]. */
static double *run_smolgen(const struct mi_lc0 *lc0, const struct mi_lc0_encoder *encoder,
                           const double *trunk)
{
    const struct mi_lc0_smolgen *smolgen = &encoder->smolgen;
    double *all = allocate_squares((size_t)(encoder->heads * SQUARES * SQUARES));
    if (smolgen->compress.conv.out == 0)
        return all;
    double *squares = run_layer(&smolgen->compress, trunk);
    double *first = run_dense(&smolgen->first, squares);
    normalise(&smolgen->first_norm, 1, first, 1.0, NULL);
    double *second = run_dense(&smolgen->second, first);
    normalise(&smolgen->second_norm, 1, second, 1.0, NULL);
    for (int head = 0; head < encoder->heads; head++) {
        double *part = run_dense(&lc0->smolgen, second + head * lc0->smolgen.in);
        memcpy(all + head * SQUARES * SQUARES, part, sizeof *part * SQUARES * SQUARES);
        free(part);
    }
    free(squares);
    free(first);
    free(second);
    return all;
}

/* The weighted values of one query of a head. */
static void attend(const double *logit, const double *value, int width, int depth, double *to)
{
    double sum = 0.0;
    for (int key = 0; key < SQUARES; key++)
        sum += exp(logit[key]);
    for (int key = 0; key < SQUARES; key++)
        for (int c = 0; c < depth; c++)
            to[c] += exp(logit[key]) / sum * value[key * width + c];
}

static double *run_attention(const struct mi_lc0 *lc0, const struct mi_lc0_encoder *encoder,
                             const double *trunk)
{
    int width = encoder->query.conv.out, depth = width / encoder->heads;
    double *q = run_layer(&encoder->query, trunk), *k = run_layer(&encoder->key, trunk);
    double *v = run_layer(&encoder->value, trunk), *logit = run_smolgen(lc0, encoder, trunk);
    double *taken = allocate_squares((size_t)(SQUARES * width));
    for (int i = 0; i < encoder->heads * SQUARES; i++) {
        int at = i / SQUARES * depth, query = i % SQUARES;
        for (int key = 0; key < SQUARES; key++)
            for (int c = at; c < at + depth; c++)
                logit[i * SQUARES + key] += q[query * width + c] * k[key * width + c] / sqrt(depth);
        attend(logit + i * SQUARES, v + at, width, depth, taken + query * width + at);
    }
    double *to = run_layer(&encoder->out, taken);
    free(q);
    free(k);
    free(v);
    free(logit);
    free(taken);
    return to;
}

/* Replaces the trunk by x, normalised together with the old trunk. */
static void replace_trunk(double **trunk, double *x, const struct mi_lc0_norm *norm, double alpha)
{
    normalise(norm, SQUARES, x, alpha, *trunk);
    free(*trunk);
    *trunk = x;
}

static void run_encoder(const struct mi_lc0 *lc0, const struct mi_lc0_encoder *encoder,
                        double **trunk)
{
    replace_trunk(trunk, run_attention(lc0, encoder, *trunk), &encoder->norm, encoder->alpha);
    replace_trunk(trunk, run_layers(&encoder->first, &encoder->last, *trunk), &encoder->norm2,
                  encoder->alpha);
}

/* ---- the body ---- */

/* The planes followed by the position encoding. */
static double *with_positions(const struct mi_lc0 *lc0, const double *planes)
{
    int more = mi_lc0_position_channels(lc0), all = MI_LC0_PLANES + more;
    double *to = allocate_squares((size_t)(SQUARES * all)), pieces[SQUARES * MI_LC0_PIECES];
    for (int i = 0; i < SQUARES * MI_LC0_PIECES; i++)
        pieces[i] = planes[i / MI_LC0_PIECES * MI_LC0_PLANES + i % MI_LC0_PIECES];
    double *position = run_dense(&lc0->position, pieces);
    for (int i = 0; i < SQUARES; i++) {
        memcpy(to + i * all, planes + i * MI_LC0_PLANES, sizeof *to * MI_LC0_PLANES);
        for (int c = 0; c < more; c++)
            to[i * all + MI_LC0_PLANES + c] = lc0->position.out > 0  ? position[i * more + c]
                                              : c == i               ? -1.0
                                              : mi_lc0_reaches(i, c) ? 1.0
                                                                     : 0.0;
    }
    free(position);
    return to;
}

static void run_embedding(const struct mi_lc0 *lc0, double **trunk)
{
    double *x = run_layer(&lc0->embedding, *trunk);
    int channels = lc0->embedding.conv.out;
    if (lc0->embedding_norm.channels > 0)
        normalise(&lc0->embedding_norm, SQUARES, x, 1.0, NULL);
    for (int i = 0; lc0->gate && i < SQUARES * channels; i++)
        x[i] = x[i] * lc0->gate[i] + lc0->shift[i];
    free(*trunk);
    *trunk = x;
    if (lc0->feed.conv.out > 0)
        replace_trunk(trunk, run_layers(&lc0->feed, &lc0->feed_last, x), &lc0->feed_norm,
                      lc0->alpha);
}

static double *run_body(const struct mi_lc0 *lc0, const double *planes)
{
    double *trunk =
        lc0->input.conv.out > 0 ? run_layer(&lc0->input, planes) : with_positions(lc0, planes);
    for (int i = 0; i < lc0->residuals; i++)
        run_residual(&lc0->residual[i], trunk);
    if (lc0->attention_body)
        run_embedding(lc0, &trunk);
    for (int i = 0; i < lc0->encoders; i++)
        run_encoder(lc0, &lc0->encoder[i], &trunk);
    return trunk;
}

/* ---- heads ---- */

static void run_pairs(const struct mi_lc0 *lc0, const double *trunk, float *policy)
{
    const struct mi_lc0_policy *head = &lc0->policy;
    struct mi_lc0_move move[MI_LC0_MOVES];
    double *x = run_layer(&head->embedding, trunk);
    for (int i = 0; i < head->encoders; i++)
        run_encoder(lc0, &head->encoder[i], &x);
    double *q = run_layer(&head->query, x), *k = run_layer(&head->key, x);
    double *promotion = run_layer(&head->promotion, k);
    int width = head->query.conv.out;
    mi_lc0_moves(move);
    for (int i = 0; i < MI_LC0_MOVES; i++) {
        const double *more = promotion + move[i].to * 4;
        double sum = 0.0;
        for (int c = 0; c < width; c++)
            sum += q[move[i].from * width + c] * k[move[i].to * width + c] / sqrt(width);
        policy[i] =
            (float)(move[i].promotion == MI_LC0_NONE ? sum
                                                     : sum + more[move[i].promotion] + more[3]);
    }
    free(x);
    free(q);
    free(k);
    free(promotion);
}

static void run_policy(const struct mi_lc0 *lc0, const double *trunk, float *policy)
{
    const struct mi_lc0_policy *head = &lc0->policy;
    struct mi_lc0_move move[MI_LC0_MOVES];
    if (head->kind == MI_LC0_ATTENTION) {
        run_pairs(lc0, trunk, policy);
        return;
    }
    bool dense = head->kind == MI_LC0_DENSE;
    double *planes =
        dense ? run_layer(&head->last, trunk) : run_layers(&head->embedding, &head->last, trunk);
    double *moves = dense ? run_dense(&head->dense, planes) : NULL;
    mi_lc0_moves(move);
    for (int i = 0; i < MI_LC0_MOVES; i++)
        policy[i] =
            (float)(dense ? moves[i]
                          : planes[move[i].from * head->last.conv.out + mi_lc0_plane(move[i])]);
    free(planes);
    free(moves);
}

static double *run_head(const struct mi_lc0_head *head, const double *trunk)
{
    double *squares = run_layer(&head->embedding, trunk);
    double *to = run_denses(&head->hidden, &head->result, squares);
    free(squares);
    return to;
}

static void set_value(const double *value, int results, struct mi_net_out *out)
{
    double sum = exp(value[0]) + (results == 3 ? exp(value[1]) + exp(value[2]) : 0.0);
    out->win = (float)(results == 3 ? exp(value[0]) / sum : (1.0 + tanh(value[0])) / 2.0);
    out->draw = (float)(results == 3 ? exp(value[1]) / sum : 0.0);
    out->loss = 1.0f - out->win - out->draw;
}

void lc0_direct(const struct mi_lc0 *lc0, const float *plane, struct mi_net_out *out)
{
    double planes[SQUARES * MI_LC0_PLANES];
    for (int i = 0; i < SQUARES * MI_LC0_PLANES; i++)
        planes[i % SQUARES * MI_LC0_PLANES + i / SQUARES] = plane[i];
    double *trunk = run_body(lc0, planes), *value = run_head(&lc0->value, trunk);
    run_policy(lc0, trunk, out->policy);
    set_value(value, lc0->value.result.out, out);
    out->moves_left = 0.0f;
    if (lc0->moves_left.result.out > 0) {
        double *moves = run_head(&lc0->moves_left, trunk);
        out->moves_left = (float)fmax(moves[0], 0.0);
        free(moves);
    }
    free(trunk);
    free(value);
}
