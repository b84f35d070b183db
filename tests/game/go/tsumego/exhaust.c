#include "exhaust.h"

#include <stdlib.h>
#include <string.h>

enum {
    CELLS = TS_POINTS,
    STATES = 100000,
    SLOTS = 1 << 18,
    POINTS_MAX = 32,
    MOVES = 34,
    NONE = -1
};

enum { EMPTY, ATTACKER, DEFENDER, WALL, OFF };

/* A position: what stands on each point of the region, in the order of `cell`. */
struct state {
    uint64_t stones; /* two bits for each point of the region */
    int8_t ko;       /* the point that may not be retaken, or NONE */
    int8_t turn, threats[2];
};

struct exhaust {
    int stride, points;
    int cell[CELLS];     /* of each point of the region */
    int8_t fixed[CELLS]; /* WALL or OFF, else EMPTY */
    int number[CELLS];   /* of the cell in the region */
    uint64_t target;     /* of the points of the region */
    int n, most;
    struct state *state;
    int *next;        /* MOVES for each state, ended by NONE */
    int8_t *captured; /* 1: the stones in question are gone; 2: the attacker can force it */
    int *slot;
};

static int at(const struct exhaust *e, const struct state *s, int cell)
{
    if (cell < 0 || cell >= CELLS || e->fixed[cell] != EMPTY)
        return cell < 0 || cell >= CELLS ? OFF : e->fixed[cell];
    return (int)(s->stones >> 2 * e->number[cell] & 3);
}

static void put(const struct exhaust *e, struct state *s, int cell, int what)
{
    int shift = 2 * e->number[cell];
    s->stones = (s->stones & ~((uint64_t)3 << shift)) | (uint64_t)what << shift;
}

/* Finds the chain of the stone, and whether it has a liberty. */
static bool chain_lives(const struct exhaust *e, const struct state *s, int cell, int *chain,
                        int *n)
{
    int colour = at(e, s, cell), step[4] = {1, -1, e->stride, -e->stride};
    bool seen[CELLS] = {false}, lives = false;
    *n = 0;
    chain[(*n)++] = cell;
    seen[cell] = true;
    for (int i = 0; i < *n; i++)
        for (int j = 0; j < 4; j++) {
            int q = chain[i] + step[j], what = at(e, s, q);
            lives |= what == EMPTY || (what == WALL && colour == ATTACKER);
            if (what == colour && !seen[q]) {
                seen[q] = true;
                chain[(*n)++] = q;
            }
        }
    return lives;
}

static bool make_move(const struct exhaust *e, struct state *s, int cell)
{
    int colour = s->turn == TS_ATTACKER ? ATTACKER : DEFENDER, other = ATTACKER + DEFENDER - colour;
    int step[4] = {1, -1, e->stride, -e->stride}, chain[CELLS], n, taken = 0, last = NONE;
    struct state old = *s;
    if (cell == s->ko) {
        if (s->threats[s->turn] == 0)
            return false;
        s->threats[s->turn] = (int8_t)(s->threats[s->turn] - (s->threats[s->turn] != TS_ALWAYS));
    }
    put(e, s, cell, colour);
    for (int j = 0; j < 4; j++)
        if (at(e, s, cell + step[j]) == other && !chain_lives(e, s, cell + step[j], chain, &n))
            for (int i = 0; i < n; i++, taken++) {
                put(e, s, chain[i], EMPTY);
                last = chain[i];
            }
    if (!chain_lives(e, s, cell, chain, &n)) {
        *s = old;
        return false;
    }
    bool alone = n == 1;
    for (int j = 0; j < 4; j++) {
        int what = at(e, s, cell + step[j]);
        alone &=
            !(what == EMPTY && cell + step[j] != last) && !(what == WALL && colour == ATTACKER);
    }
    s->turn = !s->turn;
    s->ko = (int8_t)(taken == 1 && alone && s->threats[s->turn] != TS_ALWAYS ? last : NONE);
    return true;
}

