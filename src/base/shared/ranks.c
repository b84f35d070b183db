#include "ranks.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Open MPI; MPICH and Slurm with PMI; others with PMIx, which need not set the size. */
static const char *const size_and_rank[][2] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"PMI_SIZE", "PMI_RANK"},
    {"PMIX_SIZE", "PMIX_RANK"},
    {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"},
};

bool mi_is_rank(int *rank)
{
    const char *rank_text;
    for (size_t i = 0; i < sizeof size_and_rank / sizeof *size_and_rank; i++) {
        const char *size = getenv(size_and_rank[i][0]);
        rank_text = getenv(size_and_rank[i][1]);
        *rank = rank_text ? atoi(rank_text) : 0;
        if (size && rank_text)
            return atoi(size) > 1;
    }
    rank_text = getenv("PMIX_RANK");
    *rank = rank_text ? atoi(rank_text) : 0;
    return rank_text != NULL;
}

bool mi_is_rank_variable(const char *variable)
{
    static const char *const prefix[] = {"OMPI_", "PMIX_", "PMI_", "MPI_"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (strncmp(variable, prefix[i], strlen(prefix[i])) == 0)
            return true;
    return false;
}
