#include "ladder.h"

#include "game/go/board/move.h"
#include "tactics.h"

#include <stdlib.h>
#include <string.h>

/* Moves that are read, in all lines together, and lines within lines, each with a board of its own.
 * Where there would be more, or there is no memory, the chain escapes. */
enum { MOVES_MAX = 500, LINES_MAX = 8 };

struct reading {
    int moves, lines;
};

static bool taken(struct mi_go *b, int prey, struct reading *reading);

static bool taken_after(const struct mi_go *b, int p, int prey, struct reading *reading)
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
    bool lost = taken(copy, prey, reading);
    reading->lines--;
    free(copy);
    return lost;
}

/* Does it save the chain to take a hunter beside it? */
static bool takes_a_hunter(const struct mi_go *b, int prey, struct reading *reading)
{
    int stone = prey;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_step(b->stride, i), liberty;
            if (b->point[q].colour != !b->turn || !(liberty = mi_go_atari(b, q)) ||
                liberty == b->ko)
                continue;
            if (!taken_after(b, liberty, prey, reading))
                return true;
        }
        stone = b->point[stone].link;
    } while (stone != prey);
    return false;
}

/* Can the hunter play at one of two liberties, not into atari himself, and does the other one not
 * give three at once? */
static bool may_attack(const struct mi_go *b, int at, int other)
{
    struct go_effect e = go_effect_of(b, at, b->turn);
    return mi_go_legal_point(b, at) && !go_self_atari(&e) &&
           mi_go_empty_around(b, other) - mi_go_are_neighbours(b, at, other) < 3;
}

/* The move of the chain's owner: he takes a hunter, or extends.  MI_GO_NONE: it is decided. */
static int defence(const struct mi_go *b, int prey, struct reading *reading, bool *lost)
{
    int liberty = mi_go_atari(b, prey);
    *lost = false;
    if (!liberty || takes_a_hunter(b, prey, reading))
        return MI_GO_NONE;
    struct go_effect e = go_effect_of(b, liberty, b->turn);
    *lost = liberty == b->ko || go_self_atari(&e);
    return *lost ? MI_GO_NONE : liberty;
}

/* How much the chain would gain on that liberty: the hunter's move there comes first. */
static int openness(const struct mi_go *b, int p)
{
    return 2 * mi_go_empty_around(b, p) - go_borders_around(b, p);
}

/* The hunter's move, likewise. */
static int attack(const struct mi_go *b, int prey, struct reading *reading, bool *lost)
{
    int liberty[2];
    *lost = mi_go_atari(b, prey) && mi_go_atari(b, prey) != b->ko;
    if (mi_go_atari(b, prey) || !go_two_liberties(b, prey, liberty))
        return MI_GO_NONE;
    bool first = may_attack(b, liberty[0], liberty[1]);
    bool second = may_attack(b, liberty[1], liberty[0]);
    if (first != second)
        return liberty[second];
    if (!first)
        return MI_GO_NONE;
    bool better = openness(b, liberty[1]) > openness(b, liberty[0]);
    *lost = taken_after(b, liberty[better], prey, reading);
    return *lost ? MI_GO_NONE : liberty[!better];
}

/* Reads on in place. */
static bool taken(struct mi_go *b, int prey, struct reading *reading)
{
    for (;;) {
        bool lost, hunted = b->point[prey].colour == b->turn;
        int p = hunted ? defence(b, prey, reading, &lost) : attack(b, prey, reading, &lost);
        if (p == MI_GO_NONE)
            return lost;
        if (++reading->moves > MOVES_MAX)
            return false;
        go_play(b, p, false);
    }
}

bool mi_go_ladder(const struct mi_go *b, int p, int prey)
{
    struct reading reading = {0, 0};
    return taken_after(b, p, prey, &reading);
}
