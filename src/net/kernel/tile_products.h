/* tile_products.h - matrix products in AMX tiles; a part of amx.c. */

/* Prefetched with each tile: two cache lines. */
enum { LINE = 64, AHEAD = 2 * LINE };

INLINE void prefetch_two_lines(const char *at)
{
    __builtin_prefetch(at, 0, 2);
    __builtin_prefetch(at + LINE, 0, 2);
}

/* The weights of one panel or of two, as in struct mi_packed_weights. */
struct tile_weights {
    const char *first;
    ptrdiff_t apart, next; /* bytes from the first panel to the second, and to the next step's */
    const ptrdiff_t *tap;  /* [taps]: byte offset in the tile input, from the point's first byte */
    int taps, row;         /* row: bytes of a point in the tile input */
};

#define ADD_PRODUCT(sum, a, b)                                                                     \
    do {                                                                                           \
        if (bytes)                                                                                 \
            _tile_dpbusd(sum, a, b);                                                               \
        else                                                                                       \
            _tile_dpbf16ps(sum, a, b);                                                             \
    } while (0)

/* Multiplies high * ROWS points, from a on, by `wide` panels; sum has rows of wide * MI_LANES.
 * Also prefetches weights from `ahead` on, an eighth of the number that it uses, since the weights
 * of large networks do not stay in the cache. */
INLINE void multiply_tiles(const struct tile_weights *tile_weights, const bool bytes,
                           const int high, const int wide, const char *a, const char *ahead,
                           float *sum)
{
    const ptrdiff_t apart = tile_weights->apart, row = tile_weights->row, lower = ROWS * row;
    const char *b = tile_weights->first;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int t = 0; t < tile_weights->taps; t++) {
        const char *from = a + tile_weights->tap[t];
        for (ptrdiff_t c = 0; c < row; c += ROW, b += TILE, ahead += AHEAD) {
            prefetch_two_lines(ahead);
            _tile_loadd(4, from + c, row);
            _tile_loadd(6, b, ROW);
            ADD_PRODUCT(0, 4, 6);
            if (wide > 1) {
                prefetch_two_lines(ahead + apart);
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
    MI_MARK_INITIALIZED(sum, sizeof *sum * (size_t)(high * ROWS * pitch));
}

INLINE void multiply_tiles_by_shape(const struct tile_weights *tile_weights, const bool bytes,
                                    int high, int wide, const char *a, const char *ahead,
                                    float *sum)
{
    if (high > 1 && wide > 1)
        multiply_tiles(tile_weights, bytes, 2, 2, a, ahead, sum);
    else if (high > 1)
        multiply_tiles(tile_weights, bytes, 2, 1, a, ahead, sum);
    else if (wide > 1)
        multiply_tiles(tile_weights, bytes, 1, 2, a, ahead, sum);
    else
        multiply_tiles(tile_weights, bytes, 1, 1, a, ahead, sum);
}

static void multiply_tile_block(const struct tile_weights *tile_weights, bool bytes, int high,
                                int wide, const char *a, const char *ahead, float *sum)
{
    if (bytes)
        multiply_tiles_by_shape(tile_weights, true, high, wide, a, ahead, sum);
    else
        multiply_tiles_by_shape(tile_weights, false, high, wide, a, ahead, sum);
}
