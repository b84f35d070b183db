/* board.h - the position of a game of Go.
 *
 * The points lie in one array.  Each row of the board starts with one border point, and a row of
 * border points lies below and above, so no neighbour lookup needs a test for the edge.
 * Width 3, height 2:
 *
 *        12 13 14 15 16          #  #  #  #  #
 *         8  9 10 11             #  .  .  .            stride = width + 1
 *         4  5  6  7             #  .  .  .            point (x, y) = (y + 1) * stride + x + 1
 *         0  1  2  3             #  #  #  #            span = stride * (height + 2) + 1
 *
 * Connected stones of one colour form a chain.  One of them is its head: every stone of the chain
 * stores the head's point, and the head stores the chain's sums.  A circular list links the stones.
 *
 * The sums show at once whether a chain has a single liberty, and which.  A pseudo-liberty is a
 * pair of a stone and an adjacent empty point.  Adding or removing a stone updates the number of
 * pseudo-liberties, the sum of their points and the sum of squares by additions only.  By the
 * Cauchy-Schwarz inequality, all n pseudo-liberties are the same point if and only if n * (sum of
 * squares) = sum^2; that point is then sum / n.  The four numbers share one word:
 *
 *      63                   40 39            24 23       12 11        0
 *       | sum of squares      | sum of points  | count     | stones    |
 *
 * Two chains merge by one addition.  The upper two fields overflow for a large chain, but they are
 * correct whenever the count is 4 or less, as it is in atari: 4 * 702^2 < 2^24, 4 * 702 < 2^16.
 * (Pseudo-liberties: libego, Lew 2006; sums of squares: Brian Sheppard, computer-go list.) */
#ifndef MI_GAME_GO_BOARD_BOARD_H
#define MI_GAME_GO_BOARD_BOARD_H

#include "miai_game.h"
#include "rules.h"

/* Contents of a point.  The colours equal the player numbers. */
enum { MI_GO_BLACK, MI_GO_WHITE, MI_GO_EMPTY, MI_GO_BORDER };

/* Passes of a player, and captures of kos in the encore, that are remembered. */
enum { MI_GO_PASSES_KEPT = 32, MI_GO_KO_CAPTURES_KEPT = 48 };

enum { MI_GO_MAX_SIDE = 25, MI_GO_MAX_SPAN = (MI_GO_MAX_SIDE + 1) * (MI_GO_MAX_SIDE + 2) + 1 };

enum { MI_GO_NONE = 0 }; /* no point; the index of a border point */

struct mi_go_point {
    uint64_t sums; /* sums of the chain; only valid at its head */
    uint16_t head; /* head of the stone's chain; 0 for an empty point, whose sums are never read */
    uint16_t link;   /* next stone of the chain; for an empty point, its index in the list of empty
                        points */
    uint16_t around; /* neighbours: bits 0-3 black or border, 4-7 white or border, 8-11 empty */
    uint8_t colour;
    uint8_t place; /* interior, or which border it touches: see shape.h */
};

struct mi_go {
    uint64_t stones;      /* hash of the stones; not updated in playouts */
    int32_t komi;         /* in 1/100 of a point */
    int32_t prisoners[2]; /* stones that each player has captured */
    uint16_t width, height, stride, span;
    uint32_t inverse; /* 2^16 / stride, rounded up: p / stride = p * inverse / 2^16 for every p in
                         the span */
    uint16_t empties; /* number of empty points */
    uint16_t ko;      /* where the side to move may not retake the ko, or MI_GO_NONE */
    uint16_t last[2]; /* the last two moves, the latest first; MI_GO_NONE for a pass.  For move
                         knowledge only: not part of the position by the rules */
    uint8_t turn;     /* 0 or 1 */
    uint8_t passes;   /* consecutive passes; 2: the game is over */
    struct mi_go_rules rules;
    bool button;                /* the button has not been taken yet */
    int8_t button_score;        /* points from the button for Black, in 1/100 */
    uint16_t handicap;          /* Black's stones before White's first; 1 does not count */
    bool opening;               /* White has played no stone yet: Black's next one is handicap */
    uint8_t pass_count[2];      /* passes of each player that count for mi_go_pass_repeats() */
    uint32_t pass_key[2][MI_GO_PASSES_KEPT]; /* hash of the stones at each of these passes */
    int32_t history_plies; /* plies since a pass that clears the history of repetitions, or since
                              the button was taken */
    uint8_t phase;         /* 0: the main game; 1 and 2: the encore, see encore.h */
    uint8_t phase_plies;   /* plies in this phase of the encore, at most 255 */
    uint16_t ko_captures;  /* number of kos taken in this phase of the encore */
    int32_t paid_moves;    /* phase 2: Black's moves before it minus White's */
    uint64_t ko_mark_key;  /* hash of the ko marks; 0: there are none */
    uint64_t encore_key;   /* hash of the kos taken, and of the start of phase 2 */
    uint32_t ko_capture_key[MI_GO_KO_CAPTURES_KEPT]; /* hash of the stones and the move */
    struct mi_go_point point[]; /* [span], followed by the shapes around the points (shape.h), the
                                   list of empty points, and the encore's points (encore.h) */
};

