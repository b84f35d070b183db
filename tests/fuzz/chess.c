/* The network that evaluates chess. */
#include "fuzz.h"

#include "game/chess/nnue/nnue.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WHY = 160 };

/* As it comes, or with its head made right: by the first byte. */
static void read_nnue(const uint8_t *bytes, size_t size)
{
    enum { HEAD = 24 };
    struct fuzz_bytes in = {bytes, bytes + size};
    char why[WHY];
    uint8_t choice = fuzz_take(&in);
    size_t width = choice & 8 ? 64 : 32, buckets = 1U + choice / 16 % 8;
    size_t length = HEAD + 2 * (NNUE_INPUTS * width + width + 2 * buckets * width) + 4 * buckets;
    uint8_t *made = choice % 2 ? malloc(length) : NULL;
    if (made) {
        memcpy(made, "MIAINNUE", 8);
        fuzz_put_word(made + 8, 1);
        fuzz_put_word(made + 12, (uint32_t)width);
        fuzz_put_word(made + 16, (uint32_t)buckets);
        fuzz_fill(made + HEAD, length - HEAD, in);
        fuzz_put_word(made + 20, (uint32_t)crc32(0, made + HEAD, (uInt)(length - HEAD)));
    }
    struct mi_nnue *nnue = made ? mi_nnue_read(made, length, why, sizeof why)
                                : mi_nnue_read(in.at, (size_t)(in.end - in.at), why, sizeof why);
    free(nnue);
    free(made);
}

const struct fuzz_target fuzz_chess[] = {{"nnue", read_nnue}, {0}};
