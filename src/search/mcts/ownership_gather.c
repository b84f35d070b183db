/* What the leaves of a run tell of points and scores, gathered while somebody wants it. */
#include "mcts.h"

#include "base/cache.h"

#include <stdlib.h>

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
