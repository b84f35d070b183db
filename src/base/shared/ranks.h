/* ranks.h - the environment variables by which mpirun and srun identify the copies of a program. */
#ifndef MI_BASE_SHARED_RANKS_H
#define MI_BASE_SHARED_RANKS_H

#include <stdbool.h>

/* Is this process one of several? *rank is its number, 0 if it is the only one. */
bool mi_is_rank(int *rank);

/* Is NAME=VALUE such a variable? A program started by a rank must not inherit them, since it is not
 * a rank itself. */
bool mi_is_rank_variable(const char *variable);

#endif
