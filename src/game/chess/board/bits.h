/* bits.h - sets of squares as 64-bit words.  Square 0 is a1, 7 is h1, 63 is h8. */
#ifndef MI_GAME_CHESS_BOARD_BITS_H
#define MI_GAME_CHESS_BOARD_BITS_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t bitboard;

enum { WHITE, BLACK };

static const bitboard FILE_A = 0x0101010101010101u, FILE_H = 0x8080808080808080u;
static const bitboard RANK_1 = 0xff, RANK_3 = 0xff0000, RANK_6 = 0xff0000000000u;
static const bitboard LAST_RANKS = 0xff000000000000ffu;
static const bitboard DARK_SQUARES = 0xaa55aa55aa55aa55u;

static inline int file_of(int square)
{
    return square & 7;
}

static inline int rank_of(int square)
{
    return square >> 3;
}

static inline int edge_distance(int file)
{
    return file < 4 ? file : 7 - file;
}

static inline bitboard bit(int square)
{
    return (bitboard)1 << square;
}

static inline bitboard home_rank(int player)
{
    return player == WHITE ? RANK_1 : RANK_1 << 56;
}

/* The lowest square of a set that is not empty. */
static inline int first_square(bitboard set)
{
    return __builtin_ctzll(set);
}

/* Removes the lowest square from a set that is not empty, and returns it. */
static inline int pop_lsb(bitboard *set)
{
    int square = first_square(*set);
    *set &= *set - 1;
    return square;
}

static inline bool more_than_one(bitboard set)
{
    return (set & (set - 1)) != 0;
}

/* The squares next to those of the set, to the left and to the right. */
static inline bitboard left_and_right(bitboard set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* Without a popcount instruction the builtin is a function call; then add in parallel (Knuth, TAOCP
 * 7.1.3). */
static inline int count_squares(bitboard set)
{
#if defined __POPCNT__ || defined __aarch64__
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((set * FILE_A) >> 56);
#endif
}

/* One step of a player's pawns: straight ahead, and the captures to either side. */
static inline bitboard forward(bitboard set, int player)
{
    return player == WHITE ? set << 8 : set >> 8;
}

static inline bitboard forward_west(bitboard set, int player)
{
    set &= ~FILE_A;
    return player == WHITE ? set << 7 : set >> 9;
}

static inline bitboard forward_east(bitboard set, int player)
{
    set &= ~FILE_H;
    return player == WHITE ? set << 9 : set >> 7;
}

#endif