/* Do repeated positions have the same side to move? */
static inline bool mi_go_keys_have_turn(const struct mi_go *b)
{
    return b->phase > 0 || b->rules.ko == MI_GO_KO_SITUATIONAL || b->rules.ko == MI_GO_KO_SIMPLE;
}

/* Size of the largest position. */
enum {
    MI_GO_MAX_BYTES = sizeof(struct mi_go) +
                      MI_GO_MAX_SPAN * (sizeof(struct mi_go_point) + sizeof(uint32_t) + 1) +
                      MI_GO_MAX_SIDE * MI_GO_MAX_SIDE * sizeof(uint16_t)
};

/* ---- points ---- */

/* The 3x3 shape around each point: see shape.h. */
static inline uint32_t *mi_go_shapes(const struct mi_go *b)
{
    return (uint32_t *)(void *)(b->point + b->span);
}

/* The empty points, unordered. */
static inline uint16_t *mi_go_empty_list(struct mi_go *b)
{
    return (uint16_t *)(mi_go_shapes(b) + b->span);
}

/* [span]: what the encore knows of each point, see encore.h. */
static inline uint8_t *mi_go_encore_points(const struct mi_go *b)
{
    uint16_t *empties = (uint16_t *)(mi_go_shapes(b) + b->span);
    return (uint8_t *)(empties + b->width * b->height);
}

/* Swaps the empty points with indices i and j, for drawing without replacement in playouts. */
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

/* The number of empty neighbours. */
static inline int mi_go_empty_around(const struct mi_go *b, int p)
{
    return b->point[p].around >> 8;
}

/* Are the two points adjacent? */
static inline bool mi_go_are_neighbours(const struct mi_go *b, int p, int q)
{
    int d = p < q ? q - p : p - q;
    return d == 1 || d == b->stride;
}

/* Is the point surrounded by stones of that colour and the border only? */
static inline bool mi_go_enclosed(const struct mi_go *b, int p, int colour)
{
    return ((b->point[p].around >> 4 * colour) & 15) == 4;
}

/* ---- chains ---- */

#define MI_GO_STONE     ((uint64_t)1)
#define MI_GO_STONES    ((uint64_t)0xfff)
#define MI_GO_LIBERTIES ((uint64_t)0xfff000)

/* The contribution of a pseudo-liberty at p to the sums of a chain. */
static inline uint64_t mi_go_liberty_sums(int p)
{
    uint64_t n = (uint64_t)p;
    return n * n << 40 | n << 24 | 1 << 12;
}

static inline bool mi_go_is_head(const struct mi_go *b, int p)
{
    return b->point[p].colour <= MI_GO_WHITE && b->point[p].head == p;
}

static inline int mi_go_chain_stones(const struct mi_go *b, int p)
{
    return (int)(b->point[b->point[p].head].sums & MI_GO_STONES);
}

/* The only liberty of the chain of the stone on p if it is in atari, otherwise MI_GO_NONE. */
static inline int mi_go_atari(const struct mi_go *b, int p)
{
    uint64_t sums = b->point[b->point[p].head].sums;
    uint64_t n = (sums & MI_GO_LIBERTIES) >> 12, sum = sums >> 24 & 0xffff, squares = sums >> 40;
    return n <= 4 && n * squares == sum * sum ? (int)(sum / n) : MI_GO_NONE;
}

/* Is the empty point p the only liberty of the adjacent chain with these sums? */
static inline bool mi_go_is_only_liberty(uint64_t sums, int p)
{
    uint64_t n = (sums & MI_GO_LIBERTIES) >> 12;
    return n <= 4 && (sums & ~MI_GO_STONES) == n * mi_go_liberty_sums(p);
}

#endif
