/* net_parts.h - what a network is made of, for src/net and its tests. */
#ifndef MI_NET_NET_PARTS_H
#define MI_NET_NET_PARTS_H

#include "net.h"
#include "net/kernel/kernels.h"

struct mi_net {
    struct mi_model model; /* without its weights, which the plan has */
    struct mi_net_info info;
    struct mi_plan plan;
    const struct mi_kernels *kernels;
};

/* Do kernels calculate so by code of their own?  Those that have tiles do in tiles alone. */
static inline bool mi_net_suits(const struct mi_kernels *kernels, enum mi_net_numbers numbers)
{
    if (kernels->conv_tiles)
        return numbers == MI_NET_FASTEST;
    return numbers == MI_NET_FLOATS || (numbers == MI_NET_INTEGERS && kernels->integers);
}

/* The model of a file, in KataGo's format or in lc0's.  False: error, of that size, says why, and
 * there is nothing to clear. */
bool mi_net_model(struct mi_model *model, const char *file, char *error, size_t size);

/* As mi_net_load(), with those kernels; NULL for the best. */
struct mi_net *mi_net_load_for(const struct mi_kernels *kernels, const char *file,
                               enum mi_net_numbers numbers, char *error, size_t size);

#endif
