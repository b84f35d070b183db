/* position.h - the position of Gomoku: five stones in a row win.
 *
 * The stones are bits on the lines of four directions.  Each stone also updates what a stone of
 * either colour would make of each nearby empty point, so a position knows its fours and threes
 * without a search.
 *
 *     direction   line                bit            next point
 *     0  -        y                   x + MARGIN     + 1
 *     1  |        x                   y + MARGIN     + width
 *     2  /        x - y + height - 1  x + MARGIN     + width + 1
 *     3  \        x + y               x + MARGIN     - width + 1
 *
 * Off-board bits are set for both colours, so nothing can be played there. */
#ifndef MI_GAME_GOMOKU_BOARD_POSITION_H
#define MI_GAME_GOMOKU_BOARD_POSITION_H

#include "miai_game.h"
#include "shape.h"

#include <string.h>

enum {
    GOMOKU_MIN_SIDE = 5,
    GOMOKU_MAX_SIDE = 22,
    GOMOKU_MAX_POINTS = GOMOKU_MAX_SIDE * GOMOKU_MAX_SIDE,
    GOMOKU_NEAR = 3, /* maximum distance of a stone from a point that counts as near */
    MARGIN = REACH_FAR,
    DIRECTIONS = 4,
    LINES = 2 * GOMOKU_MAX_SIDE + 2 * (2 * GOMOKU_MAX_SIDE - 1) /* lines of all directions */
};

enum { BLACK, WHITE, COLOURS }; /* Black places the first stone */

enum gomoku_rules {
    RULES_FREESTYLE, /* five or more */
    RULES_STANDARD,  /* exactly five */
    RULES_RENJU, /* Black: exactly five; double threes, double fours and overlines are forbidden.
                    White: five or more */
    RULES_CARO,  /* five, not blocked at both ends, or more */
    RULES_CARO_EXACT, /* five, not blocked at both ends */
    RULES_SWAP,       /* standard; the second player chooses a colour after three stones */
    RULES_SWAP2 /* the same, or the second player adds two stones and the first player chooses */
};

/* Stage of the choice of colours. */
enum gomoku_opening {
    OPENING_OVER,
    OPENING_THREE,  /* the first player places black, white, black */
    OPENING_CHOICE, /* the second plays on as White, swaps, or adds two stones */
    OPENING_TWO,    /* the second places white, black */
    OPENING_LAST    /* the first plays on as White, or swaps */
};

/* What a stone on an empty point would be good for, from its four shapes, in ascending order. */
enum gomoku_kind {
    KIND_NONE,
    KIND_TWO,
    KIND_TWOS,             /* two open twos */
    KIND_CLOSED_THREE,     /* a closed three */
    KIND_CLOSED_THREE_TWO, /* a closed three, and another one or an open two */
    KIND_THREE,            /* an open three */
    KIND_THREE_AND_MINOR,  /* an open three, and a closed three or an open two */
    KIND_THREES,           /* two open threes */
    KIND_FOUR,             /* a four: must be answered at once */
    KIND_FOUR_AND_MINOR,   /* a four, and a closed three or an open two */
    KIND_FOUR_THREE,       /* a four and an open three */
    KIND_WIN,              /* an open four or two fours: makes five next move */
    KIND_FIVE,
    KIND_MAYBE_FORBIDDEN, /* Black in renju: possibly forbidden */
    KINDS
};

struct mi_gomoku {
    uint64_t hash; /* hash of the stones */
    uint8_t width, height;
    uint8_t rules;
    uint8_t colour;  /* colour of the next stone */
    uint8_t opening; /* enum gomoku_opening */
    bool swapped;    /* the second player has Black */
    bool over;
    int8_t score;        /* valid if over: 1 if the first player has won, -1 the second, 0 a draw */
    uint16_t points;     /* points of the board */
    uint16_t padded;     /* points, rounded up to align the arrays */
    uint16_t stones;     /* stones on the board */
    uint16_t reciprocal; /* point * reciprocal >> 16 is the row */
    uint32_t line[LINES][COLOURS];
    uint16_t kinds[COLOURS][KINDS];   /* number of empty points of each kind */
    uint16_t shapes[COLOURS][SHAPES]; /* number of lines through empty points with each shape */
    /* kind[COLOURS][padded], near[padded], shape[COLOURS][padded]: see below. */
    _Alignas(8) uint8_t arrays[];
};

