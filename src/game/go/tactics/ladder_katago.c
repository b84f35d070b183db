#include "ladder_katago.h"

#include "undo.h"

#include <stdlib.h>
#include <string.h>

/* Limit of moves read for one chain; beyond it, the chain counts as escaped. */
enum { MOVES_MAX = 25000 };

enum verdict { ESCAPED, TAKEN, OPEN };

/* One ply of the current line: the moves still to try, and how to undo the one being tried. */
struct ply {
    struct go_undo undo;
    uint16_t next, end; /* indices into ladder_reader.move */
};

struct ladder_reader {
    struct mi_go *b; /* a copy */
    int chain;       /* a stone of the chain */
    int read;        /* moves read so far */
    int depth_max;   /* at this depth the chain counts as captured */
    struct ply *ply; /* [depth_max] */
    uint16_t *move;  /* [moves_max]; the moves of each ply follow those of the previous ply */
    int moves_max;
};

/* ---- what a side may try ---- */

static bool ladder_add_move(struct ladder_reader *h, struct ply *ply, int p)
{
    for (int i = ply->next; i < ply->end; i++)
        if (h->move[i] == p)
            return true;
    if (ply->end == h->moves_max)
        return false;
    h->move[ply->end++] = (uint16_t)p;
    return true;
}

/* Adds the moves that capture an attacking chain; false if the list is full. */
static bool ladder_add_captures(struct ladder_reader *h, struct ply *ply)
{
    const struct mi_go *b = h->b;
    int stone = h->chain, colour = b->point[stone].colour;
    do {
        for (int i = 3; i >= 0; i--) {
            int q = stone + go_neighbour_offset(b->stride, i);
            int last = b->point[q].colour == !colour ? mi_go_atari(b, q) : MI_GO_NONE;
            if (last != MI_GO_NONE && !ladder_add_move(h, ply, last))
                return false;
        }
        stone = b->point[stone].link;
    } while (stone != h->chain);
    return true;
}

/* Does a stone of that colour on p certainly have three liberties? */
static bool has_three_liberties(const struct mi_go *b, int p, int colour)
{
    int taken = 0, max_liberties = mi_go_empty_around(b, p), liberty[4];
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i), n = 0;
        taken += b->point[q].colour == !colour && mi_go_atari(b, q);
        if (b->point[q].colour == colour)
            n = go_liberties(b, q, 4, liberty) - 1;
        max_liberties = n > max_liberties ? n : max_liberties;
    }
    return taken + max_liberties >= 3;
}

/* The defender's ply.  A ko on the board counts as escape.  KataGo assumes that the last move of
 * the list is the chain's liberty and checks the liberties there.  If that liberty is itself a
 * capture, another capture may come last; this is reproduced here. */
static enum verdict generate_defences(struct ladder_reader *h, struct ply *ply)
{
    const struct mi_go *b = h->b;
    int liberty = mi_go_atari(b, h->chain), colour = b->point[h->chain].colour;
    if (!liberty || b->ko != MI_GO_NONE || !ladder_add_captures(h, ply) ||
        !ladder_add_move(h, ply, liberty))
        return ESCAPED;
    int last = h->move[ply->end - 1];
    if (last == liberty ? mi_go_empty_around(b, last) >= 3 : has_three_liberties(b, last, colour))
        return ESCAPED;
    struct go_effect e = go_effect_of(b, liberty, colour);
    return ply->end - ply->next == 1 && go_is_self_atari(&e) ? TAKEN : OPEN;
}

/* Would the attacker capture a single stone at the empty point p and be retaken by a ko? */
static bool is_ko_capture(const struct mi_go *b, int p, int chain_colour)
{
    int mouth = MI_GO_NONE;
    if (!mi_go_enclosed(b, p, chain_colour))
        return false;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour != chain_colour || !mi_go_atari(b, q))
            continue;
        if (mouth != MI_GO_NONE)
            return false;
        mouth = q;
    }
    return mouth != MI_GO_NONE && mi_go_chain_stones(b, mouth) == 1;
}

