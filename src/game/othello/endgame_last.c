/* The last moves: here most positions are, and what counts is to visit one quickly.  All windows
 * are null windows: a score is more than alpha or not. */
#include "endgame.h"

enum { NO_SCORE = -MI_OTHELLO_SQUARES - 1 };

static int final_score(const struct mi_othello_endgame *e, uint64_t own, uint64_t other)
{
    return mi_othello_final(own, other, e->board, e->rules);
}

/* ---- one empty square ---- */

/* How many discs own turns on the only empty square: on each line the columns, or rows, of own are
 * gathered into a byte. */
static inline int count_turned(const struct mi_othello_endgame *e, uint64_t own, int square)
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

/* Who can turn discs there does. */
static inline int last_one(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int square)
{
    int mine = mi_othello_count(own);
    int turned = count_turned(e, own, square);
    e->nodes++;
    if (turned > 0)
        return 2 * (mine + turned + 1) - e->squares;
    turned = count_turned(e, other, square);
    if (turned > 0)
        return 2 * (mine - turned) - e->squares;
    return final_score(e, own, other);
}

/* ---- two to four ---- */

static inline uint64_t bit(int square)
{
    return (uint64_t)1 << square;
}

/* What own turns on a square; most squares without a disc of other beside them are told at once. */
static inline uint64_t turned_at(const struct mi_othello_endgame *e, uint64_t own, uint64_t other,
                                 int square)
{
    return e->beside[square] & other ? mi_othello_turned(own, other, square) : 0;
}

/* The better of the two moves for own, or NO_SCORE. */
static inline int best_of_two(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha,
                              int a, int b)
{
    int best = NO_SCORE;
    uint64_t turned = turned_at(e, own, other, a);
    if (turned)
        best = -last_one(e, other & ~turned, own | turned | bit(a), b);
    if (best <= alpha && (turned = turned_at(e, own, other, b)) != 0) {
        int score = -last_one(e, other & ~turned, own | turned | bit(b), a);
        best = score > best ? score : best;
    }
    return best;
}

static int last_two(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha, int a,
                    int b)
{
    e->nodes++;
    int best = best_of_two(e, own, other, alpha, a, b);
    if (best != NO_SCORE)
        return best;
    best = best_of_two(e, other, own, -alpha - 1, a, b);
    return best != NO_SCORE ? -best : final_score(e, own, other);
}

static int last_three(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha, int a,
                      int b, int c)
{
    const int order[3][3] = {{a, b, c}, {b, a, c}, {c, a, b}};
    int best = NO_SCORE;
    e->nodes++;
    for (int i = 0; i < 3 && best <= alpha; i++) {
        int square = order[i][0];
        uint64_t turned = turned_at(e, own, other, square);
        if (!turned)
            continue;
        int score = -last_two(e, other & ~turned, own | turned | bit(square), -alpha - 1,
                              order[i][1], order[i][2]);
        best = score > best ? score : best;
    }
    if (best != NO_SCORE)
        return best;
    if (!mi_othello_moves(other, own, bit(a) | bit(b) | bit(c)))
        return final_score(e, own, other);
    return -last_three(e, other, own, -alpha - 1, a, b, c);
}

/* A square that is alone in its quarter comes first. */
static inline int begin_three(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha,
                              uint64_t empty)
{
    int a = mi_othello_first(empty), b = mi_othello_first(empty &= empty - 1);
    int c = mi_othello_first(empty & (empty - 1));
    if (e->part[a] == e->part[b])
        return last_three(e, own, other, alpha, c, a, b);
    if (e->part[a] == e->part[c])
        return last_three(e, own, other, alpha, b, a, c);
    return last_three(e, own, other, alpha, a, b, c);
}

/* ---- more ---- */

/* At least four empty squares, with those parts odd. */
static int few(struct mi_othello_endgame *e, uint64_t own, uint64_t other, uint64_t empty,
               int parity, int alpha)
{
    const uint64_t groups[2] = {empty & e->odd[parity], empty & ~e->odd[parity]};
    uint64_t moves = mi_othello_moves(own, other, empty);
    int best = NO_SCORE;
    e->nodes++;
    if (!moves)
        return mi_othello_moves(other, own, empty) ? -few(e, other, own, empty, parity, -alpha - 1)
                                                   : final_score(e, own, other);
    bool four = mi_othello_count(empty) == 4;
    for (int i = 0; i < 2; i++)
        for (uint64_t left = groups[i] & moves; left; left &= left - 1) {
            int square = mi_othello_first(left);
            uint64_t turned = mi_othello_turned(own, other, square);
            uint64_t mine = own | turned | bit(square), rest = empty & ~bit(square);
            int score =
                four ? -begin_three(e, other & ~turned, mine, -alpha - 1, rest)
                     : -few(e, other & ~turned, mine, rest, parity ^ e->part[square], -alpha - 1);
            best = score > best ? score : best;
            if (best > alpha)
                return best;
        }
    return best;
}

static int by_number(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha)
{
    uint64_t empty = e->board & ~(own | other), rest = empty & (empty - 1);
    switch (mi_othello_count(empty)) {
    case 0:
        return final_score(e, own, other);
    case 1:
        return last_one(e, own, other, mi_othello_first(empty));
    case 2:
        return last_two(e, own, other, alpha, mi_othello_first(empty), mi_othello_first(rest));
    case 3:
        return begin_three(e, own, other, alpha, empty);
    default:
        return few(e, own, other, empty, mi_othello_parity(e, empty), alpha);
    }
}

/* A wide window is narrowed from below. */
int mi_othello_solve_last(struct mi_othello_endgame *e, uint64_t own, uint64_t other, int alpha,
                          int beta)
{
    int score = by_number(e, own, other, alpha);
    while (score > alpha && score < beta) {
        alpha = score;
        score = by_number(e, own, other, alpha);
    }
    return score;
}
