/* layers.h - the layers after the accumulators; a part of kernel.h.  The same code serves own
 * networks and Stockfish's (halfka.c), which differ in scales. */

#ifndef WAYS
#define WAYS 1
#endif

/* The partners, doubled as own networks have them. */
INLINE vs doubled_partners(const int16_t *partner, bool halfka)
{
    vs b = *(const vs *)partner;
    if (!halfka)
        return b;
    b = v_clamp(b, 0, NNUE_NUMBER_MAX);
    return b + b;
}

#ifndef PAIRS
#define PAIRS (2 * LANES)

INLINE void v_pairs(uint8_t *to, const int16_t *sum, const int16_t *partner, bool halfka)
{
    vs a = v_clamp(*(const vs *)sum, 0, NNUE_NUMBER_MAX);
    vs b = v_clamp(*(const vs *)(sum + LANES), 0, NNUE_NUMBER_MAX);
    v_products(to, a, v_below(doubled_partners(partner, halfka)), b,
               v_below(doubled_partners(partner + LANES, halfka)));
}
#endif

enum {
    FIRST_VECTORS = 2 * FIRST_LANES / LANES,
    FIRST_BYTES = NNUE_FIRST * NNUE_GROUP / FIRST_VECTORS, /* bytes of weights of each */
    HALVES = 2 * NNUE_FIRST / LANES /* vectors of a layer's output: 16 x 32 bits, or 32 x 16 */
};

/* Multiplies the halves of an accumulator to bytes and lists the groups that are not all 0,
 * numbered from `group` on.  Returns the end of the list.  Each step writes eight entries; the next
 * step overwrites those after the end. */
INLINE uint8_t *multiply_halves(uint8_t *x, uint8_t *list, int group, const int16_t *sum,
                                const struct mi_nnue *nnue, bool halfka)
{
    const int16_t *partner = sum + nnue->width / 2;
    for (int i = 0; i < nnue->width / 2; i += PAIRS, group += PAIRS / NNUE_GROUP) {
        v_pairs(x + i, sum + i, partner + i, halfka);
        uint64_t places;
        unsigned bits = v_groups(x + i);
        memcpy(&places, nnue->ones[bits], sizeof places);
        places += (unsigned)group * 0x0101010101010101u;
        memcpy(list, &places, sizeof places);
        list += __builtin_popcount(bits);
    }
    return list;
}

/* Does something for each vector of sums.  Each is a variable of its own: gcc keeps an array of
 * vectors in memory, and then each sum waits for the store of the last one. */
#if WAYS == 4 && 2 * FIRST_LANES == LANES
#define FOR_SUMS(act) act(0, 0) act(1, 0) act(2, 0) act(3, 0)
#elif WAYS == 1 && 2 * FIRST_LANES == 2 * LANES
#define FOR_SUMS(act) act(0, 0) act(0, 1)
#elif WAYS == 2 && 2 * FIRST_LANES == 4 * LANES
#define FOR_SUMS(act)                                                                              \
    act(0, 0) act(0, 1) act(0, 2) act(0, 3) act(1, 0) act(1, 1) act(1, 2) act(1, 3)
#elif WAYS == 1 && 2 * FIRST_LANES == 8 * LANES
#define FOR_SUMS(act)                                                                              \
    act(0, 0) act(0, 1) act(0, 2) act(0, 3) act(0, 4) act(0, 5) act(0, 6) act(0, 7)
#else
#error "add the sums of this kernel"
#endif

#define DECLARE_SUM(way, v)  vi sum##way##v = {0};
#define ADD_TO_TOTAL(way, v) total[v] += sum##way##v;