/* Would a connection there leave the chain at most two liberties?  No stone is captured. */
static bool gains_no_liberty(const struct mi_go *b, int p, int colour)
{
    int liberty[4], more[4], n = 0;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour != colour)
            continue;
        int found = go_liberties(b, q, 3, more);
        if (found > 3)
            return false;
        for (int j = 0; j < found; j++) {
            bool known = more[j] == p;
            for (int k = 0; k < n; k++)
                known |= liberty[k] == more[j];
            if (!known && n == 2)
                return false;
            if (!known)
                liberty[n++] = more[j];
        }
    }
    return true;
}

/* Are both liberties kos, so that the chain cannot fill one without being captured at the other? */
static bool is_double_ko(struct ladder_reader *h, const struct ply *ply, const int liberty[2])
{
    const struct mi_go *b = h->b;
    int colour = b->point[h->chain].colour;
    struct ply captures = {.next = ply->next, .end = ply->next};
    for (int i = 0; i < 2; i++)
        if (!is_ko_capture(b, liberty[i], colour) || !gains_no_liberty(b, liberty[i], colour))
            return false;
    return ladder_add_captures(h, &captures) && captures.next == captures.end;
}

/* How many liberties the chain would gain at p, times two: each empty neighbour counts 2, each
 * joined chain that is not in atari 1.  KataGo's formula. */
static int ladder_liberty_gain(const struct mi_go *b, int p, int colour, int chain)
{
    int sum = 2 * mi_go_empty_around(b, p);
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &b->point[p + go_neighbour_offset(b->stride, i)];
        if (q->colour == colour && q->head != b->point[chain].head)
            sum += !mi_go_atari(b, p + go_neighbour_offset(b->stride, i));
    }
    return sum;
}

/* The attacker's ply.  A liberty is not tried if the chain would get three liberties at the other.
 * The liberty where the chain would gain more is tried first. */
static enum verdict generate_attacks(struct ladder_reader *h, struct ply *ply)
{
    const struct mi_go *b = h->b;
    int liberty[2], colour = b->point[h->chain].colour;
    if (mi_go_atari(b, h->chain))
        return TAKEN;
    if (go_liberties(b, h->chain, 2, liberty) > 2)
        return ESCAPED;
    if (is_double_ko(h, ply, liberty))
        return TAKEN;
    bool apart = !mi_go_are_neighbours(b, liberty[0], liberty[1]);
    bool first = !apart || mi_go_empty_around(b, liberty[1]) < 3;
    bool second = !apart || mi_go_empty_around(b, liberty[0]) < 3;
    if (ply->end + 2 > h->moves_max || (!first && !second))
        return ESCAPED;
    int gains_more = ladder_liberty_gain(b, liberty[1], colour, h->chain) >
                     ladder_liberty_gain(b, liberty[0], colour, h->chain);
    if (gains_more ? second : first)
        ladder_add_move(h, ply, liberty[gains_more]);
    if (gains_more ? first : second)
        ladder_add_move(h, ply, liberty[!gains_more]);
    return OPEN;
}

/* ---- reading ---- */

/* Is the point legal for the colour, without retaking a ko? */
static bool is_legal_for(struct mi_go *b, int p, int colour)
{
    b->turn = (uint8_t)colour;
    return p != b->ko && mi_go_legal_point(b, p);
}

/* Plays the ply's next legal move; false if there is none. */
static bool play_next_move(struct ladder_reader *h, struct ply *ply, int colour)
{
    while (ply->next < ply->end) {
        int p = h->move[ply->next++];
        if (!is_legal_for(h->b, p, colour))
            continue;
        mi_go_make_move(h->b, p, colour, &ply->undo);
        h->read++;
        return true;
    }
    return false;
}

static enum verdict enter_ply(struct ladder_reader *h, int depth)
{
    if (depth == h->depth_max)
        return TAKEN;
    struct ply *ply = &h->ply[depth];
    ply->next = ply->end = depth > 0 ? h->ply[depth - 1].end : 0;
    return depth % 2 == 0 ? generate_defences(h, ply) : generate_attacks(h, ply);
}

