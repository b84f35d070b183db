/* Symmetries of the canonical encodings: the own king is brought to the right half and, without
 * pawns, to the lower half and below the diagonal. */
#include "planes.h"

int mi_chess_transform_square(int transform, int square)
{
    if (transform & CHESS_FLIP)
        square ^= 7;
    if (transform & CHESS_MIRROR)
        square ^= 56;
    return transform & CHESS_TRANSPOSE ? (7 - file_of(square)) * 8 + 7 - rank_of(square) : square;
}

static bitboard transform_set(int transform, bitboard set)
{
    bitboard turned = 0;
    while (set)
        turned |= bit(mi_chess_transform_square(transform, pop_lsb(&set)));
    return turned;
}

/* With the king on the diagonal: compares the board and its transposition as numbers, by the first
 * set in which they differ; the smaller one is canonical. */
static bool is_transposed(const struct mi_chess *p, int transform)
{
    const bitboard own = p->of[p->turn];
    const bitboard set[] = {occupied(p),    own,           p->type[KING],   p->type[QUEEN],
                            p->type[ROOK], p->type[KNIGHT], p->type[BISHOP]};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        bitboard seen = chess_seen(set[i], p->turn);
        bitboard as_is = transform_set(transform, seen);
        bitboard other = transform_set(transform | CHESS_TRANSPOSE, seen);
        if (as_is != other)
            return as_is > other;
    }
    return false;
}

int mi_chess_transform(const struct mi_chess *p)
{
    int king = chess_seen_square(king_square(p, p->turn), p->turn);
    if (p->castling)
        return 0;
    int transform = file_of(king) < 4 ? CHESS_FLIP : 0;
    if (p->type[PAWN])
        return transform;
    if (rank_of(king) >= 4)
        transform |= CHESS_MIRROR;
    king = mi_chess_transform_square(transform, king);
    int above = file_of(king) + rank_of(king) - 7;
    bool transposed = above > 0 || (above == 0 && is_transposed(p, transform));
    return transposed ? transform | CHESS_TRANSPOSE : transform;
}
