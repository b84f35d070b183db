/* shard.h - positions to learn from, in a file: a head, then positions of one board's size, each of
 * equally many bytes.  Numbers are little-endian. */
#ifndef MI_TOOLS_NETWORK_SHARD_H
#define MI_TOOLS_NETWORK_SHARD_H

#include "miai_game.h"
#include "net/net.h"

#include <stdio.h>

enum { SHARD_ENCODING = 24, SHARD_HEAD = 64, SHARD_NUMBERS = 7 };

/* The head: "miaishd1", then as 32-bit integers what follows here, filled up with zeros. */
struct shard_shape {
    int width, height, planes, numbers, symmetries;
    char encoding[SHARD_ENCODING]; /* its name, with its end */
};

/* A position in memory as in the file:
 *
 *     planes    a bit for each point and plane, the lowest bit of a byte first
 *     numbers   32-bit floats
 *     targets   win, loss, no result, score, deviation, lead: what the network said; and the game's
 *               result, 1, 0 or -1, or NaN where it was not played out; in the mover's view
 *     policy    width * height + 1 probabilities of 65535; 0 of illegal moves, others at least 1
 *     ownership width * height numbers from -127 to 127 */
size_t shard_bytes(const struct shard_shape *shape);

/* Writes all but the policy and the result.  False: a plane has another number than 0 and 1. */
bool shard_put(const struct shard_shape *shape, const struct mi_net_in *in,
               const struct mi_net_out *out, uint8_t *bytes);
void shard_put_policy(const struct shard_shape *shape, int place, float probability,
                      uint8_t *bytes);
void shard_put_result(const struct shard_shape *shape, float result, uint8_t *bytes);

bool shard_write_head(const struct shard_shape *shape, FILE *file);

#endif
