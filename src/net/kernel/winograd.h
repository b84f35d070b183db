/* winograd.h - convolutions of 3x3 after Winograd: tiles of inputs are evaluated at points,
 * multiplied there, and interpolated (Lavin and Gray 2016); a part of kernel.h. */
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

BY_SHAPE void tile_to_points(const struct mi_conv_job *of, const int down, const int across,
                             const struct tile *tile)
{
    const struct mi_conv_job copy = *of, *job = &copy; /* which no store of vectors can change */
    const struct mi_geometry *g = job->geometry;
    int channels = mi_lanes(job->step->conv.in);
    ptrdiff_t corner = (ptrdiff_t)tile->n * g->points + (tile->y - 1) * g->pitch + tile->x - 1;
    for (int c = 0; c < channels; c += LANES) {
        const float *from = job->from + corner * job->from_channels + c;
        vf half[MI_POINTS][MI_POINTS];
        UNROLLED(6)
        for (int x = 0; x < across + 2; x++) {
            vf d[MI_POINTS], v[MI_POINTS];
            UNROLLED(6)
            for (int y = 0; y < down + 2; y++)
                d[y] = v_load(from + (ptrdiff_t)(y * g->pitch + x) * job->from_channels);
            to_points(down, d, v);
            UNROLLED(6)
            for (int i = 0; i < down + 2; i++)
                half[i][x] = v[i];
        }
        UNROLLED(6)
        for (int i = 0; i < down + 2; i++) {
            vf v[MI_POINTS];
            to_points(across, half[i], v);
            UNROLLED(6)
            for (int j = 0; j < across + 2; j++)
                put_input(job, tile, i * MI_POINTS + j, c, v[j]);
        }
    }
}

BY_SHAPE void tile_from_points(const struct mi_conv_job *of, const int down, const int across,
                               const struct tile *tile)
{
    const struct mi_conv_job copy = *of, *job = &copy;
    const struct mi_geometry *g = job->geometry;
    int channels = job->step->conv.panels * MI_LANES;
    ptrdiff_t corner = (ptrdiff_t)tile->n * g->points + tile->y * g->pitch + tile->x;
    float range = job->step->conv.integers ? job->range[tile->n] : 1.0f;
    for (int c = 0; c < channels; c += LANES) {
        vf half[MI_TILE_MAX][MI_POINTS];
        UNROLLED(6)
        for (int j = 0; j < across + 2; j++) {
            vf v[MI_POINTS], y[MI_TILE_MAX];
            UNROLLED(6)
            for (int i = 0; i < down + 2; i++)
                v[i] = get_output(job, tile, i * MI_POINTS + j, c);
            from_points(down, v, y);
            UNROLLED(4)
            for (int i = 0; i < down; i++)
                half[i][j] = y[i];
        }
        UNROLLED(4)
        for (int i = 0; i < down; i++) {
            vf y[MI_TILE_MAX];
            from_points(across, half[i], y);
            UNROLLED(4)
            for (int j = 0; j < across; j++)
                finish(job, tile->n, corner + i * g->pitch + j, c, y[j] * range);
        }
    }
}

/* Each shape has a function of its own, which is called by a table: where they all were in one,
 * some compilers (of browsers) would not allot its registers well. */
typedef void tile_way(const struct mi_conv_job *job, const struct tile *tile);

enum { SIZES = MI_TILE_MAX - MI_TILE_MIN + 1 };

#define TILES(of, way)                                                                             \
    of(way, 2, 2) of(way, 2, 3) of(way, 2, 4) of(way, 3, 2) of(way, 3, 3) of(way, 3, 4)            \
        of(way, 4, 2) of(way, 4, 3) of(way, 4, 4)
#define TILE(way, down, across)                                                                    \
    static void way##_##down##_##across(const struct mi_conv_job *job, const struct tile *tile)    \
    {                                                                                              \
        way(job, down, across, tile);                                                              \
    }
#define NAME_OF_TILE(way, down, across) way##_##down##_##across,

TILES(TILE, tile_to_points)
TILES(TILE, tile_from_points)
static tile_way *const to_all_points[SIZES * SIZES] = {TILES(NAME_OF_TILE, tile_to_points)};
static tile_way *const from_all_points[SIZES * SIZES] = {TILES(NAME_OF_TILE, tile_from_points)};

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

/* Takes each tile of all positions its way. */
static void each_tile(const struct mi_conv_job *job, tile_way *const way[SIZES * SIZES])
{
    const struct mi_geometry *g = job->geometry;
    for (int n = 0; n < job->n; n++) {
        struct tile tile = {.n = n};
        if (job->step->conv.integers)
            set_factors(tile.factor, job->range[n]);
        for (int ty = 0; ty < g->down.tiles; ty++)
            for (int tx = 0; tx < g->across.tiles; tx++) {
                place(job, &tile, ty, tx);
                way[(g->down.size[ty] - MI_TILE_MIN) * SIZES + g->across.size[tx] - MI_TILE_MIN](
                    job, &tile);
            }
    }
}

static void multiply_points(const struct mi_conv_job *job)
{
    const struct mi_geometry *g = job->geometry;
    const struct mi_packed_weights *conv = &job->step->conv;
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
        each_tile(job, to_all_points);
    multiply_points(job);
    each_tile(job, from_all_points);
}
