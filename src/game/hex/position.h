/* position.h - the board of Hex.
 *
 * The rows lie one below the other, each half a point further to the right; row 0 is the topmost.
 * A point has six neighbours:
 *
 *       2   1
 *     3   p   0
 *       4   5
 *
 * The first player joins the top to the bottom, the second the left to the right.  Around the board
 * lies a border of stones, those of the first player above and below, of the second at the sides.
 * The array has a fixed span from row to row, so that the steps to the neighbours are constants. */
#ifndef MI_GAME_HEX_POSITION_H
#define MI_GAME_HEX_POSITION_H

#include "miai_game.h"

enum {
    HEX_MIN_SIDE = 3,
    HEX_MAX_SIDE = 19,
    HEX_SPAN = HEX_MAX_SIDE + 2, /* from a place to the one below */
    HEX_PLACES = HEX_SPAN * HEX_SPAN,
    HEX_MAX_POINTS = HEX_MAX_SIDE * HEX_MAX_SIDE
};

/* What is on a place: a colour, and for stones which edges of their player they are joined to.
 * A point that is as good as taken, because playing there changes nothing any more (fill.c), counts
 * as a stone, and is marked. */
enum {
    HEX_FIRST,
    HEX_SECOND,
    HEX_EMPTY,
    HEX_COLOUR = 3,
    HEX_BEGIN = 4, /* to the top, or the left */
    HEX_END = 8,   /* to the bottom, or the right */
    HEX_JOINED = HEX_BEGIN | HEX_END,
    HEX_BORDER = 16,
    HEX_FILLED = 32 /* no stone stands here */
};

/* The rule sets. */
enum { HEX_SWAP, HEX_NO_SWAP };

/* What has become of the right to swap. */
enum {
    HEX_SWAP_GONE,  /* or never was */
    HEX_SWAP_LATER, /* no stone stands yet */
    HEX_SWAP_NOW    /* whoever is to move may */
};

struct mi_hex {
    uint64_t stones; /* the exclusive or of their keys */
    uint8_t width, height, turn, swap;
    int8_t winner;    /* or -1 */
    int8_t decided;   /* who has won with the points that are as good as taken, or -1 */
    uint16_t empty;   /* points where no stone stands */
    uint16_t last[2]; /* where each player put his last stone; 0: nowhere yet */
    uint8_t place[HEX_PLACES];
};

/* The first HEX_SPAN * (height + 2) places alone are there: a position is as long as its board is
 * high. */
#define HEX_BYTES(height) (offsetof(struct mi_hex, place) + HEX_SPAN * ((size_t)(height) + 2))

/* Around a place; each is a neighbour of the one before. */
static const int hex_step[] = {
    1, 1 - HEX_SPAN, -HEX_SPAN, -1, HEX_SPAN - 1, HEX_SPAN, 1, 1 - HEX_SPAN,
};

static inline int hex_place_at(int x, int y)
{
    return (y + 1) * HEX_SPAN + x + 1;
}

static inline int hex_place(const struct mi_hex *b, miai_move move)
{
    return hex_place_at(move % b->width, move / b->width);
}

static inline miai_move hex_move(const struct mi_hex *b, int place)
{
    return (place / HEX_SPAN - 1) * b->width + place % HEX_SPAN - 1;
}

/* The move behind the points. */
static inline miai_move hex_swap_move(const struct mi_hex *b)
{
    return b->width * b->height;
}

/* Of stones and points that are as good as taken. */
static inline int hex_colour(const struct mi_hex *b, int place)
{
    return b->place[place] & HEX_COLOUR;
}

/* Of stones alone. */
static inline int hex_stone(const struct mi_hex *b, int place)
{
    return b->place[place] & HEX_FILLED ? HEX_EMPTY : hex_colour(b, place);
}

/* Lists the places where no stone stands, row by row, with or without those as good as taken;
 * returns how many. */
int mi_hex_empty(const struct mi_hex *b, bool filled, uint16_t *list);

void mi_hex_init(void *pos, const miai_setup *setup);
void mi_hex_play(void *pos, miai_move move);

/* Puts a stone of a player on a place, or takes it away (-1). */
void mi_hex_set(struct mi_hex *b, int place, int player);

/* join.c: a place has become the player's: those that hang on it learn what they are joined to now.
 */
void mi_hex_join(struct mi_hex *b, int place);

/* fill.c: fills the points around a place, one that has just been taken, that are now as good as
 * taken, and so on around these. */
void mi_hex_fill(struct mi_hex *b, int place);

/* Who has won where no point is empty; what stones are joined to does not matter. */
int mi_hex_winner_of_full(const uint8_t *place);

/* text.c: as in miai_game, miai_notation and miai_records. */
int mi_hex_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_hex_text(const void *pos, char *text, size_t size);
const char *mi_hex_ending(const void *pos);
miai_move mi_hex_read_move(const void *pos, const char *text);

/* playout.c: as in miai_playouts. */
int mi_hex_playout(void *pos, miai_rng *rng, miai_trace *trace);
int mi_hex_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace);

#endif
