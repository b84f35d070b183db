/* tile_finish.h - what follows the sums of tiles at the points of a row; a part of amx.c. */

/* Points of a row of the board, whose sums lie pitch floats apart. */
struct run {
    const float *sum;
    ptrdiff_t pitch, point;
    int count;
};

/* Mish as in vector.h, to some 12 bits, since bfloat16 keeps 8. */
INLINE vf mish(vf x)
{
    vf e = v_power(-v_max(x * -1.44269504f, v_set(-28.0f)));
    vf q = v_fma(e, e, e + e);
    return x * (q * _mm512_rcp14_ps(q + 2.0f));
}

INLINE vf activated(enum mi_activation activation, vf x)
{
    return activation == MI_MISH ? mish(x) : v_activated(activation, x);
}

/* What a sum of channel c is in numbers: that many units, and shift besides. */
struct meaning {
    vf unit, shift;
};

INLINE struct meaning meaning_of(const struct mi_packed_weights *conv, const struct sheet *sheet,
                                 int c)
{
    struct meaning m = {.unit = v_load(conv->unit + c) * sheet->unit};
    m.shift = v_load(conv->byte_sum + c) * m.unit * -sheet->zero;
    return m;
}

/* Where a run's channels from c on are in a buffer, or NULL. */
struct place {
    float *at;
    ptrdiff_t channels;
};

INLINE struct place place_of(const float *buffer, int channels, const struct run *run, int c)
{
    return (struct place){buffer ? (float *)buffer + run->point * channels + c : NULL, channels};
}

/* All that is the same at each point of a run. */
struct finish {
    struct meaning m;
    vf scale, bias;
    struct place add, raw, act;
};

/* What the step does with a run's sums: as finish(). */
INLINE void finish_run(const struct run *run, const bool bytes, const bool add, const bool raw,
                       const bool act, enum mi_activation activation, const struct finish *of)
{
    const struct finish f = *of;
    const float *sum = run->sum;
    for (ptrdiff_t i = 0; i < run->count; i++, sum += run->pitch) {
        vf x = v_load(sum) + f.m.shift;
        if (bytes)
            x = v_fma(_mm512_cvtepi32_ps(_mm512_load_si512(sum)), f.m.unit, f.m.shift);
        if (add)
            x += v_load(f.add.at + i * f.add.channels);
        if (raw)
            v_store(f.raw.at + i * f.raw.channels, x);
        if (act)
            v_store(f.act.at + i * f.act.channels,
                    activated(activation, v_fma(x, f.scale, f.bias)));
    }
}

/* Likewise with what there is of it known beforehand, where that is common. */
INLINE void finish_known(const struct run *run, const bool bytes, const struct finish *f,
                         enum mi_activation activation)
{
    bool add = f->add.at, raw = f->raw.at, act = f->act.at;
    if (activation == MI_RELU && act && !add && !raw)
        finish_run(run, bytes, false, false, true, MI_RELU, f);
    else if (activation == MI_RELU && act && add && raw)
        finish_run(run, bytes, true, true, true, MI_RELU, f);
    else
        finish_run(run, bytes, add, raw, act, activation, f);
}

/* A run's sums of position n from channel c on. */
INLINE void finish_panel(const struct mi_conv_job *job, const struct sheet *sheet,
                         const struct run *run, int n, int c)
{
    struct finish f = {.scale = v_set(1.0f),
                       .add = place_of(job->add, job->add_channels, run, c),
                       .raw = place_of(job->raw, job->raw_channels, run, c),
                       .act = place_of(job->act, job->act_channels, run, c)};
    if (sheet->bytes)
        f.m = meaning_of(&job->step->conv, sheet, c);
    if (job->summand)
        f.m.shift += v_load(job->summand + (ptrdiff_t)n * job->summand_length + c);
    if (job->act && job->scale) {
        f.scale = v_load(job->scale + c);
        f.bias = v_load(job->bias + c);
    }
    if (sheet->bytes)
        finish_known(run, true, &f, job->activation);
    else
        finish_known(run, false, &f, job->activation);
}

/* The same with the sums of a panel and of its gates, whose filters of 1x1 are never in bytes. */
INLINE void finish_gates(const struct mi_conv_job *job, const struct run *run, int c)
{
    const float *sum = run->sum;
    for (int i = 0; i < run->count; i++, sum += run->pitch)
        finish_gated(job, run->point + i, c, v_load(sum), v_load(sum + MI_LANES));
}
