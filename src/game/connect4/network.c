/* How Connect Four shows positions to networks, and the one that it brings along,
 * data/connect4.bin.gz; tools/network made it. */
#include "network.h"

#include "board.h"

/* ---- planes ---- */

static int policy(const void *pos, miai_move move)
{
    const struct connect4 *c = pos;
    int width = c->shape.width;
    return (c->shape.height - 1 - move / width) * width + move % width;
}

enum { PLANES_1 = 4, PLANES_2 = 7 };

/* Every other row, from the lowest on. */
static uint64_t odd_rows(const struct mi_c4_shape *shape)
{
    uint64_t rows = 0;
    for (int y = 0; y < shape->height; y += 2)
        rows |= shape->bottom << y;
    return rows;
}

/* The first of these planes: the stones of who is to move, those of the other, the points where a
 * stone can land, and the board itself; then the points where a stone would win of who is to move
 * and of the other, and every other row: who gets such a point in the end depends on whether its
 * row is odd (Allis 1988, "A Knowledge-based Approach of Connect-Four", chapter 3). */
static void show(const struct connect4 *c, int planes, float *plane)
{
    const struct mi_c4_shape *shape = &c->shape;
    const uint64_t shown[PLANES_2] = {
        c->stones[c->turn], c->stones[!c->turn],          mi_c4_playable_of(c),
        shape->board,       mi_c4_threats_of(c, c->turn), mi_c4_threats_of(c, !c->turn),
        odd_rows(shape),
    };
    for (int i = 0; i < planes; i++, plane += shape->width * shape->height)
        for (int y = 0; y < shape->height; y++) {
            float *row = plane + (shape->height - 1 - y) * shape->width;
            for (int x = 0; x < shape->width; x++)
                row[x] = (float)(shown[i] >> (x * shape->up + y) & 1);
        }
}

static void fill_planes_1(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)past;
    (void)number;
    show(pos, PLANES_1, plane);
}

static void fill_planes_2(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)past;
    (void)number;
    show(pos, PLANES_2, plane);
}

static const miai_encoding connect4_1 = {
    .bytes = sizeof(miai_encoding),
    .name = "connect4-1",
    .planes = PLANES_1,
    .symmetries = MIAI_MIRROR,
    .fill = fill_planes_1,
    .policy = policy,
};

static const miai_encoding connect4_2 = {
    .bytes = sizeof(miai_encoding),
    .name = "connect4-2",
    .planes = PLANES_2,
    .symmetries = MIAI_MIRROR,
    .fill = fill_planes_2,
    .policy = policy,
};

static const miai_encoding *const encodings[] = {&connect4_2, &connect4_1, NULL};

/* ---- its own network ---- */

static const unsigned char network[] = {
#include "data/connect4.inc"
};

/* The board that it learned on. */
static bool suits(const miai_setup *setup)
{
    return setup->width == 7 && setup->height == 6;
}

/* A playout costs a sixth of what the network does, and errs in other ways: measured at 0.05 and
 * 0.2 seconds a move. */
static double network_weight(const miai_setup *setup)
{
    (void)setup;
    return 0.6;
}

const miai_planes mi_connect4_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = encodings,
    .network = network,
    .network_bytes = sizeof network - 1,
    .suits = suits,
    .network_weight = network_weight,
};
