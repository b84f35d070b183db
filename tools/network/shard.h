/* shard.h - a file of training positions: a header, then positions of one board size with equal
 * numbers of bytes. Numbers are little-endian. */
#ifndef MI_TOOLS_NETWORK_SHARD_H
#define MI_TOOLS_NETWORK_SHARD_H

#include "miai_game.h"
#include "net/net.h"

#include <stdio.h>

enum { SHARD_ENCODING = 24, SHARD_HEAD = 64, SHARD_NUMBERS = 7 };

/* The header: "miaishd1", then these members as 32-bit integers, padded with zeros. */
struct shard_shape {
    int width, height, planes, numbers, symmetries;
    char encoding[SHARD_ENCODING]; /* encoding's name with its terminating zero */
};

/* A position in memory as in the file.
 *     planes: a bit for each point and plane, lowest bit of a byte first.
 *     numbers: 32-bit floats.
 *     targets: the network's win, loss, no result, score, deviation, lead; and the game's result,
 * 1, 0 or -1, or NaN if it was not played out; for the side to move. policy: width * height + 1
 * probabilities in 65535ths; 0 for illegal moves, at least 1 for others. ownership: width * height
 * numbers from -127 to 127. */
size_t shard_bytes(const struct shard_shape *shape);

/* Writes all but the policy and the result. Returns false if a plane has another number than 0 and
 * 1. */
bool shard_put(const struct shard_shape *shape, const struct mi_net_in *in,
               const struct mi_net_out *out, uint8_t *bytes);
void shard_put_policy(const struct shard_shape *shape, int place, float probability,
                      uint8_t *bytes);
void shard_put_result(const struct shard_shape *shape, float result, uint8_t *bytes);

bool shard_write_head(const struct shard_shape *shape, FILE *file);

#endif
