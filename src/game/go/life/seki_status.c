/* Sekis that a search tells dead, or alive.
 *
 * Playouts fill what neither player would, and a search of the whole board does not look for what
 * nobody plays: both tell such stones dead.  Here the attacker moves first, and both play on in the
 * small part of the board that hangs together with them.  If the stones hold, and he, when they
 * move first, does as well, both live.  Of stones that are told alive it is asked whether they
 * would be by their eyes alone. */
#include "game/go/board/move.h"
#include "game/go/tactics/tactics.h"
#include "seki.h"

#include <string.h>

/* Liberties of a chain that lives beside dead stones, at least, and of one that lives alone. */
enum { SAFE = 4, SAFE_ALONE = 7 };

/* A stone of the largest chain there with that colour and life; MI_GO_NONE: there is none. */
static int largest(const struct mi_seki *s, int colour, int life)
{
    int most = 0, found = MI_GO_NONE;
    for (int i = 0; i < s->points; i++) {
        int p = s->area[i];
        if (s->b->point[p].colour != colour || s->b->point[p].head != p ||
            s->life[mi_go_move_of(s->b, p)] != life)
            continue;
        int stones = mi_go_chain_stones(s->b, p);
        found = stones > most ? p : found;
        most = stones > most ? stones : most;
    }
    return found;
}

/* Do both live?  A smaller chain of the attacker's may be taken, as the stones that take it are
 * attacked again. */
static bool is_seki(struct mi_seki *s, int colour)
{
    int own = largest(s, colour, MIAI_DEAD), other = largest(s, !colour, MIAI_SEKI);
    if (other == MI_GO_NONE || mi_seki_read(s, own, s->nodes) != MI_SEKI_HELD)
        return false;
    return mi_go_chain_stones(s->b, other) < mi_go_chain_stones(s->b, own) ||
           mi_seki_read(s, other, s->nodes) == MI_SEKI_HELD;
}

/* Is a stone there dead in life? */
static bool has_dead(const struct mi_seki *s, const int8_t *life)
{
    for (int i = 0; i < s->points; i++)
        if (s->b->point[s->area[i]].colour != MI_GO_EMPTY &&
            life[mi_go_move_of(s->b, s->area[i])] == MIAI_DEAD)
            return true;
    return false;
}

/* Of the chain of the stone own, told alive by a search, and the largest of the other colour: would
 * each be taken if it could take nothing of the other's?  Then neither has two eyes, and both live
 * by what they share. */
static bool is_shared(struct mi_seki *s, int own, const int8_t *life)
{
    int other = largest(s, !s->b->point[own].colour, MIAI_SEKI);
    if (other == MI_GO_NONE || has_dead(s, life))
        return false;
    s->spares = true;
    s->spared = MIAI_SEKI;
    bool shared = mi_seki_read(s, own, s->nodes) == MI_SEKI_LOST;
    s->spared = MIAI_DEAD;
    shared = shared && mi_seki_read(s, other, s->nodes) == MI_SEKI_LOST;
    s->spares = false;
    return shared;
}

/* A chain that is told alive is read as one that seems dead. */
static void find_seki_of_chain(struct mi_seki *s, int p, const int8_t *pass_alive, int8_t *life)
{
    int colour = s->b->point[p].colour;
    bool dead = life[mi_go_move_of(s->b, p)] == MIAI_DEAD;
    memcpy(s->life, life, (size_t)mi_go_pass(s->b));
    mi_go_mark_life(s->b, s->life, p, MIAI_DEAD);
    s->outside_liberties = dead ? SAFE : SAFE_ALONE;
    if (!mi_seki_collect(s, p, pass_alive) || !(dead ? is_seki(s, colour) : is_shared(s, p, life)))
        return;
    for (int i = 0; i < s->points; i++) {
        int q = s->area[i], wanted = s->b->point[q].colour == colour ? MIAI_DEAD : MIAI_SEKI;
        if (s->b->point[q].colour != MI_GO_EMPTY && s->life[mi_go_move_of(s->b, q)] == wanted)
            life[mi_go_move_of(s->b, q)] = MIAI_SEKI;
    }
}

/* Is it to be read what becomes of the chain? */
static bool is_doubtful(const struct mi_go *b, int p, const int8_t *pass_alive, const int8_t *life)
{
    int liberty[SAFE_ALONE], move = mi_go_move_of(b, p);
    return life[move] == MIAI_DEAD || (life[move] == MIAI_ALIVE && pass_alive[move] == 0 &&
                                       go_liberties(b, p, SAFE_ALONE, liberty) < SAFE_ALONE);
}

void mi_go_find_seki(const void *pos, int nodes, int8_t *life)
{
    const struct mi_go *b = pos;
    union mi_go_copy copy;
    int8_t pass_alive[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE], drawn[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    bool seen[MI_GO_MAX_SPAN] = {false};
    struct mi_seki s = {.b = &copy.b, .life = drawn, .nodes = nodes};
    mi_go_copy(&copy, b);
    mi_go_pass_alive(b, pass_alive);
    for (int p = 0; p < b->span; p++) {
        if (!mi_go_is_head(b, p) || seen[p] || !is_doubtful(b, p, pass_alive, life))
            continue;
        bool dead = life[mi_go_move_of(b, p)] == MIAI_DEAD;
        s.points = 0;
        find_seki_of_chain(&s, p, pass_alive, life);
        for (int i = 0; i < s.points && dead; i++)
            seen[s.area[i]] = true;
    }
}
