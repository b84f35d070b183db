#include "ladder.h"

#include "game/go/board/move.h"
#include "tactics.h"

#include <stdlib.h>
#include <string.h>

/* Limits of the reading: moves in all variations together, and nested variations, each with a copy
 * of the board.  Beyond them, or without memory, the chain counts as escaped. */
enum { MOVES_MAX = 500, LINES_MAX = 8 };

struct reading {
    int moves, lines;
};

static bool is_caught(struct mi_go *b, int chain, struct reading *reading);

static bool is_caught_after(const struct mi_go *b, int p, int chain, struct reading *reading)
{
    size_t size = mi_go_size(&(miai_setup){.width = b->width, .height = b->height});
    struct mi_go *copy = reading->lines < LINES_MAX ? malloc(size) : NULL;
    if (!copy)
        return false;
    reading->lines++;
    memcpy(copy, b, size);
    if (p == MI_GO_NONE)
        go_pass(copy);
    else
        go_play(copy, p, false);
    bool lost = is_caught(copy, chain, reading);
    reading->lines--;
    free(copy);
    return lost;
}

/* Does capturing an attacking chain next to it save the chain? */
static bool saved_by_capture(const struct mi_go *b, int chain, struct reading *reading)
{
    int stone = chain;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(b->stride, i), liberty;
            if (b->point[q].colour != !b->turn || !(liberty = mi_go_atari(b, q)) ||
                liberty == b->ko)
                continue;
            if (!is_caught_after(b, liberty, chain, reading))
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
static int defender_move(const struct mi_go *b, int chain, struct reading *reading, bool *lost)
{
    int liberty = mi_go_atari(b, chain);
    *lost = false;
    if (!liberty || saved_by_capture(b, chain, reading))
        return MI_GO_NONE;
    struct go_effect e = go_effect_of(b, liberty, b->turn);
    *lost = liberty == b->ko || go_is_self_atari(&e);
    return *lost ? MI_GO_NONE : liberty;
}

/* How many liberties the chain could gain at p: the attacker tries the larger one first. */
static int liberty_gain(const struct mi_go *b, int p)
{
    return 2 * mi_go_empty_around(b, p) - go_count_borders_around(b, p);
}

/* The attacker's move, or MI_GO_NONE if the ladder is decided. */
static int attacker_move(const struct mi_go *b, int chain, struct reading *reading, bool *lost)
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
    bool better = liberty_gain(b, liberty[1]) > liberty_gain(b, liberty[0]);
    *lost = is_caught_after(b, liberty[better], chain, reading);
    return *lost ? MI_GO_NONE : liberty[!better];
}

/* Reads the main line on this board, without a copy. */
static bool is_caught(struct mi_go *b, int chain, struct reading *reading)
{
    for (;;) {
        bool lost, is_defender = b->point[chain].colour == b->turn;
        int p = is_defender ? defender_move(b, chain, reading, &lost)
                            : attacker_move(b, chain, reading, &lost);
        if (p == MI_GO_NONE)
            return lost;
        if (++reading->moves > MOVES_MAX)
            return false;
        go_play(b, p, false);
    }
}

bool mi_go_is_caught_in_ladder(const struct mi_go *b, int p, int chain)
{
    struct reading reading = {0, 0};
    return is_caught_after(b, p, chain, &reading);
}
