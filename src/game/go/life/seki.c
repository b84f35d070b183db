/* Which chains hang together, and whether one of them is taken: who passes may take a ko back. */
#include "seki.h"

#include "game/go/tactics/undo.h"

enum {
    ROOM = 10,   /* empty points that are read, at most */
    MOST = 8,    /* liberties that are counted */
    NAKADE = 6,  /* stones at most that, taken, leave room for less than two eyes */
    DEEPEST = 21 /* plies */
};

/* ---- what belongs to it ---- */

static bool add(struct mi_seki *s, int p)
{
    for (int i = 0; i < s->points; i++)
        if (s->area[i] == p)
            return true;
    if (s->points == MI_SEKI_AREA)
        return false;
    s->area[s->points++] = (uint16_t)p;
    return true;
}

static bool stands_alive(const struct mi_seki *s, int p)
{
    return s->life[mi_go_move_of(s->b, p)] == MIAI_ALIVE;
}

/* Is p a stone that does not live by itself, or empty and beside one? */
static bool belongs(const struct mi_seki *s, int p)
{
    const struct mi_go_point *point = s->b->point;
    if (point[p].colour != MI_GO_EMPTY)
        return point[p].colour <= MI_GO_WHITE && !stands_alive(s, p);
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(s->b->stride, i);
        if (point[q].colour <= MI_GO_WHITE && !stands_alive(s, q))
            return true;
    }
    return false;
}

/* Is p a stone that lives, whose chain might yet be taken while it attacks? */
static bool is_weak(const struct mi_seki *s, int p)
{
    int liberty[MOST];
    return s->b->point[p].colour <= MI_GO_WHITE && stands_alive(s, p) &&
           go_liberties(s->b, p, MOST, liberty) < s->outside_liberties;
}

/* Is p empty and beside a dead stone of the colour? */
static bool is_at_dead(const struct mi_seki *s, int p, int colour)
{
    const struct mi_go_point *point = s->b->point;
    for (int i = 0; i < 4 && point[p].colour == MI_GO_EMPTY; i++) {
        int q = p + go_step(s->b->stride, i);
        if (point[q].colour == colour && s->life[mi_go_move_of(s->b, q)] == MIAI_DEAD)
            return true;
    }
    return false;
}

void mi_go_mark_life(const struct mi_go *b, int8_t *life, int stone, int of_chain)
{
    int p = stone;
    do {
        life[mi_go_move_of(b, p)] = (int8_t)of_chain;
        p = b->point[p].link;
    } while (p != stone);
}

/* Adds what belongs to it beside the point; false: see mi_seki_collect(). */
static bool add_beside(struct mi_seki *s, int p, const int8_t *pass_alive)
{
    for (int j = 0; j < 4; j++) {
        int q = p + go_step(s->b->stride, j);
        if (is_weak(s, q)) {
            if (!pass_alive)
                return false;
            if (pass_alive[mi_go_move_of(s->b, q)] == 0 && is_at_dead(s, p, !s->b->point[q].colour))
                mi_go_mark_life(s->b, s->life, q, MIAI_SEKI);
        }
        bool open = pass_alive && s->b->point[p].colour == MI_GO_EMPTY &&
                    s->b->point[q].colour == MI_GO_EMPTY;
        if ((open || belongs(s, q)) && !add(s, q))
            return false;
    }
    return true;
}

bool mi_seki_collect(struct mi_seki *s, int p, const int8_t *pass_alive)
{
    int room = 0;
    s->points = 0;
    add(s, p);
    for (int i = 0; i < s->points; i++) {
        room += s->b->point[s->area[i]].colour == MI_GO_EMPTY;
        if (room > ROOM || !add_beside(s, s->area[i], pass_alive))
            return false;
    }
    return true;
}

/* ---- reading ---- */

static bool try_stone(struct mi_seki *s, int p, int colour, struct go_undo *undo)
{
    struct mi_go *b = s->b;
    b->turn = (uint8_t)colour;
    if (b->point[p].colour != MI_GO_EMPTY || !mi_go_legal_point(b, p))
        return false;
    mi_go_do(b, p, colour, undo);
    s->nodes--;
    return true;
}

/* Does the attacker's stone on p, which has taken the chain, stand for now?  Where it has taken a
 * ko it does. */
static bool stands(struct mi_seki *s, int p)
{
    int at = mi_go_atari(s->b, p);
    s->b->turn = (uint8_t)s->colour;
    return s->large || !at || !mi_go_legal_point(s->b, at);
}

static bool holds(struct mi_seki *s, int depth);

/* The attacker moves: is the chain taken, by stones that cannot be taken at once, or so large that
 * this would not help? */
static bool falls(struct mi_seki *s, int depth)
{
    for (int i = 0; i < s->points && depth > 0 && s->nodes > 0; i++) {
        struct go_undo undo;
        if (!try_stone(s, s->area[i], !s->colour, &undo))
            continue;
        bool taken = s->b->point[s->target].colour != s->colour;
        bool fallen = taken ? stands(s, s->area[i]) : !holds(s, depth - 1);
        mi_go_undo(s->b, &undo);
        if (fallen)
            return true;
    }
    return false;
}

/* Would a stone of the owner's on p take what is to be spared? */
static bool is_spared(const struct mi_seki *s, int p)
{
    for (int i = 0; i < 4 && s->spares && s->b->point[p].colour == MI_GO_EMPTY; i++) {
        int q = p + go_step(s->b->stride, i), stone = q;
        if (s->b->point[q].colour != !s->colour || mi_go_atari(s->b, q) != p)
            continue;
        do {
            if (s->life[mi_go_move_of(s->b, stone)] == s->spared)
                return true;
            stone = s->b->point[stone].link;
        } while (stone != q);
    }
    return false;
}

/* Does the owner's stone on p take so many that he lives? */
static bool breaks_out(const struct mi_seki *s, int p)
{
    for (int i = 0; i < 4 && s->b->point[p].colour == MI_GO_EMPTY; i++) {
        int q = p + go_step(s->b->stride, i);
        if (s->b->point[q].colour == !s->colour && mi_go_atari(s->b, q) == p &&
            mi_go_chain_stones(s->b, q) > NAKADE)
            return true;
    }
    return false;
}

/* The chain's owner moves, or passes. */
static bool holds(struct mi_seki *s, int depth)
{
    int ko = s->b->ko;
    s->b->ko = MI_GO_NONE;
    bool held = !falls(s, depth - 1);
    s->b->ko = (uint16_t)ko;
    for (int i = 0; i < s->points && !held; i++) {
        struct go_undo undo;
        if (is_spared(s, s->area[i]))
            continue;
        if (breaks_out(s, s->area[i]))
            return true;
        if (!try_stone(s, s->area[i], s->colour, &undo))
            continue;
        held = !falls(s, depth - 1);
        mi_go_undo(s->b, &undo);
    }
    return held;
}

/* Deeper and deeper, as the shortest capture is found the soonest. */
enum mi_seki_outcome mi_seki_read(struct mi_seki *s, int p, int nodes)
{
    bool lost = false;
    s->target = p;
    s->colour = s->b->point[p].colour;
    s->large = mi_go_chain_stones(s->b, p) > NAKADE;
    s->nodes = nodes;
    for (int depth = 1; depth <= DEEPEST && !lost && s->nodes > 0; depth += 2) {
        s->b->ko = MI_GO_NONE;
        lost = falls(s, depth);
    }
    return s->nodes <= 0 ? MI_SEKI_OPEN : lost ? MI_SEKI_LOST : MI_SEKI_HELD;
}
