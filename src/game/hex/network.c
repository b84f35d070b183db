/* How Hex shows positions to networks, and the one that it brings along, data/hex.bin.gz;
 * tools/network made it.
 *
 * Whoever is to move joins the top to the bottom: for the second player a square board is turned
 * over at the diagonal from the first point, which exchanges the players' edges.  So a network
 * learns one player alone.  A board that is not square stays as it is; there the edges tell. */
#include "network.h"

#include "position.h"

#include <string.h>

enum {
    BOARD, /* ones */
    OWN,   /* stones of who is to move */
    OTHERS,
    OWN_FILLED, /* points that are as good as taken (fill.c) */
    OTHERS_FILLED,
    OWN_BEGIN, /* stones and such points that are joined to the first of his edges, */
    OWN_END,   /* and to the second */
    OTHERS_BEGIN,
    OTHERS_END,
    OWN_EDGES, /* the points next to them */
    OTHERS_EDGES,
    PLANES
};

enum { SWAP_NOW, SWAP_LATER, NUMBERS };

/* Is the board shown turned over? */
static bool is_turned(const struct mi_hex *b)
{
    return b->turn == HEX_SECOND && b->width == b->height;
}

static int shown_at(const struct mi_hex *b, int x, int y)
{
    return is_turned(b) ? x * b->height + y : y * b->width + x;
}

static void show_stone(const struct mi_hex *b, int state, float *plane, int points)
{
    int colour = state & HEX_COLOUR, others = colour != b->turn;
    if (colour == HEX_EMPTY)
        return;
    plane[((state & HEX_FILLED ? OWN_FILLED : OWN) + others) * points] = 1;
    int begin = others ? OTHERS_BEGIN : OWN_BEGIN;
    plane[begin * points] = (state & HEX_BEGIN) != 0;
    plane[(begin + 1) * points] = (state & HEX_END) != 0;
}

static void fill(const void *pos, const miai_past *past, float *plane, float *number)
{
    const struct mi_hex *b = pos;
    const int points = b->width * b->height;
    const int rows = b->turn == HEX_FIRST ? OWN_EDGES : OTHERS_EDGES; /* whose the rows' ends are */
    const int columns = OWN_EDGES + OTHERS_EDGES - rows;
    (void)past;
    memset(plane, 0, (size_t)(PLANES * points) * sizeof *plane);
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            float *point = plane + shown_at(b, x, y);
            point[BOARD * points] = 1;
            show_stone(b, b->place[hex_place_at(x, y)], point, points);
            point[rows * points] = y == 0 || y == b->height - 1;
            point[columns * points] = x == 0 || x == b->width - 1;
        }
    number[SWAP_NOW] = b->swap == HEX_SWAP_NOW;
    number[SWAP_LATER] = b->swap == HEX_SWAP_LATER;
}

static int policy(const void *pos, miai_move move)
{
    const struct mi_hex *b = pos;
    if (move == hex_swap_move(b))
        return b->width * b->height;
    return shown_at(b, move % b->width, move / b->width);
}

static const miai_encoding hex_1 = {
    .bytes = sizeof(miai_encoding),
    .name = "hex-1",
    .planes = PLANES,
    .numbers = NUMBERS,
    .symmetries = MIAI_HALF_TURN,
    .fill = fill,
    .policy = policy,
};

static const miai_encoding *const encodings[] = {&hex_1, NULL};

/* ---- its own network ---- */

static const unsigned char network[] = {
#include "data/hex.inc"
};

/* The boards that it learned on. */
static bool suits(const miai_setup *setup)
{
    return setup->width == setup->height && setup->width >= 7 && setup->width <= 13;
}

const miai_planes mi_hex_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = encodings,
    .network = network,
    .network_bytes = sizeof network - 1,
    .suits = suits,
    .levels_without = true,
};
