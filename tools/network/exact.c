#include "exact.h"

#include "contract/capability.h"

#include <stdlib.h>

struct exact {
    const miai_solver *kind;
    void *solver;
    uint64_t nodes;
};

#define MEMORY ((size_t)16 << 20)

struct exact *exact_open(const miai_game *game, const miai_setup *setup, long nodes)
{
    const miai_solver *kind = mi_solver(game);
    struct exact *exact = kind->open ? calloc(1, sizeof *exact) : NULL;
    if (!exact)
        return NULL;
    *exact = (struct exact){kind, kind->open(setup, MEMORY), (uint64_t)nodes};
    if (exact->solver)
        return exact;
    free(exact);
    return NULL;
}

void exact_close(struct exact *exact)
{
    if (exact)
        exact->kind->close(exact->solver);
    free(exact);
}

/* Counts steps instead of time, to be the same on every machine. */
static bool budget_is_spent(void *context, uint64_t nodes, double part)
{
    const struct exact *exact = context;
    (void)part;
    return nodes >= exact->nodes;
}

bool exact_find(struct exact *exact, const struct course *course, int *score)
{
    const miai_watch watch = {.bytes = sizeof watch, .over = budget_is_spent, .context = exact};
    const void *pos = mi_history_position(course->history);
    int plies;
    return exact->kind->solve(exact->solver, pos, &watch, score, &plies);
}
