/* attention.h - multi-head attention with rotary position embedding; a part of kernel.h.
 *
 * Each vector lane holds one query.  Both halves of attention are matrix products:
 *
 *   logits [point][panel][lane] = keys   [point][query] * queries [panel][query][lane]
 *   result [value][panel][lane] = values [value][point] * weights [panel][point][lane]
 *
 * In integers (conv_1x1.h) all keys share one quantization scale; each query, each channel of the
 * values, and the weights of each lane have their own.  A word then holds a pair of channels, or of
 * points. */
struct attention_state {
    const struct mi_attention_job *job;
    int points, even; /* points of the board; the same rounded up to an even number */
    float *keys, key_scale;
    float *values, *value_scale;  /* [value] */
    float *queries, *query_scale; /* [panels * MI_LANES] */
    float *logits, *weights, *result, *row;
    int panels; /* panels of queries processed at once */
    int first;  /* point of the first query */
};

enum { QUERY_VECTORS = PANELS * VECTORS }; /* vectors of the panels of queries */

static float *take_scratch(float **scratch, ptrdiff_t count)
{
    float *at = *scratch;
    *scratch += mi_lanes((int)count);
    return at;
}

static struct attention_state begin_attention(const struct mi_attention_job *job)
{
    const int points = job->geometry->width * job->geometry->height;
    const int query = job->heads->query, value = job->heads->value;
    struct attention_state a = {.job = job, .points = points, .even = points + points % 2};
    float *scratch = job->scratch;
    a.keys = take_scratch(&scratch, points * query);
    a.values = take_scratch(&scratch, a.even * value);
    a.value_scale = take_scratch(&scratch, value);
    a.queries = take_scratch(&scratch, PANELS * MI_LANES * query);
    a.query_scale = take_scratch(&scratch, PANELS * MI_LANES);
    a.logits = take_scratch(&scratch, a.even * PANELS * MI_LANES);
    a.weights = take_scratch(&scratch, a.even * PANELS * MI_LANES);
    a.result = take_scratch(&scratch, value * PANELS * MI_LANES);
    a.row = take_scratch(&scratch, query > value ? query : value);
    return a;
}

/* ---- queries, keys and values ---- */

/* Rotates a head's channels by their angles at point (y, x) (Su et al. 2021). */
INLINE void apply_rotary_embedding(const struct mi_heads *heads, int group, int y, int x,
                                   const float *from, float *to)
{
    const ptrdiff_t half = heads->query / 2, table = 2 * half * MI_SIDE_MAX;
    const float *across = heads->rotary_table + group * 2 * table + x * 2 * half;
    const float *down = heads->rotary_table + group * 2 * table + table + y * 2 * half;
    for (int c = 0; c < half; c += LANES) {
        vf cos_x = v_load(across + c), sin_x = v_load(across + half + c);
        vf cos_y = v_load(down + c), sin_y = v_load(down + half + c);
        vf cosine = v_fma(cos_x, cos_y, -(sin_x * sin_y));
        vf sine = v_fma(sin_x, cos_y, cos_x * sin_y);
        vf first = v_load(from + c), second = v_load(from + half + c);
        v_store(to + c, v_fma(first, cosine, -(second * sine)));
        v_store(to + half + c, v_fma(first, sine, second * cosine));
    }
}

/* Loads a query or key of the board's ith point; its channels start at `at`. */
INLINE void load_attention_row(const struct mi_attention_job *job, int group, int at, int i,
                               float *to)
{
    const struct mi_geometry *g = job->geometry;
    const float *from = job->from + (ptrdiff_t)mi_point(g, i) * job->from_channels + at;
    if (job->heads->rotary_table)
        apply_rotary_embedding(job->heads, group, i / g->width, i % g->width, from, to);
    else
        memcpy(to, from, sizeof *to * (size_t)job->heads->query);
}

#ifdef v_dot
/* Quantizes the keys in place. */
static void quantize_keys(struct attention_state *a, int query)
{
    float max = 0.0f, squares = 0.0f;
    for (int i = 0; i < a->points; i++) {
        float large, length;
        row_max_and_squares(a->keys + (ptrdiff_t)i * query, query, &large, &length);
        max = large > max ? large : max;
        squares = length > squares ? length : squares;
    }
    a->key_scale = mi_quantization_scale(max, squares, query);
    for (int i = 0; i < a->points; i++)
        quantize_by(a->keys + (ptrdiff_t)i * query, query, inverse_scale(a->key_scale),
                    (int16_t *)a->keys + (ptrdiff_t)i * query);
}
#endif

