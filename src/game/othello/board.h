/* board.h - bitboards of Othello: legal moves and flipped discs.
 *
 * Bit 8 * y + x is the square in column x and row y, whatever the size of the board.  In the usual
 * notation a1 is bit 0, in the upper left corner:
 *
 *      a  b  c  d  e  f  g  h
 *   1  0  1  2  3  4  5  6  7
 *   2  8  9 10 ...
 *   8 56 57 ...          62 63
 *
 * A smaller board uses the lower rows and columns.  Squares off the board stay empty, so no line of
 * discs continues there. */
#ifndef MI_GAME_OTHELLO_BOARD_H
#define MI_GAME_OTHELLO_BOARD_H

#include "miai_game.h"

enum { MI_OTHELLO_SIDE = 8, MI_OTHELLO_SQUARES = 64 };

/* Four directions, or their opposites, in one vector. */
typedef uint64_t mi_four __attribute__((vector_size(32)));

/* Steps along a row, a column and both diagonals. */
#define MI_OTHELLO_STEPS ((mi_four){1, 8, 7, 9})

/* Enemy discs over which a line may run: in the first or last column it would wrap around the
 * edge. */
#define MI_OTHELLO_INNER 0x7e7e7e7e7e7e7e7eu

static inline mi_four mi_othello_passable(uint64_t other)
{
    uint64_t inner = other & MI_OTHELLO_INNER;
    return (mi_four){inner, other, inner, inner};
}

/* The squares beyond lines of enemy discs that start next to an own disc. */
static inline mi_four mi_othello_line_ends(mi_four own, mi_four other)
{
    const mi_four s = MI_OTHELLO_STEPS;
    mi_four up = other & (own << s), down = other & (own >> s);
    up |= other & (up << s);
    down |= other & (down >> s);
    mi_four pairs = other & (other << s), pairs_down = pairs >> s;
    up |= pairs & (up << (s + s));
    down |= pairs_down & (down >> (s + s));
    up |= pairs & (up << (s + s));
    down |= pairs_down & (down >> (s + s));
    return up << s | down >> s;
}

static inline uint64_t mi_othello_combine(mi_four v)
{
    return (v[0] | v[1]) | (v[2] | v[3]);
}

/* The legal moves among the `free` squares: those that flip discs. */
static inline uint64_t mi_othello_moves(uint64_t own, uint64_t other, uint64_t free)
{
    const mi_four mine = {own, own, own, own};
    return mi_othello_combine(mi_othello_line_ends(mine, mi_othello_passable(other))) & free;
}

/* The squares from one to the edge, without itself, in the order of MI_OTHELLO_STEPS, towards
 * higher and towards lower numbers. */
struct mi_othello_square_rays {
    mi_four up, down;
};

extern const struct mi_othello_square_rays mi_othello_rays[MI_OTHELLO_SQUARES];

/* The discs that an own disc on an empty square flips.  On each ray these are the discs before the
 * first square that is not the opponent's, if that is an own disc.  Upwards, the carry of an
 * addition finds that square; downwards, all squares from there on are filled. */
static inline uint64_t mi_othello_flipped(uint64_t own, uint64_t other, int square)
{
    const mi_four s = MI_OTHELLO_STEPS, none = {0};
    const mi_four up = mi_othello_rays[square].up, down = mi_othello_rays[square].down;
    const mi_four mine = {own, own, own, own}, theirs = {other, other, other, other};
    mi_four end = ((theirs | ~up) + 1) & (mine & up);
    mi_four turned = up & (end - 1) & (mi_four)(end != none);
    mi_four beyond = down & ~theirs;
    beyond |= beyond >> s;
    beyond |= beyond >> (s + s);
    beyond |= beyond >> (s + s + s + s);
    end = beyond & ~(beyond >> s) & (mine & down);
    return mi_othello_combine(turned | (down & ~beyond & (mi_four)(end != none)));
}

static inline int mi_othello_count(uint64_t discs)
{
    return __builtin_popcountll(discs);
}

/* Mobility: the number of moves, with corners counted twice. */
static inline int mi_othello_mobility(uint64_t moves, uint64_t corners)
{
    return mi_othello_count(moves) + mi_othello_count(moves & corners);
}

/* The lowest of the squares; there must be one. */
static inline int mi_othello_first(uint64_t squares)
{
    return __builtin_ctzll(squares);
}

/* A hash of the discs from one player's view. */
static inline uint64_t mi_othello_key(uint64_t own, uint64_t other)
{
    return miai_mix(own ^ miai_mix(other));
}

#endif
