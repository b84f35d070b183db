/* Pattern weights: for each stage and each feature of pattern.h a number in units of
 * MI_OTHELLO_WEIGHT_SCALE. Built in is data/othello.bin, learned by tools/othello; a file may
 * replace it (miai-network(5)). */
#include "base/file.h"
#include "embedded/embedded.h"
#include "eval.h"
#include "othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(MI_EMBEDDED_othello == MI_WEIGHTS_HEADER_BYTES + MI_OTHELLO_ALL_WEIGHTS,
               "data/othello.bin has the wrong size");

const int8_t *mi_othello_builtin_weights(uint64_t board)
{
    return board == UINT64_MAX ? (const int8_t *)(mi_embedded_othello + MI_WEIGHTS_HEADER_BYTES)
                               : NULL;
}

const char *mi_othello_weights_fault(const unsigned char *bytes, size_t length)
{
    return mi_weights_file_fault(bytes, length, "MIAIOTHE",
                                 "it is not a file of Othello weights: it must begin with MIAIOTHE",
                                 MI_EMBEDDED_othello);
}

static void *read_weights_file(const char *file, char *error, size_t size)
{
    size_t length;
    unsigned char *bytes = mi_file_read(file, MI_MAX_WEIGHTS_FILE_BYTES, &length, error, size);
    const char *wrong = bytes ? mi_othello_weights_fault(bytes, length) : NULL;
    if (wrong)
        snprintf(error, size, "%s", wrong);
    if (!bytes || wrong) {
        free(bytes);
        return NULL;
    }
    memmove(bytes, bytes + MI_WEIGHTS_HEADER_BYTES, MI_OTHELLO_ALL_WEIGHTS);
    return bytes;
}

static void *othello_open_weights(const miai_setup *setup, const char *file, char *error,
                                  size_t size)
{
    bool is_8x8 = setup->width == 8 && setup->height == 8;
    if (file && !is_8x8)
        snprintf(error, size, "these weights are for 8x8 boards only");
    if (!is_8x8)
        return NULL;
    if (file)
        return read_weights_file(file, error, size);
    mi_embedded_load(mi_embedded_othello);
    return (void *)mi_othello_builtin_weights(UINT64_MAX);
}

static bool is_builtin(const void *weights)
{
    return weights == mi_othello_builtin_weights(UINT64_MAX);
}

static void othello_close_weights(void *weights)
{
    if (!is_builtin(weights))
        free(weights);
}

static size_t othello_weights_held(const void *weights)
{
    return is_builtin(weights) ? 0 : MI_OTHELLO_ALL_WEIGHTS;
}

static size_t othello_weights_memory(const void *weights)
{
    (void)weights;
    return 0;
}

const miai_evaluation mi_othello_evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = mi_othello_evaluate,
    .open = othello_open_weights,
    .close = othello_close_weights,
    .held = othello_weights_held,
    .memory = othello_weights_memory,
};
