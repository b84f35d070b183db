/* Random games of Connect Four: uniform, and with a look one move ahead. */
#include "playout.h"

#include "board.h"

/* Chooses among the open columns, of which a list is kept. */
MI_C4_INLINE int play_out(struct connect4 *c, miai_rng *rng, miai_trace *trace,
                          const struct mi_c4_shape *shape)
{
    uint64_t next[MI_C4_MAX_WIDTH], top = shape->bottom << (shape->height - 1);
    int n = 0;
    for (uint64_t playable = mi_c4_playable_of(c); playable; playable &= playable - 1)
        next[n++] = playable & -playable;
    while (!c->over) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        uint64_t point = next[i];
        next[i] = point & top ? next[--n] : point << 1;
        if (trace)
            miai_trace_add(trace, mi_c4_move_to(shape, point), c->turn);
        mi_c4_put(c, point);
        mi_c4_find_outcome(c, shape);
    }
    return c->score;
}

static int playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct connect4 *c = pos;
    return mi_c4_is_usual(&c->shape) ? play_out(c, rng, trace, &mi_c4_usual)
                                     : play_out(c, rng, trace, &c->shape);
}

/* The n-th of the points, from 0. */
static inline uint64_t pick(uint64_t points, uint32_t n)
{
    while (n-- > 0)
        points &= points - 1;
    return points & -points;
}

/* One move of a player who sees one move ahead; false if it wins. */
MI_C4_INLINE bool play_with_care(struct connect4 *c, miai_rng *rng, miai_trace *trace,
                                 const struct mi_c4_shape *shape)
{
    bool wins, urgent;
    uint64_t taken = c->stones[0] | c->stones[1];
    uint64_t open = mi_c4_sensible(shape, c->stones[c->turn], taken, &wins, &urgent);
    uint64_t point = pick(open, miai_rng_below(rng, (uint32_t)__builtin_popcountll(open)));
    if (trace)
        miai_trace_add(trace, mi_c4_move_to(shape, point), c->turn);
    mi_c4_put(c, point);
    return !wins;
}

MI_C4_INLINE int play_out_with_care(struct connect4 *c, miai_rng *rng, miai_trace *trace,
                                    const struct mi_c4_shape *shape)
{
    while (!c->over) {
        bool won = !play_with_care(c, rng, trace, shape);
        c->over = won || c->empty == 0;
        c->score = (int8_t)(won ? 2 * c->turn - 1 : 0);
    }
    return c->score;
}

/* Who takes a win, stops one, and does not play below a point where the other would win.  So the
 * columns run out until somebody has to, and a playout ends for whom the count of the points that
 * are left favours: what most games are decided by, and what random moves are blind to. */
static int heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct connect4 *c = pos;
    (void)weights;
    return mi_c4_is_usual(&c->shape) ? play_out_with_care(c, rng, trace, &mi_c4_usual)
                                     : play_out_with_care(c, rng, trace, &c->shape);
}

const miai_playouts mi_connect4_playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = playout,
    .heavy = heavy_playout,
};
