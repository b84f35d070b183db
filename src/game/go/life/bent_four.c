/* Stones that live in seki only while there are threats of ko elsewhere: the bent four in the
 * corner.
 *
 * By the rules of territory (Nihon Ki-in 1989, article 7.2) a ko is not taken back on the strength
 * of a threat: stones are dead that are taken when their attacker moves first and both play nowhere
 * else.  A search of the whole board tells such a position as seki, for the attacker does not begin
 * while a ko costs him something elsewhere.  Who passes may take a ko back, as he may in play. */
#include "game/go/board/move.h"
#include "seki.h"

enum {
    SAFE = 4,      /* liberties of a chain that lives around it, at least */
    NODES = 200000 /* positions that are looked at for one chain, at most */
};

static int life_at(const struct mi_seki *s, const int8_t *life, int p)
{
    return s->b->point[p].colour <= MI_GO_WHITE ? life[mi_go_move_of(s->b, p)] : MIAI_ALIVE;
}

/* The stones of the colour's largest chain there. */
static int largest(const struct mi_seki *s, const int8_t *life, int colour)
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
static void end_seki(const struct mi_seki *s, int8_t *life, int lost)
{
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i], stands = s->b->point[p].colour;
        if (life_at(s, life, p) == MIAI_SEKI)
            life[mi_go_move_of(s->b, p)] = stands == lost ? MIAI_DEAD : MIAI_ALIVE;
    }
}

/* Reads a seki that was collected.  Stones inside of a larger chain may be taken in many that are
 * one, and those that took them are attacked again: only a chain as large as the other colour's
 * decides. */
static void read_seki(struct mi_seki *s, int8_t *life)
{
    int most[2] = {largest(s, life, MI_GO_BLACK), largest(s, life, MI_GO_WHITE)};
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i], colour = s->b->point[p].colour;
        if (life_at(s, life, p) != MIAI_SEKI || s->b->point[p].head != p)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        if (most[!colour] > 0 && stones == most[colour] && stones >= most[!colour] &&
            mi_seki_read(s, p, NODES) == MI_SEKI_LOST) {
            end_seki(s, life, colour);
            return;
        }
    }
}

void mi_go_resolve_bent_four(const void *pos, int8_t *life)
{
    const struct mi_go *b = pos;
    union mi_go_copy copy;
    bool seen[MI_GO_MAX_SPAN] = {false};
    struct mi_seki s = {.b = &copy.b, .life = life, .outside_liberties = SAFE};
    if (!b->territory)
        return;
    mi_go_copy(&copy, b);
    for (int p = 0; p < b->span; p++) {
        if (seen[p] || life_at(&s, life, p) != MIAI_SEKI || b->point[p].head != p)
            continue;
        bool small = mi_seki_collect(&s, p, NULL);
        for (int i = 0; i < s.points; i++)
            seen[s.area[i]] = true;
        if (small)
            read_seki(&s, life);
    }
}
