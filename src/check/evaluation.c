/* Checks the evaluation: the hand-written one, and a learned one with memory of its own. */
#include "check.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_prior(struct mi_check *check, const float *prior)
{
    static const char function[] = "evaluation.priors";
    const struct mi_list *list = &check->list;
    double sum = 0.0;
    for (int i = 0; i < list->count; i++) {
        if (!(prior[i] > 0.0f && prior[i] <= 1.001f))
            mi_report_fault(check, function,
                            "() gives %s the prior %g, not above 0 and at "
                            "most 1",
                            mi_move_name(check, list->move[i]), (double)prior[i]);
        sum += (double)prior[i];
    }
    if (!(fabs(sum - 1.0) < 1e-4))
        mi_report_fault(check, function, "() returns priors whose sum is %g, not 1", sum);
}

void mi_check_evaluation(struct mi_check *check, const void *weights, void *memory)
{
    const miai_evaluation *evaluation = mi_evaluation(check->game);
    const struct mi_list *list = &check->list;
    float prior[MIAI_MAX_LEGAL];
    if (evaluation->evaluate) {
        int score = evaluation->evaluate(weights, memory, check->pos);
        if (score <= -MIAI_SCORE_MAX || score >= MIAI_SCORE_MAX)
            mi_report_fault(check, "evaluation.evaluate", "() is %d, not between -%d and %d", score,
                            MIAI_SCORE_MAX, MIAI_SCORE_MAX);
        if (mi_check_unchanged(check, "evaluation.evaluate") &&
            evaluation->evaluate(weights, memory, check->pos) != score)
            mi_report_fault(check, "evaluation.evaluate",
                            "() returns another value the second time");
    }
    if (!evaluation->priors)
        return;
    evaluation->priors(weights, memory, check->pos, list->move, list->count, prior);
    if (mi_check_unchanged(check, "evaluation.priors"))
        check_prior(check, prior);
}

/* ---- the learned evaluation ---- */

enum { MEMORY_ALIGNMENT = 64 }; /* alignment of the memory, in bytes */

static size_t memory_bytes(const struct mi_check *check)
{
    size_t bytes = mi_evaluation(check->game)->memory(check->weights);
    return (bytes + MEMORY_ALIGNMENT) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT; /* at least one line */
}

void mi_check_open_learned(struct mi_check *check)
{
    const miai_evaluation *evaluation = mi_evaluation(check->game);
    char why[160] = "";
    if (!evaluation->open)
        return;
    check->weights = evaluation->open(&check->setup, NULL, why, sizeof why);
    if (!check->weights)
        return;
    for (int i = 0; i < 2; i++) {
        check->learned[i] = mi_aligned_alloc(MEMORY_ALIGNMENT, memory_bytes(check));
        if (check->learned[i])
            memset(check->learned[i], 0, memory_bytes(check));
    }
}

void mi_check_close_learned(struct mi_check *check)
{
    if (check->weights)
        mi_evaluation(check->game)->close(check->weights);
    for (int i = 0; i < 2; i++)
        mi_aligned_free(check->learned[i]);
    check->weights = check->learned[0] = check->learned[1] = NULL;
}

/* One memory is kept from position to position, the other is zeroed each time. */
void mi_check_learned(struct mi_check *check)
{
    const miai_evaluation *evaluation = mi_evaluation(check->game);
    void *kept = check->learned[0], *fresh = check->learned[1];
    if (!check->weights || !kept || !fresh)
        return;
    mi_check_evaluation(check, check->weights, kept);
    if (!evaluation->evaluate)
        return;
    memset(fresh, 0, memory_bytes(check));
    if (evaluation->evaluate(check->weights, kept, check->pos) !=
        evaluation->evaluate(check->weights, fresh, check->pos))
        mi_report_fault(check, "evaluation.evaluate", "() differs with zeroed memory");
}