static void load_keys(struct attention_state *a, const bool integers, int group)
{
    const struct mi_heads *heads = a->job->heads;
    int query = heads->query, at = heads->heads * query + group * query;
    for (int i = 0; i < a->points; i++)
        load_attention_row(a->job, group, at, i, a->keys + (ptrdiff_t)i * query);
#ifdef v_dot
    if (integers)
        quantize_keys(a, query);
#endif
    (void)integers;
}

static void load_queries(const struct attention_state *a, const bool integers, int head)
{
    const struct mi_heads *heads = a->job->heads;
    int group = head / (heads->heads / heads->groups), words = heads->query;
    if (integers)
        words /= 2;
    for (int r = 0; r < a->panels * MI_LANES; r++) {
        word *to = (word *)a->queries + (ptrdiff_t)(r / MI_LANES) * words * MI_LANES + r % MI_LANES;
        if (a->first + r < a->points)
            load_attention_row(a->job, group, head * heads->query, a->first + r, a->row);
        else
            memset(a->row, 0, sizeof *a->row * (size_t)heads->query);
#ifdef v_dot
        if (integers)
            a->query_scale[r] = quantize_row(a->row, heads->query, (int16_t *)a->row);
#endif
        for (int c = 0; c < words; c++)
            to[c * MI_LANES] = ((const word *)a->row)[c];
    }
}

/* The values of a head group at the board's ith point. */
INLINE const float *head_values_at(const struct attention_state *a, int group, int i)
{
    const struct mi_heads *heads = a->job->heads;
    int at = (heads->heads + heads->groups) * heads->query + group * heads->value;
    return a->job->from + (ptrdiff_t)mi_point(a->job->geometry, i) * a->job->from_channels + at;
}

#ifdef v_dot
/* Computes each value channel's quantization scale, and its inverse in a->row. */
static void set_value_scales(const struct attention_state *a, int group)
{
    for (int c = 0; c < a->job->heads->value; c += LANES) {
        vf max = {0}, squares = {0};
        for (int i = 0; i < a->points; i++) {
            vf x = v_load(head_values_at(a, group, i) + c);
            max = v_max(max, v_max(x, -x));
            squares = v_fma(x, x, squares);
        }
        for (int i = 0; i < LANES; i++) {
            a->value_scale[c + i] = mi_quantization_scale(max[i], squares[i], a->points);
            a->row[c + i] = inverse_scale(a->value_scale[c + i]);
        }
    }
}

static void quantize_values(const struct attention_state *a, int group)
{
    const int value = a->job->heads->value;
    int16_t *to = (int16_t *)a->values, quantized[LANES] __attribute__((aligned(64)));
    set_value_scales(a, group);
    for (int c = 0; c < value; c++)
        to[(ptrdiff_t)(c + 1) * a->even - 1] = 0; /* padding if the point count is odd */
    for (int i = 0; i < a->points; i++)
        for (int c = 0; c < value; c += LANES) {
            v_store_int16(quantized, v_load(head_values_at(a, group, i) + c) * v_load(a->row + c));
            for (int v = 0; v < LANES; v++)
                to[(ptrdiff_t)(c + v) * a->even + i] = quantized[v];
        }
}
#endif

static void load_values(const struct attention_state *a, const bool integers, int group)
{
#ifdef v_dot
    if (integers) {
        quantize_values(a, group);
        return;
    }
#endif
    (void)integers;
    for (int i = 0; i < a->points; i++)
        for (int c = 0; c < a->job->heads->value; c++)
            a->values[(ptrdiff_t)c * a->even + i] = head_values_at(a, group, i)[c];
}

/* ---- softmax ---- */

INLINE vf logit_at(const bool integers, const float *at)
{
#ifdef v_dot
    if (integers)
        return v_from_int((vi)v_load(at));
#endif
    (void)integers;
    return v_load(at);
}

#ifdef v_dot
/* As find_max_logits().  The maximum of integers is converted, not that of converted numbers: each
 * comparison waits for the one before, and a comparison of floats takes four times as long. */
