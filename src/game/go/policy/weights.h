/* weights.h - the weights that a search of Go uses: the built-in ones, or those of a file. */
#ifndef MI_GAME_GO_POLICY_WEIGHTS_H
#define MI_GAME_GO_POLICY_WEIGHTS_H

#include "weights_file.h"

/* The weights opened by mi_go_open_weights(), or the built-in ones for NULL. */
const struct go_weights *mi_go_weights(const void *opened);

/* The built-in weights file and its length in bytes. */
const unsigned char *mi_go_weights_builtin(size_t *length);

/* Checks the bytes of a file. If they are invalid, returns true and writes the error as a clause
 * about the file ("it is damaged"). */
bool mi_go_weights_fault(const unsigned char *bytes, size_t length, char *error, size_t size);

/* Reads a weights file for miai_evaluation.open; file NULL: the built-in weights. */
void *mi_go_open_weights(const miai_setup *setup, const char *file, char *error, size_t size);
void mi_go_close_weights(void *opened);
/* Bytes of memory that the weights hold: none if they are built in. */
size_t mi_go_weights_bytes(const void *opened);

#endif
