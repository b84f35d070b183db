/* board.h - the position of a game of Go.
 *
 * The points lie in one row, each line of the board behind one point of border, with a line of
 * border below and above: no neighbour of a point needs a test for the edge.  Width 3, height 2:
 *
 *        12 13 14 15 16          #  #  #  #  #
 *         8  9 10 11             #  .  .  .            stride = width + 1
 *         4  5  6  7             #  .  .  .            point (x, y) = (y + 1) * stride + x + 1
 *         0  1  2  3             #  #  #  #            span = stride * (height + 2) + 1
 *
 * Stones joined along lines form a chain.  Its head is one of its stones, which all of them name,
 * and which keeps the chain's sums; a circular list leads through the stones.
 *
 * The sums tell in a moment whether a chain has one liberty, and which.  A pseudo-liberty is a pair
 * of a stone and an empty point beside it, so that adding or taking away a stone changes their
 * count, and the sum and the sum of squares of their points, by additions alone.  All of n
 * pseudo-liberties are one point if, and only if, n * (sum of squares) = sum^2 (Cauchy and
 * Schwarz), and then the point is sum / n.  The four numbers lie in one word:
 *
 *      63                   40 39            24 23       12 11        0
 *       | sum of squares      | sum of points  | count     | stones    |
 *
 * so that two chains join by one addition.  The upper two run over in a large chain, but they are
 * right again whenever the count is 4 or less, as it is in atari: 4 * 702^2 < 2^24, 4 * 702 < 2^16.
 * (Pseudo-liberties: libego, Lew 2006; with the squares: Brian Sheppard on the computer-go list.)
 */
#ifndef MI_GAME_GO_BOARD_BOARD_H
#define MI_GAME_GO_BOARD_BOARD_H

#include "miai_game.h"

/* What stands on a point; the colours are the players' numbers. */
enum { MI_GO_BLACK, MI_GO_WHITE, MI_GO_EMPTY, MI_GO_BORDER };

/* The rule sets, in the order of their names in go.c. */
enum {
    MI_GO_CHINESE,
    MI_GO_TROMP_TAYLOR,
    MI_GO_JAPANESE,
    MI_GO_SIMPLE_KO,
    MI_GO_AGA,
    MI_GO_NZ,
    MI_GO_CHINESE_OGS /* played as Chinese; networks are told of its superko */
};

/* miai_setup.rules is a rule set, in its lower bits, and above them 0 or MI_GO_BONUS_... if White's
 * points for handicap stones are not those of the set. */
enum { MI_GO_SET_BITS = 8, MI_GO_SET = (1 << MI_GO_SET_BITS) - 1 };

/* White's points for N handicap stones (two and more). */
enum { MI_GO_BONUS_OF_SET, MI_GO_BONUS_NONE, MI_GO_BONUS_N, MI_GO_BONUS_N_LESS_1 };

enum { MI_GO_MAX_SIDE = 25, MI_GO_MAX_SPAN = (MI_GO_MAX_SIDE + 1) * (MI_GO_MAX_SIDE + 2) + 1 };

enum { MI_GO_NONE = 0 }; /* a point of the border, where a point is asked for and there is none */

struct mi_go_point {
    uint64_t sums; /* of the chain, if this is its head */
    uint16_t head; /* of a stone's chain; 0 where no stone is: nobody reads the sums kept there */
    uint16_t link; /* the chain's next stone; for an empty point, its place in the list of those */
    uint16_t around; /* neighbours: bits 0-3 black or border, 4-7 white or border, 8-11 empty */
    uint8_t colour;
    uint8_t place; /* inside or at which border: shape.h */
};

struct mi_go {
    uint64_t stones;      /* hash of what stands where; a playout lets it grow old */
    int32_t komi;         /* 1/100 of a point */
    int32_t prisoners[2]; /* stones that the player has taken */
    uint16_t width, height, stride, span;
    uint32_t
        inverse; /* 2^16 / stride, rounded up: p / stride = p * inverse / 2^16 for any p here */
    uint16_t empties; /* how many empty points there are */
    uint16_t ko;      /* where the player to move may not retake, or MI_GO_NONE */
    uint16_t last[2]; /* where the last stone was played, and the one before; MI_GO_NONE for a pass.
                         Knowledge asks for it, no rule does: it is not part of the position */
    uint8_t turn;     /* 0 or 1 */
    uint8_t passes;   /* in a row; 2: the game is over */
    bool territory;   /* count territory and prisoners instead of area */
    bool superko;     /* no position of stones may come again */
    bool told;        /* networks are told so, by rules that KataGo has with superko */
    bool situational; /* with the same player to move, that is */
    bool all_alive;   /* at the end what stands on the board lives */
    bool suicide;     /* of two stones and more is legal; of one it would change nothing */
    uint8_t bonus;    /* MI_GO_BONUS_... */
    uint16_t handicap; /* Black's stones from before White's first one; a single one is none */
    bool opening;      /* White has had no stone yet: Black's next one counts as handicap */
    struct mi_go_point point[]; /* span of them; behind them the shapes around the points (shape.h),
                                   and the list of empty points */
};

