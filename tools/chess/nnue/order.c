/* Orders the products of the accumulators, so that more groups of four of them are all 0, which the
 * engine skips.  The network's values stay the same. */
#include "base/memory.h"
#include "model.h"
#include "network.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 16384, VIEWS = 2 * POSITIONS, WORDS = VIEWS / 64, SWAPS = 2000000 };

/* Which products are not 0, and their order: place i has product[i]. */
struct order {
    int count;                               /* of the products of one accumulator */
    uint64_t set[NNUE_WIDTH_MAX / 2][WORDS]; /* a bit for each view of a position */
    int active[NNUE_WIDTH_MAX / 2];          /* the number of these bits */
    int product[NNUE_WIDTH_MAX / 2];
};

/* ---- what is active ---- */

static int clamp(int sum)
{
    return sum < 0 ? 0 : sum > NNUE_NUMBER_MAX ? NNUE_NUMBER_MAX : sum;
}

static void add_view(const struct mi_nnue *n, const struct nnue_input *input, int side, int view,
                     struct order *o)
{
    int sum[NNUE_WIDTH_MAX];
    for (int j = 0; j < n->width; j++)
        sum[j] = mi_nnue_bias(n, j);
    for (int i = 0; i < input->count; i++)
        for (int j = 0; j < n->width; j++)
            sum[j] += mi_nnue_weight(n, input->feature[side][i], j);
    for (int j = 0; j < o->count; j++)
        if (clamp(sum[j]) * clamp(sum[j + o->count]) >> SHIFT) {
            o->set[j][view / 64] |= (uint64_t)1 << view % 64;
            o->active[j]++;
        }
}

static void find_active(const struct mi_nnue *n, const struct nnue_samples *s, struct order *o)
{
    size_t step = s->count / POSITIONS + 1;
    int view = 0;
    for (size_t i = 0; i < s->count && view < VIEWS; i += step) {
        struct nnue_input input;
        nnue_features(&s->record[i], &input);
        for (int side = 0; side < 2; side++)
            add_view(n, &input, side, view++, o);
    }
}

/* ---- the order ---- */

/* The number of views in which a group is not all 0. */
static int group_active(const struct order *o, int group)
{
    const int *product = o->product + group * NNUE_GROUP;
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        count += __builtin_popcountll(o->set[product[0]][i] | o->set[product[1]][i] |
                                      o->set[product[2]][i] | o->set[product[3]][i]);
    return count;
}

static double mean_active(const struct order *o)
{
    double sum = 0;
    for (int group = 0; group < o->count / NNUE_GROUP; group++)
        sum += group_active(o, group);
    return sum / VIEWS;
}

/* Products that are equally often active side by side: by insertion. */
static void sort_products(struct order *o)
{
    for (int i = 0; i < o->count; i++) {
        int to = i;
        for (; to > 0 && o->active[o->product[to - 1]] > o->active[i]; to--)
            o->product[to] = o->product[to - 1];
        o->product[to] = i;
    }
}

static void swap_products(struct order *o, int a, int b)
{
    int product = o->product[a];
    o->product[a] = o->product[b];
    o->product[b] = product;
}

/* Swaps products at random, and keeps what makes fewer groups active. */
static void improve_order(struct order *o)
{
    int active[NNUE_WIDTH_MAX / 2 / NNUE_GROUP];
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < o->count / NNUE_GROUP; i++)
        active[i] = group_active(o, i);
    for (int i = 0; i < SWAPS; i++) {
        int a = (int)miai_rng_below(&rng, (uint32_t)o->count), first = a / NNUE_GROUP;
        int b = (int)miai_rng_below(&rng, (uint32_t)o->count), second = b / NNUE_GROUP;
        swap_products(o, a, b);
        int now = group_active(o, first), other = group_active(o, second);
        if (first == second || now + other > active[first] + active[second]) {
            swap_products(o, a, b);
        } else {
            active[first] = now;
            active[second] = other;
        }
    }
}

/* ---- pairs ---- */

/* The two largest sums of the weights with this sign of a pair of products, added: over the groups
 * of both accumulators, for one output.  mi_nnue.two_pairs_fit needs at most 258. */
