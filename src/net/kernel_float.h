/* kernel_float.h - the kernels in floats for one kind of processor, of which the file that includes
 * this says:
 *
 *   KERNELS, NAME    the names of its struct mi_kernels, in C and as text; usable(), whether this
 *                    processor has what it needs
 *   LANES, vf        floats of a vector, and its type
 *   v_fma(a, b, c)   a * b + c
 *   v_max(a, b)
 *   v_dot(sum, a, b) and, with it, v_store_whole(at, x), v_of_whole(x): pairs of 16-bit integers
 *                    multiplied and added to a sum of 32 bits; floats rounded to 16 bits; floats
 *                    of 32 bits.  Without them there are no integers.
 *   PANELS, ROWS     how many panels of weights and rows of inputs are multiplied at once: as many
 *                    as there are registers for the sums
 */
#include "kernels.h"

#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { VECTORS = MI_LANES / LANES }; /* of a panel */

typedef int vi __attribute__((vector_size(4 * LANES)));

/* 32 bits: a float or two integers. */
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

/* e to the power of x <= 40, to about the last bit: 2^n times a polynomial. */
INLINE vf v_exp(vf x)
{
    const float magic = 12582912.0f; /* 1.5 * 2^23: what is added to it is rounded to whole */
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

/* x * tanh(ln(1 + e^x)) = x * q / (q + 2) with q = e^x * (e^x + 2). */
INLINE vf v_mish(vf x)
{
    vf e = v_exp(-v_max(-x, v_set(-20.0f)));
    vf q = e * (e + 2.0f);
    return x * (q / (q + 2.0f));
}

INLINE vf v_activated(enum mi_activation activation, vf x)
{
    return activation == MI_RELU ? v_max(x, v_set(0.0f)) : activation == MI_MISH ? v_mish(x) : x;
}

/* ---- what follows a convolution ---- */

/* The sums of LANES channels from c on at a point of position n: what the step does with them. */
INLINE void finish(const struct mi_conv_job *job, int n, ptrdiff_t point, int c, vf sum)
{
    const struct mi_step *step = job->step;
    if (job->summand)
        sum += v_load(job->summand + (ptrdiff_t)n * job->summand_length + c);
    if (job->add)
        sum += v_load(job->add + point * job->add_channels + c);
    if (job->raw)
        v_store(job->raw + point * job->raw_channels + c, sum);
    if (job->act) {
        sum = v_fma(sum, v_load(step->scale + c), v_load(step->bias + c));
        v_store(job->act + point * job->act_channels + c, v_activated(step->activation, sum));
    }
}

/* ---- matrices ---- */

/* A product added to a sum, of floats or of pairs of integers. */
INLINE vf v_add_product(const bool integers, word x, vf weight, vf sum)
{
#ifdef v_dot
    if (integers)
        return (vf)v_dot((vi)sum, (vi){0} + x, (vi)weight);
#endif
    (void)integers;
    return v_fma((vf)((vi){0} + x), weight, sum);
}

/* rows rows of sums over taps and k words of inputs: of what lies at a[row] + tap[t] with the
 * weights of panels panels.  A panel is taps * k * MI_LANES floats; the sums lie c_row floats
 * apart. */
INLINE void multiply(const bool integers, const int rows, const int panels, const word *const *a,
                     const ptrdiff_t *tap, int taps, int k, const float *b, float *c,
                     ptrdiff_t c_row)
{
    const ptrdiff_t panel = (ptrdiff_t)taps * k * MI_LANES;
    vf sum[ROWS][PANELS * VECTORS];
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 16
        for (int v = 0; v < panels * VECTORS; v++)
            sum[r][v] = (vf){0};
    for (int t = 0; t < taps; t++) {
        const word *at[ROWS];
#pragma GCC unroll 8
        for (int r = 0; r < rows; r++)
            at[r] = a[r] + tap[t];
        for (int i = 0; i < k; i++, b += MI_LANES) {
            vf weight[PANELS * VECTORS];
#pragma GCC unroll 16
            for (int v = 0; v < panels * VECTORS; v++)
                weight[v] = v_load(b + v / VECTORS * panel + v % VECTORS * LANES);
#pragma GCC unroll 3
            for (int p = 0; p < panels; p++) /* the next panels' */
                __builtin_prefetch(b + (p + panels) * panel);
#pragma GCC unroll 8
            for (int r = 0; r < rows; r++) {
                word x = at[r][i];
#pragma GCC unroll 16
                for (int v = 0; v < panels * VECTORS; v++)
                    sum[r][v] = v_add_product(integers, x, weight[v], sum[r][v]);
            }
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 16
        for (int v = 0; v < panels * VECTORS; v++)
            v_store(c + r * c_row + v * LANES, sum[r][v]);
}

#define CASE(r, p)                                                                                 \
    case (p)*16 + (r):                                                                             \
        if ((r) <= ROWS && (p) <= PANELS)                                                          \
            multiply(INTEGERS, (r) <= ROWS ? (r) : 1, (p) <= PANELS ? (p) : 1, a, tap, taps, k, b, \
                     c, c_row);                                                                    \
        break;
#define CASES(p)                                                                                   \
    CASE(1, p)                                                                                     \
    CASE(2, p) CASE(3, p) CASE(4, p) CASE(5, p) CASE(6, p) CASE(7, p) CASE(8, p)

#define INTEGERS false
static void multiply_floats(int rows, int panels, const word *const *a, const ptrdiff_t *tap,
                            int taps, int k, const float *b, float *c, ptrdiff_t c_row)
{
    switch (panels * 16 + rows) {
        CASES(1)
        CASES(2)
        CASES(3)
    }
}
#undef INTEGERS

#ifdef v_dot
#define INTEGERS true
static void multiply_integers(int rows, int panels, const word *const *a, const ptrdiff_t *tap,
                              int taps, int k, const float *b, float *c, ptrdiff_t c_row)
{
    switch (panels * 16 + rows) {
        CASES(1)
        CASES(2)
        CASES(3)
    }
}
#undef INTEGERS
#else
#define multiply_integers multiply_floats
#endif

/* The size of the next part of whole, in as few parts of at most most as there can be. */
INLINE int part(int whole, int most)
{
    int parts = (whole + most - 1) / most;
    return (whole + parts - 1) / parts;
}

/* rows rows of inputs, a_row words apart, with all panels of k words each. */
INLINE void multiply_matrix(const bool integers, int rows, int panels, const word *a,
                            ptrdiff_t a_row, int k, const float *b, float *c)
{
    static const ptrdiff_t none = 0;
    ptrdiff_t c_row = (ptrdiff_t)panels * MI_LANES;
    for (int p = 0, wide; p < panels; p += wide) {
        wide = part(panels - p, PANELS);
        for (int r = 0, high; r < rows; r += high) {
            const word *at[ROWS];
            high = part(rows - r, ROWS);
            for (int i = 0; i < high; i++)
                at[i] = a + (r + i) * a_row;
            (integers ? multiply_integers : multiply_floats)(high, wide, at, &none, 1, k,
                                                             b + (ptrdiff_t)p * k * MI_LANES,
                                                             c + r * c_row + p * MI_LANES, c_row);
        }
    }
}

/* ---- directly ---- */

enum { TAPS_MAX = 81 };

/* The points of a row of the board from x on, high of them. */
static void conv_points(const struct mi_conv_job *job, int n, ptrdiff_t point, int high,
                        const ptrdiff_t *tap, int taps)
{
    const struct mi_packed *conv = &job->step->conv;
    ptrdiff_t panel = (ptrdiff_t)taps * conv->in * MI_LANES;
    for (int p = 0, wide; p < conv->panels; p += wide) {
        float sum[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
        const word *at[ROWS];
        wide = part(conv->panels - p, PANELS);
        for (int i = 0; i < high; i++)
            at[i] = (const word *)(job->from + (point + i) * job->from_channels);
        multiply_floats(high, wide, at, tap, taps, conv->in, conv->weight + p * panel, sum,
                        wide * MI_LANES);
        for (int i = 0; i < high; i++)
            for (int c = 0; c < wide * MI_LANES; c += LANES)
                finish(job, n, point + i, p * MI_LANES + c, v_load(sum + i * wide * MI_LANES + c));
    }
}

/* How many panels are summed up at once for a single point. */
enum { WIDE = LANES >= MI_LANES ? 6 : LANES >= 8 ? 3 : 2 };

/* As multiply(), for one row of which nonzero tells, at each tap, what is not 0; tap and next are
 * the ways there in floats and in points. */
INLINE void multiply_nonzero(const int panels, const float *a, const uint32_t *nonzero,
                             const ptrdiff_t *tap, const ptrdiff_t *next, int taps, int k,
                             const float *b, float *c)
{
    const ptrdiff_t panel = (ptrdiff_t)taps * k * MI_LANES;
    vf sum[WIDE * VECTORS];
#pragma GCC unroll 16
    for (int v = 0; v < panels * VECTORS; v++)
        sum[v] = (vf){0};
    for (int t = 0; t < taps; t++, b += (ptrdiff_t)k * MI_LANES)
        for (uint32_t left = nonzero[next[t]]; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            vf x = v_set(a[tap[t] + i]);
#pragma GCC unroll 16
            for (int v = 0; v < panels * VECTORS; v++)
                sum[v] =
                    v_fma(x, v_load(b + v / VECTORS * panel + i * MI_LANES + v % VECTORS * LANES),
                          sum[v]);
        }
#pragma GCC unroll 16
    for (int v = 0; v < panels * VECTORS; v++)
        v_store(c + v * LANES, sum[v]);
}

#define SPARSE(p)                                                                                  \
    case (p):                                                                                      \
        multiply_nonzero((p) <= WIDE ? (p) : 1, a, nonzero, tap, next, taps, k, b, c);             \
        break;

static void multiply_sparse(int panels, const float *a, const uint32_t *nonzero,
                            const ptrdiff_t *tap, const ptrdiff_t *next, int taps, int k,
                            const float *b, float *c)
{
    switch (panels) {
        SPARSE(1)
        SPARSE(2)
        SPARSE(3)
        SPARSE(4)
        SPARSE(5)
        SPARSE(6)
    }
}

/* A point whose inputs are mostly 0. */
static void conv_sparse(const struct mi_conv_job *job, int n, ptrdiff_t point, const ptrdiff_t *tap,
                        const ptrdiff_t *next, int taps)
{
    const struct mi_packed *conv = &job->step->conv;
    ptrdiff_t panel = (ptrdiff_t)taps * conv->in * MI_LANES;
    for (int p = 0, wide; p < conv->panels; p += wide) {
        float sum[WIDE * MI_LANES] __attribute__((aligned(64)));
        wide = part(conv->panels - p, WIDE);
        multiply_sparse(wide, job->from + point * job->from_channels, job->nonzero + point, tap,
                        next, taps, conv->in, conv->weight + p * panel, sum);
        for (int c = 0; c < wide * MI_LANES; c += LANES)
            finish(job, n, point, p * MI_LANES + c, v_load(sum + c));
    }
}

static void conv_direct(const struct mi_conv_job *job)
{
    const struct mi_geometry *g = job->geometry;
    const struct mi_packed *conv = &job->step->conv;
    ptrdiff_t tap[TAPS_MAX], next[TAPS_MAX];
    int taps = conv->height * conv->width;
    for (int t = 0; t < taps; t++) {
        int y = t / conv->width - conv->height / 2, x = t % conv->width - conv->width / 2;
        next[t] = (ptrdiff_t)y * conv->dilation_y * g->pitch + x * conv->dilation_x;
        tap[t] = next[t] * job->from_channels;
    }
    for (int n = 0; n < job->n; n++)
        for (int y = 0; y < g->height; y++)
            for (int x = 0, high; x < g->width; x += high) {
                ptrdiff_t point = (ptrdiff_t)n * g->points + y * g->pitch + x;
                high = job->step->sparse ? 1 : part(g->width - x, ROWS);
                if (job->step->sparse)
                    conv_sparse(job, n, point, tap, next, taps);
                else
                    conv_points(job, n, point, high, tap, taps);
            }
}

/* ---- Winograd ---- */

/* The inputs d of a tile of m outputs in one direction, seen at its points: the interpolation of
 * Toom and Cook, transposed. */
INLINE void to_points(const int m, const vf *d, vf *v)
{
    if (m == 2) {
        v[0] = d[3] - d[1];
        v[1] = d[0] - d[2];
        v[2] = (d[2] + d[1]) * 0.5f;
        v[3] = (d[2] - d[1]) * 0.5f;
    } else if (m == 3) {
        vf a = (d[3] - d[1]) * (1.0f / 6.0f);
        v[0] = v_fma(d[1] - d[3], v_set(2.0f), d[4] - d[2]);
        v[1] = v_fma(d[3] - d[1], v_set(0.5f), d[0] - d[2]);
        v[2] = v_fma(d[2] - d[3], v_set(0.5f), d[1]);
        v[3] = v_fma(d[2] - d[1], v_set(0.5f), -a);
        v[4] = a;
    } else {
        vf a = v_fma(d[4], v_set(-1.0f / 6.0f), d[2] * (2.0f / 3.0f));
        vf b = v_fma(d[3], v_set(-1.0f / 6.0f), d[1] * (2.0f / 3.0f));
        vf c = (d[4] - d[2]) * (1.0f / 24.0f), e = (d[3] - d[1]) * (1.0f / 12.0f);
        v[0] = v_fma(d[1], v_set(4.0f), v_fma(d[3], v_set(-5.0f), d[5]));
        v[1] = v_fma(v_fma(d[2], v_set(-5.0f), d[4]), v_set(0.25f), d[0]);
        v[2] = a + b;
        v[3] = a - b;
        v[4] = c + e;
        v[5] = c - e;
    }
}

/* The other way: m outputs from the products at the points. */
INLINE void from_points(const int m, const vf *v, vf *y)
{
    vf even = v[2] + v[3], odd = v[2] - v[3];
    y[0] = v[1] + even;
    if (m == 2) {
        y[1] = odd + v[0];
    } else if (m == 3) {
        y[0] += v[4];
        y[1] = v_fma(v[4], v_set(2.0f), odd);
        y[2] = v_fma(v[4], v_set(4.0f), even) + v[0];
    } else {
        vf even2 = v[4] + v[5], odd2 = v[4] - v[5];
        y[0] += even2;
        y[1] = v_fma(odd2, v_set(2.0f), odd);
        y[2] = v_fma(even2, v_set(4.0f), even);
        y[3] = v_fma(odd2, v_set(8.0f), odd) + v[0];
    }
}

/* A tile of down x across outputs: its place, its row in the matrix of each point, and by what its
 * inputs there are multiplied to be integers. */
struct tile {
    int n, y, x;
    ptrdiff_t row[MI_POINTS * MI_POINTS];
    float factor[MI_POINTS * MI_POINTS];
};

/* Stores the input of LANES channels from c on at a point. */
INLINE void put_input(const struct mi_conv_job *job, const struct tile *tile, int point, int c,
                      vf x)
{
    ptrdiff_t at = tile->row[point] * mi_lanes(job->step->conv.in) + c;
#ifdef v_dot
    if (job->step->conv.integers) {
        v_store_whole((int16_t *)job->inputs + at, x * tile->factor[point]);
        return;
    }
#endif
    v_store(job->inputs + at, x);
}

/* The sum of LANES channels from c on at a point, but for the factor range. */
INLINE vf get_output(const struct mi_conv_job *job, const struct tile *tile, int point, int c)
{
    int channels = job->step->conv.panels * MI_LANES;
    vf sum = v_load(job->outputs + tile->row[point] * channels + c);
#ifdef v_dot
    if (job->step->conv.integers)
        return v_of_whole((vi)sum) * v_load(job->step->conv.unit + point * channels + c);
#endif
    return sum;
}

INLINE void tile_to_points(const struct mi_conv_job *job, const int down, const int across,
                           const struct tile *tile)
{
    const struct mi_geometry *g = job->geometry;
    int channels = mi_lanes(job->step->conv.in);
    ptrdiff_t corner = (ptrdiff_t)tile->n * g->points + (tile->y - 1) * g->pitch + tile->x - 1;
    for (int c = 0; c < channels; c += LANES) {
        const float *from = job->from + corner * job->from_channels + c;
        vf half[MI_POINTS][MI_POINTS];
#pragma GCC unroll 6
        for (int x = 0; x < across + 2; x++) {
            vf d[MI_POINTS], v[MI_POINTS];
#pragma GCC unroll 6
            for (int y = 0; y < down + 2; y++)
                d[y] = v_load(from + (ptrdiff_t)(y * g->pitch + x) * job->from_channels);
            to_points(down, d, v);
#pragma GCC unroll 6
            for (int i = 0; i < down + 2; i++)
                half[i][x] = v[i];
        }
#pragma GCC unroll 6
        for (int i = 0; i < down + 2; i++) {
            vf v[MI_POINTS];
            to_points(across, half[i], v);
#pragma GCC unroll 6
            for (int j = 0; j < across + 2; j++)
                put_input(job, tile, i * MI_POINTS + j, c, v[j]);
        }
    }
}

INLINE void tile_from_points(const struct mi_conv_job *job, const int down, const int across,
                             const struct tile *tile)
{
    const struct mi_geometry *g = job->geometry;
    int channels = job->step->conv.panels * MI_LANES;
    ptrdiff_t corner = (ptrdiff_t)tile->n * g->points + tile->y * g->pitch + tile->x;
    float range = job->step->conv.integers ? job->range[tile->n] : 1.0f;
    for (int c = 0; c < channels; c += LANES) {
        vf half[MI_TILE_MAX][MI_POINTS];
#pragma GCC unroll 6
        for (int j = 0; j < across + 2; j++) {
            vf v[MI_POINTS], y[MI_TILE_MAX];
#pragma GCC unroll 6
            for (int i = 0; i < down + 2; i++)
                v[i] = get_output(job, tile, i * MI_POINTS + j, c);
            from_points(down, v, y);
#pragma GCC unroll 4
            for (int i = 0; i < down; i++)
                half[i][j] = y[i];
        }
#pragma GCC unroll 4
        for (int i = 0; i < down; i++) {
            vf y[MI_TILE_MAX];
            from_points(across, half[i], y);
#pragma GCC unroll 4
            for (int j = 0; j < across; j++)
                finish(job, tile->n, corner + i * g->pitch + j, c, y[j] * range);
        }
    }
}

#define TILE(way, down, across)                                                                    \
    case (down)*8 + (across):                                                                      \
        way(job, down, across, tile);                                                              \
        break;
#define TILES(way)                                                                                 \
    TILE(way, 2, 2)                                                                                \
    TILE(way, 2, 3)                                                                                \
    TILE(way, 2, 4)                                                                                \
    TILE(way, 3, 2)                                                                                \
    TILE(way, 3, 3)                                                                                \
    TILE(way, 3, 4)                                                                                \
    TILE(way, 4, 2)                                                                                \
    TILE(way, 4, 3)                                                                                \
    TILE(way, 4, 4)

static void to_some_points(const struct mi_conv_job *job, const struct tile *tile, int size)
{
    switch (size) {
        TILES(tile_to_points)
    }
}

static void from_some_points(const struct mi_conv_job *job, const struct tile *tile, int size)
{
    switch (size) {
        TILES(tile_from_points)
    }
}

/* The range of a position's values, with the 0 around it. */
static float range_of(const struct mi_conv_job *job, int n)
{
    const struct mi_geometry *g = job->geometry;
    int channels = mi_lanes(job->step->conv.in);
    vf most = {0}, least = {0}; /* the latter with its sign changed */
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++) {
            const float *from =
                job->from + ((ptrdiff_t)n * g->points + y * g->pitch + x) * job->from_channels;
            for (int c = 0; c < channels; c += LANES) {
                most = v_max(most, v_load(from + c));
                least = v_max(least, -v_load(from + c));
            }
        }
    float up = 0.0f, down = 0.0f;
    for (int i = 0; i < LANES; i++) {
        up = fmaxf(up, most[i]);
        down = fmaxf(down, least[i]);
    }
    return up + down;
}

static void set_factors(float factor[MI_POINTS * MI_POINTS], float range)
{
    float whole = range > 0.0f ? MI_INPUT_MAX / range : 0.0f;
    for (int i = 0; i < MI_POINTS * MI_POINTS; i++)
        factor[i] = whole / (mi_gain[i / MI_POINTS] * mi_gain[i % MI_POINTS]);
}

/* Sets a tile's place. */
static void place(const struct mi_conv_job *job, struct tile *tile, int ty, int tx)
{
    const struct mi_geometry *g = job->geometry;
    tile->y = g->down.start[ty];
    tile->x = g->across.start[tx];
    for (int i = 0; i < g->down.size[ty] + 2; i++)
        for (int j = 0; j < g->across.size[tx] + 2; j++)
            tile->row[i * MI_POINTS + j] =
                (ptrdiff_t)job->n * g->before[i * MI_POINTS + j] +
                ((ptrdiff_t)tile->n * g->down.with[i] + ty) * g->across.with[j] + tx;
}

/* Calls back for each tile of all positions. */
static void each_tile(const struct mi_conv_job *job,
                      void (*call)(const struct mi_conv_job *, const struct tile *, int size))
{
    const struct mi_geometry *g = job->geometry;
    for (int n = 0; n < job->n; n++) {
        struct tile tile = {.n = n};
        if (job->step->conv.integers)
            set_factors(tile.factor, job->range[n]);
        for (int ty = 0; ty < g->down.tiles; ty++)
            for (int tx = 0; tx < g->across.tiles; tx++) {
                place(job, &tile, ty, tx);
                call(job, &tile, g->down.size[ty] * 8 + g->across.size[tx]);
            }
    }
}

static void multiply_points(const struct mi_conv_job *job)
{
    const struct mi_geometry *g = job->geometry;
    const struct mi_packed *conv = &job->step->conv;
    int in = mi_lanes(conv->in), out = conv->panels * MI_LANES, pairs = (conv->in + 1) / 2;
    for (int i = 0; i < MI_POINTS * MI_POINTS; i++) {
        int rows = job->n * g->down.with[i / MI_POINTS] * g->across.with[i % MI_POINTS];
        ptrdiff_t first = (ptrdiff_t)job->n * g->before[i], matrix = (ptrdiff_t)i * out;
        if (conv->integers)
            multiply_matrix(true, rows, conv->panels, (const word *)job->inputs + first * in / 2,
                            in / 2, pairs, (const float *)conv->whole + matrix * pairs,
                            job->outputs + first * out);
        else
            multiply_matrix(false, rows, conv->panels, (const word *)job->inputs + first * in, in,
                            conv->in, conv->weight + matrix * conv->in, job->outputs + first * out);
    }
}

static void conv_winograd(const struct mi_conv_job *job)
{
    for (int n = 0; job->step->conv.integers && n < job->n; n++)
        job->range[n] = range_of(job, n);
    if (!job->step->same)
        each_tile(job, to_some_points);
    multiply_points(job);
    each_tile(job, from_some_points);
}

static void conv_float(const struct mi_conv_job *job)
{
    if (job->step->conv.winograd)
        conv_winograd(job);
    else
        conv_direct(job);
}

/* ---- pooling ---- */

static void pool_float(const struct mi_pool_job *job)
{
    const struct mi_geometry *g = job->geometry;
    float area = (float)(g->width * g->height), size = (sqrtf(area) - 14.0f) * 0.1f;
    for (int c = 0; c < job->channels; c += LANES) {
        vf sum = {0}, most = v_set(-INFINITY);
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++) {
                vf v = v_load(job->from + (ptrdiff_t)(y * g->pitch + x) * job->from_channels + c);
                sum += v;
                most = v_max(most, v);
            }
        vf mean = sum / area, third = most;
        if (job->value)
            third = mean * (size * size - 0.1f);
        for (int i = 0; i < LANES && c + i < job->channels; i++) {
            job->pooled[c + i] = mean[i];
            job->pooled[job->channels + c + i] = mean[i] * size;
            job->pooled[2 * job->channels + c + i] = third[i];
        }
    }
}

#ifdef v_dot
enum { WHOLE = true };
#else
enum { WHOLE = false };
#endif

const struct mi_kernels KERNELS = {
    .name = NAME, .integers = WHOLE, .usable = usable, .conv = conv_float, .pool = pool_float};
