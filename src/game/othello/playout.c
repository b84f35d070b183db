/* Uniform playouts. */
#include "othello.h"

static inline int nth_square(uint64_t squares, uint32_t n)
{
    while (n-- > 0)
        squares &= squares - 1;
    return mi_othello_first(squares);
}

/* A playout, from the view of the side to move. */
struct playout {
    uint64_t own, other, board;
    uint64_t moves;
    int player;
};

static void playout_next_turn(struct playout *r)
{
    uint64_t own = r->own;
    r->own = r->other;
    r->other = own;
    r->player = !r->player;
    r->moves = mi_othello_moves(r->own, r->other, r->board & ~(r->own | r->other));
}

static void playout_play(struct playout *r, int square)
{
    mi_othello_make_move(&r->own, &r->other, square);
    playout_next_turn(r);
}

/* Plays a random move, or passes if there is none.  Returns false, with nothing played, if the game
 * is over. */
static bool playout_step(struct playout *r, const struct mi_othello *o, miai_rng *rng,
                         miai_trace *trace)
{
    int player = r->player;
    miai_move move = mi_othello_pass(o);
    if (r->moves) {
        int square =
            nth_square(r->moves, miai_rng_below(rng, (uint32_t)mi_othello_count(r->moves)));
        move = mi_othello_move_of(o, square);
        playout_play(r, square);
    } else {
        playout_next_turn(r);
        if (!r->moves)
            return false;
    }
    if (trace)
        miai_trace_add(trace, move, player);
    return true;
}

static int othello_uniform_playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_othello *o = pos;
    struct playout r = {o->discs[o->turn], o->discs[!o->turn], o->board, o->moves, o->turn};
    while (playout_step(&r, o, rng, trace))
        ;
    o->discs[r.player] = r.own;
    o->discs[!r.player] = r.other;
    o->turn = (uint8_t)r.player;
    o->moves = 0;
    o->over = true;
    return MIAI_POINT_SCORE * mi_othello_final_score(o->discs[0], o->discs[1], o->board, o->rules);
}

const miai_playouts mi_othello_playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = othello_uniform_playout,
};
