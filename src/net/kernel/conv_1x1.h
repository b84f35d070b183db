/* conv_1x1.h - 1x1 convolutions: a matrix product at each point; a part of kernel.h.
 *
 * A row is the channels of one point.  In integers each row is scaled up as far as 16-bit values
 * and 32-bit sums allow.  By the Cauchy-Schwarz inequality a sum is at most the length (2-norm) of
 * the row times the length of the weights, and each is at most MI_QUANTIZED_LENGTH. */
#ifdef v_dot
INLINE float4 max_float4(float4 a, float4 b)
{
    typedef int bits __attribute__((vector_size(16)));
    bits first = a > b;
    return (float4)((first & (bits)a) | (~first & (bits)b));
}

/* The largest of all MI_LANES values. */
INLINE float max_of_lanes(const vf x[VECTORS])
{
    float lane[MI_LANES] __attribute__((aligned(64)));
    const float4 *four = (const float4 *)lane;
    for (int v = 0; v < VECTORS; v++)
        v_store(lane + v * LANES, x[v]);
    float4 all = max_float4(max_float4(four[0], four[2]), max_float4(four[1], four[3]));
    float first = all[0] > all[2] ? all[0] : all[2], other = all[1] > all[3] ? all[1] : all[3];
    return first > other ? first : other;
}

/* The largest absolute value of a row's channels, and the sum of their squares. */
INLINE void row_max_and_squares(const float *from, int channels, float *max, float *squares)
{
    vf all[VECTORS] = {{0}}, square[VECTORS] = {{0}};
    for (int c = 0; c < channels; c += MI_LANES)
        for (int v = 0; v < VECTORS; v++) {
            vf x = v_load(from + c + v * LANES);
            all[v] = v_max(all[v], v_max(x, -x));
            square[v] = v_fma(x, x, square[v]);
        }
    *max = max_of_lanes(all);
    *squares = sum_of_lanes(square);
}

INLINE float inverse_scale(float quant_scale)
{
    return quant_scale > 0.0f ? 1.0f / quant_scale : 0.0f;
}

/* Stores a row, times factor, as integers; works in place. */
INLINE void quantize_by(const float *from, int channels, float factor, int16_t *to)
{
    for (int c = 0; c < channels; c += LANES)
        v_store_int16(to + c, v_load(from + c) * factor);
}

/* Quantizes a row; returns its scale, the value of the integer 1. */
INLINE float quantize_row(const float *from, int channels, int16_t *to)
{
    float max, squares;
    row_max_and_squares(from, channels, &max, &squares);
    float quant_scale = mi_quantization_scale(max, squares, channels);
    quantize_by(from, channels, inverse_scale(quant_scale), to);
    return quant_scale;
}
#endif

/* The rows of a position. */
struct rows {
    const word *row;
    ptrdiff_t pitch;          /* words from one row to the next */
    const float *quant_scale; /* quantization scale of each point; NULL for floats */
};

static struct rows position_rows(const struct mi_conv_job *job, int n)
{
    const struct mi_geometry *g = job->geometry;
    const float *from = job->from + (ptrdiff_t)n * g->points * job->from_channels;
    struct rows rows = {(const word *)from, job->from_channels, NULL};
#ifdef v_dot
    int channels = mi_lanes(job->step->conv.in), points = g->width * g->height;
    int16_t *quantized = (int16_t *)job->inputs;
    float *quant_scale = job->inputs + (ptrdiff_t)points * channels / 2;
    for (int i = 0; job->step->conv.integers && i < points; i++)
        quant_scale[i] = quantize_row(from + (ptrdiff_t)mi_point(g, i) * job->from_channels,
                                      channels, quantized + (ptrdiff_t)i * channels);
    if (job->step->conv.integers)
        rows = (struct rows){(const word *)quantized, channels / 2, quant_scale};
#endif
    return rows;
}

/* The sums of LANES channels from c on, as floats. */
INLINE vf dequantized_sums(const struct mi_conv_job *job, const struct rows *rows, int i, int c,
                           const float *at)
{
    vf sum = v_load(at);
#ifdef v_dot
    if (rows->quant_scale)
        return v_from_int((vi)sum) *
               (v_load(job->step->conv.quant_scale + c) * rows->quant_scale[i]);
#endif
    (void)job, (void)rows, (void)i, (void)c;
    return sum;
}

/* Multiplies `block_rows` points, from the ith on, by `block_panels` panels, from p on. */
static void multiply_row_block(const struct mi_conv_job *job, const struct rows *rows, int i,
                               int block_rows, int p, int block_panels, float *sum)
{
    static const ptrdiff_t none = 0;
    const struct mi_geometry *g = job->geometry;
    const struct mi_packed_weights *conv = &job->step->conv;
    const word *at[ROWS] = {NULL};
    for (int r = 0; r < block_rows; r++)
        at[r] = rows->row + (rows->quant_scale ? i + r : mi_point(g, i + r)) * rows->pitch;
    int k = conv->integers ? (conv->in + 1) / 2 : conv->in;
    const float *weight = conv->integers ? (const float *)conv->quantized : conv->weight;
    (conv->integers ? multiply_integers : multiply_floats)(block_rows, block_panels, at, &none, 1,
                                                           k, weight + (ptrdiff_t)p * k * MI_LANES,
                                                           sum, block_panels * MI_LANES);
}

/* Convolves `block_rows` points, from the ith on, with `block_panels` panels, from p on.  gates:
 * the first panel of the gates, or 0 if there are none. */
static void conv_row_block(const struct mi_conv_job *of, const struct rows *rows, int n, int i,
                           int block_rows, int p, int block_panels, int gates)
{
    const struct mi_conv_job copy = *of,
                             *job = &copy; /* a local copy, which no store of vectors can alias */
    const struct mi_geometry *g = job->geometry;
    float sum[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
    float gate[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
    multiply_row_block(job, rows, i, block_rows, p, block_panels, sum);
    if (gates)
        multiply_row_block(job, rows, i, block_rows, gates + p, block_panels, gate);
    int column = i % g->width;
    ptrdiff_t point = (ptrdiff_t)n * g->points + mi_point(g, i);
    for (int r = 0; r < block_rows; r++, point++, column++) {
        if (column == g->width) {
            point += g->pitch - g->width;
            column = 0;
        }
        for (int c = 0; c < block_panels * MI_LANES; c += LANES) {
            int at = r * block_panels * MI_LANES + c, channel = p * MI_LANES + c;
            vf x = dequantized_sums(job, rows, i + r, channel, sum + at);
            if (gates)
                finish_gated(
                    job, point, channel, x,
                    dequantized_sums(job, rows, i + r, gates * MI_LANES + channel, gate + at));
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
        struct rows rows = position_rows(job, n);
        for (int p = 0, block_panels; p < panels; p += block_panels) {
            block_panels = part_size(panels - p, PANELS);
            for (int i = 0, block_rows; i < points; i += block_rows) {
                block_rows = part_size(points - i, ROWS);
                conv_row_block(job, &rows, n, i, block_rows, p, block_panels, gates);
            }
        }
    }
}
