/* winograd.h - 3x3 convolutions by Winograd's algorithm (Lavin and Gray 2016); a part of kernel.h.
 *
 * A tile of inputs is transformed to its values at the interpolation points, multiplied there, and
 * transformed back to outputs. */
/* Input transform in one direction for m outputs (Toom-Cook interpolation, transposed): inputs d,
 * values v at the m + 2 points. */
INLINE void input_transform(const int m, const vf *d, vf *v)
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

/* Output transform in one direction: m outputs y from the products v at the points. */
INLINE void output_transform(const int m, const vf *v, vf *y)
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

/* A tile of outputs. */
struct tile {
    int n, y, x;                          /* position, first row and column */
    int number;                           /* among the tiles of the same rows */
    ptrdiff_t row[MI_POINTS * MI_POINTS]; /* row of the first of these tiles in the matrix of each
                                             point */
    float factor[MI_POINTS * MI_POINTS];  /* quantizes its inputs at each point */
};

/* Vectors whose inputs are transformed together: two, if integers of two vectors are stored at
 * once. */
#ifdef v_store_int16_pair
enum { INPUT_VECTORS = 2 };
#else
enum { INPUT_VECTORS = 1 };
#endif

/* Stores the inputs of INPUT_VECTORS * LANES channels from c on at a point. */
INLINE void store_tile_inputs(const struct mi_conv_job *job, const struct tile *tile, int point,
                              int c, const vf x[INPUT_VECTORS])
{
    ptrdiff_t at = (tile->row[point] + tile->number) * mi_lanes(job->step->conv.in) + c;
#ifdef v_dot
    if (job->step->conv.integers) {
        int16_t *to = (int16_t *)job->inputs + at;
#ifdef v_store_int16_pair
        v_store_int16_pair(to, x[0] * tile->factor[point], x[1] * tile->factor[point]);
#else
        v_store_int16(to, x[0] * tile->factor[point]);
#endif
        return;
    }
#endif
    UNROLLED(2)
    for (int v = 0; v < INPUT_VECTORS; v++)
        v_store(job->inputs + at + v * LANES, x[v]);
}

/* The sums of LANES channels from c on at a point.  For integers, the
 * caller must still multiply them by the range of the inputs. */
INLINE vf load_tile_output(const struct mi_conv_job *job, const struct tile *tile, int point, int c)
{
    int channels = job->step->conv.panels * MI_LANES;
    vf sum = v_load(job->outputs + (tile->row[point] + tile->number) * channels + c);
#ifdef v_dot
    if (job->step->conv.integers)
        return v_from_int((vi)sum) * v_load(job->step->conv.quant_scale + point * channels + c);
#endif
    return sum;
}

/* Transforms the columns of LANES channels. */
INLINE void transform_columns(const struct mi_conv_job *job, const int down, const int across,
                              const float *from, vf half[MI_POINTS][MI_POINTS])
{
    UNROLLED(6)
    for (int x = 0; x < across + 2; x++) {
        vf d[MI_POINTS], v[MI_POINTS];
        UNROLLED(6)
        for (int y = 0; y < down + 2; y++)
            d[y] = v_load(from + (ptrdiff_t)(y * job->geometry->pitch + x) * job->from_channels);
        input_transform(down, d, v);
        UNROLLED(6)
        for (int i = 0; i < down + 2; i++)
            half[i][x] = v[i];
    }
}

