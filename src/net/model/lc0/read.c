/* Reads lc0 files: the message Net of net.proto and its format.  Older files are interpreted as
 * lc0 does. */
#include "net/model/content.h"
#include "parts.h"

#include "base/range.h"
#include "base/system.h"

#include <stdio.h>
#include <string.h>

enum { NET_MAGIC = 1, NET_MIN_VERSION = 3, NET_FORMAT = 4, NET_WEIGHTS = 10, NET_ONNX = 11 };
enum { MAGIC = 0x1c0, FORMAT_NETWORK = 2, SMOLGEN = 35, ENCODER = 27 };
enum { VALUE_HEADS = 44, POLICY_HEADS = 45 };

/* Fields of NetworkFormat, and their values. */
enum {
    FORMAT_INPUT = 1,
    FORMAT_STRUCTURE = 3,
    FORMAT_POLICY,
    FORMAT_VALUE,
    FORMAT_MOVES_LEFT,
    FORMAT_ACTIVATION,
    FORMAT_SMOLGEN,
    FORMAT_FEED,
    FORMAT_EMBEDDING
};
enum { CLASSICAL = 1, SE, CLASSICAL_HEADS, SE_HEADS, ONNX, ATTENTION, MULTI, OLD_MULTI = 134 };
enum { VALUE_CLASSICAL = 1, VALUE_WDL };
enum { EMBEDDING_DENSE = 2 };

/* The first bytes of a file: the field `magic`. */
static const unsigned char first_bytes[] = {0x0d, 0xc0, 0x01, 0x00, 0x00};

/* Activations by their number in a file. */
static const enum mi_activation activations[] = {MI_IDENTITY, MI_MISH, MI_RELU,
                                                 MI_IDENTITY, MI_TANH, MI_SIGMOID,
                                                 MI_SELU,     MI_SILU, MI_SQUARED_RELU};
enum { ACTIVATIONS = sizeof activations / sizeof *activations };

/* ---- the format ---- */

static bool read_activation(struct mi_lc0_reader *r, struct mi_wire format, uint32_t number,
                            enum mi_activation *activation)
{
    uint64_t which = mi_wire_int(format, number, 0);
    if (which >= ACTIVATIONS)
        return mi_lc0_fail(r, "it has an unknown activation, %llu", (unsigned long long)which);
    *activation = which == 0 ? r->activation : activations[which];
    return true;
}

static bool read_activations(struct mi_lc0_reader *r, struct mi_wire format, bool old_smolgen)
{
    uint64_t default_activation = mi_wire_int(format, FORMAT_ACTIVATION, 0);
    if (default_activation > 1)
        return mi_lc0_fail(r, "it has an unknown default activation, %llu",
                           (unsigned long long)default_activation);
    r->activation = default_activation == 1 ? MI_MISH : MI_RELU;
    if (!read_activation(r, format, FORMAT_SMOLGEN, &r->smolgen_activation) ||
        !read_activation(r, format, FORMAT_FEED, &r->feed_activation))
        return false;
    if (old_smolgen) {
        r->feed_activation = MI_SQUARED_RELU;
        r->smolgen_activation = MI_SILU;
    }
    bool attention = r->lc0->attention_body;
    r->policy_activation = attention ? r->activation : MI_SELU;
    r->policy_feed = attention ? r->feed_activation : MI_SELU;
    r->policy_smolgen = attention ? r->smolgen_activation : MI_IDENTITY;
    return true;
}

static bool read_input(struct mi_lc0_reader *r, uint64_t input)
{
    static const struct {
        uint64_t input;
        const char *encoding;
    } known[] = {
        {1, "lc0-112"},
        {2, "lc0-112-castling"},
        {3, "lc0-112-canonical"},
        {4, "lc0-112-hectoplies"},
        {132, "lc0-112-hectoplies-armageddon"},
        {5, "lc0-112-canonical-hectoplies"},
        {133, "lc0-112-canonical-armageddon"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].input == input)
            r->model->encoding = known[i].encoding;
    return r->model->encoding ||
           mi_lc0_fail(r, "its inputs have an unknown format, %llu", (unsigned long long)input);
}

static bool read_policy_and_value(struct mi_lc0_reader *r, struct mi_wire format, bool old)
{
    uint64_t policy = old ? 1 : mi_wire_int(format, FORMAT_POLICY, 0);
    uint64_t value = old ? VALUE_CLASSICAL : mi_wire_int(format, FORMAT_VALUE, 0);
    if (policy < 1 || policy > 3)
        return mi_lc0_fail(r, "its policy has an unknown format, %llu", (unsigned long long)policy);
    if (value != VALUE_CLASSICAL && value != VALUE_WDL)
        return mi_lc0_fail(r, "its value has an unknown format, %llu", (unsigned long long)value);
    if (r->lc0->attention_body && policy != 3)
        return mi_lc0_fail(r, "an attention body needs an attention policy");
    r->lc0->policy.kind = (enum mi_lc0_policy_kind)(policy - 1);
    r->wdl = value == VALUE_WDL;
    return true;
}

