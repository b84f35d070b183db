#include "file.h"

#include <string.h>

enum { MEN = 32 };

/* The greatest and the least of weights for each number of an accumulator, and 0. */
struct extremes {
    int16_t most[NNUE_WIDTH_MAX], least[NNUE_WIDTH_MAX];
};

static void add_row(struct extremes *e, const int16_t *row, int width)
{
    for (int i = 0; i < width; i++) {
        e->most[i] = row[i] > e->most[i] ? row[i] : e->most[i];
        e->least[i] = row[i] < e->least[i] ? row[i] : e->least[i];
    }
}

/* Of the pieces on a square, in a set. */
static void find_extremes(const struct mi_nnue *nnue, int set, int square, struct extremes *e)
{
    memset(e, 0, sizeof *e);
    for (int kind = 0; kind < NNUE_INPUTS / 64; kind++) {
        int input = NNUE_INPUTS * set + 64 * kind + square;
        add_row(e, nnue->input + (ptrdiff_t)input * nnue->width, nnue->width);
    }
}

/* Do a set's accumulators stay within 16 bits?  At most one piece is on each square, and on 32 of
 * them. */
static bool fits(const struct mi_nnue *nnue, int set)
{
    struct extremes one, any = {{0}, {0}};
    int32_t above[NNUE_WIDTH_MAX] = {0}, below[NNUE_WIDTH_MAX] = {0};
    for (int square = 0; square < 64; square++) {
        find_extremes(nnue, set, square, &one);
        add_row(&any, one.most, nnue->width);
        add_row(&any, one.least, nnue->width);
        for (int i = 0; i < nnue->width; i++) {
            above[i] += one.most[i];
            below[i] += one.least[i];
        }
    }
    for (int i = 0; i < nnue->width; i++) {
        int32_t most = MEN * any.most[i], least = MEN * any.least[i];
        if (nnue->bias[i] + (above[i] < most ? above[i] : most) > INT16_MAX ||
            nnue->bias[i] + (below[i] > least ? below[i] : least) < -INT16_MAX)
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
        if (!fits(nnue, set))
            return "the sums of the first layer may not fit 16 bits";
    return NULL;
}