BY_SHAPE void transform_input_tile(const struct mi_conv_job *of, const int down, const int across,
                                   const struct tile *tile)
{
    const struct mi_conv_job copy = *of,
                             *job = &copy; /* a local copy, which no store of vectors can alias */
    const struct mi_geometry *g = job->geometry;
    int channels = mi_lanes(job->step->conv.in);
    ptrdiff_t corner = (ptrdiff_t)tile->n * g->points + (tile->y - 1) * g->pitch + tile->x - 1;
    for (int c = 0; c < channels; c += INPUT_VECTORS * LANES) {
        vf half[INPUT_VECTORS][MI_POINTS][MI_POINTS];
        UNROLLED(2)
        for (int v = 0; v < INPUT_VECTORS; v++)
            transform_columns(job, down, across,
                              job->from + corner * job->from_channels + c + v * LANES, half[v]);
        UNROLLED(6)
        for (int i = 0; i < down + 2; i++) {
            vf at_point[INPUT_VECTORS][MI_POINTS];
            UNROLLED(2)
            for (int v = 0; v < INPUT_VECTORS; v++)
                input_transform(across, half[v][i], at_point[v]);
            UNROLLED(6)
            for (int j = 0; j < across + 2; j++) {
                vf x[INPUT_VECTORS];
                UNROLLED(2)
                for (int v = 0; v < INPUT_VECTORS; v++)
                    x[v] = at_point[v][j];
                store_tile_inputs(job, tile, i * MI_POINTS + j, c, x);
            }
        }
    }
}

BY_SHAPE void transform_output_tile(const struct mi_conv_job *of, const int down, const int across,
                                    const struct tile *tile)
{
    const struct mi_conv_job copy = *of, *job = &copy;
    const struct mi_geometry *g = job->geometry;
    int channels = job->step->conv.panels * MI_LANES;
    ptrdiff_t corner = (ptrdiff_t)tile->n * g->points + tile->y * g->pitch + tile->x;
    float range = job->step->conv.integers ? job->range[tile->n] : 1.0f;
    for (int c = 0; c < channels; c += LANES) {
        const struct epilogue e = load_epilogue(job, tile->n, c);
        vf half[MI_TILE_MAX][MI_POINTS];
        UNROLLED(6)
        for (int j = 0; j < across + 2; j++) {
            vf v[MI_POINTS], y[MI_TILE_MAX];
            UNROLLED(6)
            for (int i = 0; i < down + 2; i++)
                v[i] = load_tile_output(job, tile, i * MI_POINTS + j, c);
            output_transform(down, v, y);
            UNROLLED(4)
            for (int i = 0; i < down; i++)
                half[i][j] = y[i];
        }
        UNROLLED(4)
        for (int i = 0; i < down; i++) {
            vf y[MI_TILE_MAX];
            output_transform(across, half[i], y);
            UNROLLED(4)
            for (int j = 0; j < across; j++)
                finish_point(job, &e, corner + i * g->pitch + j, c, y[j] * range);
        }
    }
}

/* Each tile shape has its own function, called through a table.  With all shapes in one function
 * some compilers for WebAssembly allocate registers badly. */
typedef void tile_function(const struct mi_conv_job *job, const struct tile *tile);

enum { SIZES = MI_TILE_MAX - MI_TILE_MIN + 1 };

#define TILES(of, function)                                                                        \
    of(function, 2, 2) of(function, 2, 3) of(function, 2, 4) of(function, 3, 2) of(function, 3, 3) \
        of(function, 3, 4) of(function, 4, 2) of(function, 4, 3) of(function, 4, 4)
#define TILE(function, down, across)                                                               \
    static void function##_##down##_##across(const struct mi_conv_job *job,                        \
                                             const struct tile *tile)                              \
    {                                                                                              \
        function(job, down, across, tile);                                                         \
    }
#define TILE_NAME(function, down, across) function##_##down##_##across,

TILES(TILE, transform_input_tile)
TILES(TILE, transform_output_tile)
static tile_function *const input_functions[SIZES * SIZES] = {
    TILES(TILE_NAME, transform_input_tile)};
static tile_function *const output_functions[SIZES * SIZES] = {
    TILES(TILE_NAME, transform_output_tile)};

/* The range of a position's values, including the 0 of the border.  Independent maxima, so that the
 * steps do not wait for each other. */
