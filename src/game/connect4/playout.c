/* Playouts of Connect Four: uniform, and with one ply of lookahead. */
#include "board.h"

/* Plays a uniform playout, keeping a list of the next point of each open column. */
MI_C4_INLINE int play_uniform(struct connect4 *c, miai_rng *rng, miai_trace *trace,
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
        mi_c4_drop_stone(c, point);
        mi_c4_find_outcome(c, shape);
    }
    return c->score;
}

static int uniform_playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct connect4 *c = pos;
    return mi_c4_is_standard(&c->shape) ? play_uniform(c, rng, trace, &mi_c4_standard_shape)
                                        : play_uniform(c, rng, trace, &c->shape);
}

static inline uint64_t nth_point(uint64_t points, uint32_t n)
{
    while (n-- > 0)
        points &= points - 1;
    return points & -points;
}

/* Plays one move with one ply of lookahead; returns false if it wins. */
MI_C4_INLINE bool play_lookahead_move(struct connect4 *c, miai_rng *rng, miai_trace *trace,
                                      const struct mi_c4_shape *shape)
{
    bool wins, urgent;
    uint64_t taken = c->stones[0] | c->stones[1];
    uint64_t open = mi_c4_lookahead_moves(shape, c->stones[c->turn], taken, &wins, &urgent);
    uint64_t point = nth_point(open, miai_rng_below(rng, (uint32_t)__builtin_popcountll(open)));
    if (trace)
        miai_trace_add(trace, mi_c4_move_to(shape, point), c->turn);
    mi_c4_drop_stone(c, point);
    return !wins;
}

MI_C4_INLINE int play_with_lookahead(struct connect4 *c, miai_rng *rng, miai_trace *trace,
                                     const struct mi_c4_shape *shape)
{
    while (!c->over) {
        bool won = !play_lookahead_move(c, rng, trace, shape);
        c->over = won || c->empty == 0;
        c->score = (int8_t)(won ? 2 * c->turn - 1 : 0);
    }
    return c->score;
}

/* A playout with lookahead: takes wins, stops the opponent's, and does not play below a point where
 * the opponent would win.  So columns run out until a player is forced to, and the parity of the
 * remaining points decides, as in most real games.  Uniform playouts do not see that. */
static int heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct connect4 *c = pos;
    (void)weights;
    return mi_c4_is_standard(&c->shape) ? play_with_lookahead(c, rng, trace, &mi_c4_standard_shape)
                                        : play_with_lookahead(c, rng, trace, &c->shape);
}

const miai_playouts mi_connect4_playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = uniform_playout,
    .heavy = heavy_playout,
};
