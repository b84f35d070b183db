/* The evaluation: the sum of the pattern weights (Buro 1998, "From Simple Features to Sophisticated
 * Evaluation Functions"). */
#include "eval.h"
#include "base/range.h"
#include "othello.h"
#include "stable.h"

static int evaluate_by_patterns(const int8_t *weights, uint64_t own, uint64_t other)
{
    int feature[MI_OTHELLO_FEATURES], sum = 0;
    int stage = mi_othello_stage(mi_othello_count(~(own | other)));
    const int8_t *weight = weights + stage * MI_OTHELLO_WEIGHTS;
    mi_othello_features(own, other, feature);
    for (int i = 0; i < MI_OTHELLO_FEATURES; i++)
        sum += weight[feature[i]];
    return sum * MI_OTHELLO_WEIGHT_SCALE;
}

/* Without weights, for board sizes that were not learned: mobility and stable discs. */
static int evaluate_by_mobility(uint64_t board, uint64_t own, uint64_t other)
{
    const int mobility = 120, stability = 250;
    const struct mi_othello_edges edges = mi_othello_find_edges(board);
    uint64_t empty = board & ~(own | other);
    int mine = mi_othello_count(mi_othello_moves(own, other, empty));
    int theirs = mi_othello_count(mi_othello_moves(other, own, empty));
    return mobility * (mine - theirs) +
           stability * (mi_othello_count(mi_othello_stable(&edges, own, other)) -
                        mi_othello_count(mi_othello_stable(&edges, other, own)));
}

int mi_othello_expected_score(const int8_t *weights, uint64_t board, uint64_t own, uint64_t other)
{
    int score = weights ? evaluate_by_patterns(weights, own, other)
                        : evaluate_by_mobility(board, own, other);
    int max_score = MIAI_POINT_SCORE * mi_othello_count(board);
    return mi_clamp(score, -max_score, max_score);
}

int mi_othello_evaluate(const void *weights, void *memory, const void *pos)
{
    const struct mi_othello *o = pos;
    int score = mi_othello_expected_score(weights, o->board, o->discs[o->turn], o->discs[!o->turn]);
    (void)memory;
    return o->turn == 0 ? score : -score;
}
