/* rows.h - convolutions of 1x1: a matrix at each point; a part of kernel.h.
 *
 * In integers a row, which is a point's channels, is multiplied by what makes it as large as 16
 * bits and the sums' 32 allow: by the inequality of Cauchy and Schwarz no sum is larger than the
 * lengths of a row and of the weights that it meets multiplied, each at most MI_QUANTIZED_LENGTH.
 */
#ifdef v_dot
INLINE quarter larger(quarter a, quarter b)
{
    typedef int bits __attribute__((vector_size(16)));
    bits first = a > b;
    return (quarter)((first & (bits)a) | (~first & (bits)b));
}

/* The largest of all MI_LANES. */
INLINE float largest(const vf x[VECTORS])
{
    float lane[MI_LANES] __attribute__((aligned(64)));
    const quarter *four = (const quarter *)lane;
    for (int v = 0; v < VECTORS; v++)
        v_store(lane + v * LANES, x[v]);
    quarter all = larger(larger(four[0], four[2]), larger(four[1], four[3]));
    float first = all[0] > all[2] ? all[0] : all[2], other = all[1] > all[3] ? all[1] : all[3];
    return first > other ? first : other;
}

/* The largest of a row's channels, without its sign, and the sum of their squares. */
INLINE void measure(const float *from, int channels, float *most, float *squares)
{
    vf all[VECTORS] = {{0}}, square[VECTORS] = {{0}};
    for (int c = 0; c < channels; c += MI_LANES)
        for (int v = 0; v < VECTORS; v++) {
            vf x = v_load(from + c + v * LANES);
            all[v] = v_max(all[v], v_max(x, -x));
            square[v] = v_fma(x, x, square[v]);
        }
    *most = largest(all);
    *squares = total(square);
}

INLINE float inverse(float unit)
{
    return unit > 0.0f ? 1.0f / unit : 0.0f;
}

/* A row, times factor, as integers; it may lie in its own place. */
INLINE void to_whole(const float *from, int channels, float factor, int16_t *to)
{
    for (int c = 0; c < channels; c += LANES)
        v_store_whole(to + c, v_load(from + c) * factor);
}

/* A row as integers of its own; what 1 in them means. */
INLINE float to_whole_row(const float *from, int channels, int16_t *to)
{
    float most, squares;
    measure(from, channels, &most, &squares);
    float unit = mi_quantization_scale(most, squares, channels);
    to_whole(from, channels, inverse(unit), to);
    return unit;
}
#endif

/* A position's rows: where they are, how far apart in words, and what 1 in them means. */
struct rows {
    const word *row;
    ptrdiff_t pitch;
    const float *unit; /* of integers, for each point */
};

static struct rows rows_of(const struct mi_conv_job *job, int n)
{
    const struct mi_geometry *g = job->geometry;
    const float *from = job->from + (ptrdiff_t)n * g->points * job->from_channels;
    struct rows rows = {(const word *)from, job->from_channels, NULL};
#ifdef v_dot
    int channels = mi_lanes(job->step->conv.in), points = g->width * g->height;
    int16_t *whole = (int16_t *)job->inputs;
    float *unit = job->inputs + (ptrdiff_t)points * channels / 2;
    for (int i = 0; job->step->conv.integers && i < points; i++)
        unit[i] = to_whole_row(from + (ptrdiff_t)mi_point(g, i) * job->from_channels, channels,
                               whole + (ptrdiff_t)i * channels);
    if (job->step->conv.integers)
        rows = (struct rows){(const word *)whole, channels / 2, unit};
#endif
    return rows;
}

/* The sums of LANES channels from c on, but for integers' units. */
INLINE vf sums_of(const struct mi_conv_job *job, const struct rows *rows, int i, int c,
                  const float *at)
{
    vf sum = v_load(at);
#ifdef v_dot
    if (rows->unit)
        return v_of_whole((vi)sum) * (v_load(job->step->conv.unit + c) * rows->unit[i]);
#endif
    (void)job, (void)rows, (void)i, (void)c;
    return sum;
}

/* The sums at high points from the ith on with wide panels from p on. */
static void sum_rows(const struct mi_conv_job *job, const struct rows *rows, int i, int high, int p,
                     int wide, float *sum)
{
    static const ptrdiff_t none = 0;
    const struct mi_geometry *g = job->geometry;
    const struct mi_packed_weights *conv = &job->step->conv;
    const word *at[ROWS] = {NULL};
    for (int r = 0; r < high; r++)
        at[r] = rows->row + (rows->unit ? i + r : mi_point(g, i + r)) * rows->pitch;
    int k = conv->integers ? (conv->in + 1) / 2 : conv->in;
    const float *weight = conv->integers ? (const float *)conv->whole : conv->weight;
    (conv->integers ? multiply_integers : multiply_floats)(
        high, wide, at, &none, 1, k, weight + (ptrdiff_t)p * k * MI_LANES, sum, wide * MI_LANES);
}

/* Some points, high of them from the ith on, with wide panels from p on; where there are gates,
 * those of as many, from that panel on. */
static void conv_some_rows(const struct mi_conv_job *of, const struct rows *rows, int n, int i,
                           int high, int p, int wide, int gates)
{
    const struct mi_conv_job copy = *of, *job = &copy; /* which no store of vectors can change */
    const struct mi_geometry *g = job->geometry;
    float sum[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
    float gate[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
    sum_rows(job, rows, i, high, p, wide, sum);
    if (gates)
        sum_rows(job, rows, i, high, gates + p, wide, gate);
    for (int r = 0; r < high; r++) {
        ptrdiff_t point = (ptrdiff_t)n * g->points + mi_point(g, i + r);
        for (int c = 0; c < wide * MI_LANES; c += LANES) {
            int at = r * wide * MI_LANES + c, channel = p * MI_LANES + c;
            vf x = sums_of(job, rows, i + r, channel, sum + at);
            if (gates)
                finish_gated(job, point, channel, x,
                             sums_of(job, rows, i + r, gates * MI_LANES + channel, gate + at));
            else
                finish(job, n, point, channel, x);
        }
    }
}

static void conv_rows(const struct mi_conv_job *job)
{
    const struct mi_geometry *g = job->geometry;
    int all = job->step->conv.panels, gates = job->step->gated ? all / 2 : 0;
    int panels = all - gates, points = g->width * g->height;
    for (int n = 0; n < job->n; n++) {
        struct rows rows = rows_of(job, n);
        for (int p = 0, wide; p < panels; p += wide) {
            wide = part(panels - p, PANELS);
            for (int i = 0, high; i < points; i += high) {
                high = part(points - i, ROWS);
                conv_some_rows(job, &rows, n, i, high, p, wide, gates);
            }
        }
    }
}
