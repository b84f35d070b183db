/* Stones that live in seki only while there are threats of ko elsewhere: the bent four in the
 * corner.
 *
 * By the rules of territory (Nihon Ki-in 1989, article 7.2) a ko is not taken back on the strength
 * of a threat: stones are dead that are taken when their besieger moves first and both play nowhere
 * else.  A search of the whole board tells such a position as seki, for the besieger does not begin
 * while a ko costs him something elsewhere.  Who passes may take a ko back, as he may in play. */
#include "go.h"
#include "undo.h"

#include <string.h>

enum {
    SAFE = 4,      /* liberties of a chain that lives around it, at least */
    ROOM = 7,      /* empty points that are read, at most */
    AREA = 48,     /* points of a seki, at most */
    DEEPEST = 21,  /* plies */
    NODES = 200000 /* positions that are looked at for one chain, at most */
};

struct siege {
    struct mi_go *b; /* a copy */
    const int8_t *life;
    uint16_t area[AREA]; /* the points of the seki: its stones and what is empty around them */
    int points;
    int target, colour; /* a stone of the chain */
    int nodes;          /* that are left */
};

/* ---- what belongs to it ---- */

static bool add(struct siege *s, int p)
{
    for (int i = 0; i < s->points; i++)
        if (s->area[i] == p)
            return true;
    if (s->points == AREA)
        return false;
    s->area[s->points++] = (uint16_t)p;
    return true;
}

static bool stands_alive(const struct siege *s, int p)
{
    return s->life[mi_go_move_of(s->b, p)] == MIAI_ALIVE;
}

/* Is p a stone that does not live by itself, or empty and beside one? */
static bool belongs(const struct siege *s, int p)
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

/* Is p a stone that lives, whose chain might yet be taken while it besieges? */
static bool is_weak(const struct siege *s, int p)
{
    int liberty[SAFE];
    return s->b->point[p].colour <= MI_GO_WHITE && stands_alive(s, p) &&
           go_liberties(s->b, p, SAFE, liberty) < SAFE;
}

/* Collects all that hangs together with the stone on p; false: it is too large to be read, or who
 * lives around it has too few liberties to be left out. */
static bool collect(struct siege *s, int p)
{
    int room = 0;
    bool weak = false;
    s->points = 0;
    add(s, p);
    for (int i = 0; i < s->points; i++) {
        room += s->b->point[s->area[i]].colour == MI_GO_EMPTY;
        for (int j = 0; j < 4; j++) {
            int q = s->area[i] + go_step(s->b->stride, j);
            weak |= is_weak(s, q);
            if (belongs(s, q) && !add(s, q))
                return false;
        }
    }
    return room <= ROOM && !weak;
}

/* ---- reading ---- */

static bool try_stone(struct siege *s, int p, int colour, struct go_undo *undo)
{
    struct mi_go *b = s->b;
    b->turn = (uint8_t)colour;
    if (b->point[p].colour != MI_GO_EMPTY || !mi_go_legal_point(b, p))
        return false;
    mi_go_do(b, p, colour, undo);
    s->nodes--;
    return true;
}

static bool holds(struct siege *s, int depth);

/* The besieger moves: is the chain taken, by stones that cannot be taken at once? */
static bool falls(struct siege *s, int depth)
{
    for (int i = 0; i < s->points && depth > 0 && s->nodes > 0; i++) {
        struct go_undo undo;
        if (!try_stone(s, s->area[i], !s->colour, &undo))
            continue;
        bool taken = s->b->point[s->target].colour != s->colour;
        bool fallen = taken ? !mi_go_atari(s->b, s->area[i]) : !holds(s, depth - 1);
        mi_go_undo(s->b, &undo);
        if (fallen)
            return true;
    }
    return false;
}

/* The chain's owner moves, or passes. */
static bool holds(struct siege *s, int depth)
{
    int ko = s->b->ko;
    s->b->ko = MI_GO_NONE;
    bool held = !falls(s, depth - 1);
    s->b->ko = (uint16_t)ko;
    for (int i = 0; i < s->points && !held; i++) {
        struct go_undo undo;
        if (!try_stone(s, s->area[i], s->colour, &undo))
            continue;
        held = !falls(s, depth - 1);
        mi_go_undo(s->b, &undo);
    }
    return held;
}

/* Deeper and deeper, as the shortest siege is found the soonest. */
static bool is_lost(struct siege *s, int p)
{
    bool lost = false;
    s->target = p;
    s->colour = s->b->point[p].colour;
    s->nodes = NODES;
    for (int depth = 1; depth <= DEEPEST && !lost && s->nodes > 0; depth += 2) {
        s->b->ko = MI_GO_NONE;
        lost = falls(s, depth) && s->nodes > 0;
    }
    return lost;
}

/* ---- what comes of it ---- */

static int life_at(const struct siege *s, const int8_t *life, int p)
{
    return s->b->point[p].colour <= MI_GO_WHITE ? life[mi_go_move_of(s->b, p)] : MIAI_ALIVE;
}

/* The stones of the colour's largest chain there. */
static int largest(const struct siege *s, const int8_t *life, int colour)
{
    int most = 0;
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i];
        if (s->b->point[p].colour != colour || life_at(s, life, p) != MIAI_SEKI)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        most = stones > most ? stones : most;
    }
    return most;
}

/* Tells the stones of the colour dead that hang together with a lost chain, and the others alive.
 */
static void end_siege(const struct siege *s, int8_t *life, int lost)
{
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i], stands = s->b->point[p].colour;
        if (life_at(s, life, p) == MIAI_SEKI)
            life[mi_go_move_of(s->b, p)] = stands == lost ? MIAI_DEAD : MIAI_ALIVE;
    }
}

/* Reads a seki that was collected.  Stones inside of a larger chain may be taken in many that are
 * one, and those that took them are besieged again: only a chain as large as the other colour's
 * decides. */
static void read_siege(struct siege *s, int8_t *life)
{
    int most[2] = {largest(s, life, MI_GO_BLACK), largest(s, life, MI_GO_WHITE)};
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i], colour = s->b->point[p].colour;
        if (life_at(s, life, p) != MIAI_SEKI || s->b->point[p].head != p)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        if (most[!colour] > 0 && stones == most[colour] && stones >= most[!colour] &&
            is_lost(s, p)) {
            end_siege(s, life, colour);
            return;
        }
    }
}

void mi_go_besiege(const void *pos, int8_t *life)
{
    const struct mi_go *b = pos;
    union {
        struct mi_go b;
        char bytes[MI_GO_MAX_BYTES];
    } copy;
    bool seen[MI_GO_MAX_SPAN] = {false};
    struct siege s = {.b = &copy.b, .life = life};
    if (!b->territory)
        return;
    memcpy(copy.bytes, b, mi_go_bytes(b));
    for (int p = 0; p < b->span; p++) {
        if (seen[p] || life_at(&s, life, p) != MIAI_SEKI || b->point[p].head != p)
            continue;
        bool small = collect(&s, p);
        for (int i = 0; i < s.points; i++)
            seen[s.area[i]] = true;
        if (small)
            read_siege(&s, life);
    }
}
