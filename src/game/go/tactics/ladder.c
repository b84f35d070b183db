#include "ladder.h"

#include "undo.h"

/* Limits of the reading: moves in all variations together, and nested variations.  Beyond them the
 * chain counts as escaped. */
enum { MOVES_MAX = 500, LINES_MAX = 8 };

struct ladder_reading {
    int moves, lines;
    int depth;                                  /* moves on the board that must be undone */
    struct go_undo undo[MOVES_MAX + LINES_MAX]; /* [depth] */
};

/* Plays a stone of the side to move.  False if it would be suicide. */
static bool ladder_play(struct mi_go *b, int p, struct ladder_reading *reading)
{
    mi_go_make_move(b, p, b->turn, &reading->undo[reading->depth++]);
    b->turn = !b->turn;
    return b->point[b->point[p].head].sums & MI_GO_LIBERTIES;
}

static void ladder_undo_to(struct mi_go *b, int depth, struct ladder_reading *reading)
{
    while (reading->depth > depth) {
        mi_go_undo_move(b, &reading->undo[--reading->depth]);
        b->turn = !b->turn;
    }
}

static bool ladder_catches(struct mi_go *b, int chain, struct ladder_reading *reading);

/* A suicide at p leaves the chain all its liberties. */
static bool ladder_catches_after(struct mi_go *b, int p, int chain, struct ladder_reading *reading)
{
    if (reading->lines == LINES_MAX)
        return false;
    int depth = reading->depth;
    reading->lines++;
    bool lost = ladder_play(b, p, reading) && ladder_catches(b, chain, reading);
    ladder_undo_to(b, depth, reading);
    reading->lines--;
    return lost;
}

static bool ladder_catches_after_pass(struct mi_go *b, int chain, struct ladder_reading *reading)
{
    uint16_t ko = b->ko;
    b->ko = MI_GO_NONE;
    b->turn = !b->turn;
    reading->lines++;
    bool lost = ladder_catches(b, chain, reading);
    ladder_undo_to(b, 0, reading);
    b->turn = !b->turn;
    b->ko = ko;
    return lost;
}

/* Does capturing an attacking chain next to it save the chain? */
static bool is_saved_by_capture(struct mi_go *b, int chain, struct ladder_reading *reading)
{
    int stone = chain;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(b->stride, i), liberty;
            if (b->point[q].colour != !b->turn || !(liberty = mi_go_atari(b, q)) ||
                liberty == b->ko)
                continue;
            if (!ladder_catches_after(b, liberty, chain, reading))
                return true;
        }
        stone = b->point[stone].link;
    } while (stone != chain);
    return false;
}

/* Can the attacker play on the liberty `at`?  Not if that is a self-atari, or if the chain then
 * gets three liberties at once on its other liberty. */
static bool can_attack(const struct mi_go *b, int at, int other)
{
    struct go_effect e = go_effect_of(b, at, b->turn);
    return mi_go_legal_point(b, at) && !go_is_self_atari(&e) &&
           mi_go_empty_around(b, other) - mi_go_are_neighbours(b, at, other) < 3;
}

/* The defender's move: capture an attacker, or extend.  MI_GO_NONE if the ladder is decided. */
static int ladder_defender_move(struct mi_go *b, int chain, struct ladder_reading *reading,
                                bool *lost)
{
    int liberty = mi_go_atari(b, chain);
    *lost = false;
    if (!liberty || is_saved_by_capture(b, chain, reading))
        return MI_GO_NONE;
    struct go_effect e = go_effect_of(b, liberty, b->turn);
    *lost = liberty == b->ko || go_is_self_atari(&e);
    return *lost ? MI_GO_NONE : liberty;
}

/* How many liberties the chain could gain at p: the attacker tries the larger one first. */
static int estimate_liberty_gain(const struct mi_go *b, int p)
{
    return 2 * mi_go_empty_around(b, p) - go_count_borders_around(b, p);
}

/* The attacker's move, or MI_GO_NONE if the ladder is decided. */
static int ladder_attacker_move(struct mi_go *b, int chain, struct ladder_reading *reading,
                                bool *lost)
{
    int liberty[2];
    *lost = mi_go_atari(b, chain) && mi_go_atari(b, chain) != b->ko;
    if (mi_go_atari(b, chain) || !go_has_two_liberties(b, chain, liberty))
        return MI_GO_NONE;
    bool first = can_attack(b, liberty[0], liberty[1]);
    bool second = can_attack(b, liberty[1], liberty[0]);
    if (first != second)
        return liberty[second];
    if (!first)
        return MI_GO_NONE;
    bool better = estimate_liberty_gain(b, liberty[1]) > estimate_liberty_gain(b, liberty[0]);
    *lost = ladder_catches_after(b, liberty[better], chain, reading);
    return *lost ? MI_GO_NONE : liberty[!better];
}

/* Reads the main line, which the caller undoes. */
static bool ladder_catches(struct mi_go *b, int chain, struct ladder_reading *reading)
{
    for (;;) {
        bool lost, is_defender = b->point[chain].colour == b->turn;
        int p = is_defender ? ladder_defender_move(b, chain, reading, &lost)
                            : ladder_attacker_move(b, chain, reading, &lost);
        if (p == MI_GO_NONE)
            return lost;
        if (++reading->moves > MOVES_MAX)
            return false;
        ladder_play(b, p, reading);
    }
}

bool mi_go_is_caught_in_ladder(struct mi_go *b, int p, int chain)
{
    struct ladder_reading reading;
    reading.moves = reading.lines = reading.depth = 0;
    return p == MI_GO_NONE ? ladder_catches_after_pass(b, chain, &reading)
                           : ladder_catches_after(b, p, chain, &reading);
}
