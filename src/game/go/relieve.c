/* Stones that seem dead, but that nobody can take: sekis whose eyes are large or far between.
 *
 * Playouts fill what neither player would, and a search of the whole board does not look for what
 * nobody plays: both tell such stones dead.  Here the besieger moves first, and both play on in the
 * small part of the board that hangs together with them.  If the stones hold, and he, when they
 * move first, does as well, both live. */
#include "move.h"
#include "siege.h"

#include <string.h>

/* A stone of the largest chain there with that colour and life; MI_GO_NONE: there is none. */
static int largest(const struct mi_siege *s, int colour, int life)
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

/* Do both live?  A smaller chain of the besieger's may be taken, as the stones that take it are
 * besieged again. */
static bool is_seki(struct mi_siege *s, int colour)
{
    int own = largest(s, colour, MIAI_DEAD), other = largest(s, !colour, MIAI_SEKI);
    if (other == MI_GO_NONE || mi_siege_read(s, own, s->nodes) != MI_SIEGE_HELD)
        return false;
    return mi_go_chain_stones(s->b, other) < mi_go_chain_stones(s->b, own) ||
           mi_siege_read(s, other, s->nodes) == MI_SIEGE_HELD;
}

static void relieve_chain(struct mi_siege *s, int p, const int8_t *safe, int8_t *life)
{
    int colour = s->b->point[p].colour;
    memcpy(s->life, life, (size_t)mi_go_pass(s->b));
    if (!mi_siege_collect(s, p, safe) || !is_seki(s, colour))
        return;
    for (int i = 0; i < s->points; i++) {
        int q = s->area[i], wanted = s->b->point[q].colour == colour ? MIAI_DEAD : MIAI_SEKI;
        if (s->b->point[q].colour != MI_GO_EMPTY && s->life[mi_go_move_of(s->b, q)] == wanted)
            life[mi_go_move_of(s->b, q)] = MIAI_SEKI;
    }
}

void mi_go_relieve(const void *pos, int nodes, int8_t *life)
{
    const struct mi_go *b = pos;
    union {
        struct mi_go b;
        char bytes[MI_GO_MAX_BYTES];
    } copy;
    int8_t safe[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE], drawn[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    bool seen[MI_GO_MAX_SPAN] = {false};
    struct mi_siege s = {.b = &copy.b, .life = drawn, .nodes = nodes};
    memcpy(copy.bytes, b, mi_go_bytes(b));
    mi_go_safe(b, safe);
    for (int p = 0; p < b->span; p++) {
        if (b->point[p].colour > MI_GO_WHITE || b->point[p].head != p || seen[p] ||
            life[mi_go_move_of(b, p)] != MIAI_DEAD)
            continue;
        s.points = 0;
        relieve_chain(&s, p, safe, life);
        for (int i = 0; i < s.points; i++)
            seen[s.area[i]] = true;
    }
}
