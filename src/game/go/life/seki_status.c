/* Seki among chains that a forecast calls dead or alive.
 *
 * Playouts fill points that neither player would fill, and a search of the whole board ignores
 * moves that nobody plays.  Both therefore call chains in seki dead.  Here the attacker moves first
 * and both sides play only in the local area.  If the chain survives, and so does the attacker's
 * chain when roles are reversed, both live in seki.  Chains called alive are tested for living by
 * their own eyes. */
#include "game/go/board/move.h"
#include "game/go/tactics/tactics.h"
#include "seki.h"

#include <string.h>

/* Minimum liberties of a living chain next to dead stones, and of any other living chain. */
enum { OUTSIDE_LIBERTIES_MIN = 4, LIBERTIES_SAFE = 7 };

/* A stone of the area's largest chain with that colour and life, or MI_GO_NONE. */
static int largest_chain(const struct mi_seki *s, int colour, int life)
{
    int largest_stones = 0, found = MI_GO_NONE;
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i];
        if (s->b->point[p].colour != colour || s->b->point[p].head != p ||
            s->life[mi_go_move_of(s->b, p)] != life)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        found = stones > largest_stones ? p : found;
        largest_stones = stones > largest_stones ? stones : largest_stones;
    }
    return found;
}

/* Do both sides live?  A smaller chain of the attacker may be captured, because the stones that
 * capture it are attacked again. */
static bool is_mutual_seki(struct mi_seki *s, int colour)
{
    int own = largest_chain(s, colour, MIAI_DEAD), other = largest_chain(s, !colour, MIAI_SEKI);
    if (other == MI_GO_NONE || mi_seki_read(s, own, s->nodes) != MI_SEKI_HELD)
        return false;
    return mi_go_chain_stones(s->b, other) < mi_go_chain_stones(s->b, own) ||
           mi_seki_read(s, other, s->nodes) == MI_SEKI_HELD;
}

/* Is any stone of the area dead according to life[]? */
static bool area_has_dead(const struct mi_seki *s, const int8_t *life)
{
    for (int i = 0; i < s->points; i++)
        if (s->b->point[s->area[i]].colour != MI_GO_EMPTY &&
            life[mi_go_move_of(s->b, s->area[i])] == MIAI_DEAD)
            return true;
    return false;
}

/* For a chain called alive, and the other colour's largest chain: would each be captured if it
 * could not capture the other's stones?  Then neither has two eyes, and both live by their shared
 * liberties. */
static bool lives_by_shared_liberties(struct mi_seki *s, int own, const int8_t *life)
{
    int other = largest_chain(s, !s->b->point[own].colour, MIAI_SEKI);
    if (other == MI_GO_NONE || area_has_dead(s, life))
        return false;
    s->spares = true;
    s->spared = MIAI_SEKI;
    bool shared = mi_seki_read(s, own, s->nodes) == MI_SEKI_LOST;
    s->spared = MIAI_DEAD;
    shared = shared && mi_seki_read(s, other, s->nodes) == MI_SEKI_LOST;
    s->spares = false;
    return shared;
}

/* Marks the chain and its opponents if they are in seki.  A chain called alive is read as if it
 * were dead. */
static void find_seki_of_chain(struct mi_seki *s, int p, const int8_t *pass_alive, int8_t *life)
{
    int colour = s->b->point[p].colour;
    bool dead = life[mi_go_move_of(s->b, p)] == MIAI_DEAD;
    memcpy(s->life, life, (size_t)mi_go_pass(s->b));
    mi_go_mark_life(s->b, s->life, p, MIAI_DEAD);
    s->outside_liberties = dead ? OUTSIDE_LIBERTIES_MIN : LIBERTIES_SAFE;
    if (!mi_seki_collect(s, p, pass_alive) ||
        !(dead ? is_mutual_seki(s, colour) : lives_by_shared_liberties(s, p, life)))
        return;
    for (int i = 0; i < s->points; i++) {
        int q = s->area[i], wanted = s->b->point[q].colour == colour ? MIAI_DEAD : MIAI_SEKI;
        if (s->b->point[q].colour != MI_GO_EMPTY && s->life[mi_go_move_of(s->b, q)] == wanted)
            life[mi_go_move_of(s->b, q)] = MIAI_SEKI;
    }
}

/* Does the chain's status need reading? */
static bool needs_seki_reading(const struct mi_go *b, int p, const int8_t *pass_alive,
                               const int8_t *life)
{
    int liberty[LIBERTIES_SAFE], move = mi_go_move_of(b, p);
    return life[move] == MIAI_DEAD ||
           (life[move] == MIAI_ALIVE && pass_alive[move] == 0 &&
            go_liberties(b, p, LIBERTIES_SAFE, liberty) < LIBERTIES_SAFE);
}

void mi_go_find_seki(const void *pos, int nodes, int8_t *life)
{
    const struct mi_go *b = pos;
    union mi_go_copy copy;
    int8_t pass_alive[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE], trial_life[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    bool seen[MI_GO_MAX_SPAN] = {false};
    struct mi_seki s = {.b = &copy.b, .life = trial_life, .nodes = nodes};
    mi_go_copy(&copy, b);
    mi_go_pass_alive(b, pass_alive);
    for (int p = 0; p < b->span; p++) {
        if (!mi_go_is_head(b, p) || seen[p] || !needs_seki_reading(b, p, pass_alive, life))
            continue;
        bool dead = life[mi_go_move_of(b, p)] == MIAI_DEAD;
        s.points = 0;
        find_seki_of_chain(&s, p, pass_alive, life);
        for (int i = 0; i < s.points && dead; i++)
            seen[s.area[i]] = true;
    }
}
