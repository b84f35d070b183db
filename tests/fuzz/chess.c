/* The network that evaluates chess positions (NNUE). */
#include "fuzz.h"

#include "base/memory.h"
#include "game/chess/board/notation.h"
#include "game/chess/nnue/file.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    WHY = 160,
    BIASES = 4 * (NNUE_FIRST + NNUE_SECOND + 1),
    LAYERS = NNUE_SECOND * 2 * NNUE_FIRST + NNUE_LAST + BIASES
};

/* Bits of the first input byte. */
enum { VALID_HEADER = 1, SMALL_NUMBERS = 2 };

/* The size of a file whose numbers have one byte each, except for the biases. */
static size_t network_bytes(size_t width, size_t buckets)
{
    return NNUE_HEAD + NNUE_SETS_BYTES + (NNUE_INPUTS + 1 + buckets * NNUE_FIRST) * width +
           buckets * LAYERS;
}

/* Makes all numbers fit into one byte, and the biases less than 2^24. */
static void make_small(uint8_t *at, const uint8_t *end, const uint8_t *biases)
{
    for (; at < end; at++)
        *at &= at >= biases && (end - at) % 4 == 1 ? 0 : 127;
}

/* Makes a file with a valid header and checksum. */
static uint8_t *make_network(uint8_t choice, struct fuzz_bytes in, size_t *length)
{
    size_t width = NNUE_STEP, buckets = 1U + choice / 16 % 8;
    *length = network_bytes(width, buckets);
    uint8_t *made = malloc(*length);
    if (!made)
        return NULL;
    memcpy(made, NNUE_MAGIC, NNUE_MAGIC_BYTES);
    fuzz_put_word(made + NNUE_MAGIC_BYTES, NNUE_VERSION);
    fuzz_put_word(made + 12, (uint32_t)width);
    fuzz_put_word(made + 16, (uint32_t)buckets);
    fuzz_fill(made + NNUE_HEAD, *length - NNUE_HEAD, in);
    fuzz_put_word(made + NNUE_HEAD, 1);
    memset(made + NNUE_HEAD + 4, 0, NNUE_KINGS);
    if (choice & SMALL_NUMBERS)
        make_small(made + NNUE_HEAD + NNUE_SETS_BYTES, made + *length,
                   made + *length - BIASES * buckets);
    fuzz_put_word(made + NNUE_CHECKSUM_AT,
                  (uint32_t)crc32(0, made + NNUE_HEAD, (uInt)(*length - NNUE_HEAD)));
    return made;
}

static void evaluate(const struct mi_nnue *nnue)
{
    static const char position[] =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    struct mi_chess p;
    size_t bytes = (mi_nnue_memory(nnue) + 63) / 64 * 64;
    void *memory = mi_aligned_alloc(64, bytes);
    fuzz_hold(mi_chess_read_fen(&p, false, position));
    if (memory) {
        memset(memory, 0, bytes);
        int value = mi_nnue_evaluate(nnue, memory, &p);
        fuzz_hold(value >= -NNUE_SCORE_MAX && value <= NNUE_SCORE_MAX);
    }
    mi_aligned_free(memory);
}

/* Reads the input as it is, or with a valid header, depending on the first byte. */
static void read_nnue(const uint8_t *bytes, size_t size)
{
    struct fuzz_bytes in = {bytes, bytes + size};
    char why[WHY];
    uint8_t choice = fuzz_take(&in);
    size_t length = (size_t)(in.end - in.at);
    uint8_t *made = choice & VALID_HEADER ? make_network(choice, in, &length) : NULL;
    struct mi_nnue *nnue = mi_nnue_read(made ? made : in.at, length, why, sizeof why);
    if (nnue)
        evaluate(nnue);
    mi_aligned_free(nnue);
    free(made);
}

const struct fuzz_target fuzz_chess[] = {{"nnue", read_nnue}, {0}};