INLINE void find_max_int_logits(const struct attention_state *a, const int vectors, vf *max)
{
    const float *at = a->logits;
    vi max_int[QUERY_VECTORS] = {{0}}; /* gcc 12 takes them for uninitialized otherwise */
    for (int v = 0; v < vectors; v++)
        max_int[v] = (vi)v_load(at + v * LANES);
    for (int i = 1; i < a->points; i++) {
        at += vectors * LANES;
        UNROLLED_BY(4)
        for (int v = 0; v < vectors; v++)
            max_int[v] = v_max_int(max_int[v], (vi)v_load(at + v * LANES));
    }
    for (int v = 0; v < vectors; v++)
        max[v] = v_from_int(max_int[v]);
}
#endif

/* The largest logit in each lane. */
INLINE void find_max_logits(const struct attention_state *a, const bool integers, const int vectors,
                            vf *max)
{
#ifdef v_dot
    if (integers) {
        find_max_int_logits(a, vectors, max);
        return;
    }
#endif
    (void)integers;
    const float *at = a->logits;
    for (int v = 0; v < vectors; v++)
        max[v] = v_set(-INFINITY);
    for (int i = 0; i < a->points; i++, at += vectors * LANES) {
        UNROLLED_BY(4)
        for (int v = 0; v < vectors; v++)
            max[v] = v_max(max[v], v_load(at + v * LANES));
    }
}

/* Computes exp(factor * (logit - max)) and its sum in each lane.  Floats go to the
 * weights; integers use powers of 2 and overwrite the logits. */
INLINE void exponentiate_logits(const struct attention_state *a, const bool integers,
                                const int vectors, const vf *factor, const vf *max, vf *sum)
{
    vf offset[QUERY_VECTORS];
    for (int v = 0; v < vectors; v++) {
        offset[v] = -(max[v] * factor[v]);
        sum[v] = (vf){0};
    }
    float *at = a->logits, *to = a->weights;
    const ptrdiff_t panel = (ptrdiff_t)a->points * MI_LANES;
    for (int i = 0; i < a->points; i++, at += vectors * LANES, to += MI_LANES) {
        UNROLLED_BY(4)
        for (int v = 0; v < vectors; v++) {
            vf x = v_fma(logit_at(integers, at + v * LANES), factor[v], offset[v]);
            vf power = integers ? v_exp2_16bit(x) : v_exp(x);
            sum[v] += power;
            if (integers)
                v_store(at + v * LANES, power);
            else
                v_store(to + v / VECTORS * panel + v % VECTORS * LANES, power);
        }
    }
}

#ifdef v_dot
/* Quantizes the powers by factor and packs the weights of two points into one word.  Adding the
 * magic number leaves the rounded integer in the lower half of the float. */
INLINE void pack_weight_pairs(const struct attention_state *a, const int vectors, const vf *factor)
{
    const float magic = 12582912.0f;
    const int row = vectors * LANES, pairs = a->even / 2;
    const float *at = a->logits;
    float *to = a->weights;
    if (a->even > a->points)
        memset(a->logits + (ptrdiff_t)a->points * row, 0, sizeof *a->logits * (size_t)row);
    for (int i = 0; i < pairs; i++, at += 2 * row, to += MI_LANES) {
        UNROLLED_BY(4)
        for (int v = 0; v < vectors; v++) {
            vi low = (vi)v_fma(v_load(at + v * LANES), factor[v], v_set(magic));
            vi high = (vi)v_fma(v_load(at + row + v * LANES), factor[v], v_set(magic));
            v_store(to + (ptrdiff_t)(v / VECTORS) * pairs * MI_LANES + v % VECTORS * LANES,
                    (vf)((low & 0xffff) | high << 16));
        }
    }
}

/* No power exceeds 1, so the sum of squares is at most the sum.  The constants leave a margin for
 * rounding and for the approximation of v_exp2_16bit(). */
INLINE void quantize_weights(const struct attention_state *a, const int vectors, const vf *sum,
                             vf *output_scale)
{
    const float min_scale = 1.001f / 32767.0f;
    const float root =
        1.001f / ((float)MI_QUANTIZED_LENGTH - 1.0f - 0.5f * sqrtf((float)a->points));
    vf factor[QUERY_VECTORS];
    for (int v = 0; v < vectors; v++) {
        vf quantized = v_max(v_sqrt(sum[v]) * root, v_set(min_scale));
        factor[v] = 1.0f / quantized;
        output_scale[v] *= quantized;
    }
    pack_weight_pairs(a, vectors, factor);
}
#endif

