/* Playouts.
 *
 * The order of moves does not affect the winner, so the board is filled completely and evaluated
 * once.  Traces also go to the full board, since moves after the win are just as informative about
 * the points. */
#include "position.h"

enum { NONE = 0 }; /* no place */

/* A playout in progress. */
struct playout {
    struct mi_hex *b;
    miai_rng *rng;
    int n;
    uint16_t empty[HEX_MAX_POINTS + 1]; /* [n]; places already drawn come first */
};

static void playout_begin(struct playout *f, struct mi_hex *b, bool filled, miai_rng *rng)
{
    f->b = b;
    f->rng = rng;
    f->n = mi_hex_list_empty(b, filled, f->empty);
}

/* Draws two of the places from index i on (at least two) with one random number. */
static inline void draw_two(struct playout *f, int i)
{
    uint64_t random = miai_rng_next(f->rng);
    uint64_t left = (uint64_t)(f->n - i);
    uint16_t *one = &f->empty[i], *other = one + (((random >> 32) * left) >> 32);
    uint16_t drawn = *other;
    *other = *one;
    *one = drawn;
    one = &f->empty[i + 1];
    other = one + (((random & UINT32_MAX) * (left - 1)) >> 32);
    drawn = *other;
    *other = *one;
    *one = drawn;
}

static void trace_moves(const struct playout *f, miai_trace *trace)
{
    int player = f->b->turn;
    for (int i = 0; i < f->n; i++, player = !player)
        miai_trace_add(trace, hex_move(f->b, f->empty[i]), player);
}

/* Connections and hash are not updated: nobody needs them after a playout. */
static int playout_finish(struct playout *f)
{
    struct mi_hex *b = f->b;
    b->empty = 0;
    b->swap = HEX_SWAP_GONE;
    b->winner = b->decided = (int8_t)mi_hex_winner_of_full(b->place);
    return b->winner == HEX_FIRST ? 1 : -1;
}

/* Swaps with the same probability as any other move, if allowed. */
static void maybe_swap(struct mi_hex *b, miai_rng *rng, miai_trace *trace)
{
    if (b->swap != HEX_SWAP_NOW || miai_rng_below(rng, (uint32_t)b->empty + 1) > 0)
        return;
    if (trace)
        miai_trace_add(trace, hex_swap_move(b), b->turn);
    mi_hex_play(b, hex_swap_move(b));
}

/* Plays the first move of a game with the swap rule, and maybe swaps. */
static void maybe_play_opening(struct mi_hex *b, miai_rng *rng, miai_trace *trace)
{
    if (b->swap == HEX_SWAP_LATER) {
        miai_move move = (miai_move)miai_rng_below(rng, b->empty);
        if (trace)
            miai_trace_add(trace, move, b->turn);
        mi_hex_play(b, move);
    }
    maybe_swap(b, rng, trace);
}

int mi_hex_playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_hex *b = pos;
    struct playout f;
    maybe_play_opening(b, rng, trace);
    playout_begin(&f, b, true, rng);
    for (int i = 0; i + 1 < f.n; i += 2) {
        draw_two(&f, i);
        b->place[f.empty[i]] = b->turn;
        b->place[f.empty[i + 1]] = !b->turn;
    }
    if (f.n & 1)
        b->place[f.empty[f.n - 1]] = b->turn;
    if (trace)
        trace_moves(&f, trace);
    return playout_finish(&f);
}

/* ---- playouts that keep bridges ---- */

/* If the stone `last` intruded into bridges of the opponent, returns the point that restores one of
 * them, chosen at random, otherwise NONE. */
static inline int broken_bridge_point(const struct playout *f, int last)
{
    const uint8_t *place = f->b->place + last;
    unsigned player = !(*place & HEX_COLOUR), stones = 0, empty = 0;
    for (int i = 0; i < 6; i++) {
        unsigned colour = place[hex_step[i]] & HEX_COLOUR;
        stones |= (unsigned)(colour == player) << i;
        empty |= (unsigned)(colour == HEX_EMPTY) << i;
    }
    unsigned next_bits = stones << 1 | stones >> 5, previous_bits = stones >> 1 | (stones & 1) << 5;
    unsigned gaps = empty & next_bits & previous_bits;
    if (gaps == 0)
        return NONE;
    if (gaps & (gaps - 1)) {
        uint32_t skip = miai_rng_below(f->rng, (uint32_t)__builtin_popcount(gaps));
        while (skip-- > 0)
            gaps &= gaps - 1;
    }
    return last + hex_step[__builtin_ctz(gaps)];
}

/* The next place, in the drawn order, that is still empty. */
static inline int next_empty(struct playout *f, int *i)
{
    while ((f->b->place[f->empty[*i]] & HEX_COLOUR) != HEX_EMPTY)
        ++*i;
    return f->empty[*i];
}

int mi_hex_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_hex *b = pos;
    struct playout f;
    int last = NONE;
    (void)weights;
    maybe_play_opening(b, rng, trace);
    playout_begin(&f, b, false, rng);
    for (int i = 0; i + 1 < f.n; i += 2)
        draw_two(&f, i);
    for (int left = f.n, i = 0; left > 0; left--) {
        int reply = last == NONE ? NONE : broken_bridge_point(&f, last);
        last = reply != NONE ? reply : next_empty(&f, &i);
        b->place[last] = b->turn;
        if (trace)
            miai_trace_add(trace, hex_move(b, last), b->turn);
        b->turn = !b->turn;
    }
    return playout_finish(&f);
}
