/* Points that have to be filled at the end of a game by territory.
 *
 * When the other colour fills the dame, a chain may come to have one liberty left in its owner's
 * land, and he has to connect there: the point is no territory.  Whether it comes to that is read:
 * the other colour plays on the dame beside the chain, and its owner answers there, which costs
 * nothing, or fills, or lets it be. */
#include "go.h"
#include "undo.h"

enum {
    DAME = 7,     /* points that are read, at most */
    LOST = 100,   /* for a chain that is taken, in points */
    NODES = 4000, /* positions that are looked at for one chain, at most */
    LONGEST = 64  /* stones that are played, at most */
};

struct reading {
    const int8_t *owner; /* of the points, by the moves' order; 0: dame */
    int colour;          /* whose chain it is */
    int dame[DAME], count;
    int nodes; /* that are left */
};

/* What a reading has come to, and how it begins: MI_GO_NONE where nothing is played. */
struct line {
    int cost, move, answer;
};

/* Puts a stone of colour on p; false, with nothing changed: it is illegal, or could be taken at
 * once. */
static bool try_stone(struct mi_go *b, int p, int colour, struct go_undo *undo)
{
    b->turn = (uint8_t)colour;
    b->ko = MI_GO_NONE;
    if (!mi_go_legal_point(b, p))
        return false;
    mi_go_do(b, p, colour, undo);
    if (b->point[p].colour == colour && !mi_go_atari(b, p))
        return true;
    mi_go_undo(b, undo);
    return false;
}

/* The liberty of a chain of the reading's colour beside p that has only one; MI_GO_NONE: none. */
static int threat_at(const struct reading *r, const struct mi_go *b, int p)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i);
        if (b->point[q].colour == r->colour && mi_go_atari(b, q))
            return mi_go_atari(b, q);
    }
    return MI_GO_NONE;
}

static struct line attack(struct reading *r, struct mi_go *b, int most);

/* An answer to the stone on p, which costs so much at once. */
static void try_answer(struct reading *r, struct mi_go *b, int p, int at, int cost,
                       struct line *best)
{
    struct go_undo undo;
    if (cost >= best->cost || !try_stone(b, at, r->colour, &undo))
        return;
    if (!threat_at(r, b, p))
        cost += attack(r, b, best->cost - cost).cost;
    else
        cost = LOST;
    mi_go_undo(b, &undo);
    if (cost < best->cost)
        *best = (struct line){cost, MI_GO_NONE, at};
}

/* What the owner pays after a stone on p. */
static struct line answer(struct reading *r, struct mi_go *b, int p)
{
    int liberty = threat_at(r, b, p);
    struct line best = {LOST, MI_GO_NONE, MI_GO_NONE};
    if (!liberty)
        best.cost = attack(r, b, LOST).cost;
    for (int i = 0; i < r->count; i++)
        try_answer(r, b, p, r->dame[i], 0, &best);
    if (liberty && r->owner[mi_go_move_of(b, liberty)] != 0)
        try_answer(r, b, p, liberty, 1, &best);
    return best;
}

/* What the other colour can make the owner pay; no more than `most` matters. */
static struct line attack(struct reading *r, struct mi_go *b, int most)
{
    struct line best = {0, MI_GO_NONE, MI_GO_NONE};
    for (int i = 0; i < r->count && best.cost < most && r->nodes > 0; i++) {
        struct go_undo undo;
        if (!try_stone(b, r->dame[i], !r->colour, &undo))
            continue;
        r->nodes--;
        struct line line = answer(r, b, r->dame[i]);
        mi_go_undo(b, &undo);
        if (line.cost > best.cost)
            best = (struct line){line.cost, r->dame[i], line.answer};
    }
    return best;
}

/* ---- which chains ---- */

/* Adds an empty point that is dame to those that are read, with the dame joined to it; false: they
 * are too many. */
static bool add_dame(struct reading *r, const struct mi_go *b, int p)
{
    for (int i = 0; i < r->count; i++)
        if (r->dame[i] == p)
            return true;
    if (r->count == DAME)
        return false;
    int from = r->count;
    r->dame[r->count++] = p;
    for (int i = 0; i < 4; i++) {
        int q = r->dame[from] + go_step(b->stride, i);
        if (b->point[q].colour == MI_GO_EMPTY && r->owner[mi_go_move_of(b, q)] == 0 &&
            !add_dame(r, b, q))
            return false;
    }
    return true;
}

/* May the chain of the stone on p come to have one liberty?  Collects what is to be read. */
static bool is_short(struct reading *r, const struct mi_go *b, int p)
{
    int stone = p, own = MI_GO_NONE;
    r->colour = b->point[p].colour;
    r->count = 0;
    r->nodes = NODES;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_step(b->stride, i);
            if (b->point[q].colour != MI_GO_EMPTY)
                continue;
            bool dame = r->owner[mi_go_move_of(b, q)] == 0;
            if (dame ? !add_dame(r, b, q) : own && own != q)
                return false;
            own = dame ? own : q;
        }
        stone = b->point[stone].link;
    } while (stone != p);
    return own && r->count > 0;
}

/* Plays the dame by which the chain's owner, moving first, need not fill; false: there is none. */
static bool forestall(struct reading *r, struct mi_go *b)
{
    struct go_undo undo;
    for (int i = 0; i < r->count; i++) {
        if (!try_stone(b, r->dame[i], r->colour, &undo))
            continue;
        if (attack(r, b, LOST).cost == 0)
            return true;
        mi_go_undo(b, &undo);
    }
    return false;
}

/* Reads one chain that may have to be filled for, and plays what comes of it. */
static bool fill_one(struct mi_go *b, const int8_t *life, const int8_t *owner, int *first)
{
    struct reading r = {.owner = owner};
    struct go_undo undo;
    for (int p = 0; p < b->span; p++) {
        if (b->point[p].colour > MI_GO_WHITE || b->point[p].head != p ||
            life[mi_go_move_of(b, p)] == MIAI_SEKI || !is_short(&r, b, p))
            continue;
        struct line line = attack(&r, b, LOST);
        if (line.cost == 0 || line.cost >= LOST)
            continue;
        if (*first == r.colour && forestall(&r, b)) {
            *first = MI_GO_EMPTY;
            return true;
        }
        mi_go_do(b, line.move, !r.colour, &undo);
        if (line.answer)
            mi_go_do(b, line.answer, r.colour, &undo);
        return true;
    }
    return false;
}

void mi_go_fill(struct mi_go *b, const int8_t *life)
{
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    bool more = true;
    int first = b->turn;
    for (int i = 0; i < LONGEST && more; i++) {
        mi_go_owners(b, life, owner);
        more = fill_one(b, life, owner, &first);
    }
}