static float position_range(const struct mi_conv_job *job, int n)
{
    const struct mi_geometry *g = job->geometry;
    int channels = mi_lanes(job->step->conv.in);
    vf max[VECTORS] = {{0}}, negated_min[VECTORS] = {{0}}; /* negated minima */
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++) {
            const float *from =
                job->from + ((ptrdiff_t)n * g->points + y * g->pitch + x) * job->from_channels;
            for (int c = 0; c < channels; c += MI_LANES)
                UNROLLED(4)
            for (int v = 0; v < VECTORS; v++) {
                vf value = v_load(from + c + v * LANES);
                max[v] = v_max(max[v], value);
                negated_min[v] = v_max(negated_min[v], -value);
            }
        }
    float up = 0.0f, down = 0.0f;
    for (int v = 0; v < VECTORS; v++)
        for (int i = 0; i < LANES; i++) {
            up = fmaxf(up, max[v][i]);
            down = fmaxf(down, negated_min[v][i]);
        }
    return up + down;
}

static void set_quantization_factors(float factor[MI_POINTS * MI_POINTS], float range)
{
    float quantized = range > 0.0f ? MI_INPUT_MAX / range : 0.0f;
    for (int i = 0; i < MI_POINTS * MI_POINTS; i++)
        factor[i] = quantized / (mi_gain[i / MI_POINTS] * mi_gain[i % MI_POINTS]);
}

/* Sets the rows of the first of the ty-th row of tiles. */
static void place_tile_row(const struct mi_conv_job *job, struct tile *tile, int ty)
{
    const struct mi_geometry *g = job->geometry;
    tile->y = g->down.start[ty];
    for (int i = 0; i < g->down.size[ty] + 2; i++)
        for (int j = 0; j < MI_POINTS; j++)
            tile->row[i * MI_POINTS + j] =
                (ptrdiff_t)job->n * g->before[i * MI_POINTS + j] +
                ((ptrdiff_t)tile->n * g->down.with[i] + ty) * g->across.with[j];
}

/* Calls the function of its shape for each tile of all positions. */
static void transform_tiles(const struct mi_conv_job *job,
                            tile_function *const function[SIZES * SIZES])
{
    const struct mi_geometry *g = job->geometry;
    for (int n = 0; n < job->n; n++) {
        struct tile tile = {.n = n};
        if (job->step->conv.integers)
            set_quantization_factors(tile.factor, job->range[n]);
        for (int ty = 0; ty < g->down.tiles; ty++) {
            place_tile_row(job, &tile, ty);
            for (int tx = 0; tx < g->across.tiles; tx++) {
                tile.x = g->across.start[tx];
                tile.number = tx;
                function[(g->down.size[ty] - MI_TILE_MIN) * SIZES + g->across.size[tx] -
                         MI_TILE_MIN](job, &tile);
            }
        }
    }
}

static void multiply_at_points(const struct mi_conv_job *job)
{
    const struct mi_geometry *g = job->geometry;
    const struct mi_packed_weights *conv = &job->step->conv;
    int in = mi_lanes(conv->in), out = conv->panels * MI_LANES, pairs = (conv->in + 1) / 2;
    for (int i = 0; i < MI_POINTS * MI_POINTS; i++) {
        int rows = job->n * g->down.with[i / MI_POINTS] * g->across.with[i % MI_POINTS];
        ptrdiff_t first = (ptrdiff_t)job->n * g->before[i], matrix = (ptrdiff_t)i * out;
        if (conv->integers)
            multiply_matrix(true, rows, conv->panels, (const word *)job->inputs + first * in / 2,
                            in / 2, pairs, (const float *)conv->quantized + matrix * pairs,
                            job->outputs + first * out);
        else
            multiply_matrix(false, rows, conv->panels, (const word *)job->inputs + first * in, in,
                            conv->in, conv->weight + matrix * conv->in, job->outputs + first * out);
    }
}

static void conv_winograd(const struct mi_conv_job *job)
{
    for (int n = 0; job->step->conv.integers && n < job->n; n++)
        job->range[n] = position_range(job, n);
    if (!job->step->same)
        transform_tiles(job, input_functions);
    multiply_at_points(job);
    transform_tiles(job, output_functions);
}
