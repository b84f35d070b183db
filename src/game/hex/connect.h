/* connect.h - what is sure to be joined. */
#ifndef MI_HEX_CONNECT_H
#define MI_HEX_CONNECT_H

#include "board.h"

/* Does the player join his edges whoever moves next?  True only if it is so. */
bool mi_hex_is_joined(const struct mi_hex *b, int player);

/* How many stones the player needs at least to join his edges; HEX_PLACES if he cannot.  Points
 * that are as good as his have to be taken, too. */
int mi_hex_distance(const struct mi_hex *b, int player);

#endif
