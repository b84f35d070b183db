/* The network that evaluates Gomoku. */
#include "fuzz.h"

#include "embedded/embedded.h"
#include "game/gomoku/network/network.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { WHY = 160 };

/* Changes Gomoku's built-in network: each change has a position and a byte. */
static void read_gomoku(const uint8_t *bytes, size_t size)
{
    enum { HEAD = 16, SIZE = MI_EMBEDDED_gomoku };
    struct fuzz_bytes in = {bytes, bytes + size};
    char why[WHY];
    uint8_t *made = malloc(SIZE);
    fuzz_hold(made != NULL);
    memcpy(made, mi_embedded_gomoku, SIZE);
    while (in.at < in.end)
        made[HEAD + fuzz_take_word(&in) % (SIZE - HEAD)] = fuzz_take(&in);
    fuzz_put_word(made + 12, (uint32_t)crc32(0, made + HEAD, (uInt)(SIZE - HEAD)));
    struct mi_gomoku_net *net = mi_gomoku_net_read(made, SIZE, why, sizeof why);
    fuzz_hold(net != NULL || size > 0); /* unchanged, it is valid */
    free(net);
    free(mi_gomoku_net_read(bytes, size, why, sizeof why));
    free(made);
}

const struct fuzz_target fuzz_gomoku[] = {{"gomoku", read_gomoku}, {0}};
