/* vectors.h - dense layers from vectors to vectors, and squares excited by them; a part of
 * kernel.h. */
static void dense_float(const struct mi_dense_job *job)
{
    static const ptrdiff_t none = 0;
    const struct mi_step *step = job->step;
    const struct mi_packed_weights *conv = &step->conv;
    for (int p = 0, wide; p < conv->panels; p += wide) {
        wide = part(conv->panels - p, PANELS);
        for (int r = 0, high; r < job->rows; r += high) {
            float sum[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
            const word *at[ROWS] = {NULL};
            high = part(job->rows - r, ROWS);
            for (int i = 0; i < high; i++)
                at[i] = (const word *)(job->from + (r + i) * job->from_row);
            multiply_floats(high, wide, at, &none, 1, conv->in,
                            conv->weight + (ptrdiff_t)p * conv->in * MI_LANES, sum,
                            wide * MI_LANES);
            for (int i = 0; i < high; i++)
                for (int c = 0; c < wide * MI_LANES; c += LANES) {
                    vf x = v_load(sum + i * wide * MI_LANES + c);
                    if (step->bias)
                        x += v_load(step->bias + p * MI_LANES + c);
                    v_store(job->to + (r + i) * job->to_row + p * MI_LANES + c,
                            v_activated(step->activation, x));
                }
        }
    }
}

/* The sum of a square's channels, multiplied by the sigmoid of the first half of the vector, its
 * second half, and what is added. */
static void excite_float(const struct mi_squeeze_excite_job *job)
{
    const struct mi_geometry *g = job->geometry;
    int room = mi_lanes(job->channels);
    for (int c = 0; c < room; c += LANES) {
        vf scale = v_sigmoid(v_load(job->vector + c)), shift = v_load(job->vector + room + c);
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++) {
                ptrdiff_t point = (ptrdiff_t)y * g->pitch + x;
                vf sum = v_fma(scale, v_load(job->from + point * job->from_channels + c), shift);
                float *to = job->to + point * job->to_channels + c;
                v_store(to, v_activated(job->activation, sum + v_load(to)));
            }
    }
}
