/* Teire: points that must be filled at the end of a game under territory rules.
 *
 * After the opponent fills the dame, a chain may have its last liberty in its own territory.  Its
 * owner must then connect there or capture dead stones next to it, so one point of territory is
 * lost. This is decided by reading, with the dead stones still on the board.  The attacker plays on
 * dame next to the chain.  The owner answers on a dame for free, answers in the own territory at a
 * cost, or ignores the move. */
#include "game/go/board/go.h"
#include "game/go/tactics/undo.h"

enum {
    DAME_MAX = 7,          /* maximum dame points read */
    COST_OF_CAPTURE = 100, /* cost of a captured chain, in points */
    NODES_MAX = 4000,      /* maximum positions searched for one chain */
    FILLED_CHAINS_MAX = 64 /* maximum chains that need a filling move */
};

struct teire_reading {
    const int8_t *owner; /* [moves]; 0: dame */
    int colour;          /* owner of the chain */
    int dame[DAME_MAX], count;
    int nodes; /* remaining positions to search */
};

/* Result of a reading: the owner's cost in points, the first move and the answer (MI_GO_NONE for
 * none). */
struct reading_result {
    int cost, move, answer;
};

/* Plays a stone of that colour on p.  Returns false, with nothing changed, if it is illegal or
 * would be in atari. */
static bool teire_try_stone(struct mi_go *b, int p, int colour, struct go_undo *undo)
{
    b->turn = (uint8_t)colour;
    b->ko = MI_GO_NONE;
    if (!mi_go_legal_point(b, p))
        return false;
    mi_go_make_move(b, p, colour, undo);
    if (b->point[p].colour == colour && !mi_go_atari(b, p))
        return true;
    mi_go_undo_move(b, undo);
    return false;
}

/* A stone next to p of the colour being read whose chain is in atari, or MI_GO_NONE. */
static int chain_in_atari_at(const struct teire_reading *r, const struct mi_go *b, int p)
{
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour == r->colour && mi_go_atari(b, q))
            return q;
    }
    return MI_GO_NONE;
}

static struct reading_result teire_best_attack(struct teire_reading *r, struct mi_go *b,
                                               int max_cost);

/* Tries the owner's answer `at` to the stone on p; it costs `cost` points by itself. */
static void teire_try_answer(struct teire_reading *r, struct mi_go *b, int p, int at, int cost,
                             struct reading_result *best)
{
    struct go_undo undo;
    if (cost >= best->cost || !teire_try_stone(b, at, r->colour, &undo))
        return;
    if (!chain_in_atari_at(r, b, p))
        cost += teire_best_attack(r, b, best->cost - cost).cost;
    else
        cost = COST_OF_CAPTURE;
    mi_go_undo_move(b, &undo);
    if (cost < best->cost)
        *best = (struct reading_result){cost, MI_GO_NONE, at};
}

/* Tries to save the chain of the stone on q: on its last liberty, or by capturing an adjacent
 * chain. */
static void try_saving_chain(struct teire_reading *r, struct mi_go *b, int p, int q,
                             struct reading_result *best)
{
    int stone = q, at = mi_go_atari(b, q);
    if (r->owner[mi_go_move_of(b, at)] != 0)
        teire_try_answer(r, b, p, at, 1, best);
    do {
        for (int i = 0; i < 4; i++) {
            int enemy = stone + go_neighbour_offset(b->stride, i);
            at = b->point[enemy].colour == !r->colour ? mi_go_atari(b, enemy) : MI_GO_NONE;
            if (at && r->owner[mi_go_move_of(b, at)] != 0)
                teire_try_answer(r, b, p, at, 1, best);
        }
        stone = b->point[stone].link;
    } while (stone != q);
}

/* The owner's best answer after an attacking stone on p. */
static struct reading_result teire_best_answer(struct teire_reading *r, struct mi_go *b, int p)
{
    int chain = chain_in_atari_at(r, b, p);
    struct reading_result best = {COST_OF_CAPTURE, MI_GO_NONE, MI_GO_NONE};
    if (!chain)
        best.cost = teire_best_attack(r, b, COST_OF_CAPTURE).cost;
    for (int i = 0; i < r->count; i++)
        teire_try_answer(r, b, p, r->dame[i], 0, &best);
    if (chain)
        try_saving_chain(r, b, p, chain, &best);
    return best;
}

