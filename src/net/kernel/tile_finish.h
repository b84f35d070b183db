/* tile_finish.h - the epilogue of a convolution in tiles; a part of amx.c. */

/* Adjacent points of a board row.  Their sums are pitch floats apart. */
struct tile_run {
    const float *sum;
    ptrdiff_t pitch, point;
    int count;
};

/* Mish as in vector.h, but to about 12 bits, since bfloat16 keeps 8. */
INLINE vf mish_12bit(vf x)
{
    vf e = v_exp2_16bit(-v_max(x * -1.44269504f, v_set(-28.0f)));
    vf q = v_fma(e, e, e + e);
    return x * (q * _mm512_rcp14_ps(q + 2.0f));
}

INLINE vf activate_12bit(enum mi_activation activation, vf x)
{
    return activation == MI_MISH ? mish_12bit(x) : v_activated(activation, x);
}

/* Converts a channel's sum to a float: sum * quant_scale + shift. */
struct dequantization {
    vf quant_scale, shift;
};

INLINE struct dequantization dequantization_of(const struct mi_packed_weights *conv,
                                               const struct tile_input *tile_input, int c)
{
    struct dequantization m = {.quant_scale =
                                   v_load(conv->quant_scale + c) * tile_input->quant_scale};
    m.shift = v_load(conv->byte_sum + c) * m.quant_scale * -tile_input->zero;
    return m;
}

/* A run's channels from c on in a buffer; at is NULL if there is no buffer. */
struct channel_run {
    float *at;
    ptrdiff_t channels;
};

INLINE struct channel_run channel_run_of(const float *buffer, int channels,
                                         const struct tile_run *tile_run, int c)
{
    return (struct channel_run){buffer ? (float *)buffer + tile_run->point * channels + c : NULL,
                                channels};
}

/* The parameters of the epilogue, which are the same for all points of a run. */
struct finish {
    struct dequantization m;
    vf scale, bias;
    struct channel_run add, raw, act;
};

/* Applies the step's epilogue to a run, as finish() does for a point. */
INLINE void finish_run(const struct tile_run *tile_run, const bool bytes, const bool add,
                       const bool raw, const bool act, enum mi_activation activation,
                       const struct finish *of)
{
    const struct finish f = *of;
    const float *sum = tile_run->sum;
    for (ptrdiff_t i = 0; i < tile_run->count; i++, sum += tile_run->pitch) {
        vf x = v_load(sum) + f.m.shift;
        if (bytes)
            x = v_fma(_mm512_cvtepi32_ps(_mm512_load_si512(sum)), f.m.quant_scale, f.m.shift);
        if (add)
            x += v_load(f.add.at + i * f.add.channels);
        if (raw)
            v_store(f.raw.at + i * f.raw.channels, x);
        if (act)
            v_store(f.act.at + i * f.act.channels,
                    activate_12bit(activation, v_fma(x, f.scale, f.bias)));
    }
}

/* Calls finish_run() with constant arguments for the common cases. */
INLINE void finish_run_by_case(const struct tile_run *tile_run, const bool bytes,
                               const struct finish *f, enum mi_activation activation)
{
    bool add = f->add.at, raw = f->raw.at, act = f->act.at;
    if (activation == MI_RELU && act && !add && !raw)
        finish_run(tile_run, bytes, false, false, true, MI_RELU, f);
    else if (activation == MI_RELU && act && add && raw)
        finish_run(tile_run, bytes, true, true, true, MI_RELU, f);
    else
        finish_run(tile_run, bytes, add, raw, act, activation, f);
}

/* Finishes a run of position n, from channel c on. */
INLINE void finish_panel(const struct mi_conv_job *job, const struct tile_input *tile_input,
                         const struct tile_run *tile_run, int n, int c)
{
    struct finish f = {.scale = v_set(1.0f),
                       .add = channel_run_of(job->add, job->add_channels, tile_run, c),
                       .raw = channel_run_of(job->raw, job->raw_channels, tile_run, c),
                       .act = channel_run_of(job->act, job->act_channels, tile_run, c)};
    if (tile_input->bytes)
        f.m = dequantization_of(&job->step->conv, tile_input, c);
    if (job->summand)
        f.m.shift += v_load(job->summand + (ptrdiff_t)n * job->summand_length + c);
    if (job->act && job->scale) {
        f.scale = v_load(job->scale + c);
        f.bias = v_load(job->bias + c);
    }
    if (tile_input->bytes)
        finish_run_by_case(tile_run, true, &f, job->activation);
    else
        finish_run_by_case(tile_run, false, &f, job->activation);
}

/* Finishes a run of a gated step.  Its 1x1 filters are never in bytes. */
INLINE void finish_gates(const struct mi_conv_job *job, const struct tile_run *tile_run, int c)
{
    const float *sum = tile_run->sum;
    for (int i = 0; i < tile_run->count; i++, sum += tile_run->pitch)
        finish_gated(job, tile_run->point + i, c, v_load(sum), v_load(sum + MI_LANES));
}