static int two_largest_pairs(const struct order *o, const int8_t *weight, int pair, int sign)
{
    int largest = 0, second = 0;
    for (int i = pair; i < 2 * o->count; i += NNUE_GROUP) {
        int sum = 0;
        for (int k = i; k < i + 2; k++) {
            int j = k / o->count * o->count + o->product[k % o->count];
            int w = sign * weight[j / NNUE_GROUP * FIRST * NNUE_GROUP + j % NNUE_GROUP];
            sum += w > 0 ? w : 0;
        }
        second = sum > largest ? largest : sum > second ? sum : second;
        largest = sum > largest ? sum : largest;
    }
    return largest + second;
}

static int worst_pairs(const struct mi_nnue *n, const struct order *o)
{
    int worst = 0;
    for (int i = 0; i < n->buckets * FIRST * 4; i++) {
        const int8_t *weight =
            n->first + i / 4 / FIRST * FIRST * n->width + i / 4 % FIRST * NNUE_GROUP;
        int sum = two_largest_pairs(o, weight, i & 2, i & 1 ? 1 : -1);
        worst = sum > worst ? sum : worst;
    }
    return worst;
}

/* Which products of a group are a pair does not matter for what is skipped: avoids pairs whose
 * weights are large. */
static int choose_pairs(const struct mi_nnue *n, struct order *o)
{
    int worst = worst_pairs(n, o);
    for (int i = 0; i < o->count; i++)
        for (int k = i + 1; k % NNUE_GROUP > 0; k++) {
            swap_products(o, i, k);
            int now = worst_pairs(n, o);
            if (now < worst)
                worst = now;
            else
                swap_products(o, i, k);
        }
    return worst;
}

/* ---- the network ---- */

/* Moves the numbers of the accumulator, and what is multiplied with their products. */
static void apply_order(const struct order *o, const struct nnue_model *from, struct nnue_model *to)
{
    memcpy(to->weight, from->weight, from->count * sizeof *from->weight);
    for (int j = 0; j < from->hidden; j++) {
        int half = j / o->count * o->count, old = half + o->product[j % o->count];
        to->bias[nnue_place(to, j)] = from->bias[nnue_place(from, old)];
        for (int i = 0; i < FEATURES; i++)
            to->weight[nnue_weight_at(to, i, j)] = from->weight[nnue_weight_at(from, i, old)];
        for (int i = 0; i < BUCKETS * FIRST; i++)
            to->first[i * to->hidden + j] = from->first[i * from->hidden + old];
    }
}

static bool write_ordered(const struct order *o, const char *network, const char *path)
{
    struct nnue_model from = {0}, to = {0};
    size_t length;
    bool made = nnue_model_make(&from, 2 * o->count) && nnue_model_make(&to, 2 * o->count) &&
                nnue_take(&from, network);
    if (made)
        apply_order(o, &from, &to);
    unsigned char *bytes = made ? nnue_file(&to, &length) : NULL;
    bool written = bytes && nnue_write(bytes, length, path);
    free(bytes);
    nnue_model_free(&from);
    nnue_model_free(&to);
    return written;
}

bool nnue_order(const struct nnue_samples *s, const char *network, const char *path)
{
    char error[200];
    struct mi_nnue *n = mi_nnue_open(network, error, sizeof error);
    struct order *o = calloc(1, sizeof *o);
    bool written = false;
    if (!n)
        fprintf(stderr, "%s: %s\n", network, error);
    else if (n->material)
        fprintf(stderr, "%s: it is a network of Stockfish, not of miai\n", network);
    else if (o) {
        o->count = n->width / 2;
        for (int i = 0; i < o->count; i++)
            o->product[i] = i;
        find_active(n, s, o);
        double before = mean_active(o);
        sort_products(o);
        improve_order(o);
        printf("active groups of an accumulator: %.1f before, %.1f now\n", before, mean_active(o));
        printf("two largest pairs of weights: %d\n", choose_pairs(n, o));
        written = write_ordered(o, network, path);
    }
    free(o);
    mi_aligned_free(n);
    return written;
}
