/* The weights of Go's patterns. */
#include "fuzz.h"

#include "game/go/policy/feature_checksum.h"
#include "game/go/policy/weights.h"
#include "game/go/policy/weights_file.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WHY = 160 };

/* Reads the bytes as they are or with a valid header, depending on the first one. */
static void read_go(const uint8_t *bytes, size_t size)
{
    struct fuzz_bytes in = {bytes, bytes + size};
    char why[WHY];
    uint8_t choice = fuzz_take(&in);
    size_t count = choice / 2, length = sizeof(struct go_weights) + count * GO_PATTERN_BYTES;
    uint8_t *made = malloc(length > size ? length : size + 1);
    fuzz_hold(made != NULL);
    size_t given = (size_t)(in.end - in.at);
    if (choice % 2) {
        struct go_weights *weights = (void *)made;
        fuzz_fill(made, length, in);
        memcpy(weights->magic, GO_WEIGHTS_MAGIC, 8);
        fuzz_put_word(weights->version, 1);
        fuzz_put_word(weights->features, mi_go_feature_checksum());
        fuzz_put_word(weights->patterns, (uint32_t)count);
        size_t head = offsetof(struct go_weights, patterns);
        fuzz_put_word(weights->crc, (uint32_t)crc32(0, made + head, (uInt)(length - head)));
        mi_go_weights_fault(made, length, why, sizeof why);
    } else {
        memcpy(made, in.at, given);
        mi_go_weights_fault(made, given, why, sizeof why);
    }
    free(made);
}

const struct fuzz_target fuzz_go[] = {{"go_weights", read_go}, {0}};
