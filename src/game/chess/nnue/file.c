#include "file.h"

#include "base/file.h"
#include "base/memory.h"
#include "embedded/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, HEAD = (sizeof(struct mi_nnue) + LINE - 1) / LINE * LINE };

#define TEXT(token)    #token
#define TEXT_OF(macro) TEXT(macro)

static const char bad_version[] = "its version is not " TEXT_OF(
    NNUE_VERSION) ", which this miai reads: use the built-in network, or a newer file";
static const char too_short[] = "it is too short";

/* ---- sizes and layout ---- */

/* The sizes in the header of a file. */
struct network_shape {
    uint32_t width, buckets, sets;
};

/* The length of a file. */
static size_t file_bytes(const struct network_shape *s)
{
    size_t inputs = (size_t)s->sets * NNUE_INPUTS + 1; /* and the bias */
    size_t first = NNUE_FIRST * (size_t)s->width, rest = NNUE_SECOND * 2 * NNUE_FIRST + NNUE_LAST;
    size_t biases = NNUE_FIRST + NNUE_SECOND + 1;
    return NNUE_HEAD + NNUE_SETS_BYTES + inputs * s->width +
           s->buckets * (first + 2 * rest + 4 * biases);
}

static void fill_ones_table(uint8_t ones[256][8])
{
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0, n = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                ones[byte][n++] = (uint8_t)bit;
}

/* The bytes of the first layer's weights, without the bias. */
static size_t input_bytes(int width, int sets, bool material)
{
    size_t each = material ? sizeof(int16_t) : sizeof(uint8_t);
    return (size_t)sets * NNUE_INPUTS * (size_t)width * each;
}

/* Sets the pointers into the block.  The width is a multiple of 64, so all arrays stay aligned. */
static void lay_out_weights(struct mi_nnue *nnue, bool material)
{
    nnue->input = (char *)nnue + HEAD;
    nnue->bias = (void *)((char *)nnue->input + input_bytes(nnue->width, nnue->sets, material));
    nnue->layers = (void *)(nnue->bias + nnue->width);
    nnue->first = (int8_t *)(nnue->layers + nnue->buckets);
    if (material)
        nnue->material =
            (void *)(nnue->first + (ptrdiff_t)nnue->buckets * NNUE_FIRST * nnue->width);
}

struct mi_nnue *mi_nnue_alloc(int width, int buckets, int sets, bool material)
{
    size_t bucket = NNUE_FIRST * (size_t)width + sizeof(struct mi_nnue_layers) +
                    (material ? (size_t)sets * NNUE_INPUTS * sizeof(int32_t) : 0);
    size_t held = HEAD + input_bytes(width, sets, material) + (size_t)width * sizeof(int16_t) +
                  (size_t)buckets * bucket;
    struct mi_nnue *nnue = mi_aligned_alloc(LINE, held);
    if (!nnue)
        return NULL;
    *nnue = (struct mi_nnue){.width = width, .buckets = buckets, .sets = sets, .held = held};
    lay_out_weights(nnue, material);
    fill_ones_table(nnue->ones);
    for (int i = 0; !nnue->kernel; i++)
        nnue->kernel = mi_nnue_kernels[i]->usable() ? mi_nnue_kernels[i] : NULL;
    return nnue;
}

/* ---- reading ---- */

/* Reads version, width and buckets.  Returns an error text or NULL. */
static const char *read_network_shape(struct mi_nnue_content *in, struct network_shape *s)
{
    if (mi_nnue_read_word(in) != NNUE_VERSION)
        return bad_version;
    s->width = mi_nnue_read_word(in);
    s->buckets = mi_nnue_read_word(in);
    if (s->width == 0 || s->width > NNUE_WIDTH_MAX || s->width % NNUE_STEP != 0)
        return "its width is not a multiple of 64 up to 1024";
    return s->buckets == 0 || s->buckets > NNUE_BUCKETS_MAX ? "its number of buckets is not 1 to 8"
                                                            : NULL;
}

/* Reads and checks the header and the length.  Returns an error text, or NULL with `in` at the set
 * of the first king square. */
static const char *read_network_header(struct mi_nnue_content *in, struct network_shape *s)
{
    size_t length = (size_t)(in->end - in->at);
    size_t prefix = length < NNUE_MAGIC_BYTES ? length : NNUE_MAGIC_BYTES;
    if (length == 0 || memcmp(in->at, NNUE_MAGIC, prefix) != 0)
        return "it is not a chess network: such a file begins with " NNUE_MAGIC
               ", or is one of Stockfish 15, 15.1 or 16";
    if (length < NNUE_HEAD + NNUE_SETS_BYTES)
        return too_short;
    in->at += NNUE_MAGIC_BYTES;
    const char *wrong = read_network_shape(in, s);
    if (wrong)
        return wrong;
    uint32_t checksum = mi_nnue_read_word(in);
    const unsigned char *checksummed = in->at;
    s->sets = mi_nnue_read_word(in);
    if (s->sets == 0 || s->sets > NNUE_SETS_MAX)
        return "its number of sets is not 1 to 16";
    if (length != file_bytes(s))
        return length < file_bytes(s) ? too_short : "its length does not match its contents";
    if (mi_crc32(0, checksummed, length - NNUE_HEAD) != checksum)
        return "it is damaged: its checksum does not match";
    return NULL;
}

