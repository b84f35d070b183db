/* Uniform playouts. */
#include "game/go/board/go.h"
#include "game/go/board/move.h"

int mi_go_playout_max(const struct mi_go *b)
{
    int plies = 3 * (mi_go_pass(b) + 1);
    return plies < 100 ? 100 : plies;
}

/* Draws a playout move uniformly: draws points without replacement until one is acceptable (Fisher
 * and Yates).  MI_GO_NONE if there is none. */
static int draw_uniform_point(struct mi_go *b, miai_rng *rng)
{
    uint16_t *list = mi_go_empty_list(b);
    bool only_captures = go_only_captures(b);
    for (int n = b->empties; n > 0; n--) {
        int i = (int)miai_rng_below(rng, (uint32_t)n), p = list[i];
        if (only_captures ? go_captures(b, p) : go_fills_no_eye(b, p))
            return p;
        mi_go_swap_empties(b, i, n - 1);
    }
    return MI_GO_NONE;
}

int mi_go_playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_go *b = pos;
    miai_rng local = *rng; /* a local copy can stay in registers */
    go_begin_playout(b);
    for (int plies = mi_go_playout_max(b); b->passes < 2 && plies > 0; plies--) {
        int p = draw_uniform_point(b, &local);
        if (trace)
            miai_trace_add(trace, mi_go_move_of(b, p), b->turn);
        if (p == MI_GO_NONE)
            go_pass(b);
        else
            go_play(b, p, false);
    }
    *rng = local;
    return mi_go_playout_score(b);
}