enum {
    GOMOKU_ARRAYS = 7, /* bytes per point in arrays */
    /* size of the largest position */
    GOMOKU_BYTES = sizeof(struct mi_gomoku) + GOMOKU_ARRAYS * (GOMOKU_MAX_POINTS + 8)
};

/* Memory for any position. */
union gomoku_position_copy {
    struct mi_gomoku position;
    unsigned char bytes[GOMOKU_BYTES];
};

/* Copies a position; only the bytes that its board uses. */
static inline void gomoku_copy(struct mi_gomoku *to, const struct mi_gomoku *from)
{
    memcpy(to, from, sizeof *from + (size_t)(GOMOKU_ARRAYS * from->padded));
}

/* What a stone has changed; undoing is faster than placing it. */
struct gomoku_undo {
    int point, colour, count;
    uint16_t kinds[COLOURS][KINDS], shapes[COLOURS][SHAPES];
    struct gomoku_before {
        uint16_t point, shape;
        uint8_t colour, kind;
    } before[COLOURS * (DIRECTIONS * 2 * REACH_FAR + 1)];
};

/* The kind of each empty point for a colour; KIND_NONE where a stone stands. */
static inline uint8_t *gomoku_kind(const struct mi_gomoku *g, int colour)
{
    return (uint8_t *)g->arrays + colour * g->padded;
}

/* The number of stones near each point. */
static inline uint8_t *gomoku_near(const struct mi_gomoku *g)
{
    return (uint8_t *)g->arrays + 2 * g->padded;
}

/* The four shapes of each empty point, four bits each, direction 0 lowest. */
static inline uint16_t *gomoku_shape(const struct mi_gomoku *g, int colour)
{
    return (uint16_t *)(void *)(g->arrays + 3 * g->padded) + colour * g->padded;
}

static inline int shape_in(uint16_t shapes, int direction)
{
    return shapes >> 4 * direction & 15;
}

static inline int row_of(const struct mi_gomoku *g, int point)
{
    return point * g->reciprocal >> 16;
}

static inline int column_of(const struct mi_gomoku *g, int point)
{
    return point - row_of(g, point) * g->width;
}

/* A point's position on a line. */
struct gomoku_line_position {
    int line, bit;
    int step; /* offset from a point of the line to the next */
};

static inline struct gomoku_line_position line_position_of(const struct mi_gomoku *g, int direction,
                                                           int x, int y)
{
    switch (direction) {
    case 0:
        return (struct gomoku_line_position){y, x + MARGIN, 1};
    case 1:
        return (struct gomoku_line_position){GOMOKU_MAX_SIDE + x, y + MARGIN, g->width};
    case 2:
        return (struct gomoku_line_position){2 * GOMOKU_MAX_SIDE + x - y + g->height - 1,
                                             x + MARGIN, g->width + 1};
    default:
        return (struct gomoku_line_position){4 * GOMOKU_MAX_SIDE - 1 + x + y, x + MARGIN,
                                             1 - g->width};
    }
}

static inline bool is_set(const struct mi_gomoku *g, int colour, int x, int y)
{
    return g->line[y][colour] >> (x + MARGIN) & 1;
}

/* The colour on a point, or -1. */
static inline int stone_on(const struct mi_gomoku *g, int point)
{
    int y = row_of(g, point), x = point - y * g->width;
    return is_set(g, BLACK, x, y) ? BLACK : is_set(g, WHITE, x, y) ? WHITE : -1;
}

/* The hash key of a stone. */
static inline uint64_t hash_of_stone(int point, int colour)
{
    return miai_mix((uint64_t)(2 * point + colour + 1));
}

