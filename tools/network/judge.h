/* judge.h - evaluates positions by a network, in this process or by another program, which may use
 * other hardware. */
#ifndef MI_TOOLS_NETWORK_JUDGE_H
#define MI_TOOLS_NETWORK_JUDGE_H

#include "net/net.h"

struct judge;

/* Reads the network. through: NULL, or a command to which the file's name is appended. That program
 * writes a line with the network's encoding, planes and numbers, and then answers as evaluate.py
 * does. NULL on failure, with the reason in error. */
struct judge *judge_open(const char *file, enum mi_net_arithmetic numbers, const char *through,
                         char *error, size_t size);
void judge_close(struct judge *judge);

const char *judge_encoding(const struct judge *judge);

/* Evaluates 1 to `most` positions of that size, like mi_net_run(). Returns false if out of memory,
 * or if the program has ended. */
bool judge_run(struct judge *judge, int width, int height, int most, const struct mi_net_in *in,
               struct mi_net_out *out, int n);

#endif
