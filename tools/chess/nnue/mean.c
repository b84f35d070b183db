/* The mean of several networks that were trained from a common one: its loss is often lower than
 * that of each (Izmailov et al. 2018, "stochastic weight averaging"). */
#include "learn.h"
#include "network.h"

#include <stdlib.h>

/* Adds the parameters of a file to the sum; part has room for them. */
static bool add_parameters(struct nnue_model *sum, struct nnue_model *part, const char *path)
{
    if (!nnue_take_parameters(part, path))
        return false;
    for (size_t i = 0; i < sum->count; i++)
        sum->weight[i] += part->weight[i];
    return true;
}

static bool write_mean(struct nnue_model *sum, int count, const char *path)
{
    size_t length;
    for (size_t i = 0; i < sum->count; i++)
        sum->weight[i] /= (float)count;
    unsigned char *bytes = nnue_file(sum, &length);
    bool fine = bytes && nnue_write(bytes, length, path);
    free(bytes);
    return fine;
}

bool nnue_mean(int hidden, char **networks, const char *path)
{
    struct nnue_model sum, part;
    int count = 0;
    bool fine = nnue_model_make(&sum, hidden);
    fine = nnue_model_make(&part, hidden) && fine;
    for (; fine && networks[count]; count++)
        fine = add_parameters(&sum, &part, networks[count]);
    fine = fine && write_mean(&sum, count, path);
    nnue_model_free(&part);
    nnue_model_free(&sum);
    return fine;
}
