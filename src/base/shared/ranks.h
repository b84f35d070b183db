/* ranks.h - what those who start several copies of a program, mpirun and srun, tell each of them by
 * variables. */
#ifndef MI_BASE_SHARED_RANKS_H
#define MI_BASE_SHARED_RANKS_H

#include <stdbool.h>

/* Is this process one of several?  *rank is which, 0 alone. */
bool mi_is_rank(int *rank);

/* Does the variable, NAME=VALUE, tell of that?  A program that a rank starts is none. */
bool mi_is_of_ranks(const char *variable);

#endif
