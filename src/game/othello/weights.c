/* The weights of patterns, for each stage a number of MI_OTHELLO_UNIT for each feature of
 * pattern.h: those that tools/othello has learned, data/othello.bin, or a file's (miai-network(5)).
 */
#include "base/file.h"
#include "eval.h"
#include "othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char brought[] = {
#include "data/othello.inc"
};

_Static_assert(sizeof brought - 1 == MI_LEARNED_HEAD + MI_OTHELLO_ALL_WEIGHTS,
               "data/othello.bin has another size");

const int8_t *mi_othello_builtin_weights(uint64_t board)
{
    return board == UINT64_MAX ? (const int8_t *)(brought + MI_LEARNED_HEAD) : NULL;
}

const char *mi_othello_wrong_weights(const unsigned char *bytes, size_t length)
{
    return mi_learned_fault(bytes, length, "MIAIOTHE",
                            "these are no weights of Othello: such a file begins with MIAIOTHE",
                            sizeof brought - 1);
}

static void *read_weights(const char *file, char *error, size_t size)
{
    size_t length;
    unsigned char *bytes = mi_file_read(file, MI_FILE_LEARNED, &length, error, size);
    const char *wrong = bytes ? mi_othello_wrong_weights(bytes, length) : NULL;
    if (wrong)
        snprintf(error, size, "%s", wrong);
    if (!bytes || wrong) {
        free(bytes);
        return NULL;
    }
    memmove(bytes, bytes + MI_LEARNED_HEAD, MI_OTHELLO_ALL_WEIGHTS);
    return bytes;
}

static void *open_weights(const miai_setup *setup, const char *file, char *error, size_t size)
{
    bool usual = setup->width == 8 && setup->height == 8;
    if (file && !usual)
        snprintf(error, size, "weights for 8x8");
    if (!usual)
        return NULL;
    return file ? read_weights(file, error, size) : (void *)mi_othello_builtin_weights(UINT64_MAX);
}

static bool is_brought(const void *weights)
{
    return weights == mi_othello_builtin_weights(UINT64_MAX);
}

static void close_weights(void *weights)
{
    if (!is_brought(weights))
        free(weights);
}

static size_t held_bytes(const void *weights)
{
    return is_brought(weights) ? 0 : MI_OTHELLO_ALL_WEIGHTS;
}

static size_t memory_bytes(const void *weights)
{
    (void)weights;
    return 0;
}

const miai_evaluation mi_othello_evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = mi_othello_evaluate,
    .open = open_weights,
    .close = close_weights,
    .held = held_bytes,
    .memory = memory_bytes,
};
