/* A learned evaluation, with memory of its own. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 }; /* bytes; memory begins at a multiple */

static size_t memory_bytes(const struct mi_check *check)
{
    size_t bytes = mi_evaluation(check->game)->memory(check->weights);
    return (bytes + LINE) / LINE * LINE; /* one at least */
}

void mi_check_open_learned(struct mi_check *check)
{
    const miai_evaluation *evaluation = mi_evaluation(check->game);
    char why[160] = "";
    if (!check->game->evaluation)
        return;
    check->weights = evaluation->open(&check->setup, NULL, why, sizeof why);
    if (!check->weights)
        return;
    for (int i = 0; i < 2; i++) {
        check->learned[i] = aligned_alloc(LINE, memory_bytes(check));
        if (check->learned[i])
            memset(check->learned[i], 0, memory_bytes(check));
    }
}

void mi_check_close_learned(struct mi_check *check)
{
    if (check->weights)
        mi_evaluation(check->game)->close(check->weights);
    for (int i = 0; i < 2; i++)
        free(check->learned[i]);
    check->weights = check->learned[0] = check->learned[1] = NULL;
}

/* One memory goes on from position to position, the other begins anew. */
void mi_check_learned(struct mi_check *check)
{
    const miai_evaluation *evaluation = mi_evaluation(check->game);
    float prior[MIAI_MAX_LEGAL];
    void *going = check->learned[0], *fresh = check->learned[1];
    if (!check->weights || !going || !fresh)
        return;
    int score = evaluation->evaluate(check->weights, going, check->pos);
    if (score <= -MIAI_SCORE_MAX || score >= MIAI_SCORE_MAX)
        mi_fault(check, "evaluation.evaluate", "() is %d, not between -%d and %d", score,
                 MIAI_SCORE_MAX, MIAI_SCORE_MAX);
    memset(fresh, 0, memory_bytes(check));
    if (mi_check_unchanged(check, "evaluation.evaluate") &&
        evaluation->evaluate(check->weights, fresh, check->pos) != score)
        mi_fault(check, "evaluation.evaluate", "() is another with memory that is all zeros");
    if (!evaluation->priors)
        return;
    evaluation->priors(check->weights, going, check->pos, check->list.move, check->list.count,
                       prior);
    if (mi_check_unchanged(check, "evaluation.priors"))
        mi_check_prior(check, "evaluation.priors", prior);
}
