/* tile_inputs.h - a position's inputs laid out anew for tiles; a part of amx.c.
 *
 * In bfloat16 or in bytes: rows of points one after the other, with zeros between them as far as
 * the filter reaches, which the end of one row shares with the beginning of the next.  So the same
 * tap of any 16 points in sequence is a tile, whose rows lie as far apart as points. */

/* A position's inputs.  In bytes x is round(x / unit) + zero: from the smallest number that there
 * is, or 0, to the largest. */
struct sheet {
    char *at;   /* of the board's first point */
    int across; /* points of a row, with the zeros behind it */
    int row;    /* bytes of a point */
    bool bytes;
    float unit, factor, zero; /* factor: 1 / unit */
};

static struct sheet lay_sheet(const struct mi_conv_job *job)
{
    const struct mi_packed_weights *conv = &job->step->conv;
    int down = conv->height / 2 * conv->dilation_y, across = conv->width / 2 * conv->dilation_x;
    struct sheet sheet = {.across = job->geometry->width + across,
                          .row = mi_tile_row(conv->in, conv->bytes ? 1 : 2),
                          .bytes = conv->bytes};
    sheet.at = (char *)job->inputs + (ptrdiff_t)(down * sheet.across + across) * sheet.row;
    return sheet;
}

/* What means 0 from the one point, counted from the board's first, up to the other. */
INLINE void clear_points(const struct sheet *sheet, ptrdiff_t from, ptrdiff_t to)
{
    __m512i none = _mm512_set1_epi8((char)(int)sheet->zero);
    for (ptrdiff_t i = from * sheet->row; i < to * sheet->row; i += ROW)
        _mm512_storeu_si512(sheet->at + i, none);
}

/* So many numbers in bfloat16, an odd group of LANES with zeros beside it. */
INLINE void put(const float *from, int lanes, char *to)
{
    for (int c = 0; c < lanes; c += 2 * LANES) {
        vf first = v_load(from + c), second = {0};
        if (c + LANES < lanes)
            second = v_load(from + c + LANES);
        *(__m512bh *)(to + c * 2) = _mm512_cvtne2ps_pbh(second, first);
    }
}

/* So many numbers in bytes; those behind them that fill the tile stay as they are, since their
 * weights are 0. */
INLINE void put_bytes(const float *from, int lanes, const struct sheet *sheet, char *to)
{
    vf factor = v_set(sheet->factor), zero = v_set(sheet->zero);
    for (int c = 0; c < lanes; c += LANES) {
        __m512i whole = _mm512_cvtps_epi32(v_fma(v_load(from + c), factor, zero));
        whole = _mm512_max_epi32(whole, _mm512_setzero_si512());
        _mm_storeu_si128((__m128i *)(void *)(to + c), _mm512_cvtusepi32_epi8(whole));
    }
}

/* The channels of points side by side, at once where nothing lies between them. */
INLINE void put_row(const float *from, int apart, int lanes, int points, const struct sheet *sheet,
                    ptrdiff_t at)
{
    char *to = sheet->at + at * sheet->row;
    bool whole = apart == lanes && lanes * (sheet->bytes ? 1 : 2) == sheet->row;
    int groups = whole ? 1 : points, each = whole ? points * lanes : lanes;
    for (int x = 0; x < groups; x++)
        if (sheet->bytes)
            put_bytes(from + x * apart, each, sheet, to + x * sheet->row);
        else
            put(from + x * apart, each, to + x * sheet->row);
}

/* The first point of a row of position n. */
INLINE const float *row_of(const struct mi_conv_job *job, int n, int y)
{
    const struct mi_geometry *g = job->geometry;
    return job->from + ((ptrdiff_t)n * g->points + y * g->pitch) * job->from_channels;
}

/* Smallest and largest numbers, as many side by side as do not wait for each other. */
struct range {
    vf least[4], most[4];
};

INLINE void widen(struct range *range, int i, vf x)
{
    range->least[i] = _mm512_min_ps(range->least[i], x);
    range->most[i] = v_max(range->most[i], x);
}

/* By so many numbers. */
INLINE void widen_by(struct range *range, const float *from, int lanes)
{
    int c = 0;
    for (; c + 4 * LANES <= lanes; c += 4 * LANES)
        UNROLLED(4)
    for (int i = 0; i < 4; i++)
        widen(range, i, v_load(from + c + i * LANES));
    for (; c < lanes; c += LANES)
        widen(range, 0, v_load(from + c));
}

/* What the bytes of position n mean; of numbers so small that they have no unit, 0. */
static void set_range(const struct mi_conv_job *job, struct sheet *sheet, int n)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->step->conv.in), apart = job->from_channels;
    struct range range = {{{0}}, {{0}}};
    for (int y = 0; y < g->height; y++) {
        const float *from = row_of(job, n, y);
        if (apart == lanes)
            widen_by(&range, from, g->width * lanes);
        else
            for (int x = 0; x < g->width; x++)
                widen_by(&range, from + x * apart, lanes);
    }
    float low = 0.0f, high = 0.0f;
    for (int i = 0; i < 4; i++) {
        low = fminf(low, _mm512_reduce_min_ps(range.least[i]));
        high = fmaxf(high, _mm512_reduce_max_ps(range.most[i]));
    }
    bool sane = high - low > BYTE_MAX * FLT_MIN && high - low < INFINITY;
    sheet->unit = sane ? (high - low) / BYTE_MAX : 1.0f;
    sheet->factor = 1.0f / sheet->unit;
    sheet->zero = sane ? (float)(int)(0.5f - low * sheet->factor) : 0.0f;
}

static void fill_sheet(const struct mi_conv_job *job, const struct sheet *sheet, int n)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->step->conv.in);
    ptrdiff_t before = (sheet->at - (char *)job->inputs) / sheet->row;
    clear_points(sheet, -before, 0);
    for (int y = 0; y < g->height; y++) {
        ptrdiff_t row = (ptrdiff_t)y * sheet->across;
        put_row(row_of(job, n, y), job->from_channels, lanes, g->width, sheet, row);
        clear_points(sheet, row + g->width, row + sheet->across);
    }
    ptrdiff_t end = (ptrdiff_t)g->height * sheet->across;
    clear_points(sheet, end, end + before + 2 * ROWS);
}
