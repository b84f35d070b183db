/* Chains in seki that survive only by ko threats elsewhere: the bent four in the corner.
 *
 * Under territory rules (Nihon Ki-in 1989, article 7.2) ko threats elsewhere do not count.  Stones
 * are dead if they are captured when the attacker moves first and both sides play only locally.  A
 * search of the whole board would report such a position as seki, because the attacker does not
 * start while the ko costs something elsewhere.  As in play, passing allows a ko to be retaken. */
#include "game/go/board/move.h"
#include "seki.h"

enum {
    OUTSIDE_LIBERTIES_MIN = 4, /* minimum liberties of the surrounding living chains */
    NODES_MAX = 200000         /* maximum positions searched for one chain */
};

static int chain_life_at(const struct mi_seki *s, const int8_t *life, int p)
{
    return s->b->point[p].colour <= MI_GO_WHITE ? life[mi_go_move_of(s->b, p)] : MIAI_ALIVE;
}

/* The number of stones in the colour's largest chain in seki within the area. */
static int largest_seki_chain(const struct mi_seki *s, const int8_t *life, int colour)
{
    int largest = 0;
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i];
        if (s->b->point[p].colour != colour || chain_life_at(s, life, p) != MIAI_SEKI)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        largest = stones > largest ? stones : largest;
    }
    return largest;
}

/* Marks the area's stones of the lost colour dead, the others alive. */
static void resolve_seki(const struct mi_seki *s, int8_t *life, int lost)
{
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i], stands = s->b->point[p].colour;
        if (chain_life_at(s, life, p) == MIAI_SEKI)
            life[mi_go_move_of(s->b, p)] = stands == lost ? MIAI_DEAD : MIAI_ALIVE;
    }
}

/* Reads the collected seki.  Capturing the stones inside a larger chain decides nothing: the stones
 * that capture them may be attacked again.  So only a colour's largest chain is read, and only if
 * it is at least as large as the other colour's. */
static void read_collected_seki(struct mi_seki *s, int8_t *life)
{
    int largest[2] = {largest_seki_chain(s, life, MI_GO_BLACK),
                      largest_seki_chain(s, life, MI_GO_WHITE)};
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i], colour = s->b->point[p].colour;
        if (chain_life_at(s, life, p) != MIAI_SEKI || s->b->point[p].head != p)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        if (largest[!colour] > 0 && stones == largest[colour] && stones >= largest[!colour] &&
            mi_seki_read(s, p, NODES_MAX) == MI_SEKI_LOST) {
            resolve_seki(s, life, colour);
            return;
        }
    }
}

void mi_go_resolve_bent_fours(const void *pos, int8_t *life)
{
    const struct mi_go *b = pos;
    union mi_go_copy copy;
    bool seen[MI_GO_MAX_SPAN] = {false};
    struct mi_seki s = {.b = &copy.b, .life = life, .outside_liberties = OUTSIDE_LIBERTIES_MIN};
    if (!b->rules.territory)
        return;
    mi_go_copy(&copy, b);
    for (int p = 0; p < b->span; p++) {
        if (seen[p] || chain_life_at(&s, life, p) != MIAI_SEKI || b->point[p].head != p)
            continue;
        bool small = mi_seki_collect(&s, p, NULL);
        for (int i = 0; i < s.points; i++)
            seen[s.area[i]] = true;
        if (small)
            read_collected_seki(&s, life);
    }
}
