/* Reads the attention encoders of the body or of the policy. */
#include "parts.h"

enum { ENCODER_ATTENTION = 1, ENCODER_GAMMA, ENCODER_FEED = 4, ENCODER_GAMMA2 };
enum { QUERY = 1, KEY = 3, VALUE = 5, OUT = 7, SMOLGEN = 9 };
enum { FEED_FIRST = 1, FEED_LAST = 3 };
enum { COMPRESS = 1, DENSE1, GAMMA1 = 4, DENSE2 = 6, GAMMA2 = 8 };

static const float SMOLGEN_EPSILON = 1e-3f;

static bool require_fit(struct mi_lc0_reader *r, bool fitting)
{
    return fitting || mi_lc0_fail(r, "its channels do not match those of the neighbouring layers");
}

/* A layer at each square; its bias is the field after its weights. */
static bool read_square(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight, int in,
                        enum mi_activation activation, struct mi_lc0_layer *layer)
{
    return mi_lc0_square_layer(r, from, weight, weight + 1, in, activation, layer);
}

static bool read_smolgen(struct mi_lc0_reader *r, struct mi_wire from, int channels, int heads,
                         enum mi_activation activation, struct mi_lc0_smolgen *smolgen)
{
    struct mi_lc0_dense_input squares = {.parts = MI_LC0_SQUARES};
    if (!mi_lc0_square_layer(r, from, COMPRESS, 0, channels, MI_IDENTITY, &smolgen->compress))
        return false;
    squares.channels = smolgen->compress.conv.out;
    if (!mi_lc0_dense(r, from, DENSE1, DENSE1 + 1, squares, activation, &smolgen->first) ||
        !mi_lc0_layer_norm(r, from, GAMMA1, smolgen->first.out, SMOLGEN_EPSILON,
                           &smolgen->first_norm))
        return false;
    struct mi_lc0_dense_input one = {.parts = 1, .channels = smolgen->first.out};
    return mi_lc0_dense(r, from, DENSE2, DENSE2 + 1, one, activation, &smolgen->second) &&
           mi_lc0_layer_norm(r, from, GAMMA2, smolgen->second.out, SMOLGEN_EPSILON,
                             &smolgen->second_norm) &&
           require_fit(r, smolgen->second.out == heads * r->lc0->smolgen.in);
}

static bool read_attention(struct mi_lc0_reader *r, struct mi_wire from, int channels,
                           enum mi_activation smolgen, struct mi_lc0_encoder *encoder)
{
    struct mi_wire more = mi_lc0_message(r, from, SMOLGEN);
    if (!read_square(r, from, QUERY, channels, MI_IDENTITY, &encoder->query) ||
        !read_square(r, from, KEY, channels, MI_IDENTITY, &encoder->key) ||
        !read_square(r, from, VALUE, channels, MI_IDENTITY, &encoder->value))
        return false;
    int width = encoder->query.conv.out;
    return require_fit(r, encoder->key.conv.out == width && encoder->value.conv.out == width &&
                              width % encoder->heads == 0) &&
           read_square(r, from, OUT, width, MI_IDENTITY, &encoder->out) &&
           require_fit(r, encoder->out.conv.out == channels) &&
           (!more.at ||
            read_smolgen(r, more, channels, encoder->heads, smolgen, &encoder->smolgen));
}

bool mi_lc0_feed_forward(struct mi_lc0_reader *r, struct mi_wire from, int channels,
                         enum mi_activation activation, struct mi_lc0_layer *first,
                         struct mi_lc0_layer *last)
{
    return read_square(r, from, FEED_FIRST, channels, activation, first) &&
           read_square(r, from, FEED_LAST, first->conv.out, MI_IDENTITY, last) &&
           require_fit(r, last->conv.out == channels);
}

static bool read_encoder(struct mi_lc0_reader *r, struct mi_wire from,
                         struct mi_lc0_encoder_params style, struct mi_lc0_encoder *encoder)
{
    struct mi_wire attention = mi_lc0_message(r, from, ENCODER_ATTENTION);
    struct mi_wire feed = mi_lc0_message(r, from, ENCODER_FEED);
    int channels = style.channels;
    encoder->heads = style.heads;
    encoder->alpha = style.alpha;
    if (!mi_wire_is_well_formed(from))
        return mi_lc0_fail(r, "its fields are malformed");
    return read_attention(r, attention, channels, style.smolgen, encoder) &&
           mi_lc0_layer_norm(r, from, ENCODER_GAMMA, channels, style.epsilon, &encoder->norm) &&
           mi_lc0_feed_forward(r, feed, channels, style.feed, &encoder->first, &encoder->last) &&
           mi_lc0_layer_norm(r, from, ENCODER_GAMMA2, channels, style.epsilon, &encoder->norm2);
}

bool mi_lc0_encoders(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                     uint32_t heads_number, struct mi_lc0_encoder_params style,
                     struct mi_lc0_encoder **encoder, int *count)
{
    uint64_t heads = mi_wire_int(from, heads_number, 0);
    struct mi_wire rest = from;
    struct mi_lc0_encoder *to = mi_lc0_alloc_repeated(r, from, number, sizeof *to, count);
    *encoder = to;
    if (r->failed || *count == 0)
        return !r->failed;
    if (heads < 1 || heads > MI_LC0_HEADS_MAX)
        return mi_lc0_fail(r, "its encoders have %llu heads, not 1 to %d",
                           (unsigned long long)heads, MI_LC0_HEADS_MAX);
    style.heads = (int)heads;
    for (int i = 0; i < *count; i++) {
        mi_lc0_set_name(r, "%s %d", style.what, i + 1);
        if (!read_encoder(r, mi_wire_each(&rest, number), style, &to[i]))
            return false;
    }
    return true;
}
