#include "definition.h"

static int number_at(const struct image *image, size_t index)
{
    const unsigned char *at = image->bytes + HEAD + 2 * index;
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

static int input_of(const struct mi_chess *p, int side, int square)
{
    int king = king_square(p, side), piece = p->piece[square];
    int rank = side == WHITE ? square / 8 : 7 - square / 8;
    int file = king % 8 < 4 ? 7 - square % 8 : square % 8;
    return (piece_player(piece) == side ? 0 : 384) + 64 * piece_type(piece) + 8 * rank + file;
}

/* One number of a side's accumulator. */
static int sum_of(const struct image *image, int width, const struct mi_chess *p, int side, int i)
{
    int sum = number_at(image, (size_t)(768 * width + i));
    for (int square = 0; square < 64; square++)
        if (p->piece[square] != NO_PIECE)
            sum += number_at(image, (size_t)(input_of(p, side, square) * width + i));
    return sum;
}

int slow_value(const struct image *image, int width, int buckets, const struct mi_chess *p)
{
    int pieces = 0;
    for (int square = 0; square < 64; square++)
        pieces += p->piece[square] != NO_PIECE;
    int bucket = (pieces - 2) / 4 < buckets ? (pieces - 2) / 4 : buckets - 1;
    int64_t whole = 0;
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < width; i++) {
            int64_t a = sum_of(image, width, p, half ? !p->turn : p->turn, i);
            a = a < 0 ? 0 : a > 255 ? 255 : a;
            whole +=
                a * a * number_at(image, (size_t)(769 * width + (2 * bucket + half) * width + i));
        }
    const unsigned char *at = image->bytes + image->length - 4 * (size_t)(buckets - bucket);
    int32_t bias =
        (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
    int64_t value = (whole / 255 + bias) * 400 / (255 * 64);
    return (int)(value < -20000 ? -20000 : value > 20000 ? 20000 : value);
}
