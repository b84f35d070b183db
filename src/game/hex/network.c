/* Network planes of Hex, and the built-in network data/hex.bin.gz (made by tools/network).
 *
 * The side to move always connects top and bottom: for the second player, a square board is
 * mirrored at the diagonal through a1, which exchanges the players' edges.  So a network only
 * learns one player.  Boards that are not square are not mirrored; the edge planes show who owns
 * which edges. */
#include "position.h"

#include "embedded/embedded.h"

#include <string.h>

enum {
    BOARD, /* all ones */
    OWN,   /* stones of the side to move */
    OTHERS,
    OWN_FILLED, /* filled points (fill.c) */
    OTHERS_FILLED,
    OWN_BEGIN, /* stones and filled points connected to the own first edge */
    OWN_END,   /* and to the second edge */
    OTHERS_BEGIN,
    OTHERS_END,
    OWN_EDGES, /* points adjacent to the own edges */
    OTHERS_EDGES,
    PLANES
};

enum { SWAP_NOW, SWAP_LATER, NUMBERS };

/* Are the planes mirrored? */
static bool is_mirrored(const struct mi_hex *b)
{
    return b->turn == HEX_SECOND && b->width == b->height;
}

static int hex_plane_index(const struct mi_hex *b, int x, int y)
{
    return is_mirrored(b) ? x * b->height + y : y * b->width + x;
}

static void write_stone(const struct mi_hex *b, int state, float *plane, int points)
{
    int colour = state & HEX_COLOUR, others = colour != b->turn;
    if (colour == HEX_EMPTY)
        return;
    plane[((state & HEX_FILLED ? OWN_FILLED : OWN) + others) * points] = 1;
    int begin = others ? OTHERS_BEGIN : OWN_BEGIN;
    plane[begin * points] = (state & HEX_BEGIN) != 0;
    plane[(begin + 1) * points] = (state & HEX_END) != 0;
}

static void hex_fill_inputs(const void *pos, const miai_past *past, float *plane, float *number)
{
    const struct mi_hex *b = pos;
    const int points = b->width * b->height;
    /* who owns the top and bottom */
    const int rows = b->turn == HEX_FIRST ? OWN_EDGES : OTHERS_EDGES;
    const int columns = OWN_EDGES + OTHERS_EDGES - rows;
    (void)past;
    memset(plane, 0, (size_t)(PLANES * points) * sizeof *plane);
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            float *point = plane + hex_plane_index(b, x, y);
            point[BOARD * points] = 1;
            write_stone(b, b->place[hex_place_at(x, y)], point, points);
            point[rows * points] = y == 0 || y == b->height - 1;
            point[columns * points] = x == 0 || x == b->width - 1;
        }
    number[SWAP_NOW] = b->swap == HEX_SWAP_NOW;
    number[SWAP_LATER] = b->swap == HEX_SWAP_LATER;
}

static int hex_policy_index(const void *pos, miai_move move)
{
    const struct mi_hex *b = pos;
    if (move == hex_swap_move(b))
        return b->width * b->height;
    return hex_plane_index(b, move % b->width, move / b->width);
}

static const miai_encoding hex_1 = {
    .bytes = sizeof(miai_encoding),
    .name = "hex-1",
    .planes = PLANES,
    .numbers = NUMBERS,
    .symmetries = MIAI_HALF_TURN,
    .fill = hex_fill_inputs,
    .policy = hex_policy_index,
};

static const miai_encoding *const hex_encodings[] = {&hex_1, NULL};

/* ---- the built-in network ---- */

/* The board sizes of its training games. */
static bool hex_network_suits(const miai_setup *setup)
{
    return setup->width == setup->height && setup->width >= 7 && setup->width <= 13;
}

const miai_planes mi_hex_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = hex_encodings,
    .network = mi_embedded_hex,
    .network_bytes = MI_EMBEDDED_hex,
    .suits = hex_network_suits,
    .levels_without = true,
};
