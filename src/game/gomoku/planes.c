/* Inputs for convolutional networks, and the built-in network data/gomoku.bin.gz (made by
 * tools/network).
 *
 * Besides the stones, the inputs have the kind of each empty point for both colours, which the
 * position maintains anyway.  So a network need not learn fours and threes, and the same network
 * serves all rules. */
#include "embedded/embedded.h"
#include "game/gomoku/board/forbidden.h"

enum { KIND_PLANES = 8 }; /* number of planes for the kinds of a player's points */

enum {
    BOARD, /* all ones */
    OWN,   /* stones of the side to move */
    OTHERS,
    FORBIDDEN,                              /* points forbidden to Black in renju */
    OWN_KINDS,                              /* kinds of the side to move, by plane_of_kind */
    OTHERS_KINDS = OWN_KINDS + KIND_PLANES, /* kinds of the opponent */
    PLANES = OTHERS_KINDS + KIND_PLANES
};

enum { OWN_RESTRICTED, OTHERS_RESTRICTED, EXACT, CARO, NUMBERS };

/* The plane of each kind relative to the first of the player, below KIND_PLANES; -1: none. */
static const int8_t plane_of_kind[KINDS] = {
    [KIND_NONE] = -1,
    [KIND_TWO] = 0,
    [KIND_TWOS] = 0,
    [KIND_CLOSED_THREE] = 1,
    [KIND_CLOSED_THREE_TWO] = 2,
    [KIND_THREE] = 3,
    [KIND_THREE_AND_MINOR] = 3,
    [KIND_THREES] = 4,
    [KIND_FOUR] = 5,
    [KIND_FOUR_AND_MINOR] = 5,
    [KIND_FOUR_THREE] = 6,
    [KIND_WIN] = 6,
    [KIND_FIVE] = 7,
    [KIND_MAYBE_FORBIDDEN] = -1,
};

/* The index of a point in a plane: rows from the top. */
static int gomoku_plane_index(const struct mi_gomoku *g, int point)
{
    int y = row_of(g, point);
    return (g->height - 1 - y) * g->width + point - y * g->width;
}

static void write_point(const struct mi_gomoku *g, int point, float *plane)
{
    int stone = stone_on(g, point), points = g->points;
    plane[BOARD * points] = 1;
    if (stone >= 0) {
        plane[(stone == g->colour ? OWN : OTHERS) * points] = 1;
        return;
    }
    int own = plane_of_kind[gomoku_kind(g, g->colour)[point]];
    int other = plane_of_kind[gomoku_kind(g, others(g->colour))[point]];
    if (own >= 0)
        plane[(OWN_KINDS + own) * points] = 1;
    if (other >= 0)
        plane[(OTHERS_KINDS + other) * points] = 1;
    plane[FORBIDDEN * points] = !may_play_at(g, point, BLACK);
}

static void gomoku_fill_inputs(const void *pos, const miai_past *past, float *plane, float *number)
{
    const struct mi_gomoku *g = pos;
    bool restricted = g->rules == RULES_RENJU;
    (void)past;
    memset(plane, 0, (size_t)(PLANES * g->points) * sizeof *plane);
    for (int point = 0; point < g->points; point++)
        write_point(g, point, plane + gomoku_plane_index(g, point));
    number[OWN_RESTRICTED] = restricted && g->colour == BLACK;
    number[OTHERS_RESTRICTED] = restricted && g->colour == WHITE;
    number[EXACT] = g->rules != RULES_FREESTYLE && !restricted && g->rules != RULES_CARO;
    number[CARO] = g->rules == RULES_CARO || g->rules == RULES_CARO_EXACT;
}

/* All choices of colours share one policy output. */
static int gomoku_policy_index(const void *pos, miai_move move)
{
    const struct mi_gomoku *g = pos;
    return move < g->points ? gomoku_plane_index(g, move) : g->points;
}

/* As for networks of Go, but with a policy temperature: the network learned from searches of few
 * playouts and is overconfident. */
static const miai_network_tuning network_tuning = {
    .bytes = sizeof(miai_network_tuning),
    .uct_constant = 0.5,
    .uct_growth = 0.225,
    .uct_base = 500,
    .uct_spread = 0.85,
    .fpu_reduction = 0.1,
    .root_fpu_reduction = 0.05,
    .policy_temperature = 1.25,
};

static const miai_encoding gomoku_1 = {
    .bytes = sizeof(miai_encoding),
    .name = "gomoku-1",
    .planes = PLANES,
    .numbers = NUMBERS,
    .symmetries = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE,
    .fill = gomoku_fill_inputs,
    .policy = gomoku_policy_index,
    .tuning = &network_tuning,
};

static const miai_encoding *const gomoku_encodings[] = {&gomoku_1, NULL};

/* ---- the built-in network ---- */

/* The boards of its training games. */
static bool gomoku_network_suits(const miai_setup *setup)
{
    return setup->width == setup->height && setup->width >= 15 && setup->width <= 20;
}

const miai_planes mi_gomoku_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = gomoku_encodings,
    .network = mi_embedded_gomoku_planes,
    .network_bytes = MI_EMBEDDED_gomoku_planes,
    .suits = gomoku_network_suits,
    .levels_without = true,
    .candidates = true,
};
