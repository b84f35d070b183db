/* tables.h - attacks of the pieces, lines between squares, Zobrist keys.
 *
 * Slider attacks use kindergarten bitboards (Gerd Isenberg): a multiplication gathers the inner six
 * squares of a line into a six-bit index.  Together, `across` and `along` have eight kilobytes. */
#ifndef MI_GAME_CHESS_BOARD_TABLES_H
#define MI_GAME_CHESS_BOARD_TABLES_H

#include "bits.h"
#include "piece.h"

struct mi_chess_table_set {
    bitboard knight[64], king[64], pawn[2][64]; /* pawn[player][square] */
    bitboard diagonal[64], antidiagonal[64];    /* the line through a square, without the square */
    bitboard diagonal_lines[64];                /* the diagonal and the antidiagonal */
    bitboard orthogonal_lines[64];              /* file and rank */
    bitboard across[8][64];   /* [file][inner squares] attacks on a rank, copied to all ranks */
    bitboard along[8][64];    /* [rank][inner squares] attacks on the a-file */
    bitboard between[64][64]; /* squares between two squares of a line, without these */
    bitboard line[64][64];    /* the whole line through two squares, or empty */

    uint64_t piece_key[PIECE_CODES][64];
    uint64_t castling_key[64]; /* square of a rook that may still castle */
    uint64_t en_passant_key[8], black_key;
    int32_t piece_square[PIECE_CODES][64]; /* packed scores from White's view */
};

/* Filled once, before the first position is set up, then constant. */
extern struct mi_chess_table_set mi_chess_tables;

void mi_chess_fill_tables(void);

static inline bitboard diagonal_attacks(bitboard line, int square, bitboard occupied)
{
    return mi_chess_tables.across[file_of(square)][((occupied & line) * (FILE_A << 1)) >> 58] &
           line;
}

static inline bitboard bishop_attacks(int square, bitboard occupied)
{
    return diagonal_attacks(mi_chess_tables.diagonal[square], square, occupied) |
           diagonal_attacks(mi_chess_tables.antidiagonal[square], square, occupied);
}

static inline bitboard rank_attacks(int square, bitboard occupied)
{
    int first = square & 56;
    return mi_chess_tables.across[file_of(square)][occupied >> (first + 1) & 63] & RANK_1 << first;
}

/* The six-bit index of the occupied inner squares of the a-file. */
static inline bitboard a_file_index(bitboard occupied)
{
    return ((occupied & FILE_A) * 0x0080402010080400u) >> 58;
}

static inline bitboard file_attacks(int square, bitboard occupied)
{
    int file = file_of(square);
    return mi_chess_tables.along[rank_of(square)][a_file_index(occupied >> file)] << file;
}

static inline bitboard rook_attacks(int square, bitboard occupied)
{
    return rank_attacks(square, occupied) | file_attacks(square, occupied);
}

#endif
