/* weights.h - which weights a search of Go uses: those of the program, or of a file. */
#ifndef MI_GAME_GO_POLICY_WEIGHTS_H
#define MI_GAME_GO_POLICY_WEIGHTS_H

#include "weights_file.h"

/* What mi_go_open_weights() has opened, or for NULL the weights of the program. */
const struct go_weights *mi_go_weights(const void *opened);

/* The file of the program: its bytes, and how many. */
const unsigned char *mi_go_weights_builtin(size_t *length);

/* What is wrong with the bytes of a file, in words behind "it" ("it is damaged"), written to error;
 * false: nothing is. */
bool mi_go_weights_wrong(const unsigned char *bytes, size_t length, char *error, size_t size);

/* The contract's open(): the bytes of a file, freed by free().  NULL for no file: what the program
 * brings needs no opening. */
void *mi_go_open_weights(const miai_setup *setup, const char *file, char *error, size_t size);
size_t mi_go_weights_held(const void *opened);
size_t mi_go_weights_memory(const void *opened);

#endif
