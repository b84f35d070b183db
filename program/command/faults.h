/* faults.h - what is wrong with a game, in words. */
#ifndef MI_PROGRAM_COMMAND_FAULTS_H
#define MI_PROGRAM_COMMAND_FAULTS_H

#include "miai.h"

/* Prints each fault of a game and how many they are.  Returns that number, or -1 without memory. */
int mi_print_faults(const miai_game *game);

/* The sentence of the first fault of a game; "" if there is none. */
void mi_first_fault(const miai_game *game, char *text, size_t size);

#endif
