/* Selection by a human policy for a part of the playouts: at the root to explore the moves that
 * people play, below it to expect such moves of either player.  As in KataGo
 * (cpp/search/searchexplorehelpers.cpp): PUCT with the policy of a human-style network,
 *
 *     Q + (c + p sqrt(N)) P sqrt(N) / (1 + n),
 *
 * where the constant p does not fade with the visits.  A weightless playout counts for the explored
 * move and below it, but not above. So the edges' visits do not include it, and selection uses the
 * visits of the child nodes. */
#include "base/fmath.h"
#include "puct.h"

#include <math.h>

/* KataGo's values are from -1 to 1, ours from 0 to 1. */
#define VALUE_SCALE 0.5

/* ---- the root ---- */

void mi_mcts_open_human(struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    const struct mi_human *human = &run->settings->human;
    float *prior = run->mcts->root_human;
    double parts = 0;
    int n = 0;
    for (int i = 0; i < MI_HUMAN_PLACES; i++)
        parts +=
            i == MI_HUMAN_ROOT || human->in_tree ? human->weightless[i] + human->weightful[i] : 0;
    run->explores_human = human->count > 0 && parts > 0 && run->tree_policy.puct.enabled;
    for (struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, tree->root));
         edges && run->explores_human; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count && n < MIAI_MAX_LEGAL; i++) {
            miai_move move = edges->edge[i].move & ~MI_EDGE_MASKED;
            prior[n] = 0;
            for (int k = 0; k < human->count; k++)
                if (human->move[k] == move)
                    prior[n] = human->prior[k];
            n++;
        }
}

/* ---- which selection rule ---- */

enum mi_follow mi_mcts_draw_follow(struct mi_worker *worker, const struct mi_node *node, bool root)
{
    const struct mi_run *run = worker->run;
    const struct mi_human *human = &run->settings->human;
    if (!run->explores_human || (!root && !human->in_tree))
        return MI_FOLLOW_SEARCH;
    bool own = mi_node_turn(node) == run->root->game->turn(run->root->pos);
    int place = root ? MI_HUMAN_ROOT : own ? MI_HUMAN_OWN : MI_HUMAN_OTHER;
    double weightless = human->weightless[place], all = weightless + human->weightful[place];
    double drawn = all > 0 ? mi_uniform(miai_rng_next(&worker->rng)) : 1;
    return drawn < weightless ? MI_FOLLOW_HUMAN_WEIGHTLESS
           : drawn < all      ? MI_FOLLOW_HUMAN
                              : MI_FOLLOW_SEARCH;
}

/* ---- which edge ---- */

struct mi_edge *mi_mcts_select_human(const struct mi_run *run, const struct mi_node *parent,
                                     enum mi_proof min_proof, bool root, bool weightless)
{
    const struct mi_puct *puct = &run->tree_policy.puct;
    const struct mi_human *human = &run->settings->human;
    const struct mi_puct_node node = {.run = run,
                                      .parent = parent,
                                      .root_prior = root ? run->mcts->root_human : NULL,
                                      .human = true,
                                      .weightless = weightless};
    const struct mi_visited_sums sums = mi_puct_sum_visited(&node);
    double reduction = root ? puct->root_reduction : puct->reduction;
    double constant = human->constant + human->permanent * sqrt(sums.counted);
    const struct mi_puct_params params = {mi_puct_unvisited(parent, &sums, reduction),
                                          VALUE_SCALE * run->utility.unit * constant *
                                              sqrt(sums.counted + MI_PUCT_MIN_VISITS)};
    return mi_puct_choose(&node, &params, min_proof);
}
