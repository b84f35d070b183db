/* think.h - what a search says of positions, for networks that learn from searches by themselves.
 */
#ifndef MI_TOOLS_NETWORK_THINK_H
#define MI_TOOLS_NETWORK_THINK_H

#include "course.h"

struct thinker;

/* Searches of so many playouts a move by a network, or without one: file is "none".  NULL: it
 * cannot, and error says why. */
struct thinker *think_open(const miai_game *game, const char *file, long playouts, char *error,
                           size_t size);
void think_close(struct thinker *thinker);

/* Fills out as mi_net_run() does: the policy are the logarithms of what part of the visits each
 * move has, the value is that of the search; ownership and score are 0.
 * *proof: as in miai_info.  False: it failed. */
bool think(struct thinker *thinker, const struct course *course, struct mi_net_out *out,
           int *proof);

#endif
