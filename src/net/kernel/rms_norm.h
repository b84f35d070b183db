/* rms_norm.h - RMSNorm (Zhang and Sennrich 2019); a part of kernel.h. */
/* Adds the squares of a point's channels to MI_LANES sums.  Which sum a channel goes to does not
 * depend on the vector length, so all instruction sets give the same result. */
INLINE void add_squares(const float *from, int channels, vf sum[VECTORS])
{
    for (int c = 0; c < channels; c += MI_LANES)
        for (int v = 0; v < VECTORS; v++) {
            vf x = v_load(from + c + v * LANES);
            sum[v] = v_fma(x, x, sum[v]);
        }
}

typedef float float4 __attribute__((vector_size(16), may_alias));

/* Adds the MI_LANES sums, in an order that does not depend on the vector length. */
INLINE float sum_of_lanes(const vf sum[VECTORS])
{
    float lane[MI_LANES] __attribute__((aligned(64)));
    const float4 *four = (const float4 *)lane;
    for (int v = 0; v < VECTORS; v++)
        v_store(lane + v * LANES, sum[v]);
    float4 all = (four[0] + four[2]) + (four[1] + four[3]);
    return (all[0] + all[2]) + (all[1] + all[3]);
}

INLINE void rms_norm_point(const struct mi_step *step, const float *from, float *to, float factor)
{
    for (int c = 0; c < step->channels; c += LANES) {
        vf x = v_fma(v_load(from + c) * factor, v_load(step->scale + c), v_load(step->bias + c));
        v_store(to + c, v_activated(step->activation, x));
    }
}

/* 1 / RMS, from the sum of the squares of the channels. */
INLINE float rms_norm_factor(const struct mi_step *step, float squares, int points)
{
    return 1.0f / sqrtf(squares / (float)(step->channels * points) + step->epsilon);
}

static void rms_norm_float(const struct mi_norm_job *of)
{
    const struct mi_norm_job copy = *of,
                             *job = &copy; /* a local copy, which no store of vectors can alias */
    const struct mi_step step = *job->step;
    const struct mi_geometry *g = job->geometry;
    int points = g->width * g->height;
    float factor = 0.0f;
    vf all[VECTORS] = {{0}};
    for (int i = 0; step.board && i < points; i++)
        add_squares(job->from + (ptrdiff_t)mi_point(g, i) * job->from_channels, step.channels, all);
    if (step.board)
        factor = rms_norm_factor(&step, sum_of_lanes(all), points);
    for (int i = 0; i < points; i++) {
        const float *from = job->from + (ptrdiff_t)mi_point(g, i) * job->from_channels;
        vf sum[VECTORS] = {{0}};
        if (!step.board) {
            add_squares(from, step.channels, sum);
            factor = rms_norm_factor(&step, sum_of_lanes(sum), 1);
        }
        rms_norm_point(&step, from, job->to + (ptrdiff_t)mi_point(g, i) * job->to_channels, factor);
    }
}