/* Reads the set of each king square.  Returns an error text or NULL. */
static const char *read_sets(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    for (int i = 0; i < NNUE_KINGS; i++)
        if ((nnue->set[i] = *in->at++) >= nnue->sets)
            return "a king square has no set";
    return NULL;
}

static int read_signed_byte(struct mi_nnue_content *in)
{
    return (int8_t)*in->at++;
}

static void read_shorts(struct mi_nnue_content *in, int16_t *number, int count)
{
    for (int i = 0; i < count; i++, in->at += 2)
        number[i] = (int16_t)(in->at[0] | in->at[1] << 8);
}

/* Reads the weights and the bias of the accumulators into the kernel's layout. */
static void read_inputs(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    for (int i = 0; i < nnue->sets * NNUE_INPUTS; i++)
        for (int j = 0; j < nnue->width; j++)
            *mi_nnue_weight_at(nnue, i, j) = (uint8_t)(read_signed_byte(in) + NNUE_BYTE_ZERO);
    for (int j = 0; j < nnue->width; j++)
        nnue->bias[j] = (int16_t)(read_signed_byte(in) * (j < nnue->width / 2 ? 1 : 2));
}

/* Reads a bucket's first layer, [16][width], into the kernel's layout. */
static void read_first_layer(struct mi_nnue_content *in, int width, int8_t *first)
{
    for (int i = 0; i < NNUE_FIRST; i++)
        for (int j = 0; j < width; j++)
            first[(j / NNUE_GROUP * NNUE_FIRST + i) * NNUE_GROUP + j % NNUE_GROUP] =
                (int8_t)read_signed_byte(in);
}

/* Reads a bucket's second layer, [32][32]. */
static void read_second_layer(struct mi_nnue_content *in, struct mi_nnue_layers *layers)
{
    int16_t row[2 * NNUE_FIRST];
    for (int k = 0; k < NNUE_SECOND; k++) {
        read_shorts(in, row, 2 * NNUE_FIRST);
        for (int i = 0; i < 2 * NNUE_FIRST; i++)
            layers->second[i / 2][k][i % 2] = row[i];
    }
}

static void read_layers(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    ptrdiff_t each = (ptrdiff_t)NNUE_FIRST * nnue->width;
    for (int i = 0; i < nnue->buckets; i++)
        read_first_layer(in, nnue->width, nnue->first + i * each);
    for (int i = 0; i < nnue->buckets; i++)
        read_second_layer(in, &nnue->layers[i]);
    for (int i = 0; i < nnue->buckets; i++)
        read_shorts(in, nnue->layers[i].output, NNUE_LAST);
}

static void read_biases(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    for (int i = 0; i < nnue->buckets; i++)
        mi_nnue_read_words(in, nnue->layers[i].first_bias, NNUE_FIRST);
    for (int i = 0; i < nnue->buckets; i++)
        mi_nnue_read_words(in, nnue->layers[i].second_bias, NNUE_SECOND);
    for (int i = 0; i < nnue->buckets; i++)
        mi_nnue_read_words(in, &nnue->layers[i].output_bias, 1);
}

/* Reads everything after the header; the length has been checked. */
static const char *read_network_body(struct mi_nnue_content *in, struct mi_nnue *nnue)
{
    const char *wrong = read_sets(in, nnue);
    if (wrong)
        return wrong;
    read_inputs(in, nnue);
    read_layers(in, nnue);
    read_biases(in, nnue);
    return mi_nnue_weights_fault(nnue);
}

/* Reads a network in miai's format.  Returns an error text or NULL; *network is to be freed. */
static const char *read_miai_network(struct mi_nnue_content *in, struct mi_nnue **network)
{
    struct network_shape s;
    const char *wrong = read_network_header(in, &s);
    if (wrong)
        return wrong;
    *network = mi_nnue_alloc((int)s.width, (int)s.buckets, (int)s.sets, false);
    return *network ? read_network_body(in, *network) : "out of memory";
}

struct mi_nnue *mi_nnue_read(const unsigned char *bytes, size_t length, char *error, size_t size)
{
    struct mi_nnue_content in = {bytes, bytes + length};
    struct mi_nnue *nnue = NULL;
    const char *wrong = mi_nnue_is_halfka(bytes, length) ? mi_nnue_read_halfka(&in, &nnue)
                                                         : read_miai_network(&in, &nnue);
    if (!wrong) {
        nnue->two_pairs_fit = mi_nnue_two_pairs_fit(nnue);
        return nnue;
    }
    snprintf(error, size, "%s", wrong);
    mi_aligned_free(nnue);
    return NULL;
}

/* ---- files ---- */

static struct mi_nnue *read_network_file(const char *file, char *error, size_t size)
{
    size_t length;
    unsigned char *bytes = mi_file_read(file, MI_MAX_WEIGHTS_FILE_BYTES, &length, error, size);
    if (!bytes)
        return NULL;
    struct mi_nnue *nnue = mi_nnue_read(bytes, length, error, size);
    free(bytes);
    return nnue;
}

struct mi_nnue *mi_nnue_open(const char *file, char *error, size_t size)
{
    if (file)
        return read_network_file(file, error, size);
    mi_embedded_load(mi_embedded_chess);
    return mi_nnue_read(mi_embedded_chess, MI_EMBEDDED_chess, error, size);
}
