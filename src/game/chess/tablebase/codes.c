/* Numbers of squares for the index of Syzygy tables. */
#include "syzygy.h"

#include <string.h>

static void fill_choose(struct mi_syzygy_codes *codes)
{
    for (int n = 0; n < 64; n++)
        codes->choose[0][n] = 1;
    for (int k = 1; k < TABLE_PIECES; k++)
        for (int n = 1; n < 64; n++)
            codes->choose[k][n] = codes->choose[k - 1][n - 1] + codes->choose[k][n - 1];
}

/* The squares of the diagonal come last in the triangle. */
static void fill_triangle(struct mi_syzygy_codes *codes)
{
    uint8_t off = 0, below = 0;
    for (int square = 0; square < 64; square++) {
        int file = file_of(square), rank = rank_of(square);
        if (file > rank)
            codes->below[square] = below++;
        if (file < 4 && file > rank)
            codes->triangle[square] = off++;
        else if (file < 4 && file == rank)
            codes->triangle[square] = (uint8_t)(6 + file);
    }
}

static bool kings_are_apart(int a, int b)
{
    int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    return files * files > 1 || ranks * ranks > 1;
}

/* If the first king is on the diagonal, the second is not above it.  Pairs with both on the
 * diagonal come last. */
static void fill_kings(struct mi_syzygy_codes *codes)
{
    static const uint8_t first[] = {1, 2, 3, 10, 11, 19, 0, 9, 18, 27};
    uint16_t next = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 10; i++)
            for (int square = 0; square < 64; square++) {
                int slope = rank_of(square) - file_of(square);
                bool last = i >= 6 && slope == 0, mirrored = i >= 6 && slope > 0;
                if (last == (pass == 1) && !mirrored && kings_are_apart(first[i], square))
                    codes->kings[i][square] = next++;
            }
}

/* The other pawns are on squares with a smaller twist than that of the leading pawn. */
static void fill_pawns(struct mi_syzygy_codes *codes)
{
    for (int square = 8; square < 56; square++) {
        int file = edge_distance(file_of(square)), rank = rank_of(square) - 1;
        codes->twist[square] = (uint8_t)(47 - 12 * file - 2 * rank - (file_of(square) > 3));
    }
    for (int others = 0; others < LEADING_PAWNS; others++)
        for (int file = 0; file < 4; file++) {
            uint32_t sum = 0;
            for (int rank = 0; rank < 6; rank++) {
                codes->pawns[others][file][rank] = sum;
                sum += codes->choose[others][codes->twist[8 * (rank + 1) + file]];
            }
            codes->pawns_size[others][file] = sum;
        }
}

void mi_syzygy_fill_codes(struct mi_syzygy_codes *codes)
{
    memset(codes, 0, sizeof *codes);
    fill_choose(codes);
    fill_triangle(codes);
    fill_kings(codes);
    fill_pawns(codes);
}
