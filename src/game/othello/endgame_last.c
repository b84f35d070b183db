/* The last moves.  Most nodes are here, so they must be fast.  All windows are null windows: the
 * score is above alpha or not. */
#include "endgame.h"

enum { NO_SCORE = -MI_OTHELLO_SQUARES - 1 };

static int endgame_final_score(const struct mi_othello_endgame *e, uint64_t own, uint64_t other)
{
    return mi_othello_final_score(own, other, e->board, e->rules);
}

/* ---- one empty square ---- */

/* The number of discs that own flips on the only empty square.  The discs of each line are gathered
 * into a byte by a multiplication. */
static inline int count_flipped(const struct mi_othello_endgame *e, uint64_t own, int square)
{
    const uint64_t column = 0x0101010101010101u, diagonal = 0x0102040810204080u;
    const struct mi_othello_square_rays *rays = &mi_othello_rays[square];
    int x = square % MI_OTHELLO_SIDE, y = square / MI_OTHELLO_SIDE;
    const uint8_t *at = e->enclosed[x];
    uint64_t falling = own & (rays->up[3] | rays->down[3]);
    uint64_t rising = own & (rays->up[2] | rays->down[2]);
    return at[own >> 8 * y & 0xff] + at[falling * column >> 56] + at[rising * column >> 56] +
           e->enclosed[y][(own >> x & column) * diagonal >> 56];
}

/* Plays the last square for the player who can flip discs there. */
static inline int solve_1_empty(struct mi_othello_endgame *e, uint64_t own, uint64_t other,
                                int square)
{
    int mine = mi_othello_count(own);
    int flipped = count_flipped(e, own, square);
    e->nodes++;
    if (flipped > 0)
        return 2 * (mine + flipped + 1) - e->squares;
    flipped = count_flipped(e, other, square);
    if (flipped > 0)
        return 2 * (mine - flipped) - e->squares;
    return endgame_final_score(e, own, other);
}

/* ---- two to four ---- */

static inline uint64_t square_bit(int square)
{
    return (uint64_t)1 << square;
}

/* The discs that own flips on a square; a quick test rejects squares without an adjacent enemy
 * disc. */
static inline uint64_t flipped_at(const struct mi_othello_endgame *e, uint64_t own, uint64_t other,
                                  int square)
{
    return e->neighbours[square] & other ? mi_othello_flipped(own, other, square) : 0;
}

/* The better of the two moves for own, or NO_SCORE if both are illegal. */
static inline int best_move_of_2(struct mi_othello_endgame *e, uint64_t own, uint64_t other,
                                 int alpha, int a, int b)
{
    int best = NO_SCORE;
    uint64_t flipped = flipped_at(e, own, other, a);
    if (flipped)
        best = -solve_1_empty(e, other & ~flipped, own | flipped | square_bit(a), b);
    if (best <= alpha && (flipped = flipped_at(e, own, other, b)) != 0) {
        int score = -solve_1_empty(e, other & ~flipped, own | flipped | square_bit(b), a);
        best = score > best ? score : best;
    }
    return best;
}

static int solve_2_empty(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha,
                         int a, int b)
{
    e->nodes++;
    int best = best_move_of_2(e, own, other, alpha, a, b);
    if (best != NO_SCORE)
        return best;
    best = best_move_of_2(e, other, own, -alpha - 1, a, b);
    return best != NO_SCORE ? -best : endgame_final_score(e, own, other);
}

static int solve_3_empty(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha,
                         int a, int b, int c)
{
    const int order[3][3] = {{a, b, c}, {b, a, c}, {c, a, b}};
    int best = NO_SCORE;
    e->nodes++;
    for (int i = 0; i < 3 && best <= alpha; i++) {
        int square = order[i][0];
        uint64_t flipped = flipped_at(e, own, other, square);
        if (!flipped)
            continue;
        int score = -solve_2_empty(e, other & ~flipped, own | flipped | square_bit(square),
                                   -alpha - 1, order[i][1], order[i][2]);
        best = score > best ? score : best;
    }
    if (best != NO_SCORE)
        return best;
    if (!mi_othello_moves(other, own, square_bit(a) | square_bit(b) | square_bit(c)))
        return endgame_final_score(e, own, other);
    return -solve_3_empty(e, other, own, -alpha - 1, a, b, c);
}

/* Solves a position with three empty squares.  A square whose quarter has no other empty one comes
 * first. */
static inline int order_3_empty(struct mi_othello_endgame *e, uint64_t own, uint64_t other,
                                int alpha, uint64_t empty)
{
    int a = mi_othello_first(empty), b = mi_othello_first(empty &= empty - 1);
    int c = mi_othello_first(empty & (empty - 1));
    if (e->quarter[a] == e->quarter[b])
        return solve_3_empty(e, own, other, alpha, c, a, b);
    if (e->quarter[a] == e->quarter[c])
        return solve_3_empty(e, own, other, alpha, b, a, c);
    return solve_3_empty(e, own, other, alpha, a, b, c);
}

/* ---- four and more ---- */

/* Solves a position with at least four empty squares.  parity: the set of odd quarters; moves there
 * come first. */
static int solve_few_empty(struct mi_othello_endgame *e, uint64_t own, uint64_t other,
                           uint64_t empty, int parity, int alpha)
{
    const uint64_t groups[2] = {empty & e->odd[parity], empty & ~e->odd[parity]};
    uint64_t moves = mi_othello_moves(own, other, empty);
    int best = NO_SCORE;
    e->nodes++;
    if (!moves)
        return mi_othello_moves(other, own, empty)
                   ? -solve_few_empty(e, other, own, empty, parity, -alpha - 1)
                   : endgame_final_score(e, own, other);
    bool four = mi_othello_count(empty) == 4;
    for (int i = 0; i < 2; i++)
        for (uint64_t left = groups[i] & moves; left; left &= left - 1) {
            int square = mi_othello_first(left);
            uint64_t flipped = mi_othello_flipped(own, other, square);
            uint64_t mine = own | flipped | square_bit(square), rest = empty & ~square_bit(square);
            int score = four ? -order_3_empty(e, other & ~flipped, mine, -alpha - 1, rest)
                             : -solve_few_empty(e, other & ~flipped, mine, rest,
                                                parity ^ e->quarter[square], -alpha - 1);
            best = score > best ? score : best;
            if (best > alpha)
                return best;
        }
    return best;
}

static int solve_null_window(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha)
{
    uint64_t empty = e->board & ~(own | other), rest = empty & (empty - 1);
    switch (mi_othello_count(empty)) {
    case 0:
        return endgame_final_score(e, own, other);
    case 1:
        return solve_1_empty(e, own, other, mi_othello_first(empty));
    case 2:
        return solve_2_empty(e, own, other, alpha, mi_othello_first(empty), mi_othello_first(rest));
    case 3:
        return order_3_empty(e, own, other, alpha, empty);
    default:
        return solve_few_empty(e, own, other, empty, mi_othello_parity(e, empty), alpha);
    }
}

/* A wide window is searched by null windows from below. */
int mi_othello_solve_last(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha,
                          int beta)
{
    int score = solve_null_window(e, own, other, alpha);
    while (score > alpha && score < beta) {
        alpha = score;
        score = solve_null_window(e, own, other, alpha);
    }
    return score;
}
