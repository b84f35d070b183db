/* position.h - the position of Hex.
 *
 * Row 0 is on top; each row is shifted half a point to the right of the one above.  A point has six
 * neighbours:
 *
 *       2   1
 *     3   p   0
 *       4   5
 *
 * The first player connects top and bottom, the second left and right.  A border of stones
 * surrounds the board: the first player's above and below, the second player's at the sides.  Rows
 * have the same distance in the array on all boards, so that the steps to neighbours are constants.
 */
#ifndef MI_GAME_HEX_POSITION_H
#define MI_GAME_HEX_POSITION_H

#include "miai_game.h"

enum {
    HEX_MIN_SIDE = 3,
    HEX_MAX_SIDE = 19,
    HEX_SPAN = HEX_MAX_SIDE + 2, /* offset from a place to the one below */
    HEX_PLACES = HEX_SPAN * HEX_SPAN,
    HEX_MAX_POINTS = HEX_MAX_SIDE * HEX_MAX_SIDE
};

/* Contents of a place: a colour, and flags.  A stone has a flag for each of its player's two edges
 * to which it is connected.  A filled point (fill.c), where a stone cannot change the result,
 * counts as a stone and has HEX_FILLED. */
enum {
    HEX_FIRST,
    HEX_SECOND,
    HEX_EMPTY,
    HEX_COLOUR = 3,
    HEX_BEGIN = 4, /* connected to the top (first player) or left (second player) */
    HEX_END = 8,   /* connected to the bottom or right */
    HEX_CONNECTED = HEX_BEGIN | HEX_END,
    HEX_BORDER = 16,
    HEX_FILLED = 32 /* counts as a stone, but is empty */
};

/* Rule sets. */
enum { HEX_SWAP, HEX_NO_SWAP };

/* State of the right to swap. */
enum {
    HEX_SWAP_GONE,  /* no longer possible, or excluded by the rules */
    HEX_SWAP_LATER, /* possible after the first move */
    HEX_SWAP_NOW    /* the side to move may swap */
};

struct mi_hex {
    uint64_t stones; /* XOR of the stones' keys */
    uint8_t width, height, turn, swap;
    int8_t winner;    /* player whose stones connect the edges, or -1 */
    int8_t decided;   /* player whose stones and filled points connect the edges, or -1 */
    uint16_t empty;   /* points without a stone, filled ones included */
    uint16_t last[2]; /* each player's last stone; 0: none yet */
    uint8_t place[HEX_PLACES];
};

/* Only the first HEX_SPAN * (height + 2) places exist: the size of a position depends on the height
 * of its board. */
#define HEX_BYTES(height) (offsetof(struct mi_hex, place) + HEX_SPAN * ((size_t)(height) + 2))

/* Steps to the neighbours, in order around a place.  The first two are repeated at the end, so that
 * i + 1 and i + 2 are valid indices for each direction i. */
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

/* Moves are numbered by point; the swap has the next number. */
static inline miai_move hex_swap_move(const struct mi_hex *b)
{
    return b->width * b->height;
}

/* The colour of a stone or a filled point. */
static inline int hex_colour(const struct mi_hex *b, int place)
{
    return b->place[place] & HEX_COLOUR;
}

/* The colour of a stone; HEX_EMPTY for filled points. */
static inline int hex_stone(const struct mi_hex *b, int place)
{
    return b->place[place] & HEX_FILLED ? HEX_EMPTY : hex_colour(b, place);
}

/* Lists the places without a stone, row by row, and returns their number.  filled: include filled
 * points. */
int mi_hex_list_empty(const struct mi_hex *b, bool filled, uint16_t *list);

void mi_hex_init(void *pos, const miai_setup *setup);
void mi_hex_play(void *pos, miai_move move);

/* Places a player's stone, or removes the stone (player -1). */
void mi_hex_edit_place(struct mi_hex *b, int place, int player);

/* join.c: call it after placing a stone or filling a point.  Updates the edge flags of all
 * connected stones. */
void mi_hex_update_connections(struct mi_hex *b, int place);

/* fill.c: call it after placing a stone.  Fills the dead and captured points around it, then those
 * around the filled points, until there are no more. */
void mi_hex_fill_in(struct mi_hex *b, int place);

/* The winner of a full board; reads only the colours. */
int mi_hex_winner_of_full(const uint8_t *place);

/* text.c: as in miai_game, miai_notation and miai_records. */
int mi_hex_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_hex_text(const void *pos, char *text, size_t size);
const char *mi_hex_ending(const void *pos);
miai_move mi_hex_read_move(const void *pos, const char *text);

/* playout.c: as in miai_playouts. */
int mi_hex_playout(void *pos, miai_rng *rng, miai_trace *trace);
int mi_hex_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace);

/* network.c, presentation.c. */
extern const miai_planes mi_hex_planes;
extern const miai_presentation mi_hex_presentation;

#endif
