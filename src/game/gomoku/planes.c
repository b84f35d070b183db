/* How Gomoku shows positions to networks of convolutions, and the one that it brings along,
 * data/gomoku.bin.gz; tools/network made it.
 *
 * Besides the stones they see what a stone of either player would be good for on each empty point,
 * which is kept anyway: so fours and threes are read and not learned, and the rules that differ in
 * them are in what is seen. */
#include "game/gomoku/board/forbidden.h"

enum { GOODS = 8 }; /* planes for what a stone would be good for */

enum {
    BOARD, /* ones */
    OWN,   /* stones of who is to move */
    OTHERS,
    FORBIDDEN,                      /* to black, in renju */
    OWN_GOOD,                       /* for what his stone would be good, by plane_of_kind */
    OTHERS_GOOD = OWN_GOOD + GOODS, /* and the other's for the other */
    PLANES = OTHERS_GOOD + GOODS
};

enum { OWN_BOUND, OTHERS_BOUND, EXACT, CARO, NUMBERS };

/* The plane of a kind behind the first of its player's, below GOODS; -1: none. */
static const int8_t plane_of_kind[KINDS] = {
    [KIND_NONE] = -1,    [KIND_TWO] = 0,       [KIND_TWOS] = 0,       [KIND_HALF] = 1,
    [KIND_HALF_TWO] = 2, [KIND_THREE] = 3,     [KIND_THREE_MORE] = 3, [KIND_THREES] = 4,
    [KIND_FOUR] = 5,     [KIND_FOUR_MORE] = 5, [KIND_FOUR_THREE] = 6, [KIND_WIN] = 6,
    [KIND_FIVE] = 7,     [KIND_DOUBTFUL] = -1,
};

/* Rows from the top. */
static int shown_at(const struct mi_gomoku *g, int point)
{
    int y = row_of(g, point);
    return (g->height - 1 - y) * g->width + point - y * g->width;
}

static void show(const struct mi_gomoku *g, int point, float *plane)
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
        plane[(OWN_GOOD + own) * points] = 1;
    if (other >= 0)
        plane[(OTHERS_GOOD + other) * points] = 1;
    plane[FORBIDDEN * points] = !may_stand(g, point, BLACK);
}

static void fill(const void *pos, const miai_past *past, float *plane, float *number)
{
    const struct mi_gomoku *g = pos;
    bool bound = g->rules == RULES_RENJU;
    (void)past;
    memset(plane, 0, (size_t)(PLANES * g->points) * sizeof *plane);
    for (int point = 0; point < g->points; point++)
        show(g, point, plane + shown_at(g, point));
    number[OWN_BOUND] = bound && g->colour == BLACK;
    number[OTHERS_BOUND] = bound && g->colour == WHITE;
    number[EXACT] = g->rules != RULES_FREESTYLE && !bound && g->rules != RULES_CARO;
    number[CARO] = g->rules == RULES_CARO || g->rules == RULES_CARO_EXACT;
}

/* The choices of colours have one place. */
static int policy(const void *pos, miai_move move)
{
    const struct mi_gomoku *g = pos;
    return move < g->points ? shown_at(g, move) : g->points;
}

/* As for networks of Go, but the policy says too surely what a search of few playouts did. */
static const miai_network_tuning tuning = {
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
    .fill = fill,
    .policy = policy,
    .tuning = &tuning,
};

static const miai_encoding *const encodings[] = {&gomoku_1, NULL};

/* ---- its own network ---- */

static const unsigned char network[] = {
#include "data/gomoku_planes.inc"
};

/* The boards that it learned on. */
static bool suits(const miai_setup *setup)
{
    return setup->width == setup->height && setup->width >= 15 && setup->width <= 20;
}

const miai_planes mi_gomoku_planes = {
    .bytes = sizeof(miai_planes),
    .encodings = encodings,
    .network = network,
    .network_bytes = sizeof network - 1,
    .suits = suits,
    .levels_without = true,
    .candidates = true,
};
