/* tile_inputs.h - converts a position's inputs to the layout of tiles; a part of amx.c.
 *
 * The inputs are bfloat16 or bytes.  Board rows follow each other, with zeros between them as wide
 * as the filter reaches; the end of one row and the start of the next share these zeros.  So the
 * same tap of any 16 consecutive points is a tile. */

/* A position's inputs.  In bytes x is stored as round(x / quant_scale) + zero, so that the range
 * from min(0, smallest input) to the largest input fills a byte. */
struct tile_input {
    char *at;   /* the board's first point */
    int across; /* points of a row, including the zeros after it */
    int row;    /* bytes of a point */
    bool bytes;
    float quant_scale, factor, zero; /* factor: 1 / quant_scale */
};

static struct tile_input lay_out_tile_input(const struct mi_conv_job *job)
{
    const struct mi_packed_weights *conv = &job->step->conv;
    int down = conv->height / 2 * conv->dilation_y, across = conv->width / 2 * conv->dilation_x;
    struct tile_input tile_input = {.across = job->geometry->width + across,
                                    .row = mi_tile_row(conv->in, conv->bytes ? 1 : 2),
                                    .bytes = conv->bytes};
    tile_input.at =
        (char *)job->inputs + (ptrdiff_t)(down * tile_input.across + across) * tile_input.row;
    return tile_input;
}

/* Fills points [from, to), counted from the board's first, with the code of 0. */
INLINE void clear_points(const struct tile_input *tile_input, ptrdiff_t from, ptrdiff_t to)
{
    __m512i none = _mm512_set1_epi8((char)(int)tile_input->zero);
    for (ptrdiff_t i = from * tile_input->row; i < to * tile_input->row; i += ROW)
        _mm512_storeu_si512(tile_input->at + i, none);
}

/* Converts `lanes` floats to bfloat16; an odd group of LANES is followed by zeros. */
INLINE void put_bfloat16(const float *from, int lanes, char *to)
{
    for (int c = 0; c < lanes; c += 2 * LANES) {
        vf first = v_load(from + c), second = {0};
        if (c + LANES < lanes)
            second = v_load(from + c + LANES);
        *(__m512bh *)(to + c * 2) = _mm512_cvtne2ps_pbh(second, first);
    }
}

/* Converts `lanes` floats to bytes.  The bytes after them that fill up the tile stay as they are,
 * since their weights are 0. */
INLINE void put_bytes(const float *from, int lanes, const struct tile_input *tile_input, char *to)
{
    vf factor = v_set(tile_input->factor), zero = v_set(tile_input->zero);
    for (int c = 0; c < lanes; c += LANES) {
        __m512i contiguous = _mm512_cvtps_epi32(v_fma(v_load(from + c), factor, zero));
        contiguous = _mm512_max_epi32(contiguous, _mm512_setzero_si512());
        _mm_storeu_si128((__m128i *)(void *)(to + c), _mm512_cvtusepi32_epi8(contiguous));
    }
}

/* Converts adjacent points, in one go if their channels are contiguous. */
INLINE void put_row(const float *from, int apart, int lanes, int points,
                    const struct tile_input *tile_input, ptrdiff_t at)
{
    char *to = tile_input->at + at * tile_input->row;
    bool contiguous = apart == lanes && lanes * (tile_input->bytes ? 1 : 2) == tile_input->row;
    int groups = contiguous ? 1 : points, each = contiguous ? points * lanes : lanes;
    for (int x = 0; x < groups; x++)
        if (tile_input->bytes)
            put_bytes(from + x * apart, each, tile_input, to + x * tile_input->row);
        else
            put_bfloat16(from + x * apart, each, to + x * tile_input->row);
}

/* The first point of row y of position n. */
INLINE const float *position_row(const struct mi_conv_job *job, int n, int y)
{
    const struct mi_geometry *g = job->geometry;
    return job->from + ((ptrdiff_t)n * g->points + y * g->pitch) * job->from_channels;
}

/* Smallest and largest values, in 4 independent chains to hide the latency. */
struct range {
    vf min[4], max[4];
};

INLINE void range_add(struct range *range, int i, vf x)
{
    range->min[i] = _mm512_min_ps(range->min[i], x);
    range->max[i] = v_max(range->max[i], x);
}

INLINE void range_add_row(struct range *range, const float *from, int lanes)
{
    int c = 0;
    for (; c + 4 * LANES <= lanes; c += 4 * LANES)
        UNROLLED(4)
    for (int i = 0; i < 4; i++)
        range_add(range, i, v_load(from + c + i * LANES));
    for (; c < lanes; c += LANES)
        range_add(range, 0, v_load(from + c));
}

/* Sets the scale and zero point of position n's bytes.  Values too small for a scale become 0. */
static void set_byte_scale(const struct mi_conv_job *job, struct tile_input *tile_input, int n)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->step->conv.in), apart = job->from_channels;
    struct range range = {{{0}}, {{0}}};
    for (int y = 0; y < g->height; y++) {
        const float *from = position_row(job, n, y);
        if (apart == lanes)
            range_add_row(&range, from, g->width * lanes);
        else
            for (int x = 0; x < g->width; x++)
                range_add_row(&range, from + x * apart, lanes);
    }
    float low = 0.0f, high = 0.0f;
    for (int i = 0; i < 4; i++) {
        low = fminf(low, _mm512_reduce_min_ps(range.min[i]));
        high = fmaxf(high, _mm512_reduce_max_ps(range.max[i]));
    }
    bool sane = high - low > BYTE_MAX * FLT_MIN && high - low < INFINITY;
    tile_input->quant_scale = sane ? (high - low) / BYTE_MAX : 1.0f;
    tile_input->factor = 1.0f / tile_input->quant_scale;
    tile_input->zero = sane ? (float)(int)(0.5f - low * tile_input->factor) : 0.0f;
}

static void fill_tile_input(const struct mi_conv_job *job, const struct tile_input *tile_input,
                            int n)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->step->conv.in);
    ptrdiff_t before = (tile_input->at - (char *)job->inputs) / tile_input->row;
    clear_points(tile_input, -before, 0);
    for (int y = 0; y < g->height; y++) {
        ptrdiff_t row = (ptrdiff_t)y * tile_input->across;
        put_row(position_row(job, n, y), job->from_channels, lanes, g->width, tile_input, row);
        clear_points(tile_input, row + g->width, row + tile_input->across);
    }
    ptrdiff_t end = (ptrdiff_t)g->height * tile_input->across;
    clear_points(tile_input, end, end + before + 2 * ROWS);
}
