/* layers.h - what is behind the accumulators, for the kernel that includes it by kernel.h. */

enum {
    WORDS = NNUE_WIDTH_MAX / NNUE_GROUP / 64,
    FIRST_VECTORS = 2 * FIRST_LANES / LANES,
    FIRST_BYTES = NNUE_FIRST * NNUE_GROUP / FIRST_VECTORS, /* weights of each */
    SECOND_VECTORS = 2 * NNUE_SECOND / LANES
};

/* Which groups of bytes are not all 0, a bit each. */
struct groups {
    uint64_t bits[WORDS];
};

/* Makes width / 2 bytes of an accumulator. */
INLINE void pairs(uint8_t *x, const int16_t *sum, int width)
{
    const int16_t *partner = sum + width / 2;
    for (int i = 0; i < width / 2; i += 2 * LANES) {
        vs a = v_clamped(*(const vs *)(sum + i)), b = v_clamped(*(const vs *)(sum + i + LANES));
        v_products(x + i, a, v_below(*(const vs *)(partner + i)), b,
                   v_below(*(const vs *)(partner + i + LANES)));
    }
}

INLINE void find_groups(struct groups *groups, const uint8_t *x, int width)
{
    for (int word = 0; word < WORDS; word++)
        groups->bits[word] = 0;
    for (int i = 0; i < width; i += 2 * LANES)
        groups->bits[i / (64 * NNUE_GROUP)] |= (uint64_t)v_groups(x + i)
                                               << i / NNUE_GROUP % 64;
}

INLINE void first(int32_t *y, const uint8_t *x, const struct groups *groups, const int8_t *weight)
{
    vi sum[FIRST_VECTORS] = {{0}};
    for (int word = 0; word < WORDS; word++)
        for (uint64_t bits = groups->bits[word]; bits; bits &= bits - 1) {
            int group = 64 * word + __builtin_ctzll(bits);
            const int8_t *row = weight + (ptrdiff_t)group * NNUE_GROUP * NNUE_FIRST;
            vx bytes = v_group(x + (ptrdiff_t)group * NNUE_GROUP);
            UNROLLED(8)
            for (int v = 0; v < FIRST_VECTORS; v++)
                sum[v] = v_dot4(sum[v], bytes, row + v * FIRST_BYTES);
        }
    int32_t lane[FIRST_LANES];
    memcpy(lane, sum, sizeof lane);
    for (int i = 0; i < NNUE_FIRST; i++)
        y[i] = lane[i * FIRST_LANES / NNUE_FIRST] +
               (FIRST_LANES > NNUE_FIRST ? lane[(i + 1) * FIRST_LANES / NNUE_FIRST - 1] : 0);
}

/* What the second layer is made of, from what the first comes to. */
INLINE void activate(int16_t *in, const int32_t *y, const int32_t *bias)
{
    for (int i = 0; i < NNUE_FIRST; i++) {
        int32_t c = y[i] + bias[i];
        c = c > NNUE_LAYER_ONE ? NNUE_LAYER_ONE : c < -NNUE_LAYER_ONE ? -NNUE_LAYER_ONE : c;
        in[i] = (int16_t)(c * c >> 13);
        in[NNUE_FIRST + i] = (int16_t)(c > 0 ? c : 0);
    }
}

INLINE void second(int16_t *out, const int16_t *in, const struct mi_nnue_layers *layers)
{
    vi sum[SECOND_VECTORS];
    int32_t whole[NNUE_SECOND];
    memcpy(sum, layers->second_bias, sizeof sum);
    for (int i = 0; i < NNUE_FIRST; i++) {
        int32_t pair;
        memcpy(&pair, in + 2 * i, sizeof pair);
        vi pairs = pair - (vi){0};
        UNROLLED(8)
        for (int v = 0; v < SECOND_VECTORS; v++)
            sum[v] = v_dot2(sum[v], (vs)pairs, *(const vs *)&layers->second[i][v * LANES / 2]);
    }
    memcpy(whole, sum, sizeof whole);
    for (int k = 0; k < NNUE_SECOND; k++) {
        int32_t g = whole[k] >> 11;
        out[k] = (int16_t)(g < 0 ? 0 : g > NNUE_LAYER_ONE ? NNUE_LAYER_ONE : g);
    }
}

/* A lane's sum takes 16 products at most, each of at most 8128 * 16383. */
INLINE int64_t last(const int16_t *in, const struct mi_nnue_layers *layers)
{
    vi sum = {0};
    for (int i = 0; i < NNUE_LAST; i += LANES)
        sum = v_dot(sum, *(const vs *)(in + i), *(const vs *)(layers->output + i));
    int64_t whole = layers->output_bias;
    for (int lane = 0; lane < LANES / 2; lane++)
        whole += sum[lane];
    return whole;
}

static int64_t layers(const struct mi_nnue_layers *layers, const int8_t *first_weight,
                      const int16_t *own, const int16_t *other, int width)
{
    _Alignas(64) uint8_t x[NNUE_WIDTH_MAX];
    _Alignas(64) int16_t in[NNUE_LAST];
    int32_t y[NNUE_FIRST];
    struct groups groups;
    pairs(x, own, width);
    pairs(x + width / 2, other, width);
    find_groups(&groups, x, width);
    first(y, x, &groups, first_weight);
    activate(in + NNUE_SECOND, y, layers->first_bias);
    second(in, in + NNUE_SECOND, layers);
    return last(in, layers);
}
