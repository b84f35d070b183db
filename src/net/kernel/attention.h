/* attention.h - each point weighs all points by its queries and their keys; a part of kernel.h.
 *
 * Some queries lie in the lanes of vectors.  Keys times these, and values times what softmax makes
 * of that, are products of matrices:
 *
 *   keys     [point][query]         times queries [panel][query][lane]  is logits
 * [point][panel][lane] values   [value][point]         times weights [panel][point][lane]  is
 * result [value][panel][lane]
 *
 * In integers (rows.h) all keys have one unit, each query and each channel of the values has its
 * own, as have the weights of each lane; pairs of channels, or of points, are then one word. */
struct attending {
    const struct mi_attention_job *job;
    int points, even; /* of the board; and one more if they are odd */
    float *keys, key_unit;
    float *values, *value_unit;  /* [value] */
    float *queries, *query_unit; /* [panels * MI_LANES] */
    float *logits, *weights, *result, *row;
    int panels; /* of queries that are attended to */
    int first;  /* point of these */
};

enum { SIDE = PANELS * VECTORS }; /* vectors of queries */

static float *take_room(float **room, ptrdiff_t count)
{
    float *at = *room;
    *room += mi_lanes((int)count);
    return at;
}

static struct attending attending(const struct mi_attention_job *job)
{
    const int points = job->geometry->width * job->geometry->height;
    const int query = job->heads->query, value = job->heads->value;
    struct attending a = {.job = job, .points = points, .even = points + points % 2};
    float *room = job->room;
    a.keys = take_room(&room, points * query);
    a.values = take_room(&room, a.even * value);
    a.value_unit = take_room(&room, value);
    a.queries = take_room(&room, PANELS * MI_LANES * query);
    a.query_unit = take_room(&room, PANELS * MI_LANES);
    a.logits = take_room(&room, a.even * PANELS * MI_LANES);
    a.weights = take_room(&room, a.even * PANELS * MI_LANES);
    a.result = take_room(&room, value * PANELS * MI_LANES);
    a.row = take_room(&room, query > value ? query : value);
    return a;
}

/* ---- queries, keys and values ---- */

