#include "ranks.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of Open MPI, of MPICH and Slurm by PMI, and of others by PMIx, which need not tell how many. */
static const char *const variables[][2] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"PMIX_SIZE", "PMIX_RANK"},
    {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"},
};

bool mi_is_rank(int *rank)
{
    const char *which;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *size = getenv(variables[i][0]);
        which = getenv(variables[i][1]);
        *rank = which ? atoi(which) : 0;
        if (size && which)
            return atoi(size) > 1;
    }
    which = getenv("PMIX_RANK");
    *rank = which ? atoi(which) : 0;
    return which != NULL;
}

bool mi_is_of_ranks(const char *variable)
{
    static const char *const prefix[] = {"OMPI_", "PMIX_", "PMI_", "MPI_"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (strncmp(variable, prefix[i], strlen(prefix[i])) == 0)
            return true;
    return false;
}
