/* matrix.h - matrix products and direct convolutions; a part of kernel.h. */
/* sum + x * weight, in floats or in pairs of integers. */
INLINE vf v_add_product(const bool integers, word x, vf weight, vf sum)
{
#ifdef v_dot
    if (integers)
        return (vf)v_dot((vi)sum, (vi){0} + x, (vi)weight);
#endif
    (void)integers;
    return v_fma((vf)((vi){0} + x), weight, sum);
}

/* Multiplies `rows` rows of inputs by `panels` panels of weights:
 *
 *   c[row] = sum over taps t and words i < k of a[row][tap[t] + i] * b[panel][t][i]
 *
 * A panel is taps * k * MI_LANES floats.  The rows of c are c_row floats apart. */
INLINE void multiply_block(const bool integers, const int rows, const int panels,
                           const word *const *a, const ptrdiff_t *tap, int taps, int k,
                           const float *b, float *c, ptrdiff_t c_row)
{
    const ptrdiff_t panel = (ptrdiff_t)taps * k * MI_LANES;
    vf sum[ROWS][PANELS * VECTORS];
    UNROLLED(8)
    for (int r = 0; r < rows; r++)
        UNROLLED(16)
    for (int v = 0; v < panels * VECTORS; v++)
        sum[r][v] = (vf){0};
    for (int t = 0; t < taps; t++) {
        const word *at[ROWS];
        UNROLLED(8)
        for (int r = 0; r < rows; r++)
            at[r] = a[r] + tap[t];
        for (int i = 0; i < k; i++, b += MI_LANES) {
            vf weight[PANELS * VECTORS];
            UNROLLED(16)
            for (int v = 0; v < panels * VECTORS; v++)
                weight[v] = v_load(b + v / VECTORS * panel + v % VECTORS * LANES);
            UNROLLED(3)
            for (int p = 0; p < panels; p++) /* weights of the next panels */
                __builtin_prefetch(b + (p + panels) * panel);
            UNROLLED(8)
            for (int r = 0; r < rows; r++) {
                word x = at[r][i];
                UNROLLED(16)
                for (int v = 0; v < panels * VECTORS; v++)
                    sum[r][v] = v_add_product(integers, x, weight[v], sum[r][v]);
            }
        }
    }
    UNROLLED(8)
    for (int r = 0; r < rows; r++)
        UNROLLED(16)
    for (int v = 0; v < panels * VECTORS; v++)
        v_store(c + r * c_row + v * LANES, sum[r][v]);
}

#define CASE(r, p)                                                                                 \
    case (p)*16 + (r):                                                                             \
        if ((r) <= ROWS && (p) <= PANELS)                                                          \
            multiply_block(INTEGERS, (r) <= ROWS ? (r) : 1, (p) <= PANELS ? (p) : 1, a, tap, taps, \
                           k, b, c, c_row);                                                        \
        break;
#define CASES(p)                                                                                   \
    CASE(1, p)                                                                                     \
    CASE(2, p) CASE(3, p) CASE(4, p) CASE(5, p) CASE(6, p) CASE(7, p) CASE(8, p)

#if SANITIZED
#define SHAPES                                                                                     \
    default:                                                                                       \
        multiply_block(INTEGERS, rows, panels, a, tap, taps, k, b, c, c_row);
#else
#define SHAPES CASES(1) CASES(2) CASES(3)
#endif

#define INTEGERS false
static void multiply_floats(int rows, int panels, const word *const *a, const ptrdiff_t *tap,
                            int taps, int k, const float *b, float *c, ptrdiff_t c_row)
{
    switch (panels * 16 + rows) {
        SHAPES
    }
}
#undef INTEGERS

#ifdef v_dot
#define INTEGERS true
static void multiply_integers(int rows, int panels, const word *const *a, const ptrdiff_t *tap,
                              int taps, int k, const float *b, float *c, ptrdiff_t c_row)
{
    switch (panels * 16 + rows) {
        SHAPES
    }
}
#undef INTEGERS
#else
#define multiply_integers multiply_floats
#endif

/* Splits `count` into as few parts of at most `max` as possible; returns the size of the first. */
INLINE int part_size(int count, int max)
{
    int parts = (count + max - 1) / max;
    return (count + parts - 1) / parts;
}