/* Adds the products of the group list[way], or of the group *list. */
#define ADD_GROUP(way, v)                                                                          \
    sum##way##v =                                                                                  \
        v_dot4(sum##way##v, bytes_of(x, list[way]), row_of(weight, list[way]) + (v)*FIRST_BYTES);
#define ADD_SINGLE_GROUP(way, v)                                                                   \
    if (way == 0)                                                                                  \
        sum0##v = v_dot4(sum0##v, bytes_of(x, *list), row_of(weight, *list) + (v)*FIRST_BYTES);

/* Adds the products of two groups, if the sums of two pairs fit 16 bits. */
#define ADD_TWO_GROUPS(way, v)                                                                     \
    sum##way##v =                                                                                  \
        v_dot8(sum##way##v, bytes_of(x, list[0]), row_of(weight, list[0]) + (v)*FIRST_BYTES,       \
               bytes_of(x, list[1]), row_of(weight, list[1]) + (v)*FIRST_BYTES);

INLINE vx bytes_of(const uint8_t *x, int group)
{
    return v_group(x + (ptrdiff_t)group * NNUE_GROUP);
}

INLINE const int8_t *row_of(const int8_t *weight, int group)
{
    return weight + (ptrdiff_t)group * NNUE_GROUP * NNUE_FIRST;
}

/* Adds the listed groups to the total.  WAYS groups are summed independently, so that no sum waits
 * for the previous multiplication. */
INLINE void add_groups(vi total[FIRST_VECTORS], const uint8_t *x, const uint8_t *list,
                       const uint8_t *end, const int8_t *weight, bool two_pairs_fit)
{
    FOR_SUMS(DECLARE_SUM)
#ifdef v_dot8
    for (; two_pairs_fit && list + 2 <= end; list += 2) {
        FOR_SUMS(ADD_TWO_GROUPS)
    }
#else
    (void)two_pairs_fit;
#endif
    for (; list + WAYS <= end; list += WAYS) {
        FOR_SUMS(ADD_GROUP)
    }
    for (; list < end; list++) {
        FOR_SUMS(ADD_SINGLE_GROUP)
    }
    FOR_SUMS(ADD_TO_TOTAL)
}

/* The inputs of the second layer: squares and clipped values of the first layer's outputs. */
INLINE void activate_first(vs *in, const vi *y, const int32_t *bias, struct mi_nnue_scales scales)
{
    const int bound = scales.bound;
    vi squared[2 * HALVES], *above = squared + HALVES;
    UNROLLED(4)
    for (int v = 0; v < HALVES; v++) {
        vi c = y[v] + *(const vi *)(bias + v * LANES / 2);
        vi high = c > bound, low = c < -bound;
        c = (c & ~high & ~low) | (high & bound) | (low & -bound);
        squared[v] = c * c >> scales.square_shift;
        above[v] = (c & (c > 0)) >> scales.above_shift;
    }
    UNROLLED(4)
    for (int v = 0; v < HALVES; v++)
        in[v] = v_narrow(squared[2 * v], squared[2 * v + 1]);
}

INLINE void second_layer(vs *out, const vs *in, const struct mi_nnue_layers *layers,
                         struct mi_nnue_scales scales)
{
    vi sum[2 * HALVES];
    _Alignas(64) int16_t pair[2 * NNUE_FIRST];
    UNROLLED(8)
    for (int v = 0; v < 2 * HALVES; v++)
        sum[v] = *(const vi *)(layers->second_bias + v * LANES / 2);
    UNROLLED(4)
    for (int v = 0; v < HALVES; v++)
        *(vs *)(pair + v * LANES) = in[v];
    UNROLLED_BY(1)
    for (int i = 0; i < NNUE_FIRST; i++) {
        vs both = v_pair(pair + 2 * i);
        UNROLLED(8)
        for (int v = 0; v < 2 * HALVES; v++)
            sum[v] = v_dot2(sum[v], both, *(const vs *)layers->second[i][v * LANES / 2]);
    }
    UNROLLED(4)
    for (int v = 0; v < HALVES; v++)
        out[v] = v_clamp(
            v_narrow(sum[2 * v] >> scales.second_shift, sum[2 * v + 1] >> scales.second_shift), 0,
            (short)scales.second_bound);
}

/* The output.  A lane sums at most 16 products of at most 8128 * 16383, which fit 32 bits. */
INLINE int64_t output_layer(const vs *g, const vs *in, const struct mi_nnue_layers *layers)
{
    const vs *weight = (const vs *)layers->output;
    vi sum = {0};
    UNROLLED(4)
    for (int v = 0; v < HALVES; v++)
        sum = v_dot(v_dot(sum, g[v], weight[v]), in[v], weight[HALVES + v]);
    int64_t total = layers->output_bias;
    for (int lane = 0; lane < LANES / 2; lane++)
        total += sum[lane];
    return total;
}

/* Multiplies the accumulators to bytes and applies the first layer.  The numbers of groups must
 * fit a byte.  A wide network is therefore treated in halves. */
INLINE void first_layer(vi *y, const struct mi_nnue *nnue, const int8_t *weight, const int16_t *own,
                        const int16_t *other, bool halfka)
{
    int half = nnue->width / 2;
    _Alignas(64) uint8_t x[NNUE_HALFKA_WIDTH_MAX];
    uint8_t list[NNUE_WIDTH_MAX / NNUE_GROUP + 8];
    vi total[FIRST_VECTORS] = {{0}};
    uint8_t *end = multiply_halves(x, list, 0, own, nnue, halfka);
    if (halfka) {
        add_groups(total, x, list, end, weight, nnue->two_pairs_fit);
        end = multiply_halves(x, list, 0, other, nnue, halfka);
        weight += (ptrdiff_t)half * NNUE_FIRST;
    } else {
        end = multiply_halves(x + half, end, half / NNUE_GROUP, other, nnue, halfka);
    }
    add_groups(total, x, list, end, weight, nnue->two_pairs_fit);
    UNROLLED(4)
    for (int v = 0; v < HALVES; v++)
        y[v] = v_first(total, v);
}

/* The output without the part of a first layer's number that goes to it directly. */
INLINE int64_t scaled_layers(const struct mi_nnue *nnue, int bucket, const vi *y,
                             struct mi_nnue_scales scales)
{
    const struct mi_nnue_layers *layers = &nnue->layers[bucket];
    vs in[HALVES], g[HALVES];
    activate_first(in, y, layers->first_bias, scales);
    second_layer(g, in, layers, scales);
    return output_layer(g, in, layers);
}

INLINE const int8_t *first_weights(const struct mi_nnue *nnue, int bucket)
{
    return nnue->first + (ptrdiff_t)bucket * NNUE_FIRST * nnue->width;
}

static int64_t layers(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                      const int16_t *other)
{
    const struct mi_nnue_scales scales = NNUE_OWN_SCALES;
    vi y[HALVES];
    first_layer(y, nnue, first_weights(nnue, bucket), own, other, scales.halfka);
    return scaled_layers(nnue, bucket, y, scales);
}

static int64_t halfka_layers(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                             const int16_t *other)
{
    const struct mi_nnue_scales scales = NNUE_HALFKA_SCALES;
    vi y[HALVES];
    int32_t first[NNUE_FIRST];
    first_layer(y, nnue, first_weights(nnue, bucket), own, other, scales.halfka);
    memcpy(first, y, sizeof first);
    int64_t direct = first[NNUE_FIRST - 1] + nnue->layers[bucket].first_bias[NNUE_FIRST - 1];
    return scaled_layers(nnue, bucket, y, scales) + NNUE_HALFKA_DIRECT(direct);
}
