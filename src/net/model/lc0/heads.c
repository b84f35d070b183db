/* Reads the heads of a network: policy, value, and moves left. */
#include "parts.h"

/* Field numbers, in the weights or in the messages of files with several heads. */
struct policy_fields {
    uint32_t policy1, policy, embedding, query, key, promotion, encoder, heads;
};
struct head_fields {
    uint32_t conv, embedding, hidden, result;
};

static const struct policy_fields policy_of_weights = {11, 3, 4, 17, 19, 22, 21, 24},
                                  policy_of_heads = {10, 11, 1, 3, 5, 7, 8, 9};
static const struct head_fields value_of_weights = {6, 29, 7, 9}, value_of_heads = {11, 1, 3, 5},
                                moves_of_weights = {12, 31, 13, 15};

enum { VALUE_HEADS = 44, POLICY_HEADS = 45, WINNER = 1, VANILLA = 3 };
enum { SHARED_EMBEDDING = 1, WEIGHTS_EMBEDDING = 4 };

static const float EPSILON = 1e-6f;

/* ---- policy ---- */

static bool read_dense_policy(struct mi_lc0_reader *r, struct mi_wire from,
                              const struct policy_fields *field)
{
    struct mi_lc0_policy *policy = &r->lc0->policy;
    if (!mi_lc0_conv(r, mi_lc0_message(r, from, field->policy), 1, r->model->channels,
                     r->activation, &policy->last))
        return false;
    struct mi_lc0_dense_input squares = {MI_LC0_SQUARES, policy->last.conv.out, true};
    return mi_lc0_dense(r, from, field->embedding, field->embedding + 1, squares, MI_IDENTITY,
                        &policy->dense) &&
           (policy->dense.out == MI_LC0_MOVES ||
            mi_lc0_fail(r, "it has %d moves, not %d", policy->dense.out, MI_LC0_MOVES));
}

static bool read_convolution_policy(struct mi_lc0_reader *r, struct mi_wire from,
                                    const struct policy_fields *field)
{
    struct mi_lc0_policy *policy = &r->lc0->policy;
    return mi_lc0_conv(r, mi_lc0_message(r, from, field->policy1), 3, r->model->channels,
                       r->activation, &policy->embedding) &&
           mi_lc0_conv(r, mi_lc0_message(r, from, field->policy), 3, policy->embedding.conv.out,
                       MI_IDENTITY, &policy->last) &&
           (policy->last.conv.out >= MI_LC0_POLICY_PLANES ||
            mi_lc0_fail(r, "it has %d planes, not %d", policy->last.conv.out,
                        MI_LC0_POLICY_PLANES));
}

/* The queries, keys and promotions of an attention policy. */
static bool read_attention_policy(struct mi_lc0_reader *r, struct mi_wire from,
                                  const struct policy_fields *field)
{
    struct mi_lc0_policy *policy = &r->lc0->policy;
    int channels = policy->embedding.conv.out;
    struct mi_lc0_encoder_params style = {.what = "policy's encoder",
                                          .channels = channels,
                                          .feed = r->policy_feed,
                                          .smolgen = r->policy_smolgen,
                                          .alpha = 1.0f,
                                          .epsilon = EPSILON};
    if (!mi_lc0_encoders(r, from, field->encoder, field->heads, style, &policy->encoder,
                         &policy->encoders))
        return false;
    mi_lc0_set_name(r, "the policy");
    return mi_lc0_square_layer(r, from, field->query, field->query + 1, channels, MI_IDENTITY,
                               &policy->query) &&
           mi_lc0_square_layer(r, from, field->key, field->key + 1, channels, MI_IDENTITY,
                               &policy->key) &&
           (policy->query.conv.out == policy->key.conv.out ||
            mi_lc0_fail(r, "its queries and keys differ in length")) &&
           mi_lc0_square_layer(r, from, field->promotion, 0, policy->key.conv.out, MI_IDENTITY,
                               &policy->promotion) &&
           (policy->promotion.conv.out == MI_LC0_PROMOTIONS + 1 ||
            mi_lc0_fail(r, "its promotion layer does not have 4 outputs"));
}

/* Reads lc0's default policy head, "vanilla".  Several heads may share an embedding. */
static bool read_policy(struct mi_lc0_reader *r, struct mi_wire weights)
{
    struct mi_wire heads = mi_lc0_message(r, weights, POLICY_HEADS), from = weights;
    const struct policy_fields *field = heads.at ? &policy_of_heads : &policy_of_weights;
    struct mi_lc0_policy *policy = &r->lc0->policy;
    mi_lc0_set_name(r, "the policy");
    if (heads.at)
        from = mi_lc0_message(r, heads, VANILLA);
    if (policy->kind == MI_LC0_DENSE)
        return read_dense_policy(r, from, field);
    if (policy->kind == MI_LC0_CONVOLUTION)
        return read_convolution_policy(r, from, field);
    struct mi_wire shared = from;
    uint32_t embedding = field->embedding;
    if (heads.at && mi_lc0_weight_count(from, embedding) == 0) {
        bool among_heads = mi_lc0_weight_count(heads, SHARED_EMBEDDING) > 0;
        shared = among_heads ? heads : weights;
        embedding = among_heads ? SHARED_EMBEDDING : WEIGHTS_EMBEDDING;
    }
    return mi_lc0_square_layer(r, shared, embedding, embedding + 1, r->model->channels,
                               r->policy_activation, &policy->embedding) &&
           read_attention_policy(r, from, field);
}

/* ---- value and moves left ---- */

static bool read_head(struct mi_lc0_reader *r, struct mi_wire from, const struct head_fields *field,
                      int results, struct mi_lc0_head *head)
{
    int channels = r->model->channels;
    bool attention = r->lc0->attention_body;
    bool read = attention ? mi_lc0_square_layer(r, from, field->embedding, field->embedding + 1,
                                                channels, r->activation, &head->embedding)
                          : mi_lc0_conv(r, mi_lc0_message(r, from, field->conv), 1, channels,
                                        r->activation, &head->embedding);
    struct mi_lc0_dense_input squares = {MI_LC0_SQUARES, head->embedding.conv.out, !attention};
    if (!read || !mi_lc0_dense(r, from, field->hidden, field->hidden + 1, squares, r->activation,
                               &head->hidden))
        return false;
    struct mi_lc0_dense_input hidden = {.parts = 1, .channels = head->hidden.out};
    return mi_lc0_dense(r, from, field->result, field->result + 1, hidden, MI_IDENTITY,
                        &head->result) &&
           (head->result.out == results ||
            mi_lc0_fail(r, "it has %d results, not %d", head->result.out, results));
}

/* Reads lc0's default value head, "winner". */
static bool read_value(struct mi_lc0_reader *r, struct mi_wire weights)
{
    struct mi_wire heads = mi_lc0_message(r, weights, VALUE_HEADS), from = weights;
    mi_lc0_set_name(r, "the value");
    if (heads.at)
        from = mi_lc0_message(r, heads, WINNER);
    return read_head(r, from, heads.at ? &value_of_heads : &value_of_weights, r->wdl ? 3 : 1,
                     &r->lc0->value);
}

bool mi_lc0_heads(struct mi_lc0_reader *r, struct mi_wire weights, bool moves_left)
{
    if (!read_policy(r, weights) || !read_value(r, weights))
        return false;
    mi_lc0_set_name(r, "the moves left");
    return !moves_left || read_head(r, weights, &moves_of_weights, 1, &r->lc0->moves_left);
}
