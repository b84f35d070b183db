/* Network planes of Connect Four, and the built-in network data/connect4.bin.gz (made by
 * tools/network). */
#include "board.h"

#include "embedded/embedded.h"

/* ---- planes ---- */

static int connect4_policy_index(const void *pos, miai_move move)
{
    const struct connect4 *c = pos;
    int width = c->shape.width;
    return (c->shape.height - 1 - move / width) * width + move % width;
}

enum { PLANES_1 = 4, PLANES_2 = 7 };

/* Every other row, starting from the lowest. */
static uint64_t every_other_row(const struct mi_c4_shape *shape)
{
    uint64_t rows = 0;
    for (int y = 0; y < shape->height; y += 2)
        rows |= shape->bottom << y;
    return rows;
}

/* Writes the first `planes` planes of: stones of the side to move, stones of the opponent, points
 * where a stone can land, the board; then the winning points of the side to move, those of the
 * opponent, and every other row.  The rows matter because their parity decides who gets a winning
 * point in the end (Allis 1988, "A Knowledge-based Approach of Connect-Four", chapter 3). */
static void write_planes(const struct connect4 *c, int planes, float *plane)
{
    const struct mi_c4_shape *shape = &c->shape;
    const uint64_t plane_bits[PLANES_2] = {
        c->stones[c->turn],     c->stones[!c->turn],          mi_c4_playable_of(c),
        shape->board,           mi_c4_threats_of(c, c->turn), mi_c4_threats_of(c, !c->turn),
        every_other_row(shape),
    };
    for (int i = 0; i < planes; i++, plane += shape->width * shape->height)
        for (int y = 0; y < shape->height; y++) {
            float *row = plane + (shape->height - 1 - y) * shape->width;
            for (int x = 0; x < shape->width; x++)
                row[x] = (float)(plane_bits[i] >> (x * shape->up + y) & 1);
        }
}

static void fill_planes_1(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)past;
    (void)number;
    write_planes(pos, PLANES_1, plane);
}

static void fill_planes_2(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)past;
    (void)number;
    write_planes(pos, PLANES_2, plane);
}

static const miai_encoding connect4_1 = {
    .bytes = sizeof(miai_encoding),
    .name = "connect4-1",
    .planes = PLANES_1,
    .symmetries = MIAI_MIRROR,
    .fill = fill_planes_1,
    .policy = connect4_policy_index,
};

static const miai_encoding connect4_2 = {
    .bytes = sizeof(miai_encoding),
    .name = "connect4-2",
    .planes = PLANES_2,
    .symmetries = MIAI_MIRROR,
    .fill = fill_planes_2,
    .policy = connect4_policy_index,
};

static const miai_encoding *const connect4_encodings[] = {&connect4_2, &connect4_1, NULL};

/* ---- the built-in network ---- */

/* The board size of its training games. */
static bool connect4_network_suits(const miai_setup *setup)
{
    return setup->width == 7 && setup->height == 6;
}

/* Mix of network and playouts: a playout costs a sixth of an evaluation and makes different errors.
 * Measured at 0.05 and 0.2 seconds per move. */
static double connect4_network_weight(const miai_setup *setup)
{
    (void)setup;
    return 0.6;
}

const miai_planes mi_connect4_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = connect4_encodings,
    .network = mi_embedded_connect4,
    .network_bytes = MI_EMBEDDED_connect4,
    .suits = connect4_network_suits,
    .network_weight = connect4_network_weight,
};