/* The attacker's best move.  Costs above max_cost make no difference. */
static struct reading_result teire_best_attack(struct teire_reading *r, struct mi_go *b,
                                               int max_cost)
{
    struct reading_result best = {0, MI_GO_NONE, MI_GO_NONE};
    for (int i = 0; i < r->count && best.cost < max_cost && r->nodes > 0; i++) {
        struct go_undo undo;
        if (!teire_try_stone(b, r->dame[i], !r->colour, &undo))
            continue;
        r->nodes--;
        struct reading_result result = teire_best_answer(r, b, r->dame[i]);
        mi_go_undo_move(b, &undo);
        if (result.cost > best.cost)
            best = (struct reading_result){result.cost, r->dame[i], result.answer};
    }
    return best;
}

/* ---- which chains ---- */

/* Adds the dame p and all dame connected to it.  Returns false if there are too many. */
static bool teire_add_dame(struct teire_reading *r, const struct mi_go *b, int p)
{
    for (int i = 0; i < r->count; i++)
        if (r->dame[i] == p)
            return true;
    if (r->count == DAME_MAX)
        return false;
    int from = r->count;
    r->dame[r->count++] = p;
    for (int i = 0; i < 4; i++) {
        int q = r->dame[from] + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour == MI_GO_EMPTY && r->owner[mi_go_move_of(b, q)] == 0 &&
            !teire_add_dame(r, b, q))
            return false;
    }
    return true;
}

/* Also adds dame adjacent to chains that the dame would connect, up to the limit, since they may be
 * filled too. */
static void teire_add_joining_dame(struct teire_reading *r, const struct mi_go *b)
{
    for (int i = 0; i < r->count; i++)
        for (int j = 0; j < 4; j++) {
            int start = r->dame[i] + go_neighbour_offset(b->stride, j), stone = start;
            if (b->point[start].colour != r->colour)
                continue;
            do {
                for (int k = 0; k < 4; k++) {
                    int q = stone + go_neighbour_offset(b->stride, k);
                    if (b->point[q].colour == MI_GO_EMPTY && r->owner[mi_go_move_of(b, q)] == 0)
                        teire_add_dame(r, b, q);
                }
                stone = b->point[stone].link;
            } while (stone != start);
        }
}

/* Can the chain of the stone on p be reduced to one liberty and then saved by a move in its own
 * territory?  Collects the dame to read. */
static bool may_need_filling(struct teire_reading *r, const struct mi_go *b, const int8_t *life,
                             int p)
{
    int stone = p, own = MI_GO_NONE;
    bool enemy = false;
    r->colour = b->point[p].colour;
    r->count = 0;
    r->nodes = NODES_MAX;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(b->stride, i), stands = b->point[q].colour;
            enemy |= stands == !r->colour && life[mi_go_move_of(b, q)] == MIAI_DEAD;
            if (stands != MI_GO_EMPTY)
                continue;
            bool dame = r->owner[mi_go_move_of(b, q)] == 0;
            if (dame ? !teire_add_dame(r, b, q) : own && own != q)
                return false;
            own = dame ? own : q;
        }
        stone = b->point[stone].link;
    } while (stone != p);
    teire_add_joining_dame(r, b);
    return (own || enemy) && r->count > 0;
}

/* Finds and plays a dame that lets the chain's owner, moving first, avoid filling.  MI_GO_NONE if
 * there is none. */
static int play_dame_instead(struct teire_reading *r, struct mi_go *b)
{
    struct go_undo undo;
    for (int i = 0; i < r->count; i++) {
        if (!teire_try_stone(b, r->dame[i], r->colour, &undo))
            continue;
        if (teire_best_attack(r, b, COST_OF_CAPTURE).cost == 0)
            return r->dame[i];
        mi_go_undo_move(b, &undo);
    }
    return MI_GO_NONE;
}

