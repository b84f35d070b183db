/* The weights that evaluate Othello. */
#include "fuzz.h"

#include "base/file.h"
#include "game/games.h"
#include "game/othello/eval.h"
#include "game/othello/othello.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FILE_BYTES = MI_WEIGHTS_HEADER_BYTES + MI_OTHELLO_ALL_WEIGHTS };

/* Whatever the weights are, no position is worth more than the board has squares. */
static void evaluate(const unsigned char *bytes, uint64_t own, uint64_t other)
{
    const int8_t *weights = (const int8_t *)(bytes + MI_WEIGHTS_HEADER_BYTES);
    int score = mi_othello_expected_score(weights, UINT64_MAX, own & ~other, other & ~own);
    fuzz_hold(abs(score) <= MI_OTHELLO_SQUARES * MIAI_POINT_SCORE);
}

/* Changes a valid file: each change has a position and a byte. */
static void read_othello(const uint8_t *bytes, size_t size)
{
    struct fuzz_bytes in = {bytes, bytes + size};
    unsigned char *made = calloc(1, FILE_BYTES);
    fuzz_hold(made != NULL);
    if (!mi_othello_weights_fault(bytes, size))
        evaluate(bytes, 0x10u << 24, 0x8u << 24);
    memcpy(made, "MIAIOTHE\1", 9);
    uint64_t own = fuzz_take_word(&in), other = fuzz_take_word(&in);
    memset(made + MI_WEIGHTS_HEADER_BYTES, fuzz_take(&in), MI_OTHELLO_ALL_WEIGHTS);
    while (in.at < in.end)
        made[MI_WEIGHTS_HEADER_BYTES + fuzz_take_word(&in) % MI_OTHELLO_ALL_WEIGHTS] =
            fuzz_take(&in);
    uint32_t sum = (uint32_t)crc32(0, made + MI_WEIGHTS_HEADER_BYTES, MI_OTHELLO_ALL_WEIGHTS);
    fuzz_put_word(made + 12, sum);
    fuzz_hold(mi_othello_weights_fault(made, FILE_BYTES) == NULL);
    evaluate(made, own << 32 | other, other << 32 | own);
    free(made);
}

const struct fuzz_target fuzz_othello[] = {{"othello", read_othello}, {0}};
