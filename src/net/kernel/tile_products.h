/* tile_products.h - sums of the products of tiles; a part of amx.c. */

/* What is fetched ahead of each tile: two cache lines. */
enum { LINE = 64, AHEAD = 2 * LINE };

INLINE void fetch(const char *at)
{
    __builtin_prefetch(at, 0, 2);
    __builtin_prefetch(at + LINE, 0, 2);
}

/* Weights of one panel, or of two that lie apart bytes from each other, as in struct
 * mi_packed_weights; those to come lie next bytes behind. */
struct weights {
    const char *first;
    ptrdiff_t apart, next;
    const ptrdiff_t *tap; /* [taps]: where in the sheet, from the point's first byte on */
    int taps, row;        /* bytes of a point in the sheet */
};

#define ADD_PRODUCT(sum, a, b)                                                                     \
    do {                                                                                           \
        if (bytes)                                                                                 \
            _tile_dpbusd(sum, a, b);                                                               \
        else                                                                                       \
            _tile_dpbf16ps(sum, a, b);                                                             \
    } while (0)

/* The sums of high * ROWS points of a sheet from a on with wide panels, in rows of
 * wide * MI_LANES.  An eighth of the weights, from ahead on, is fetched meanwhile: those of large
 * networks come from afar. */
INLINE void multiply_tiles(const struct weights *weights, const bool bytes, const int high,
                           const int wide, const char *a, const char *ahead, float *sum)
{
    const ptrdiff_t apart = weights->apart, row = weights->row, lower = ROWS * row;
    const char *b = weights->first;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int t = 0; t < weights->taps; t++) {
        const char *from = a + weights->tap[t];
        for (ptrdiff_t c = 0; c < row; c += ROW, b += TILE, ahead += AHEAD) {
            fetch(ahead);
            _tile_loadd(4, from + c, row);
            _tile_loadd(6, b, ROW);
            ADD_PRODUCT(0, 4, 6);
            if (wide > 1) {
                fetch(ahead + apart);
                _tile_loadd(7, b + apart, ROW);
                ADD_PRODUCT(1, 4, 7);
            }
            if (high > 1) {
                _tile_loadd(5, from + c + lower, row);
                ADD_PRODUCT(2, 5, 6);
            }
            if (high > 1 && wide > 1)
                ADD_PRODUCT(3, 5, 7);
        }
    }
    const ptrdiff_t pitch = (ptrdiff_t)wide * MI_LANES, stride = pitch * (ptrdiff_t)sizeof *sum;
    _tile_stored(0, sum, stride);
    if (wide > 1)
        _tile_stored(1, sum + MI_LANES, stride);
    if (high > 1)
        _tile_stored(2, sum + ROWS * pitch, stride);
    if (high > 1 && wide > 1)
        _tile_stored(3, sum + ROWS * pitch + MI_LANES, stride);
    MI_WRITTEN(sum, sizeof *sum * (size_t)(high * ROWS * pitch));
}

INLINE void multiply_by(const struct weights *weights, const bool bytes, int high, int wide,
                        const char *a, const char *ahead, float *sum)
{
    if (high > 1 && wide > 1)
        multiply_tiles(weights, bytes, 2, 2, a, ahead, sum);
    else if (high > 1)
        multiply_tiles(weights, bytes, 2, 1, a, ahead, sum);
    else if (wide > 1)
        multiply_tiles(weights, bytes, 1, 2, a, ahead, sum);
    else
        multiply_tiles(weights, bytes, 1, 1, a, ahead, sum);
}

static void multiply(const struct weights *weights, bool bytes, int high, int wide, const char *a,
                     const char *ahead, float *sum)
{
    if (bytes)
        multiply_by(weights, true, high, wide, a, ahead, sum);
    else
        multiply_by(weights, false, high, wide, a, ahead, sum);
}
