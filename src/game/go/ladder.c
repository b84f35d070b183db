#include "ladder.h"

#include "tactics.h"

#include <string.h>

enum { SIDE_LINES = 3 };

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
    size_t points = (size_t)(b->width * b->height);
    memcpy(&copy, b, sizeof *b + b->span * sizeof *b->point + points * sizeof(uint16_t));
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

static bool beside(const struct mi_go *b, int p, int q)
{
    int d = p < q ? q - p : p - q;
    return d == 1 || d == b->stride;
}

/* Can the hunter play at one of two liberties, not into atari himself, and does the other one not
 * give three at once? */
static bool may_attack(const struct mi_go *b, int at, int other)
{
    struct go_effect e = go_effect(b, at, b->turn);
    return mi_go_legal_point(b, at) && !go_self_atari(&e) &&
           mi_go_empty_around(b, other) - beside(b, at, other) < 3;
}

/* The hunter's moves against a chain with two liberties: first where it could gain most. */
static int attacks(const struct mi_go *b, const int liberty[2], int move[2])
{
    int n = 0;
    int first = mi_go_empty_around(b, liberty[1]) > mi_go_empty_around(b, liberty[0]);
    for (int i = 0; i < 2; i++)
        if (may_attack(b, liberty[first ^ i], liberty[!first ^ i]))
            move[n++] = liberty[first ^ i];
    return n;
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
    int liberty[2], move[2] = {MI_GO_NONE}, n;
    if (mi_go_atari(b, prey)) {
        *lost = mi_go_atari(b, prey) != b->ko;
        return MI_GO_NONE;
    }
    *lost = false;
    if (!go_two_liberties(b, prey, liberty))
        return MI_GO_NONE;
    n = attacks(b, liberty, move);
    if (n < 2 || lines == 0)
        return move[0];
    *lost = taken_after(b, move[0], prey, lines - 1);
    return *lost ? MI_GO_NONE : move[1];
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