/* Determines the network structure, also of older files. */
static bool read_structure(struct mi_lc0_reader *r, struct mi_wire format, struct mi_wire weights)
{
    uint64_t structure = mi_wire_int(format, FORMAT_STRUCTURE, CLASSICAL);
    bool old = structure == CLASSICAL || structure == SE;
    bool old_attention = structure == SE_HEADS && mi_wire_count(weights, ENCODER) > 0;
    if (structure == ONNX)
        return mi_lc0_fail(r, "ONNX networks are not supported");
    if (structure < CLASSICAL || (structure > MULTI && structure != OLD_MULTI))
        return mi_lc0_fail(r, "it has an unknown structure, %llu", (unsigned long long)structure);
    r->lc0->attention_body = structure >= ATTENTION || old_attention;
    bool multi_head = (structure == ATTENTION || old_attention) &&
                      mi_wire_count(weights, POLICY_HEADS) > 0 &&
                      mi_wire_count(weights, VALUE_HEADS) > 0;
    r->position_dense = r->lc0->attention_body &&
                        (multi_head || mi_wire_int(format, FORMAT_EMBEDDING, 0) == EMBEDDING_DENSE);
    return read_policy_and_value(r, format, old) &&
           read_activations(r, format, old_attention && mi_wire_count(weights, SMOLGEN) > 0);
}

/* Rejects files that require a newer lc0; their format may have changed. */
static bool read_version(struct mi_lc0_reader *r, struct mi_wire net)
{
    enum { MAJOR = 0, MINOR = 32, COMPATIBLE_MAJOR = 97 };
    struct mi_wire version = mi_lc0_message(r, net, NET_MIN_VERSION);
    uint64_t major = mi_wire_int(version, 1, 0), minor = mi_wire_int(version, 2, 0);
    return major == COMPATIBLE_MAJOR || (major == MAJOR && minor <= MINOR) ||
           mi_lc0_fail(r, "it requires lc0 v%llu.%llu; supported is up to v%d.%d",
                       (unsigned long long)major, (unsigned long long)minor, MAJOR, MINOR);
}

static bool read_net(struct mi_lc0_reader *r, struct mi_wire net)
{
    mi_lc0_set_name(r, "the file");
    if (!mi_wire_is_well_formed(net))
        return mi_lc0_fail(r, "it is truncated or its fields are malformed");
    struct mi_wire weights = mi_lc0_message(r, net, NET_WEIGHTS);
    struct mi_wire format = mi_lc0_message(r, mi_lc0_message(r, net, NET_FORMAT), FORMAT_NETWORK);
    if (!weights.at)
        return mi_lc0_fail(r, mi_wire_count(net, NET_ONNX) > 0 ? "ONNX networks are not supported"
                                                               : "it has no weights");
    uint64_t moves_left = mi_wire_int(format, FORMAT_MOVES_LEFT, 0);
    if (moves_left > 1)
        return mi_lc0_fail(r, "its moves left have an unknown format");
    return !r->failed && read_version(r, net) &&
           read_input(r, mi_wire_int(format, FORMAT_INPUT, 1)) &&
           read_structure(r, format, weights) && mi_lc0_body(r, weights) &&
           mi_lc0_heads(r, weights, moves_left == 1);
}

/* ---- files ---- */

bool mi_lc0_is_lc0_file(struct mi_content *in)
{
    char bytes[sizeof first_bytes];
    return mi_content_peek(in, bytes, sizeof bytes) &&
           memcmp(bytes, first_bytes, sizeof bytes) == 0;
}

/* Names the network after its file, without folders and without anything after the first dot. */
static void name_after_file(struct mi_model *model, const char *file)
{
    file = mi_system_basename(file);
    int length = mi_min((int)strcspn(file, "."), (int)sizeof model->name - 1);
    snprintf(model->name, sizeof model->name, "%.*s", length, file);
}

static bool read_message(struct mi_lc0_reader *r, struct mi_wire net)
{
    struct mi_model *model = r->model;
    model->planes = MI_LC0_PLANES;
    model->lc0 = r->lc0 = mi_model_alloc(model, 1, sizeof *r->lc0);
    bool done = r->lc0 ? read_net(r, net) : mi_lc0_fail(r, "out of memory");
    if (done)
        model->blocks = r->lc0->residuals + r->lc0->encoders;
    else
        mi_model_clear(model);
    return done;
}

bool mi_lc0_read(struct mi_model *model, struct mi_content *in, const char *file)
{
    struct mi_lc0_reader r = {.model = model, .error = in->error, .size = in->size};
    size_t length;
    *model = (struct mi_model){.allocations = NULL};
    name_after_file(model, file);
    unsigned char *bytes = mi_content_all(in, &length);
    bool done = bytes && read_message(&r, (struct mi_wire){bytes, bytes + length});
    mi_content_free(bytes);
    return done;
}