/* Of the largest position. */
enum {
    MI_GO_MAX_BYTES = sizeof(struct mi_go) +
                      MI_GO_MAX_SPAN * (sizeof(struct mi_go_point) + sizeof(uint32_t)) +
                      MI_GO_MAX_SIDE * MI_GO_MAX_SIDE * sizeof(uint16_t)
};

/* ---- points ---- */

/* The shapes around the points, as shape.h says. */
static inline uint32_t *mi_go_shapes(const struct mi_go *b)
{
    return (uint32_t *)(void *)(b->point + b->span);
}

/* The empty points, in no order. */
static inline uint16_t *mi_go_empty_list(struct mi_go *b)
{
    return (uint16_t *)(mi_go_shapes(b) + b->span);
}

/* Lets two of them, by their places in the list, change places: a playout draws without
 * replacement. */
static inline void mi_go_swap_empties(struct mi_go *b, int i, int j)
{
    uint16_t *list = mi_go_empty_list(b), p = list[i], q = list[j];
    list[i] = q;
    list[j] = p;
    b->point[q].link = (uint16_t)i;
    b->point[p].link = (uint16_t)j;
}

static inline int mi_go_point_at(const struct mi_go *b, int x, int y)
{
    return (y + 1) * b->stride + x + 1;
}

static inline int mi_go_point_of(const struct mi_go *b, miai_move move)
{
    return move + b->stride + 1 + move / b->width;
}

static inline miai_move mi_go_move_of(const struct mi_go *b, int p)
{
    if (p == MI_GO_NONE)
        return b->width * b->height;
    return p - b->stride - (int)((uint32_t)p * b->inverse >> 16);
}

static inline int mi_go_pass(const struct mi_go *b)
{
    return b->width * b->height;
}

/* Empty neighbours of a point. */
static inline int mi_go_empty_around(const struct mi_go *b, int p)
{
    return b->point[p].around >> 8;
}

/* Are the two points neighbours? */
static inline bool mi_go_are_neighbours(const struct mi_go *b, int p, int q)
{
    int d = p < q ? q - p : p - q;
    return d == 1 || d == b->stride;
}

/* Do only stones of one colour and the border surround the point? */
static inline bool mi_go_enclosed(const struct mi_go *b, int p, int colour)
{
    return ((b->point[p].around >> 4 * colour) & 15) == 4;
}

/* ---- chains ---- */

#define MI_GO_STONE     ((uint64_t)1)
#define MI_GO_STONES    ((uint64_t)0xfff)
#define MI_GO_LIBERTIES ((uint64_t)0xfff000)

/* What a pseudo-liberty at p adds to the sums of a chain. */
static inline uint64_t mi_go_liberty(int p)
{
    uint64_t n = (uint64_t)p;
    return n * n << 40 | n << 24 | 1 << 12;
}

/* Is p the head of a chain? */
static inline bool mi_go_is_head(const struct mi_go *b, int p)
{
    return b->point[p].colour <= MI_GO_WHITE && b->point[p].head == p;
}

static inline int mi_go_chain_stones(const struct mi_go *b, int p)
{
    return (int)(b->point[b->point[p].head].sums & MI_GO_STONES);
}

/* The liberty of a stone's chain if it has only one, otherwise MI_GO_NONE. */
static inline int mi_go_atari(const struct mi_go *b, int p)
{
    uint64_t sums = b->point[b->point[p].head].sums;
    uint64_t n = (sums & MI_GO_LIBERTIES) >> 12, sum = sums >> 24 & 0xffff, squares = sums >> 40;
    return n <= 4 && n * squares == sum * sum ? (int)(sum / n) : MI_GO_NONE;
}

/* Is the empty point p the only liberty of its neighbour's chain? */
static inline bool mi_go_last_liberty(uint64_t sums, int p)
{
    uint64_t n = (sums & MI_GO_LIBERTIES) >> 12;
    return n <= 4 && (sums & ~MI_GO_STONES) == n * mi_go_liberty(p);
}

#endif
