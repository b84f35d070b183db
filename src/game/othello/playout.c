/* Games at random. */
#include "othello.h"

/* The n-th of some squares, from 0. */
static inline int pick(uint64_t squares, uint32_t n)
{
    while (n-- > 0)
        squares &= squares - 1;
    return mi_othello_first(squares);
}

/* A playout, in the view of who is to move. */
struct run {
    uint64_t own, other, board;
    uint64_t moves;
    int player;
};

static void next_turn(struct run *r)
{
    uint64_t own = r->own;
    r->own = r->other;
    r->other = own;
    r->player = !r->player;
    r->moves = mi_othello_moves(r->own, r->other, r->board & ~(r->own | r->other));
}

static void play(struct run *r, int square)
{
    mi_othello_put(&r->own, &r->other, square);
    next_turn(r);
}

/* Plays a move, or the pass where there is none; false, with nothing played: the game is over. */
static bool step(struct run *r, const struct mi_othello *o, miai_rng *rng, miai_trace *trace)
{
    int player = r->player;
    miai_move move = mi_othello_pass(o);
    if (r->moves) {
        int square = pick(r->moves, miai_rng_below(rng, (uint32_t)mi_othello_count(r->moves)));
        move = mi_othello_move_of(o, square);
        play(r, square);
    } else {
        next_turn(r);
        if (!r->moves)
            return false;
    }
    if (trace)
        miai_trace_add(trace, move, player);
    return true;
}

static int uniform(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_othello *o = pos;
    struct run r = {o->discs[o->turn], o->discs[!o->turn], o->board, o->moves, o->turn};
    while (step(&r, o, rng, trace))
        ;
    o->discs[r.player] = r.own;
    o->discs[!r.player] = r.other;
    o->turn = (uint8_t)r.player;
    o->moves = 0;
    o->over = true;
    return MIAI_POINT_SCORE * mi_othello_final(o->discs[0], o->discs[1], o->board, o->rules);
}

const miai_playouts mi_othello_playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = uniform,
};
