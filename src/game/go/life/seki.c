/* Collects the chains and points of a local fight, and reads whether a chain is captured.  Passing
 * allows a ko to be retaken. */
#include "seki.h"

#include "game/go/tactics/undo.h"

enum {
    EMPTY_MAX = 10,    /* maximum empty points in the area */
    LIBERTIES_MAX = 8, /* maximum liberties counted */
    NAKADE_MAX = 6,    /* capturing up to this many stones may leave less than two eyes */
    DEPTH_MAX = 21     /* maximum depth in plies */
};

/* ---- collecting the area ---- */

static bool area_add(struct mi_seki *s, int p)
{
    for (int i = 0; i < s->points; i++)
        if (s->area[i] == p)
            return true;
    if (s->points == MI_SEKI_AREA)
        return false;
    s->area[s->points++] = (uint16_t)p;
    return true;
}

static bool is_marked_alive(const struct mi_seki *s, int p)
{
    return s->life[mi_go_move_of(s->b, p)] == MIAI_ALIVE;
}

/* Is p a stone that does not live by itself, or an empty point adjacent to one? */
static bool belongs_to_area(const struct mi_seki *s, int p)
{
    const struct mi_go_point *point = s->b->point;
    if (point[p].colour != MI_GO_EMPTY)
        return point[p].colour <= MI_GO_WHITE && !is_marked_alive(s, p);
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(s->b->stride, i);
        if (point[q].colour <= MI_GO_WHITE && !is_marked_alive(s, q))
            return true;
    }
    return false;
}

/* Is p a living stone whose chain might be captured while it attacks? */
static bool may_lose_attacking_chain(const struct mi_seki *s, int p)
{
    int liberty[LIBERTIES_MAX];
    return s->b->point[p].colour <= MI_GO_WHITE && is_marked_alive(s, p) &&
           go_liberties(s->b, p, LIBERTIES_MAX, liberty) < s->outside_liberties;
}

/* Is p empty and adjacent to a dead stone of the colour? */
static bool is_adjacent_to_dead(const struct mi_seki *s, int p, int colour)
{
    const struct mi_go_point *point = s->b->point;
    for (int i = 0; i < 4 && point[p].colour == MI_GO_EMPTY; i++) {
        int q = p + go_neighbour_offset(s->b->stride, i);
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

/* Adds the neighbours of p that belong to the area; false as in mi_seki_collect(). */
static bool area_add_around(struct mi_seki *s, int p, const int8_t *pass_alive)
{
    for (int j = 0; j < 4; j++) {
        int q = p + go_neighbour_offset(s->b->stride, j);
        if (may_lose_attacking_chain(s, q)) {
            if (!pass_alive)
                return false;
            if (pass_alive[mi_go_move_of(s->b, q)] == 0 &&
                is_adjacent_to_dead(s, p, !s->b->point[q].colour))
                mi_go_mark_life(s->b, s->life, q, MIAI_SEKI);
        }
        bool open = pass_alive && s->b->point[p].colour == MI_GO_EMPTY &&
                    s->b->point[q].colour == MI_GO_EMPTY;
        if ((open || belongs_to_area(s, q)) && !area_add(s, q))
            return false;
    }
    return true;
}

bool mi_seki_collect(struct mi_seki *s, int p, const int8_t *pass_alive)
{
    int empties = 0;
    s->points = 0;
    area_add(s, p);
    for (int i = 0; i < s->points; i++) {
        empties += s->b->point[s->area[i]].colour == MI_GO_EMPTY;
        if (empties > EMPTY_MAX || !area_add_around(s, s->area[i], pass_alive))
            return false;
    }
    return true;
}

/* ---- reading ---- */

static bool seki_try_stone(struct mi_seki *s, int p, int colour, struct go_undo *undo)
{
    struct mi_go *b = s->b;
    b->turn = (uint8_t)colour;
    if (b->point[p].colour != MI_GO_EMPTY || !mi_go_legal_point(b, p))
        return false;
    mi_go_make_move(b, p, colour, undo);
    s->nodes--;
    return true;
}

/* Does the attacker's stone on p, which has just captured the chain, survive the next move?  A
 * stone that captured a ko does. */
static bool survives_next_move(struct mi_seki *s, int p)
{
    int at = mi_go_atari(s->b, p);
    s->b->turn = (uint8_t)s->colour;
    return s->large || !at || !mi_go_legal_point(s->b, at);
}

static bool chain_survives(struct mi_seki *s, int depth);

/* Attacker to move: is the chain captured, either by stones that cannot be recaptured at once, or
 * so large that recapturing would not help? */
static bool chain_is_captured(struct mi_seki *s, int depth)
{
    for (int i = 0; i < s->points && depth > 0 && s->nodes > 0; i++) {
        struct go_undo undo;
        if (!seki_try_stone(s, s->area[i], !s->colour, &undo))
            continue;
        bool taken = s->b->point[s->target].colour != s->colour;
        bool fallen = taken ? survives_next_move(s, s->area[i]) : !chain_survives(s, depth - 1);
        mi_go_undo_move(s->b, &undo);
        if (fallen)
            return true;
    }
    return false;
}

/* Would an owner's stone on p capture stones that must be spared? */
static bool captures_spared(const struct mi_seki *s, int p)
{
    for (int i = 0; i < 4 && s->spares && s->b->point[p].colour == MI_GO_EMPTY; i++) {
        int q = p + go_neighbour_offset(s->b->stride, i), stone = q;
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

/* Does an owner's stone on p capture enough stones to live? */
static bool captures_to_live(const struct mi_seki *s, int p)
{
    for (int i = 0; i < 4 && s->b->point[p].colour == MI_GO_EMPTY; i++) {
        int q = p + go_neighbour_offset(s->b->stride, i);
        if (s->b->point[q].colour == !s->colour && mi_go_atari(s->b, q) == p &&
            mi_go_chain_stones(s->b, q) > NAKADE_MAX)
            return true;
    }
    return false;
}

/* Owner to move, or to pass: does the chain survive? */
static bool chain_survives(struct mi_seki *s, int depth)
{
    int ko = s->b->ko;
    s->b->ko = MI_GO_NONE;
    bool held = !chain_is_captured(s, depth - 1);
    s->b->ko = (uint16_t)ko;
    for (int i = 0; i < s->points && !held; i++) {
        struct go_undo undo;
        if (captures_spared(s, s->area[i]))
            continue;
        if (captures_to_live(s, s->area[i]))
            return true;
        if (!seki_try_stone(s, s->area[i], s->colour, &undo))
            continue;
        held = !chain_is_captured(s, depth - 1);
        mi_go_undo_move(s->b, &undo);
    }
    return held;
}

/* Iterative deepening finds the shortest capture first. */
enum mi_seki_outcome mi_seki_read(struct mi_seki *s, int p, int nodes)
{
    bool lost = false;
    s->target = p;
    s->colour = s->b->point[p].colour;
    s->large = mi_go_chain_stones(s->b, p) > NAKADE_MAX;
    s->nodes = nodes;
    for (int depth = 1; depth <= DEPTH_MAX && !lost && s->nodes > 0; depth += 2) {
        s->b->ko = MI_GO_NONE;
        lost = chain_is_captured(s, depth);
    }
    return s->nodes <= 0 ? MI_SEKI_OPEN : lost ? MI_SEKI_LOST : MI_SEKI_HELD;
}
