/* Points that have to be filled at the end of a game by territory.
 *
 * When the other colour fills the dame, a chain may come to have one liberty left in its owner's
 * land, and he has to connect there, or to take dead stones beside it: the point is no territory.
 * Whether it comes to that is read, with the dead stones on the board: the other colour plays on
 * the dame beside the chain, and its owner answers there, which costs nothing, or in his land, or
 * lets it be. */
#include "game/go/board/go.h"
#include "game/go/tactics/undo.h"

enum {
    DAME = 7,     /* points that are read, at most */
    LOST = 100,   /* for a chain that is taken, in points */
    NODES = 4000, /* positions that are looked at for one chain, at most */
    LONGEST = 64  /* chains that are filled for, at most */
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

/* A stone of the reading's colour beside p whose chain has one liberty; MI_GO_NONE: there is none.
 */
static int threat_at(const struct reading *r, const struct mi_go *b, int p)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i);
        if (b->point[q].colour == r->colour && mi_go_atari(b, q))
            return q;
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

/* The liberty of the chain of the stone on q, or what takes a chain beside it, as an answer. */
static void try_saving(struct reading *r, struct mi_go *b, int p, int q, struct line *best)
{
    int stone = q, at = mi_go_atari(b, q);
    if (r->owner[mi_go_move_of(b, at)] != 0)
        try_answer(r, b, p, at, 1, best);
    do {
        for (int i = 0; i < 4; i++) {
            int prey = stone + go_step(b->stride, i);
            at = b->point[prey].colour == !r->colour ? mi_go_atari(b, prey) : MI_GO_NONE;
            if (at && r->owner[mi_go_move_of(b, at)] != 0)
                try_answer(r, b, p, at, 1, best);
        }
        stone = b->point[stone].link;
    } while (stone != q);
}

/* What the owner pays after a stone on p. */
static struct line answer(struct reading *r, struct mi_go *b, int p)
{
    int threatened = threat_at(r, b, p);
    struct line best = {LOST, MI_GO_NONE, MI_GO_NONE};
    if (!threatened)
        best.cost = attack(r, b, LOST).cost;
    for (int i = 0; i < r->count; i++)
        try_answer(r, b, p, r->dame[i], 0, &best);
    if (threatened)
        try_saving(r, b, p, threatened, &best);
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

/* Adds the dame of the chains that the dame would join, as far as there is room: they may be filled
 * as well. */
static void add_joined(struct reading *r, const struct mi_go *b)
{
    for (int i = 0; i < r->count; i++)
        for (int j = 0; j < 4; j++) {
            int start = r->dame[i] + go_step(b->stride, j), stone = start;
            if (b->point[start].colour != r->colour)
                continue;
            do {
                for (int k = 0; k < 4; k++) {
                    int q = stone + go_step(b->stride, k);
                    if (b->point[q].colour == MI_GO_EMPTY && r->owner[mi_go_move_of(b, q)] == 0)
                        add_dame(r, b, q);
                }
                stone = b->point[stone].link;
            } while (stone != start);
        }
}

/* May the chain of the stone on p come to have one liberty, and be saved then by a move in its
 * owner's land?  Collects what is to be read. */
static bool is_short(struct reading *r, const struct mi_go *b, const int8_t *life, int p)
{
    int stone = p, own = MI_GO_NONE;
    bool prey = false;
    r->colour = b->point[p].colour;
    r->count = 0;
    r->nodes = NODES;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_step(b->stride, i), stands = b->point[q].colour;
            prey |= stands == !r->colour && life[mi_go_move_of(b, q)] == MIAI_DEAD;
            if (stands != MI_GO_EMPTY)
                continue;
            bool dame = r->owner[mi_go_move_of(b, q)] == 0;
            if (dame ? !add_dame(r, b, q) : own && own != q)
                return false;
            own = dame ? own : q;
        }
        stone = b->point[stone].link;
    } while (stone != p);
    add_joined(r, b);
    return (own || prey) && r->count > 0;
}

/* Plays the dame by which the chain's owner, moving first, need not fill.  MI_GO_NONE: there is
 * none. */
