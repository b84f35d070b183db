/* layers.h - what is behind the accumulators, for the kernel that includes it by kernel.h. */

enum {
    FIRST_VECTORS = 2 * FIRST_LANES / LANES,
    FIRST_BYTES = NNUE_FIRST * NNUE_GROUP / FIRST_VECTORS, /* weights of each */
    SECOND_VECTORS = 2 * NNUE_SECOND / LANES,
    GROUPS = LANES / 2 /* of a vector of bytes */
};

/* Makes the bytes of an accumulator, half as many as it has numbers, and lists which of their
 * groups, counted from the first one on, are not all 0.  Returns the list's end; eight places are
 * written each time, and those behind its end over again. */
INLINE uint8_t *pairs(uint8_t *x, uint8_t *list, int group, const int16_t *sum,
                      const struct mi_nnue *nnue)
{
    const int16_t *partner = sum + nnue->width / 2;
    for (int i = 0; i < nnue->width / 2; i += 2 * LANES, group += GROUPS) {
        vs a = v_clamped(*(const vs *)(sum + i)), b = v_clamped(*(const vs *)(sum + i + LANES));
        v_products(x + i, a, v_below(*(const vs *)(partner + i)), b,
                   v_below(*(const vs *)(partner + i + LANES)));
        uint64_t places;
        unsigned bits = v_groups(x + i);
        memcpy(&places, nnue->ones[bits], sizeof places);
        places += (unsigned)group * 0x0101010101010101u;
        memcpy(list, &places, sizeof places);
        list += __builtin_popcount(bits);
    }
    return list;
}

INLINE void first(int32_t *y, const uint8_t *x, const uint8_t *list, const uint8_t *end,
                  const int8_t *weight)
{
    vi sum[FIRST_VECTORS];
    UNROLLED(8)
    for (int v = 0; v < FIRST_VECTORS; v++)
        sum[v] = (vi){0};
    for (; list < end; list++) {
        const int8_t *row = weight + (ptrdiff_t)*list * NNUE_GROUP * NNUE_FIRST;
        vx bytes = v_group(x + (ptrdiff_t)*list * NNUE_GROUP);
        UNROLLED(8)
        for (int v = 0; v < FIRST_VECTORS; v++)
            sum[v] = v_dot4(sum[v], bytes, row + v * FIRST_BYTES);
    }
    _Alignas(64) int32_t lane[FIRST_LANES];
    UNROLLED(8)
    for (int v = 0; v < FIRST_VECTORS; v++)
        *(vi *)(lane + v * LANES / 2) = sum[v];
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
    UNROLLED(8)
    for (int v = 0; v < SECOND_VECTORS; v++)
        sum[v] = *(const vi *)(layers->second_bias + v * LANES / 2);
    UNROLLED_BY(1)
    for (int i = 0; i < NNUE_FIRST; i++) {
        vs pair = v_pair(in + 2 * i);
        UNROLLED(8)
        for (int v = 0; v < SECOND_VECTORS; v++)
            sum[v] = v_dot2(sum[v], pair, *(const vs *)layers->second[i][v * LANES / 2]);
    }
    int32_t whole[NNUE_SECOND];
    UNROLLED(8)
    for (int v = 0; v < SECOND_VECTORS; v++)
        memcpy(whole + v * LANES / 2, &sum[v], sizeof sum[v]);
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

static int64_t layers(const struct mi_nnue *nnue, int bucket, const int16_t *own,
                      const int16_t *other)
{
    const struct mi_nnue_layers *layers = &nnue->layers[bucket];
    const int8_t *weight = nnue->first + (ptrdiff_t)bucket * NNUE_FIRST * nnue->width;
    int half = nnue->width / 2;
    _Alignas(64) uint8_t x[NNUE_WIDTH_MAX];
    _Alignas(64) int16_t in[NNUE_LAST];
    uint8_t list[NNUE_WIDTH_MAX / NNUE_GROUP + 8];
    int32_t y[NNUE_FIRST];
    uint8_t *middle = pairs(x, list, 0, own, nnue);
    uint8_t *end = pairs(x + half, middle, half / NNUE_GROUP, other, nnue);
    first(y, x, list, end, weight);
    activate(in + NNUE_SECOND, y, layers->first_bias);
    second(in, in + NNUE_SECOND, layers);
    return last(in, layers);
}
