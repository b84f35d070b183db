#include "file.h"

#include <string.h>

enum { MEN = 32 };

/* Makes largest[width] the greatest weight in a set, times sign, of a piece on a square, or 0. */
static void find_largest(const struct mi_nnue *nnue, int set, int square, int sign,
                         int32_t *largest)
{
    memset(largest, 0, (size_t)nnue->width * sizeof *largest);
    for (int kind = 0; kind < NNUE_INPUTS / 64; kind++) {
        int input = NNUE_INPUTS * set + 64 * kind + square;
        const int16_t *row = nnue->input + (ptrdiff_t)input * nnue->width;
        for (int i = 0; i < nnue->width; i++)
            largest[i] = sign * row[i] > largest[i] ? sign * row[i] : largest[i];
    }
}

/* Do a set's accumulators stay within 16 bits?  At most one piece is on each square, and on 32 of
 * them.  sign -1: downwards. */
static bool fits(const struct mi_nnue *nnue, int set, int sign)
{
    int32_t largest[NNUE_WIDTH_MAX], all[NNUE_WIDTH_MAX] = {0}, most[NNUE_WIDTH_MAX] = {0};
    for (int square = 0; square < 64; square++) {
        find_largest(nnue, set, square, sign, largest);
        for (int i = 0; i < nnue->width; i++) {
            all[i] += largest[i];
            most[i] = largest[i] > most[i] ? largest[i] : most[i];
        }
    }
    for (int i = 0; i < nnue->width; i++) {
        int32_t pieces = all[i] < MEN * most[i] ? all[i] : MEN * most[i];
        if (sign * nnue->bias[i] + pieces > INT16_MAX)
            return false;
    }
    return true;
}

static bool all_within(const int16_t *number, ptrdiff_t count, int most)
{
    int beyond = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        beyond |= number[i] < -most || number[i] > most;
    return !beyond;
}

static bool all_words_within(const int32_t *number, int count, int32_t most)
{
    int beyond = 0;
    for (int i = 0; i < count; i++)
        beyond |= number[i] < -most || number[i] > most;
    return !beyond;
}

static const char *wrong_layers(const struct mi_nnue_layers *layers)
{
    if (!all_within(&layers->second[0][0][0], sizeof layers->second / sizeof(int16_t),
                    NNUE_SECOND_MAX))
        return "a weight of the second layer is not within -4095 and 4095";
    if (!all_within(layers->output, NNUE_LAST, NNUE_LAST_MAX))
        return "an output weight is not within -16383 and 16383";
    if (!all_words_within(layers->first_bias, NNUE_FIRST, NNUE_FIRST_BIAS_MAX))
        return "a bias of the first layer of 16 is not within -2^24 and 2^24";
    if (!all_words_within(layers->second_bias, NNUE_SECOND, NNUE_SECOND_BIAS_MAX))
        return "a bias of the second layer is not within -2^30 and 2^30";
    return NULL;
}

const char *mi_nnue_wrong_weights(const struct mi_nnue *nnue)
{
    const char *wrong = NULL;
    for (int i = 0; i < nnue->buckets && !wrong; i++)
        wrong = wrong_layers(&nnue->layers[i]);
    if (wrong)
        return wrong;
    for (int set = 0; set < nnue->sets; set++)
        if (!fits(nnue, set, 1) || !fits(nnue, set, -1))
            return "the sums of the first layer may not fit 16 bits";
    return NULL;
}