static int forestall(struct reading *r, struct mi_go *b)
{
    struct go_undo undo;
    for (int i = 0; i < r->count; i++) {
        if (!try_stone(b, r->dame[i], r->colour, &undo))
            continue;
        if (attack(r, b, LOST).cost == 0)
            return r->dame[i];
        mi_go_undo(b, &undo);
    }
    return MI_GO_NONE;
}

/* Plays what the reading comes to, and takes it back; list becomes the points of his own that the
 * owner fills.  Returns how many. */
static int read_line(struct reading *r, struct mi_go *b, uint16_t list[DAME])
{
    struct go_undo undo[2 * DAME];
    int done = 0, n = 0;
    for (int i = 0; i < r->count; i++) {
        struct line line = attack(r, b, LOST);
        if (line.cost == 0 || line.cost >= LOST)
            break;
        mi_go_do(b, line.move, !r->colour, &undo[done++]);
        if (!line.answer)
            continue;
        mi_go_do(b, line.answer, r->colour, &undo[done++]);
        if (r->owner[mi_go_move_of(b, line.answer)] != 0)
            list[n++] = (uint16_t)line.answer;
    }
    while (done > 0)
        mi_go_undo(b, &undo[--done]);
    return n;
}

/* Is a chain of the other colour dead beside that of the stone on p? */
static bool has_prey(const struct mi_go *b, const int8_t *life, int p)
{
    int stone = p;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_step(b->stride, i);
            if (b->point[q].colour == !b->point[p].colour && life[mi_go_move_of(b, q)] == MIAI_DEAD)
                return true;
        }
        stone = b->point[stone].link;
    } while (stone != p);
    return false;
}

/* Is the chain of the stone on p in atari already, to stones that live, and saved by a stone on its
 * last liberty, which is its owner's land?  Mostly it has taken a ko: that a stone which takes it
 * could be taken back helps nothing. */
static bool hangs(const struct reading *r, struct mi_go *b, const int8_t *life, int p,
                  uint16_t *liberty)
{
    struct go_undo undo;
    int own = mi_go_atari(b, p);
    if (!own || r->owner[mi_go_move_of(b, own)] == 0 || has_prey(b, life, p) ||
        !try_stone(b, own, b->point[p].colour, &undo))
        return false;
    mi_go_undo(b, &undo);
    *liberty = (uint16_t)own;
    return true;
}

/* Reads the chains of a colour, and fills for the first that needs it, unless a dame at *first
 * serves as well: it becomes that.  False: none needs it.  first is NULL if no dame may be played.
 */
static bool fill_one(struct mi_go *b, const int8_t *life, int8_t *owner, int colour, int *first)
{
    struct reading r = {.owner = owner};
    struct go_undo undo;
    uint16_t list[DAME];
    for (int p = 0, n; p < b->span; p++) {
        if (b->point[p].colour != colour || b->point[p].head != p ||
            life[mi_go_move_of(b, p)] != MIAI_ALIVE)
            continue;
        bool hanging = hangs(&r, b, life, p, list);
        n = hanging ? 1 : is_short(&r, b, life, p) ? read_line(&r, b, list) : 0;
        if (n == 0)
            continue;
        if (!hanging && first && !*first && (*first = forestall(&r, b)) != MI_GO_NONE)
            return true;
        while (n > 0) {
            mi_go_do(b, list[--n], colour, &undo);
            owner[mi_go_move_of(b, list[n])] = 0;
        }
        return true;
    }
    return false;
}

/* What one player fills makes nothing else needful for the other, who is read without it. */
void mi_go_teire(const struct mi_go *b, const int8_t *life, int8_t *owner)
{
    union mi_go_copy copy;
    struct go_undo undo;
    int first = MI_GO_NONE;
    for (int i = 0; i < 2; i++) {
        int colour = i == 0 ? b->turn : !b->turn;
        bool more = true;
        mi_go_copy(&copy, b);
        if (first)
            mi_go_do(&copy.b, first, b->turn, &undo);
        for (int n = 0; n < LONGEST && more; n++)
            more = fill_one(&copy.b, life, owner, colour, i == 0 ? &first : NULL);
    }
}
