/* dense.h - dense layers and squeeze-and-excite; a part of kernel.h. */
static void dense_float(const struct mi_dense_job *job)
{
    static const ptrdiff_t none = 0;
    const struct mi_step *step = job->step;
    const struct mi_packed_weights *conv = &step->conv;
    for (int p = 0, block_panels; p < conv->panels; p += block_panels) {
        block_panels = part_size(conv->panels - p, PANELS);
        for (int r = 0, block_rows; r < job->rows; r += block_rows) {
            float sum[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
            const word *at[ROWS] = {NULL};
            block_rows = part_size(job->rows - r, ROWS);
            for (int i = 0; i < block_rows; i++)
                at[i] = (const word *)(job->from + (r + i) * job->from_row);
            multiply_floats(block_rows, block_panels, at, &none, 1, conv->in,
                            conv->weight + (ptrdiff_t)p * conv->in * MI_LANES, sum,
                            block_panels * MI_LANES);
            for (int i = 0; i < block_rows; i++)
                for (int c = 0; c < block_panels * MI_LANES; c += LANES) {
                    vf x = v_load(sum + i * block_panels * MI_LANES + c);
                    if (step->bias)
                        x += v_load(step->bias + p * MI_LANES + c);
                    v_store(job->to + (r + i) * job->to_row + p * MI_LANES + c,
                            v_activated(step->activation, x));
                }
        }
    }
}

/* Squeeze-and-excite (Hu et al. 2018) with a residual:
 * to = activation(sigmoid(scale) * from + shift + to). */
static void squeeze_excite_float(const struct mi_squeeze_excite_job *job)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->channels);
    for (int c = 0; c < lanes; c += LANES) {
        vf scale = v_sigmoid(v_load(job->vector + c)), shift = v_load(job->vector + lanes + c);
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++) {
                ptrdiff_t point = (ptrdiff_t)y * g->pitch + x;
                vf sum = v_fma(scale, v_load(job->from + point * job->from_channels + c), shift);
                float *to = job->to + point * job->to_channels + c;
                v_store(to, v_activated(job->activation, sum + v_load(to)));
            }
    }
}
