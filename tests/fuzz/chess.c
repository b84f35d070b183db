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
    WORDS = 2 * (NNUE_SECOND * 2 * NNUE_FIRST + NNUE_LAST)
};

/* Bits of the first input byte. */
enum { VALID_HEADER = 1, SMALL_NUMBERS = 2 };

static size_t network_bytes(size_t width, size_t buckets)
{
    return NNUE_HEAD + NNUE_SETS_BYTES + (NNUE_INPUTS + 1 + buckets * NNUE_FIRST) * width +
           buckets * (WORDS + BIASES);
}

/* Makes the numbers small enough: weights of bytes up to 127, those of 16 bits less than 2^12,
 * biases less than 2^24.  The words and the biases are the last bytes. */
static void make_small(uint8_t *at, size_t bytes, size_t words, size_t biases)
{
    for (size_t i = 0; i < bytes; i++)
        at[i] &= 127;
    for (size_t i = 1; i < words; i += 2)
        at[bytes + i] &= 15;
    for (size_t i = 3; i < biases; i += 4)
        at[bytes + words + i] = 0;
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
        make_small(made + NNUE_HEAD + NNUE_SETS_BYTES,
                   network_bytes(width, buckets) - NNUE_HEAD - NNUE_SETS_BYTES -
                       (WORDS + BIASES) * buckets,
                   WORDS * buckets, BIASES * buckets);
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