/* Reads the ladder with the defender to move.  The defender moves at even depths. */
static bool ladder_is_captured(struct ladder_reader *h)
{
    int depth = 0, ko = h->b->ko, owner = h->b->point[h->chain].colour;
    h->b->ko = MI_GO_NONE;
    h->read = 0;
    enum verdict verdict = enter_ply(h, 0);
    for (;;) {
        bool defends = depth % 2 == 0;
        if (verdict == OPEN && h->read < MOVES_MAX &&
            play_next_move(h, &h->ply[depth], defends ? owner : !owner)) {
            verdict = enter_ply(h, ++depth);
            continue;
        }
        if (verdict == OPEN)
            verdict = defends ? TAKEN : ESCAPED;
        if (depth == 0)
            break;
        mi_go_undo_move(h->b, &h->ply[--depth].undo);
        if (h->read < MOVES_MAX && verdict == (depth % 2 == 0 ? TAKEN : ESCAPED))
            verdict = OPEN; /* try the next move */
    }
    h->b->ko = (uint16_t)ko;
    return verdict == TAKEN && h->read < MOVES_MAX;
}

/* Is the chain captured after the attacker's move at p, one of its two liberties? */
static bool ladder_is_captured_after(struct ladder_reader *h, int p)
{
    int owner = h->b->point[h->chain].colour;
    struct go_undo undo;
    if (!is_legal_for(h->b, p, !owner))
        return false;
    mi_go_make_move(h->b, p, !owner, &undo);
    bool lost = mi_go_atari(h->b, h->chain) && ladder_is_captured(h);
    mi_go_undo_move(h->b, &undo);
    return lost;
}

static bool find_ladder(struct ladder_reader *h, struct go_katago_ladder *ladder)
{
    int liberty[2];
    ladder->moves = 0;
    if (mi_go_atari(h->b, h->chain))
        return ladder_is_captured(h);
    if (go_liberties(h->b, h->chain, 2, liberty) != 2)
        return false;
    bool apart = !mi_go_are_neighbours(h->b, liberty[0], liberty[1]);
    for (int i = 0; i < 2; i++)
        if ((!apart || mi_go_empty_around(h->b, liberty[!i]) < 3) &&
            ladder_is_captured_after(h, liberty[i]))
            ladder->move[ladder->moves++] = (uint16_t)liberty[i];
    return ladder->moves > 0;
}

/* Allocates one block for the board, the plies and the moves. */
static bool ladder_reader_open(struct ladder_reader *h, const struct mi_go *b)
{
    size_t size = mi_go_size(&(miai_setup){.width = b->width, .height = b->height});
    h->depth_max = mi_go_pass(b) * 3 / 2;
    h->moves_max = 3 * h->depth_max + 16;
    char *memory = malloc(size + (size_t)h->depth_max * sizeof *h->ply +
                          (size_t)h->moves_max * sizeof *h->move);
    if (!memory)
        return false;
    h->b = (struct mi_go *)(void *)memory;
    h->ply = (struct ply *)(void *)(memory + size);
    h->move = (uint16_t *)(void *)(h->ply + h->depth_max);
    memcpy(h->b, b, size);
    h->b->rules.suicide = false;
    return true;
}

void mi_go_katago_ladders(const struct mi_go *b, int ko,
                          void (*found)(void *context, const struct mi_go *b, int head,
                                        const struct go_katago_ladder *ladder),
                          void *context)
{
    struct ladder_reader h;
    struct go_katago_ladder ladder;
    bool seen[MI_GO_MAX_SPAN] = {false};
    if (!ladder_reader_open(&h, b))
        return;
    h.b->ko = (uint16_t)ko;
    for (int y = b->height - 1; y >= 0; y--)
        for (int x = 0; x < b->width; x++) {
            int p = mi_go_point_at(b, x, y), head = b->point[p].head;
            if (b->point[p].colour > MI_GO_WHITE || seen[head])
                continue;
            seen[head] = true;
            h.chain = p;
            if (find_ladder(&h, &ladder))
                found(context, b, head, &ladder);
        }
    free(h.b);
}
