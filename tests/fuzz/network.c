/* KataGo's networks, plain and compressed by gzip. */
#include "fuzz.h"

#include "base/compiler.h"
#include "net/net.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { WHY = 160 };

/* Runs a network that could be read; its outputs must be bounded. */
static void run_network(struct mi_net *net)
{
    const struct mi_net_info *info = mi_net_describe(net);
    /* Lc0's networks have a policy size and a board of their own. */
    const int side = info->policy > 0 ? 8 : 5;
    size_t points = (size_t)(side * side);
    size_t logits = info->policy > 0 ? (size_t)info->policy : points + 1;
    struct mi_net_workspace *work = mi_net_workspace_new(net, side, side, 1);
    float *plane = calloc((size_t)info->planes * points + 1, sizeof *plane);
    float *number = calloc((size_t)info->numbers + 1, sizeof *number);
    float *policy = calloc(logits, sizeof *policy);
    if (work && plane && number && policy) {
        struct mi_net_in in = {.plane = plane, .number = number};
        struct mi_net_out out = {.policy = policy};
        plane[0] = 1;
        mi_net_run(work, &in, &out, 1);
        fuzz_hold(out.win >= 0 && out.loss >= 0 && out.win + out.loss <= 1.001F);
    }
    free(plane);
    free(number);
    free(policy);
    mi_net_workspace_free(work);
}

void fuzz_read_network(const uint8_t *bytes, size_t size)
{
    char name[FUZZ_NAME], why[WHY];
    int file = fuzz_file(bytes, size, name);
    for (int kind = MI_NET_FLOATS; kind <= MI_NET_FASTEST; kind++) {
        struct mi_net *net = mi_net_load(name, (enum mi_net_arithmetic)kind, why, sizeof why);
        if (net)
            run_network(net);
        mi_net_free(net);
    }
    close(file);
}

/* Compresses the input by gzip first; the first byte selects compressed or stored blocks. */
static void read_packed_network(const uint8_t *bytes, size_t size)
{
    char why[WHY];
    if (size == 0)
        return;
    uLongf capacity = compressBound((uLong)size) + 64;
    uint8_t *packed = malloc(capacity);
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)(bytes + 1), .avail_in = (uInt)(size - 1)};
    fuzz_hold(packed && deflateInit2(&stream, bytes[0] % 2, Z_DEFLATED, 16 + MAX_WBITS, 8,
                                     Z_DEFAULT_STRATEGY) == Z_OK);
    stream.next_out = packed;
    stream.avail_out = (uInt)capacity;
    fuzz_hold(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    MI_MARK_INITIALIZED(packed, stream.total_out);
    struct mi_net *net = mi_net_read(packed, stream.total_out, MI_NET_FLOATS, why, sizeof why);
    mi_net_free(net);
    deflateEnd(&stream);
    free(packed);
}

const struct fuzz_target fuzz_networks[] = {
    {"network", fuzz_read_network},
    {"network_packed", read_packed_network},
    {0},
};
