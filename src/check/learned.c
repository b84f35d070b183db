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
    if (!evaluation->open)
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
    void *going = check->learned[0], *fresh = check->learned[1];
    if (!check->weights || !going || !fresh)
        return;
    mi_check_evaluation(check, check->weights, going);
    if (!evaluation->evaluate)
        return;
    memset(fresh, 0, memory_bytes(check));
    if (evaluation->evaluate(check->weights, going, check->pos) !=
        evaluation->evaluate(check->weights, fresh, check->pos))
        mi_fault(check, "evaluation.evaluate", "() is another with memory that is all zeros");
}