/* Plays out the best line and undoes it.  Writes the owner's filling moves to list and returns how
 * many. */
static int read_filling_moves(struct teire_reading *r, struct mi_go *b, uint16_t list[DAME_MAX])
{
    struct go_undo undo[2 * DAME_MAX];
    int done = 0, n = 0;
    for (int i = 0; i < r->count; i++) {
        struct reading_result result = teire_best_attack(r, b, COST_OF_CAPTURE);
        if (result.cost == 0 || result.cost >= COST_OF_CAPTURE)
            break;
        mi_go_make_move(b, result.move, !r->colour, &undo[done++]);
        if (!result.answer)
            continue;
        mi_go_make_move(b, result.answer, r->colour, &undo[done++]);
        if (r->owner[mi_go_move_of(b, result.answer)] != 0)
            list[n++] = (uint16_t)result.answer;
    }
    while (done > 0)
        mi_go_undo_move(b, &undo[--done]);
    return n;
}

/* Is an adjacent chain of the other colour dead? */
static bool has_dead_neighbour(const struct mi_go *b, const int8_t *life, int p)
{
    int stone = p;
    do {
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(b->stride, i);
            if (b->point[q].colour == !b->point[p].colour && life[mi_go_move_of(b, q)] == MIAI_DEAD)
                return true;
        }
        stone = b->point[stone].link;
    } while (stone != p);
    return false;
}

/* Is the chain already in atari to living stones, with its last liberty in its own territory, where
 * a stone saves it?  Usually it has captured in a ko.  The point must be filled even if a stone
 * that captures the chain could be recaptured. */
static bool is_in_atari_at_territory(const struct teire_reading *r, struct mi_go *b,
                                     const int8_t *life, int p, uint16_t *liberty)
{
    struct go_undo undo;
    int own = mi_go_atari(b, p);
    if (!own || r->owner[mi_go_move_of(b, own)] == 0 || has_dead_neighbour(b, life, p) ||
        !teire_try_stone(b, own, b->point[p].colour, &undo))
        return false;
    mi_go_undo_move(b, &undo);
    *liberty = (uint16_t)own;
    return true;
}

/* Finds the first chain of the colour that needs filling and fills for it.  If *first is MI_GO_NONE
 * and a dame would do instead, sets *first to that dame.  first is NULL if no dame may be played.
 * Returns false if no chain needs filling. */
static bool fill_for_one_chain(struct mi_go *b, const int8_t *life, int8_t *owner, int colour,
                               int *first)
{
    struct teire_reading r = {.owner = owner};
    struct go_undo undo;
    uint16_t list[DAME_MAX];
    for (int p = 0, n; p < b->span; p++) {
        if (b->point[p].colour != colour || b->point[p].head != p ||
            life[mi_go_move_of(b, p)] != MIAI_ALIVE)
            continue;
        bool in_atari = is_in_atari_at_territory(&r, b, life, p, list);
        n = in_atari ? 1 : may_need_filling(&r, b, life, p) ? read_filling_moves(&r, b, list) : 0;
        if (n == 0)
            continue;
        if (!in_atari && first && !*first && (*first = play_dame_instead(&r, b)) != MI_GO_NONE)
            return true;
        while (n > 0) {
            mi_go_make_move(b, list[--n], colour, &undo);
            owner[mi_go_move_of(b, list[n])] = 0;
        }
        return true;
    }
    return false;
}

/* Each player is read on the original board, without the other's filling moves, since these do not
 * change what the opponent must fill. */
void mi_go_find_teire(const struct mi_go *b, const int8_t *life, int8_t *owner)
{
    union mi_go_copy copy;
    struct go_undo undo;
    int first = MI_GO_NONE;
    for (int i = 0; i < 2; i++) {
        int colour = i == 0 ? b->turn : !b->turn;
        bool more = true;
        mi_go_copy(&copy, b);
        if (first)
            mi_go_make_move(&copy.b, first, b->turn, &undo);
        for (int n = 0; n < FILLED_CHAINS_MAX && more; n++)
            more = fill_for_one_chain(&copy.b, life, owner, colour, i == 0 ? &first : NULL);
    }
}
