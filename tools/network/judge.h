/* judge.h - what says something of positions: a network calculated here, or by another program,
 * which may use other hardware. */
#ifndef MI_TOOLS_NETWORK_JUDGE_H
#define MI_TOOLS_NETWORK_JUDGE_H

#include "net/net.h"

struct judge;

/* Reads the network.  through: NULL, or a command to which the file's name is added; the program
 * writes on its standard output the name of the network's encoding, its planes and its numbers in a
 * line, and then answers as evaluate.py does.  NULL: it cannot, and error says why. */
struct judge *judge_open(const char *file, enum mi_net_arithmetic numbers, const char *through,
                         char *error, size_t size);
void judge_close(struct judge *judge);

const char *judge_encoding(const struct judge *judge);

/* Judges 1 to most positions of that size, as mi_net_run() does.  False: no memory, or the program
 * has ended. */
bool judge_run(struct judge *judge, int width, int height, int most, const struct mi_net_in *in,
               struct mi_net_out *out, int n);

#endif
