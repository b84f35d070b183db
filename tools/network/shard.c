#include "shard.h"

#include <math.h>
#include <string.h>

static size_t point_count(const struct shard_shape *shape)
{
    return (size_t)shape->width * (size_t)shape->height;
}

static size_t targets_at(const struct shard_shape *shape)
{
    return ((size_t)shape->planes * point_count(shape) + 7) / 8 + 4 * (size_t)shape->numbers;
}

static size_t policy_at(const struct shard_shape *shape)
{
    return targets_at(shape) + 4 * SHARD_NUMBERS;
}

size_t shard_bytes(const struct shard_shape *shape)
{
    return policy_at(shape) + 2 * (point_count(shape) + 1) + point_count(shape);
}

static uint8_t *put_integer(uint8_t *bytes, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(x >> 8 * i);
    return bytes + 4;
}

static uint8_t *put_float(uint8_t *bytes, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return put_integer(bytes, bits);
}

static bool put_planes(const struct shard_shape *shape, const float *plane, uint8_t *bytes)
{
    size_t n = (size_t)shape->planes * point_count(shape);
    memset(bytes, 0, (n + 7) / 8);
    for (size_t i = 0; i < n; i++) {
        if (plane[i] == 1)
            bytes[i / 8] |= (uint8_t)(1 << i % 8);
        else if (plane[i] != 0)
            return false;
    }
    return true;
}

bool shard_put(const struct shard_shape *shape, const struct mi_net_in *in,
               const struct mi_net_out *out, uint8_t *bytes)
{
    const float targets[] = {out->win,   out->loss,      out->no_result,
                             out->score, out->deviation, out->lead};
    memset(bytes, 0, shard_bytes(shape));
    if (!put_planes(shape, in->plane, bytes))
        return false;
    uint8_t *at = bytes + ((size_t)shape->planes * point_count(shape) + 7) / 8;
    for (int i = 0; i < shape->numbers; i++)
        at = put_float(at, in->number[i]);
    for (int i = 0; i < SHARD_NUMBERS - 1; i++)
        at = put_float(at, targets[i]);
    at = bytes + policy_at(shape) + 2 * (point_count(shape) + 1);
    for (size_t i = 0; i < point_count(shape); i++)
        at[i] = (uint8_t)(int8_t)lrintf(127 * out->ownership[i]);
    return true;
}

void shard_put_policy(const struct shard_shape *shape, int place, float probability, uint8_t *bytes)
{
    uint8_t *at = bytes + policy_at(shape) + 2 * (size_t)place;
    long x = lrintf(probability * 65535);
    x = x < 1 ? 1 : x > 65535 ? 65535 : x;
    at[0] = (uint8_t)x;
    at[1] = (uint8_t)(x >> 8);
}

void shard_put_result(const struct shard_shape *shape, float result, uint8_t *bytes)
{
    put_float(bytes + policy_at(shape) - 4, result);
}

bool shard_write_head(const struct shard_shape *shape, FILE *file)
{
    uint8_t head[SHARD_HEAD] = "miaishd1", *at = head + 8;
    const int numbers[] = {shape->width, shape->height, shape->planes, shape->numbers,
                           shape->symmetries};
    for (int i = 0; i < 5; i++)
        at = put_integer(at, (uint32_t)numbers[i]);
    memcpy(at, shape->encoding, SHARD_ENCODING);
    return fwrite(head, SHARD_HEAD, 1, file) == 1;
}
