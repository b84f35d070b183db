/* The network that evaluates Gomoku. */
#include "fuzz.h"

#include "game/gomoku/network/network.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WHY = 160 };

/* The network that Gomoku brings along, changed: of the changes each is a place and a byte. */
static void read_gomoku(const uint8_t *bytes, size_t size)
{
    enum { HEAD = 16 };
    static const uint8_t sound[] = {
#include "data/gomoku.inc"
    };
    struct fuzz_bytes in = {bytes, bytes + size};
    char why[WHY];
    uint8_t *made = malloc(sizeof sound);
    fuzz_hold(made != NULL);
    memcpy(made, sound, sizeof sound);
    while (in.at < in.end)
        made[HEAD + fuzz_take_word(&in) % (sizeof sound - HEAD)] = fuzz_take(&in);
    fuzz_put_word(made + 12, (uint32_t)crc32(0, made + HEAD, (uInt)(sizeof sound - HEAD)));
    free(mi_gomoku_net_read(made, sizeof sound, why, sizeof why));
    free(mi_gomoku_net_read(bytes, size, why, sizeof why));
    free(made);
}

const struct fuzz_target fuzz_gomoku[] = {{"gomoku", read_gomoku}, {0}};
