#include "file.h"

#include <assert.h>
#include <string.h>

static bool all_within(const int16_t *number, ptrdiff_t count, int max)
{
    int outside = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        outside |= number[i] < -max || number[i] > max;
    return !outside;
}

static bool all_words_within(const int32_t *number, int count, int32_t max)
{
    int outside = 0;
    for (int i = 0; i < count; i++)
        outside |= number[i] < -max || number[i] > max;
    return !outside;
}

static const char *layers_fault(const struct mi_nnue_layers *layers)
{
    if (!all_within(&layers->second[0][0][0], sizeof layers->second / sizeof(int16_t),
                    NNUE_SECOND_MAX))
        return "a weight of the second layer is not within -4095 to 4095";
    if (!all_within(layers->output, NNUE_LAST, NNUE_LAST_MAX))
        return "an output weight is not within -16383 to 16383";
    if (!all_words_within(layers->first_bias, NNUE_FIRST, NNUE_FIRST_BIAS_MAX))
        return "a bias of the first layer is not within -2^24 to 2^24";
    if (!all_words_within(layers->second_bias, NNUE_SECOND, NNUE_SECOND_BIAS_MAX))
        return "a bias of the second layer is not within -2^30 to 2^30";
    return NULL;
}

/* The weights of a pair that have this sign are added. Returns the sum of the largest and the
 * second largest such pair sum over all groups of a bucket, for one output and one of the two pairs
 * of a group. */
static int two_largest_pairs(const int8_t *weight, int groups, int sign)
{
    int largest = 0, second = 0;
    for (int i = 0; i < groups; i++, weight += NNUE_FIRST * NNUE_GROUP) {
        int a = sign * weight[0], b = sign * weight[1], sum = (a > 0 ? a : 0) + (b > 0 ? b : 0);
        second = sum > largest ? largest : sum > second ? sum : second;
        largest = sum > largest ? sum : largest;
    }
    return largest + second;
}

bool mi_nnue_two_pairs_fit(const struct mi_nnue *nnue)
{
    const int8_t *weight = nnue->first;
    int groups = nnue->width / NNUE_GROUP, max = 0;
    for (int bucket = 0; bucket < nnue->buckets; bucket++, weight += NNUE_FIRST * nnue->width)
        for (int pair = 0; pair < NNUE_FIRST * NNUE_GROUP; pair += 2)
            for (int sign = -1; sign <= 1; sign += 2) {
                int sum = two_largest_pairs(weight + pair, groups, sign);
                max = sum > max ? sum : max;
            }
    return max * NNUE_BYTE_ONE <= INT16_MAX;
}

const char *mi_nnue_weights_fault(const struct mi_nnue *nnue)
{
    const char *wrong = NULL;
    ptrdiff_t first = (ptrdiff_t)nnue->buckets * NNUE_FIRST * nnue->width;
    static_assert(NNUE_FIRST_MAX == INT8_MAX, "only INT8_MIN is out of bounds");
    if (memchr(nnue->first, (unsigned char)INT8_MIN, (size_t)first))
        return "a weight of the first layer is not within -127 to 127";
    for (int i = 0; i < nnue->buckets && !wrong; i++)
        wrong = layers_fault(&nnue->layers[i]);
    return wrong;
}