static int find_state(struct exhaust *e, const struct state *s)
{
    uint64_t hash = (s->stones + (uint64_t)(s->ko + 1) * 31 + (uint64_t)s->turn * 7 +
                     (uint64_t)s->threats[0] * 1009 + (uint64_t)s->threats[1] * 2003) *
                    UINT64_C(0x9e3779b97f4a7c15);
    int i = (int)(hash >> 40) % SLOTS;
    for (; e->slot[i] != NONE; i = (i + 1) % SLOTS) {
        const struct state *t = &e->state[e->slot[i]];
        if (t->stones == s->stones && t->ko == s->ko && t->turn == s->turn &&
            t->threats[0] == s->threats[0] && t->threats[1] == s->threats[1])
            return e->slot[i];
    }
    if (e->n == e->most)
        return NONE;
    uint64_t left = 0;
    for (int k = 0; k < e->points; k++)
        left |= (uint64_t)((s->stones >> 2 * k & 3) == DEFENDER) << k;
    e->slot[i] = e->n;
    e->captured[e->n] = (left & e->target) == 0;
    e->state[e->n] = *s;
    return e->n++;
}

/* Lists the positions after each move.  The defender may always pass, the attacker in a ko. */
static bool expand_state(struct exhaust *e, int i)
{
    int count = 0, *next = e->next + (size_t)i * MOVES;
    for (int k = 0; k <= e->points && !e->captured[i]; k++) {
        struct state s = e->state[i];
        bool pass = k == e->points;
        if (pass && s.turn == TS_ATTACKER && s.ko == NONE)
            continue;
        if (pass) {
            s.turn = !s.turn;
            s.ko = NONE;
        } else if (at(e, &s, e->cell[k]) != EMPTY || !make_move(e, &s, e->cell[k]))
            continue;
        next[count] = find_state(e, &s);
        if (next[count++] == NONE)
            return false;
    }
    next[count] = NONE;
    return true;
}

static bool can_capture(const struct exhaust *e, int i)
{
    const int *next = e->next + (size_t)i * MOVES;
    bool attacks = e->state[i].turn == TS_ATTACKER;
    for (; *next != NONE; next++)
        if ((e->captured[*next] != 0) == attacks)
            return attacks;
    return !attacks;
}

static void init_board(struct exhaust *e, const struct ts_frame *f, const struct ts_position *pos,
                       struct state *s)
{
    e->stride = f->stride;
    for (int cell = 0; cell < CELLS; cell++) {
        bool in = points_has(f->region, cell);
        e->fixed[cell] = in ? EMPTY : points_has(f->wall, cell) ? WALL : OFF;
        if (in) {
            e->number[cell] = e->points;
            e->target |= (uint64_t)points_has(f->target, cell) << e->points;
            e->cell[e->points++] = cell;
        }
    }
    *s = (struct state){.ko = pos->ko == TS_NO_POINT ? NONE : (int8_t)pos->ko,
                        .turn = (int8_t)pos->turn,
                        .threats = {(int8_t)pos->threats[0], (int8_t)pos->threats[1]}};
    for (int k = 0; k < e->points; k++)
        put(e, s, e->cell[k],
            points_has(pos->stones[TS_ATTACKER], e->cell[k])   ? ATTACKER
            : points_has(pos->stones[TS_DEFENDER], e->cell[k]) ? DEFENDER
                                                               : EMPTY);
}

static int solve_states(struct exhaust *e)
{
    for (int i = 0; i < e->n; i++)
        if (!expand_state(e, i))
            return EXHAUST_TOO_LARGE;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = e->n - 1; i >= 0; i--)
            if (!e->captured[i] && can_capture(e, i)) {
                e->captured[i] = 2;
                changed = true;
            }
    }
    return e->captured[0] != 0;
}

int exhaust_capture(const struct ts_frame *frame, const struct ts_position *pos, int states)
{
    struct exhaust *e = calloc(1, sizeof *e);
    struct state start;
    int result = EXHAUST_TOO_LARGE;
    e->most = states < STATES ? states : STATES;
    e->state = malloc(STATES * sizeof *e->state);
    e->next = malloc((size_t)STATES * MOVES * sizeof *e->next);
    e->captured = malloc(STATES);
    e->slot = malloc(SLOTS * sizeof *e->slot);
    memset(e->slot, 0xff, SLOTS * sizeof *e->slot);
    if (points_count(frame->region) <= POINTS_MAX) {
        init_board(e, frame, pos, &start);
        find_state(e, &start);
        result = solve_states(e);
    }
    free(e->state);
    free(e->next);
    free(e->captured);
    free(e->slot);
    free(e);
    return result;
}