/* Computes the weights of all lanes, and in `output_scale` the factor to apply to their results. */
INLINE void softmax_lanes(const struct attention_state *a, const bool integers, const int vectors,
                          vf *output_scale)
{
    const float log2_e = 1.44269504f;
    vf factor[QUERY_VECTORS], max[QUERY_VECTORS] = {{0}}, sum[QUERY_VECTORS];
    for (int v = 0; v < vectors; v++) {
        factor[v] = v_set(1.0f);
        if (integers)
            factor[v] = v_load(a->query_scale + v * LANES) * (a->key_scale * log2_e);
    }
    find_max_logits(a, integers, vectors, max);
    exponentiate_logits(a, integers, vectors, factor, max, sum);
    for (int v = 0; v < vectors; v++)
        output_scale[v] = 1.0f / sum[v];
#ifdef v_dot
    if (integers)
        quantize_weights(a, vectors, sum, output_scale);
#endif
}

/* ---- all heads ---- */

static void store_head_result(const struct attention_state *a, const bool integers, int head,
                              const vf *output_scale)
{
    const struct mi_attention_job *job = a->job;
    int value = job->heads->value, row = a->panels * MI_LANES;
    for (int c = 0; c < value; c++)
        for (int v = 0; v < row / LANES; v++) {
            float *at = a->result + c * row + v * LANES;
            vf x = v_load(at);
#ifdef v_dot
            if (integers)
                x = v_from_int((vi)x) * a->value_scale[c];
#endif
            (void)integers;
            v_store(at, x * output_scale[v]);
        }
    for (int r = 0; r < row && a->first + r < a->points; r++) {
        float *to = job->to + head * value +
                    (ptrdiff_t)mi_point(job->geometry, a->first + r) * job->to_channels;
        for (int c = 0; c < value; c++)
            to[c] = a->result[c * row + r];
    }
}

/* Adds the head's bias for each key and query to the logits. */
static void add_logit_bias(const struct attention_state *a, int head)
{
    const int row = a->panels * MI_LANES, lanes = mi_lanes(a->points);
    for (int i = 0; i < a->points; i++) {
        const float *from = a->job->bias + ((ptrdiff_t)head * a->points + i) * lanes + a->first;
        for (int c = 0; c < row; c += LANES)
            v_store(a->logits + i * row + c, v_load(a->logits + i * row + c) + v_load(from + c));
    }
}

/* Attention for the queries of a head that are loaded. */
INLINE void attend_loaded_queries(const struct attention_state *a, const bool integers, int head)
{
    const struct mi_heads *heads = a->job->heads;
    const int words = integers ? heads->query / 2 : heads->query;
    const int points = integers ? a->even / 2 : a->points;
    vf output_scale[QUERY_VECTORS] = {{0}};
    multiply_matrix(integers, a->points, a->panels, (const word *)a->keys, words, words, a->queries,
                    a->logits);
    if (a->job->bias)
        add_logit_bias(a, head);
    if (a->panels == PANELS) /* loops of constant length */
        softmax_lanes(a, integers, QUERY_VECTORS, output_scale);
    else
        softmax_lanes(a, integers, a->panels * VECTORS, output_scale);
    multiply_matrix(integers, heads->value, a->panels, (const word *)a->values,
                    integers ? a->even / 2 : a->even, points, a->weights, a->result);
    store_head_result(a, integers, head, output_scale);
}

INLINE void attend_all_heads(const struct mi_attention_job *job, const bool integers)
{
    const struct mi_heads *heads = job->heads;
    struct attention_state a = begin_attention(job);
    const int heads_per_group = heads->heads / heads->groups,
              panels = mi_lanes(a.points) / MI_LANES;
    for (int head = 0; head < heads->heads; head++) {
        if (head % heads_per_group == 0) {
            load_keys(&a, integers, head / heads_per_group);
            load_values(&a, integers, head / heads_per_group);
        }
        for (int p = 0; p < panels; p += a.panels) {
            a.panels = part_size(panels - p, PANELS);
            a.first = p * MI_LANES;
            load_queries(&a, integers, head);
            attend_loaded_queries(&a, integers, head);
        }
    }
}

static void attention_job(const struct mi_attention_job *job)
{
#ifdef v_dot
    if (job->integers && !job->bias) { /* the bias is in floats */
        attend_all_heads(job, true);
        return;
    }
#endif
    attend_all_heads(job, false);
}