/* Multiplies `rows` rows of inputs, a_row words apart, by all panels of k words each.  The first
 * `longer` blocks of rows have one more than the others. */
INLINE void multiply_matrix(const bool integers, int rows, int panels, const word *a,
                            ptrdiff_t a_row, int k, const float *b, float *c)
{
    static const ptrdiff_t none = 0;
    const ptrdiff_t c_row = (ptrdiff_t)panels * MI_LANES;
    const int blocks = (rows + ROWS - 1) / ROWS, shorter = blocks ? rows / blocks : 0,
              longer = rows - blocks * shorter;
    for (int p = 0, block_panels; p < panels; p += block_panels) {
        block_panels = part_size(panels - p, PANELS);
        for (int r = 0, block = 0, block_rows; block < blocks; r += block_rows, block++) {
            const word *at[ROWS];
            block_rows = shorter + (block < longer);
            for (int i = 0; i < block_rows; i++)
                at[i] = a + (r + i) * a_row;
            (integers ? multiply_integers : multiply_floats)(block_rows, block_panels, at, &none, 1,
                                                             k, b + (ptrdiff_t)p * k * MI_LANES,
                                                             c + r * c_row + p * MI_LANES, c_row);
        }
    }
}

/* ---- direct convolution ---- */

/* Convolves `block_rows` points of position n. */
static void conv_points(const struct mi_conv_job *of, int n, const ptrdiff_t *point, int block_rows,
                        const ptrdiff_t *tap, int taps)
{
    const struct mi_conv_job copy = *of,
                             *job = &copy; /* a local copy, which no store of vectors can alias */
    const struct mi_packed_weights *conv = &job->step->conv;
    ptrdiff_t panel = (ptrdiff_t)taps * conv->in * MI_LANES;
    for (int p = 0, block_panels; p < conv->panels; p += block_panels) {
        float sum[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
        const word *at[ROWS] = {NULL};
        block_panels = part_size(conv->panels - p, PANELS);
        for (int i = 0; i < block_rows; i++)
            at[i] = (const word *)(job->from + point[i] * job->from_channels);
        multiply_floats(block_rows, block_panels, at, tap, taps, conv->in, conv->weight + p * panel,
                        sum, block_panels * MI_LANES);
        for (int i = 0; i < block_rows; i++)
            for (int c = 0; c < block_panels * MI_LANES; c += LANES)
                finish(job, n, point[i], p * MI_LANES + c,
                       v_load(sum + i * block_panels * MI_LANES + c));
    }
}

/* Panels summed at once for a single point: as many as the registers hold. */
enum { WIDE = LANES >= 8 ? 6 : 2, LIST_STEP = 4 };

/* The inputs of a point, over all taps, that are not 0. */
struct nonzero_inputs {
    int count;
    struct {
        int input, weight; /* offsets in floats from the point and from a panel of weights */
    } at[MI_TAPS_MAX * MI_SPARSE_MAX + LIST_STEP];
};

/* Lists them.  nonzero has a bit for each input that is not 0; tap and next are the offsets of the
 * taps in floats and in points.  Most taps have up to LIST_STEP such inputs: writing that many at
 * once, and counting only those that exist, saves a branch that the processor cannot predict. */
INLINE void list_nonzero_inputs(const uint32_t *nonzero, const ptrdiff_t *tap,
                                const ptrdiff_t *next, int taps, int k, struct nonzero_inputs *list)
{
    list->count = 0;
    for (int t = 0; t < taps; t++)
        for (uint32_t left = nonzero[next[t]]; left;) {
            UNROLLED(4)
            for (int j = 0; j < LIST_STEP; j++) {
                int i = __builtin_ctz(left | 1U << 31), at = list->count;
                list->at[at].input = (int)tap[t] + i;
                list->at[at].weight = (t * k + i) * MI_LANES;
                list->count += left != 0;
                left &= left - 1;
            }
        }
}

/* As multiply_block(), for one row whose inputs are mostly 0. */
INLINE void multiply_nonzero(const int panels, const float *a, const struct nonzero_inputs *list,
                             ptrdiff_t panel, const float *b, float *c)
{
    vf sum[WIDE * VECTORS];
    UNROLLED(16)
    for (int v = 0; v < panels * VECTORS; v++)
        sum[v] = (vf){0};
    for (int i = 0; i < list->count; i++) {
        const float *weight = b + list->at[i].weight;
        vf x = v_set(a[list->at[i].input]);
        UNROLLED(16)
        for (int v = 0; v < panels * VECTORS; v++)
            sum[v] = v_fma(x, v_load(weight + v / VECTORS * panel + v % VECTORS * LANES), sum[v]);
    }
    UNROLLED(16)
    for (int v = 0; v < panels * VECTORS; v++)
        v_store(c + v * LANES, sum[v]);
}

#define SPARSE(p)                                                                                  \
    case (p):                                                                                      \
        multiply_nonzero((p) <= WIDE ? (p) : 1, a, list, panel, b, c);                             \
        break;

#if SANITIZED
#define SPARSE_SHAPES                                                                              \
    default:                                                                                       \
        multiply_nonzero(panels, a, list, panel, b, c);
#else
#define SPARSE_SHAPES SPARSE(1) SPARSE(2) SPARSE(3) SPARSE(4) SPARSE(5) SPARSE(6)
#endif

static void multiply_sparse(int panels, const float *a, const struct nonzero_inputs *list,
                            ptrdiff_t panel, const float *b, float *c)
{
    switch (panels) {
        SPARSE_SHAPES
    }
}

/* Convolves a point whose inputs are mostly 0. */
static void conv_sparse(const struct mi_conv_job *of, int n, ptrdiff_t point, const ptrdiff_t *tap,
                        const ptrdiff_t *next, int taps)
{
    const struct mi_conv_job copy = *of, *job = &copy;
    const struct mi_packed_weights *conv = &job->step->conv;
    ptrdiff_t panel = (ptrdiff_t)taps * conv->in * MI_LANES;
    struct nonzero_inputs list;
    list_nonzero_inputs(job->nonzero + point, tap, next, taps, conv->in, &list);
    for (int p = 0, block_panels; p < conv->panels; p += block_panels) {
        float sum[WIDE * MI_LANES] __attribute__((aligned(64)));
        block_panels = part_size(conv->panels - p, WIDE);
        multiply_sparse(block_panels, job->from + point * job->from_channels, &list, panel,
                        conv->weight + p * panel, sum);
        for (int c = 0; c < block_panels * MI_LANES; c += LANES)
            finish(job, n, point, p * MI_LANES + c, v_load(sum + c));
    }
}

static void conv_board_sparse(const struct mi_conv_job *job, int n, const ptrdiff_t *tap,
                              const ptrdiff_t *next, int taps)
{
    const struct mi_geometry *g = job->geometry;
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++)
            conv_sparse(job, n, (ptrdiff_t)n * g->points + y * g->pitch + x, tap, next, taps);
}

