/* What the leaves of a run tell of points and scores, gathered while somebody wants it. */
#include "mcts.h"

#include "base/cache.h"

#include <stdlib.h>
#include <string.h>

/* The owners for each root move apart take much room: no more than so small a part of the memory.
 */
enum { PART = 64 };

static bool keeps_moves(const struct mi_run *run)
{
    return mi_survey_bytes(run->root->game, run->root->setup, true) <= run->settings->memory / PART;
}

/* As much as any run may want, so that the tree has the same room in each. */
size_t mi_mcts_survey_room(const struct mi_run *run)
{
    const struct mi_root *root = run->root;
    if (!mi_survey_suits(root->game))
        return 0;
    return mi_cache_lines(mi_survey_bytes(root->game, root->setup, keeps_moves(run)));
}

size_t mi_mcts_owner_bytes(const struct mi_run *run)
{
    const miai_setup *setup = run->root->setup;
    if (!mi_survey_suits(run->root->game) && !run->evaluator->tells)
        return 0;
    return mi_cache_lines((size_t)setup->width * (size_t)setup->height * sizeof(float));
}

void mi_mcts_drop_survey(struct mi_mcts *mcts)
{
    free(mcts->survey);
    mcts->survey = NULL;
}

/* Is the survey of the last run one that this run can go on with? */
static bool goes_on(const struct mi_run *run)
{
    const struct mi_mcts *mcts = run->mcts;
    const miai_setup *setup = run->root->setup;
    bool by_move = run->limits->survey_moves && keeps_moves(run);
    return mcts->survey && mcts->survey_root == mcts->tree.root &&
           mcts->survey_plies == run->root->plies && run->reused_visits > 0 &&
           mcts->survey->points == setup->width * setup->height &&
           (mcts->survey->move_owner || !by_move);
}

void mi_mcts_open_survey(struct mi_run *run)
{
    struct mi_mcts *mcts = run->mcts;
    if (!goes_on(run))
        mi_mcts_drop_survey(mcts);
    run->surveys = run->limits->survey && mi_survey_suits(run->root->game);
    if (!run->surveys)
        return;
    if (!mcts->survey)
        mcts->survey = mi_survey_make(run->root->game, run->root->setup,
                                      run->limits->survey_moves && keeps_moves(run));
    mcts->survey_root = mcts->tree.root;
    mcts->survey_plies = run->root->plies;
    run->surveys = mcts->survey != NULL;
}

void mi_mcts_survey(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    struct mi_survey *survey = run->mcts->survey;
    if (descent->valued)
        mi_mcts_survey_end(worker, descent);
    else if (run->evaluator->tells)
        descent->eval.surveyed = true;
    if (descent->eval.surveyed)
        mi_survey_add(survey, descent->depth > 0 ? descent->line[0] : MIAI_NO_MOVE,
                      descent->eval.ownership, descent->eval.lead,
                      run->evaluator->tells && !descent->valued ? descent->eval.deviation : 0,
                      run->threads > 1);
    descent->eval.surveyed = false;
}

/* ---- moves that are proven ---- */

/* Who knows the result looks at a position no more: it has been proven without a leaf, or in a run
 * that gathered nothing. */
static bool is_unseen(const struct mi_run *run, const struct mi_edge *edge)
{
    const struct mi_tree *tree = &run->mcts->tree;
    uint32_t link = mi_edge_link(edge);
    return !(edge->move & MI_EDGE_MASKED) && mi_is_node(link) &&
           (mi_node_state(mi_tree_node(tree, link)) & MI_NODE_BOUNDS) &&
           mi_survey_leaves(run->mcts->survey, edge->move) == 0;
}

/* Asks of the position behind the move, where there is no game left to play. */
static void ask_end(struct mi_worker *worker, struct mi_descent *descent, int score)
{
    descent->valued = true;
    if (worker->run->evaluator->tells)
        mi_mcts_told_over(worker, descent, score);
}

static void ask_evaluator(struct mi_worker *worker, struct mi_descent *descent)
{
    struct mi_eval *eval = &descent->eval;
    worker->run->evaluator->value(worker->evaluator, &eval, 1);
    if (worker->run->evaluator->tells)
        mi_mcts_told(worker, descent);
}

static void look_behind(struct mi_worker *worker, struct mi_descent *descent, miai_move move)
{
    const struct mi_root *root = worker->run->root;
    struct mi_eval *eval = &descent->eval;
    int score;
    memcpy(eval->pos, root->pos, root->size);
    root->game->play(eval->pos, move);
    descent->line[0] = move;
    descent->valued = false;
    eval->ownership = descent->owners;
    eval->surveyed = false;
    if (root->game->outcome(eval->pos, &score))
        ask_end(worker, descent, score);
    else
        ask_evaluator(worker, descent);
    mi_mcts_survey(worker, descent);
}

static struct mi_edges *root_edges(const struct mi_run *run)
{
    const struct mi_tree *tree = &run->mcts->tree;
    return mi_first_edges(tree, mi_tree_node(tree, tree->root));
}

void mi_mcts_survey_proven(struct mi_run *run)
{
    enum { PLAYOUTS = 8 };
    struct mi_worker *worker = run->worker[0];
    struct mi_descent *descent = &worker->descent[0];
    int times = run->evaluator->random ? PLAYOUTS : 1;
    struct mi_edges *edges = root_edges(run);
    descent->depth = 1;
    descent->eval.line = descent->line;
    descent->eval.line_length = 1;
    descent->eval.key_count = descent->eval.keys ? run->root->key_count : 0;
    descent->eval.moves = NULL;
    descent->eval.trace = NULL;
    for (; edges; edges = mi_next_edges(&run->mcts->tree, edges))
        for (int i = 0; i < edges->count; i++)
            for (int k = is_unseen(run, &edges->edge[i]) ? 0 : times; k < times; k++)
                look_behind(worker, descent, edges->edge[i].move);
}
