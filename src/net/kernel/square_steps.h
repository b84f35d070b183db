/* square_steps.h - LayerNorm, per-square gating and query-key logits; a part of kernel.h. */
/* to = alpha * from + add (add may be NULL); returns the sum of to. */
INLINE float scale_and_add_row(const struct mi_step *step, const float *from, const float *add,
                               float *to)
{
    int c = 0;
    vf sums = {0};
    for (; c + LANES <= step->channels; c += LANES) {
        vf x = v_load(from + c) * step->alpha;
        if (add)
            x += v_load(add + c);
        v_store(to + c, x);
        sums += x;
    }
    float sum = 0.0f;
    for (int i = 0; i < LANES; i++)
        sum += sums[i];
    for (; c < step->channels; c++)
        sum += to[c] = from[c] * step->alpha + (add ? add[c] : 0.0f);
    return sum;
}

INLINE float sum_squares(const float *from, int channels, float mean)
{
    int c = 0;
    vf sums = {0};
    for (; c + LANES <= channels; c += LANES) {
        vf x = v_load(from + c) - mean;
        sums = v_fma(x, x, sums);
    }
    float sum = 0.0f;
    for (int i = 0; i < LANES; i++)
        sum += sums[i];
    for (; c < channels; c++)
        sum += (from[c] - mean) * (from[c] - mean);
    return sum;
}

/* Layer normalisation (Ba, Kiros and Hinton 2016, eq. 3). */
static void layer_norm_row(const struct mi_step *step, const float *from, const float *add,
                           float *to)
{
    float mean = scale_and_add_row(step, from, add, to) / (float)step->channels;
    float variance = sum_squares(to, step->channels, mean) / (float)step->channels;
    float factor = 1.0f / sqrtf(variance + step->epsilon);
    for (int c = 0; c < step->channels; c += LANES)
        v_store(to + c, v_fma((v_load(to + c) - mean) * factor, v_load(step->scale + c),
                              v_load(step->bias + c)));
}

static void layer_norm_float(const struct mi_points_job *job)
{
    const struct mi_geometry *g = job->geometry;
    for (int i = 0; i < g->width * g->height; i++) {
        ptrdiff_t point = mi_point(g, i);
        layer_norm_row(job->step, job->from + point * job->from_channels,
                       job->add ? job->add + point * job->add_channels : NULL,
                       job->to + point * job->to_channels);
    }
}

/* Scales and shifts each channel of each square by weights of its own. */
static void gate_float(const struct mi_points_job *job)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->step->channels);
    for (int i = 0; i < g->width * g->height; i++)
        for (int c = 0; c < lanes; c += LANES) {
            ptrdiff_t at = (ptrdiff_t)i * lanes + c, point = mi_point(g, i);
            v_store(job->to + point * job->to_channels + c,
                    v_fma(v_load(job->from + point * job->from_channels + c),
                          v_load(job->step->scale + at), v_load(job->step->bias + at)));
        }
}

/* to[i][j] = from[i] . add[j] for all pairs of points; their number is a multiple of MI_LANES.
 * scratch holds add, transposed. */
static void qk_logits_float(const struct mi_points_job *job)
{
    const struct mi_geometry *g = job->geometry;
    int points = g->width * g->height, channels = job->step->channels;
    for (int i = 0; i < points; i++) {
        const float *from = job->add + (ptrdiff_t)mi_point(g, i) * job->add_channels;
        float *to = job->scratch + (ptrdiff_t)(i / MI_LANES) * channels * MI_LANES + i % MI_LANES;
        for (int c = 0; c < channels; c++)
            to[(ptrdiff_t)c * MI_LANES] = from[c];
    }
    for (int y = 0; y < g->height; y++)
        multiply_matrix(false, g->width, points / MI_LANES,
                        (const word *)(job->from + (ptrdiff_t)y * g->pitch * job->from_channels),
                        job->from_channels, channels, job->scratch,
                        job->to + (ptrdiff_t)y * g->width * points);
}