/* Convolves as many points at once as possible, across the ends of board rows. */
static void conv_board(const struct mi_conv_job *job, int n, const ptrdiff_t *tap, int taps)
{
    const struct mi_geometry *g = job->geometry;
    ptrdiff_t point[ROWS], row = (ptrdiff_t)n * g->points;
    int left = g->width * g->height, wanted = part_size(left, ROWS), block_rows = 0;
    for (int y = 0; y < g->height; y++, row += g->pitch)
        for (int x = 0; x < g->width; x++) {
            point[block_rows++] = row + x;
            if (block_rows < wanted)
                continue;
            conv_points(job, n, point, block_rows, tap, taps);
            left -= block_rows;
            wanted = left > 0 ? part_size(left, ROWS) : 0;
            block_rows = 0;
        }
}

static void conv_direct(const struct mi_conv_job *job)
{
    ptrdiff_t tap[MI_TAPS_MAX], next[MI_TAPS_MAX];
    int taps = mi_taps(&job->step->conv, job->geometry->pitch, next);
    for (int t = 0; t < taps; t++)
        tap[t] = next[t] * job->from_channels;
    for (int n = 0; n < job->n; n++)
        if (job->step->sparse)
            conv_board_sparse(job, n, tap, next, taps);
        else
            conv_board(job, n, tap, taps);
}