/* A head's channels at the point y, x turned by their angles there. */
INLINE void turn(const struct mi_heads *heads, int group, int y, int x, const float *from,
                 float *to)
{
    const ptrdiff_t half = heads->query / 2, table = 2 * half * MI_SIDE_MAX;
    const float *across = heads->turn + group * 2 * table + x * 2 * half;
    const float *down = heads->turn + group * 2 * table + table + y * 2 * half;
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

/* The channels of a query or key, from channel at on, at the board's ith point. */
INLINE void get_row(const struct mi_attention_job *job, int group, int at, int i, float *to)
{
    const struct mi_geometry *g = job->geometry;
    const float *from = job->from + (ptrdiff_t)mi_point(g, i) * job->from_channels + at;
    if (job->heads->turn)
        turn(job->heads, group, i / g->width, i % g->width, from, to);
    else
        memcpy(to, from, sizeof *to * (size_t)job->heads->query);
}

#ifdef v_dot
/* In their own place. */
static void make_keys_whole(struct attending *a, int query)
{
    float most = 0.0f, squares = 0.0f;
    for (int i = 0; i < a->points; i++) {
        float large, length;
        measure(a->keys + (ptrdiff_t)i * query, query, &large, &length);
        most = large > most ? large : most;
        squares = length > squares ? length : squares;
    }
    a->key_unit = mi_quantization_scale(most, squares, query);
    for (int i = 0; i < a->points; i++)
        to_whole(a->keys + (ptrdiff_t)i * query, query, inverse(a->key_unit),
                 (int16_t *)a->keys + (ptrdiff_t)i * query);
}
#endif

static void get_keys(struct attending *a, const bool integers, int group)
{
    const struct mi_heads *heads = a->job->heads;
    int query = heads->query, at = heads->heads * query + group * query;
    for (int i = 0; i < a->points; i++)
        get_row(a->job, group, at, i, a->keys + (ptrdiff_t)i * query);
#ifdef v_dot
    if (integers)
        make_keys_whole(a, query);
#endif
    (void)integers;
}

static void get_queries(const struct attending *a, const bool integers, int head)
{
    const struct mi_heads *heads = a->job->heads;
    int group = head / (heads->heads / heads->groups), words = heads->query;
    if (integers)
        words /= 2;
    for (int r = 0; r < a->panels * MI_LANES; r++) {
        word *to = (word *)a->queries + (ptrdiff_t)(r / MI_LANES) * words * MI_LANES + r % MI_LANES;
        if (a->first + r < a->points)
            get_row(a->job, group, head * heads->query, a->first + r, a->row);
        else
            memset(a->row, 0, sizeof *a->row * (size_t)heads->query);
#ifdef v_dot
        if (integers)
            a->query_unit[r] = to_whole_row(a->row, heads->query, (int16_t *)a->row);
#endif
        for (int c = 0; c < words; c++)
            to[c * MI_LANES] = ((const word *)a->row)[c];
    }
}

/* The place of a group's values at the board's ith point. */
INLINE const float *value_at(const struct attending *a, int group, int i)
{
    const struct mi_heads *heads = a->job->heads;
    int at = (heads->heads + heads->groups) * heads->query + group * heads->value;
    return a->job->from + (ptrdiff_t)mi_point(a->job->geometry, i) * a->job->from_channels + at;
}

#ifdef v_dot
/* By what each channel is multiplied to be integers, in a->row; and its units. */
static void set_value_units(const struct attending *a, int group)
{
    for (int c = 0; c < a->job->heads->value; c += LANES) {
        vf most = {0}, squares = {0};
        for (int i = 0; i < a->points; i++) {
            vf x = v_load(value_at(a, group, i) + c);
            most = v_max(most, v_max(x, -x));
            squares = v_fma(x, x, squares);
        }
        for (int i = 0; i < LANES; i++) {
            a->value_unit[c + i] = mi_quantization_scale(most[i], squares[i], a->points);
            a->row[c + i] = inverse(a->value_unit[c + i]);
        }
    }
}

static void get_whole_values(const struct attending *a, int group)
{
    const int value = a->job->heads->value;
    int16_t *to = (int16_t *)a->values, whole[LANES] __attribute__((aligned(64)));
    set_value_units(a, group);
    for (int c = 0; c < value; c++)
        to[(ptrdiff_t)(c + 1) * a->even - 1] = 0; /* where there is no last point */
    for (int i = 0; i < a->points; i++)
        for (int c = 0; c < value; c += LANES) {
            v_store_whole(whole, v_load(value_at(a, group, i) + c) * v_load(a->row + c));
            for (int v = 0; v < LANES; v++)
                to[(ptrdiff_t)(c + v) * a->even + i] = whole[v];
        }
}
#endif

static void get_values(const struct attending *a, const bool integers, int group)
{
#ifdef v_dot
    if (integers) {
        get_whole_values(a, group);
        return;
    }
#endif
    (void)integers;
    for (int i = 0; i < a->points; i++)
        for (int c = 0; c < a->job->heads->value; c++)
            a->values[(ptrdiff_t)c * a->even + i] = value_at(a, group, i)[c];
}

/* ---- softmax ---- */

INLINE vf logit(const bool integers, const float *at)
{
#ifdef v_dot
    if (integers)
        return v_of_whole((vi)v_load(at));
#endif
    (void)integers;
    return v_load(at);
}

/* The largest logit in each lane. */
INLINE void find_most(const struct attending *a, const bool integers, const int side, vf *most)
{
    const float *at = a->logits;
    for (int v = 0; v < side; v++)
        most[v] = v_set(-INFINITY);
    for (int i = 0; i < a->points; i++, at += side * LANES) {
        UNROLLED_BY(4)
        for (int v = 0; v < side; v++)
            most[v] = v_max(most[v], logit(integers, at + v * LANES));
    }
}

/* The powers of the logits, times factor, less the largest: weights of floats, or in their own
 * place. Their sums. */
INLINE void exponentiate(const struct attending *a, const bool integers, const int side,
                         const vf *factor, const vf *most, vf *sum)
{
    vf less[SIDE];
    for (int v = 0; v < side; v++) {
        less[v] = -(most[v] * factor[v]);
        sum[v] = (vf){0};
    }
    float *at = a->logits, *to = a->weights;
    const ptrdiff_t panel = (ptrdiff_t)a->points * MI_LANES;
    for (int i = 0; i < a->points; i++, at += side * LANES, to += MI_LANES) {
        UNROLLED_BY(4)
        for (int v = 0; v < side; v++) {
            vf x = v_fma(logit(integers, at + v * LANES), factor[v], less[v]);
            vf power = integers ? v_power(x) : v_exp(x);
            sum[v] += power;
            if (integers)
                v_store(at + v * LANES, power);
            else
                v_store(to + v / VECTORS * panel + v % VECTORS * LANES, power);
        }
    }
}

#ifdef v_dot
/* Weights as pairs of integers, of two points each; the powers are multiplied by factor.  What is
 * added to a power leaves it, rounded to whole, in the lower half. */
INLINE void to_pairs(const struct attending *a, const int side, const vf *factor)
{
    const float magic = 12582912.0f;
    const int row = side * LANES, pairs = a->even / 2;
    const float *at = a->logits;
    float *to = a->weights;
    if (a->even > a->points)
        memset(a->logits + (ptrdiff_t)a->points * row, 0, sizeof *a->logits * (size_t)row);
    for (int i = 0; i < pairs; i++, at += 2 * row, to += MI_LANES) {
        UNROLLED_BY(4)
        for (int v = 0; v < side; v++) {
            vi low = (vi)v_fma(v_load(at + v * LANES), factor[v], v_set(magic));
            vi high = (vi)v_fma(v_load(at + row + v * LANES), factor[v], v_set(magic));
            v_store(to + (ptrdiff_t)(v / VECTORS) * pairs * MI_LANES + v % VECTORS * LANES,
                    (vf)((low & 0xffff) | high << 16));
        }
    }
}

/* As no power is above 1, their squares sum up to no more than they do; rounding, and that powers
 * are so rough, is allowed for. */
INLINE void make_weights_whole(const struct attending *a, const int side, const vf *sum, vf *unit)
{
    const float least = 1.001f / 32767.0f;
    const float root =
        1.001f / ((float)MI_QUANTIZED_LENGTH - 1.0f - 0.5f * sqrtf((float)a->points));
    vf factor[SIDE];
    for (int v = 0; v < side; v++) {
        vf whole = v_max(v_sqrt(sum[v]) * root, v_set(least));
        factor[v] = 1.0f / whole;
        unit[v] *= whole;
    }
    to_pairs(a, side, factor);
}
#endif

/* The weights of all lanes; by what their results are multiplied. */
INLINE void softmax(const struct attending *a, const bool integers, const int side, vf *unit)
{
    const float log2_e = 1.44269504f;
    vf factor[SIDE], most[SIDE], sum[SIDE];
    for (int v = 0; v < side; v++) {
        factor[v] = v_set(1.0f);
        if (integers)
            factor[v] = v_load(a->query_unit + v * LANES) * (a->key_unit * log2_e);
    }
    find_most(a, integers, side, most);
    exponentiate(a, integers, side, factor, most, sum);
    for (int v = 0; v < side; v++)
        unit[v] = 1.0f / sum[v];
#ifdef v_dot
    if (integers)
        make_weights_whole(a, side, sum, unit);
#endif
}

/* ---- the whole ---- */

static void put_result(const struct attending *a, const bool integers, int head, const vf *unit)
{
    const struct mi_attention_job *job = a->job;
    int value = job->heads->value, row = a->panels * MI_LANES;
    for (int c = 0; c < value; c++)
        for (int v = 0; v < row / LANES; v++) {
            float *at = a->result + c * row + v * LANES;
            vf x = v_load(at);
#ifdef v_dot
            if (integers)
                x = v_of_whole((vi)x) * a->value_unit[c];
#endif
            (void)integers;
            v_store(at, x * unit[v]);
        }
    for (int r = 0; r < row && a->first + r < a->points; r++) {
        float *to = job->to + head * value +
                    (ptrdiff_t)mi_point(job->geometry, a->first + r) * job->to_channels;
        for (int c = 0; c < value; c++)
            to[c] = a->result[c * row + r];
    }
}

/* Adds to the logits what the head has for each key and query. */
static void add_bias(const struct attending *a, int head)
{
    const int row = a->panels * MI_LANES, lanes = mi_lanes(a->points);
    for (int i = 0; i < a->points; i++) {
        const float *from = a->job->bias + ((ptrdiff_t)head * a->points + i) * lanes + a->first;
        for (int c = 0; c < row; c += LANES)
            v_store(a->logits + i * row + c, v_load(a->logits + i * row + c) + v_load(from + c));
    }
}

/* Those queries of a head that are in the lanes. */
INLINE void attend_some(const struct attending *a, const bool integers, int head)
{
    const struct mi_heads *heads = a->job->heads;
    const int words = integers ? heads->query / 2 : heads->query;
    const int points = integers ? a->even / 2 : a->points;
    vf unit[SIDE] = {{0}};
    multiply_matrix(integers, a->points, a->panels, (const word *)a->keys, words, words, a->queries,
                    a->logits);
    if (a->job->bias)
        add_bias(a, head);
    if (a->panels == PANELS) /* loops of constant length */
        softmax(a, integers, SIDE, unit);
    else
        softmax(a, integers, a->panels * VECTORS, unit);
    multiply_matrix(integers, heads->value, a->panels, (const word *)a->values,
                    integers ? a->even / 2 : a->even, points, a->weights, a->result);
    put_result(a, integers, head, unit);
}

INLINE void attend(const struct mi_attention_job *job, const bool integers)
{
    const struct mi_heads *heads = job->heads;
    struct attending a = attending(job);
    const int each = heads->heads / heads->groups, panels = mi_lanes(a.points) / MI_LANES;
    for (int head = 0; head < heads->heads; head++) {
        if (head % each == 0) {
            get_keys(&a, integers, head / each);
            get_values(&a, integers, head / each);
        }
        for (int p = 0; p < panels; p += a.panels) {
            a.panels = part(panels - p, PANELS);
            a.first = p * MI_LANES;
            get_queries(&a, integers, head);
            attend_some(&a, integers, head);
        }
    }
}

static void attend_job(const struct mi_attention_job *job)
{
#ifdef v_dot
    if (job->integers && !job->bias) { /* which is of floats */
        attend(job, true);
        return;
    }
#endif
    attend(job, false);
}
