/* vector.h - vectors, activations, and the epilogue of a convolution; a part of kernel.h. */
#define INLINE static inline __attribute__((always_inline))

/* Each block shape gets its own code with unrolled loops; otherwise compilers keep the sums in
 * memory.  With sanitizers this code would take minutes to compile, so they use one version with
 * the shapes in variables. */
#if SANITIZED
#define BY_SHAPE static __attribute__((noinline))
#else
#define BY_SHAPE INLINE
#endif

enum { VECTORS = MI_LANES / LANES }; /* vectors per panel */

typedef int vi __attribute__((vector_size(4 * LANES)));

/* 32 bits: a float, or two 16-bit integers. */
typedef int word __attribute__((may_alias));

INLINE vf v_load(const float *at)
{
    return *(const vf *)at;
}

INLINE void v_store(float *at, vf x)
{
    *(vf *)at = x;
}

INLINE vf v_set(float x)
{
    return x - (vf){0};
}

/* ---- activations ---- */

/* e^x for x <= 40, accurate to about the last bit: 2^n times a polynomial. */
INLINE vf v_exp(vf x)
{
    const float magic = 12582912.0f; /* 1.5 * 2^23: adding it rounds to an integer */
    x = v_max(x, v_set(-87.0f));
    vf n = v_fma(x, v_set(1.44269504f), v_set(magic)) - magic;
    vf r = v_fma(n, v_set(-0.693359375f), x);
    r = v_fma(n, v_set(2.12194440e-4f), r);
    vf p = v_set(1.0f / 5040.0f);
    p = v_fma(p, r, v_set(1.0f / 720.0f));
    p = v_fma(p, r, v_set(1.0f / 120.0f));
    p = v_fma(p, r, v_set(1.0f / 24.0f));
    p = v_fma(p, r, v_set(1.0f / 6.0f));
    p = v_fma(p, r, v_set(0.5f));
    p = v_fma(p, r, v_set(1.0f));
    p = v_fma(p, r, v_set(1.0f));
    vi power = ((vi)(n + (magic + 127.0f)) - (vi)v_set(magic)) << 23;
    return p * (vf)power;
}

/* 2^x for x < 127, with a relative error of 1e-4, which 16 bits cannot resolve.  Below x = -120 the
 * result is arbitrary but tiny: next to a 1 in a sum it does not count. */
INLINE vf v_exp2_16bit(vf x)
{
#ifdef v_scale
    vf n = v_round(x), f = x - n;
#else
    const float magic = 12582912.0f;
    x = v_max(x, v_set(-120.0f));
    vf n = x + magic, f = x - (n - magic);
#endif
    vf p = v_fma(v_set(0.0551716237f), f, v_set(0.242611119f));
    p = v_fma(p, f, v_set(0.693260994f));
    p = v_fma(p, f, v_set(0.999928074f));
#ifdef v_scale
    return v_scale(p, n);
#else
    return (vf)((vi)p + ((vi)n << 23));
#endif
}

/* x * tanh(ln(1 + e^x)) = x * q / (q + 2) with q = e^x * (e^x + 2). */
INLINE vf v_mish(vf x)
{
    vf e = v_exp(-v_max(-x, v_set(-20.0f)));
    vf q = e * (e + 2.0f);
    return x * (q / (q + 2.0f));
}

INLINE vf v_sigmoid(vf x)
{
    return 1.0f / (1.0f + v_exp(-v_max(x, v_set(-40.0f))));
}

INLINE vf v_selu(vf x)
{
    const float scale = 1.05070098f, alpha = 1.67326324f;
    vf above = v_max(x, v_set(0.0f));
    return v_fma(v_exp(x - above) - 1.0f, v_set(scale * alpha), above * scale);
}

/* Activations that few networks use; apart, to keep the common path short. */
INLINE vf v_activated_rare(enum mi_activation activation, vf x)
{
    vf above = v_max(x, v_set(0.0f));
    if (activation == MI_SILU)
        return x * v_sigmoid(x);
    if (activation == MI_SELU)
        return v_selu(x);
    if (activation == MI_SQUARED_RELU)
        return above * above;
    if (activation == MI_SIGMOID)
        return v_sigmoid(x);
    return v_sigmoid(x + x) * 2.0f - 1.0f;
}

INLINE vf v_activated(enum mi_activation activation, vf x)
{
    if (activation == MI_RELU)
        return v_max(x, v_set(0.0f));
    if (activation == MI_MISH)
        return v_mish(x);
    return activation == MI_IDENTITY ? x : v_activated_rare(activation, x);
}

/* ---- the epilogue of a convolution ---- */

/* What the epilogue of LANES channels needs at each point of a position.  Loaded once for several
 * points, since a store might change it as far as the compiler knows. */
struct epilogue {
    vf summand, scale, bias;
};

INLINE struct epilogue load_epilogue(const struct mi_conv_job *job, int n, int c)
{
    struct epilogue e = {{0}, {0}, {0}};
    if (job->summand)
        e.summand = v_load(job->summand + (ptrdiff_t)n * job->summand_length + c);
    if (job->act && job->scale) {
        e.scale = v_load(job->scale + c);
        e.bias = v_load(job->bias + c);
    }
    return e;
}

/* Adds the residual, stores, scales and activates the sums of LANES channels, from c on, at a
 * point. */
INLINE void finish_point(const struct mi_conv_job *job, const struct epilogue *e, ptrdiff_t point,
                         int c, vf sum)
{
    if (job->summand)
        sum += e->summand;
    if (job->add)
        sum += v_load(job->add + point * job->add_channels + c);
    if (job->raw)
        v_store(job->raw + point * job->raw_channels + c, sum);
    if (job->act) {
        if (job->scale)
            sum = v_fma(sum, e->scale, e->bias);
        v_store(job->act + point * job->act_channels + c, v_activated(job->activation, sum));
    }
}

/* The same for a single point of position n. */
INLINE void finish(const struct mi_conv_job *job, int n, ptrdiff_t point, int c, vf sum)
{
    const struct epilogue e = load_epilogue(job, n, c);
    finish_point(job, &e, point, c, sum);
}

/* The epilogue of a gated step, which has no other operations. */
INLINE void finish_gated(const struct mi_conv_job *job, ptrdiff_t point, int c, vf sum, vf gate)
{
    vf x = v_activated(job->activation, sum);
    v_store(job->act + point * job->act_channels + c, x * gate);
}
