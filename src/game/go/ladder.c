#include "ladder.h"

#include "tactics.h"

#include <string.h>

/* How often in one line there may be two ways to go on; where there are more, the chain escapes. */
enum { SIDE_LINES = 2 };

/* A copy of any board. */
union board {
    struct mi_go b;
    uint64_t room[(sizeof(struct mi_go) + MI_GO_MAX_SPAN * sizeof(struct mi_go_point) +
                   MI_GO_MAX_SIDE * MI_GO_MAX_SIDE * sizeof(uint16_t)) /
                      sizeof(uint64_t) +
                  1];
};

static bool taken(struct mi_go *b, int prey, int lines);

static bool taken_after(const struct mi_go *b, int p, int prey, int lines)
{
    union board copy;
    memcpy(&copy, b, mi_go_size(&(miai_setup){.width = b->width, .height = b->height}));
    if (p == MI_GO_NONE)
        go_pass(&copy.b);
    else
        go_play(&copy.b, p, false);
    return taken(&copy.b, prey, lines);
}

/* Does it save the chain to take a hunter beside it? */
static bool takes_a_hunter(const struct mi_go *b, int prey, int lines)
{
    int stone = prey;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_step(b->stride, i), liberty;
            if (b->point[q].colour != !b->turn || !(liberty = mi_go_atari(b, q)) ||
                liberty == b->ko)
                continue;
            if (lines == 0 || !taken_after(b, liberty, prey, lines - 1))
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
    struct go_effect e = go_effect(b, at, b->turn);
    return mi_go_legal_point(b, at) && !go_self_atari(&e) &&
           mi_go_empty_around(b, other) - mi_go_beside(b, at, other) < 3;
}

/* The move of the chain's owner: he takes a hunter, or extends.  MI_GO_NONE: it is decided. */
static int defence(const struct mi_go *b, int prey, int lines, bool *lost)
{
    int liberty = mi_go_atari(b, prey);
    *lost = false;
    if (!liberty || takes_a_hunter(b, prey, lines))
        return MI_GO_NONE;
    struct go_effect e = go_effect(b, liberty, b->turn);
    *lost = liberty == b->ko || go_self_atari(&e);
    return *lost ? MI_GO_NONE : liberty;
}

/* The hunter's move, likewise. */
static int attack(const struct mi_go *b, int prey, int lines, bool *lost)
{
    int liberty[2];
    *lost = mi_go_atari(b, prey) && mi_go_atari(b, prey) != b->ko;
    if (mi_go_atari(b, prey) || !go_two_liberties(b, prey, liberty))
        return MI_GO_NONE;
    bool first = may_attack(b, liberty[0], liberty[1]);
    bool second = may_attack(b, liberty[1], liberty[0]);
    if (first != second)
        return liberty[second];
    *lost = first && lines > 0 &&
            (taken_after(b, liberty[0], prey, lines - 1) ||
             taken_after(b, liberty[1], prey, lines - 1));
    return MI_GO_NONE;
}

/* Reads on in place; ends because each round adds a stone to the chain. */
static bool taken(struct mi_go *b, int prey, int lines)
{
    for (;;) {
        bool lost, hunted = b->point[prey].colour == b->turn;
        int p = hunted ? defence(b, prey, lines, &lost) : attack(b, prey, lines, &lost);
        if (p == MI_GO_NONE)
            return lost;
        go_play(b, p, false);
    }
}

bool mi_go_ladder(const struct mi_go *b, int p, int prey)
{
    return taken_after(b, p, prey, SIDE_LINES);
}
