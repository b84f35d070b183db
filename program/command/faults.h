/* faults.h - prints the errors that miai_check_game() finds. */
#ifndef MI_PROGRAM_COMMAND_FAULTS_H
#define MI_PROGRAM_COMMAND_FAULTS_H

#include "miai.h"

/* Prints each error of a game and their number.  Returns the number; -1: out of memory. */
int mi_print_faults(const miai_game *game);

/* Writes the first error of a game; "" if there is none. */
void mi_first_fault(const miai_game *game, char *text, size_t size);

#endif