/* What counts as a winning row for a colour. */
static inline enum gomoku_five five_of(int rules, int colour)
{
    switch (rules) {
    case RULES_FREESTYLE:
        return FIVE_OR_MORE;
    case RULES_RENJU:
        return colour == BLACK ? FIVE_EXACTLY : FIVE_OR_MORE;
    case RULES_CARO:
        return FIVE_OPEN;
    case RULES_CARO_EXACT:
        return FIVE_OPEN_EXACTLY;
    default:
        return FIVE_EXACTLY;
    }
}

/* Does a five need an open end?  Then it can be stopped at either end, too. */
static inline bool needs_open_end(const struct mi_gomoku *g)
{
    return g->rules == RULES_CARO || g->rules == RULES_CARO_EXACT;
}

/* The player who owns a colour, once the opening is over. */
static inline int player_of(const struct mi_gomoku *g, int colour)
{
    return colour ^ g->swapped;
}

static inline int others(int colour)
{
    return !colour;
}

/* ---- board.c: stones ---- */

/* An empty board. */
void mi_gomoku_clear(struct mi_gomoku *g, int width, int height, int rules);

/* Places or removes a stone.  Does not change the side to move. */
void mi_gomoku_put(struct mi_gomoku *g, int point, int colour);
void mi_gomoku_remove(struct mi_gomoku *g, int point, int colour);

/* The same for searches that do not use gomoku_near(), which is not updated.  Undo in reverse
 * order. */
void mi_gomoku_try(struct mi_gomoku *g, int point, int colour, struct gomoku_undo *undo);
void mi_gomoku_undo(struct mi_gomoku *g, const struct gomoku_undo *undo);

/* ---- opening.c ---- */

/* Moves that are not points: swap, and placing two stones. */
static inline miai_move swap_move(const struct mi_gomoku *g)
{
    return g->points;
}

static inline miai_move two_move(const struct mi_gomoku *g)
{
    return g->points + 1;
}

/* The player to choose or place stones during the opening. */
int mi_gomoku_opening_turn(const struct mi_gomoku *g);
bool mi_gomoku_may_choose(const struct mi_gomoku *g, miai_move move);
/* Appends the available choices to a list of n moves; returns the new length. */
int mi_gomoku_add_choices(const struct mi_gomoku *g, miai_move *list, int n);
void mi_gomoku_play_choice(struct mi_gomoku *g, miai_move move);
/* Advances the opening after a stone. */
void mi_gomoku_advance_opening(struct mi_gomoku *g);

/* ---- text.c ---- */

int mi_gomoku_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_gomoku_text(const void *pos, char *text, size_t size);
extern const miai_notation mi_gomoku_notation;

/* ---- patterns.c ---- */

enum { GOMOKU_ODDS = 200 }; /* an evaluation of this size means odds of e : 1 */

/* Converts an evaluation for the side to move into the first player's view. */
int mi_gomoku_in_first_view(const struct mi_gomoku *g, int value);

/* As in miai_evaluation, without a network. */
int mi_gomoku_evaluate(const struct mi_gomoku *g);
void mi_gomoku_priors(const struct mi_gomoku *g, const miai_move *list, int n, float *prior);

/* ---- edit.c, playout.c, evaluation.c, solver.c, tactics.c ---- */

extern const miai_editing mi_gomoku_editing;
extern const miai_playouts mi_gomoku_playouts;
extern const miai_evaluation mi_gomoku_evaluation;
extern const miai_planes mi_gomoku_planes; /* planes.c */
extern const miai_solver mi_gomoku_solver;
extern const miai_tactics mi_gomoku_tactics;
extern const miai_presentation mi_gomoku_presentation;

/* gomoku.c: functions of the contract. */
void mi_gomoku_init(void *pos, const miai_setup *setup);
int mi_gomoku_turn(const void *pos);
int mi_gomoku_moves(const void *pos, miai_move *list);
void mi_gomoku_play(void *pos, miai_move move);

#endif
