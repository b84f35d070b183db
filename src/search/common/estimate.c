#include "estimate.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 }; /* bytes of a cache line */

size_t mi_estimator_bytes(const struct mi_root *root)
{
    if (!root->weights)
        return 0;
    return (mi_evaluation(root->game)->memory(root->weights) + CACHE_LINE - 1) / CACHE_LINE *
           CACHE_LINE;
}

bool mi_estimator_init(struct mi_estimator *estimator, const struct mi_root *root)
{
    size_t bytes = mi_estimator_bytes(root);
    *estimator = (struct mi_estimator){.game = root->game, .weights = root->weights};
    if (bytes == 0)
        return true;
    estimator->memory = mi_aligned_alloc(CACHE_LINE, bytes);
    if (estimator->memory)
        memset(estimator->memory, 0, bytes);
    return estimator->memory != NULL;
}

void mi_estimator_free(struct mi_estimator *estimator)
{
    mi_aligned_free(estimator->memory);
    estimator->memory = NULL;
}
