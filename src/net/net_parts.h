/* net_parts.h - the structure of a network, for src/net and its tests. */
#ifndef MI_NET_NET_PARTS_H
#define MI_NET_NET_PARTS_H

#include "net.h"
#include "net/kernel/kernels.h"

struct mi_net {
    struct mi_model model; /* without the weights, which are in the plan */
    struct mi_net_info info;
    struct mi_plan plan;
    const struct mi_kernels *kernels;
};

/* True if the kernels have their own code for this arithmetic.  Those with tiles have code only for
 * tiles. */
static inline bool mi_net_has_kernels_for(const struct mi_kernels *kernels,
                                          enum mi_net_arithmetic numbers)
{
    if (kernels->conv_tiles)
        return numbers == MI_NET_FASTEST;
    return numbers == MI_NET_FLOATS || (numbers == MI_NET_INTEGERS && kernels->integers);
}

/* Reads the model of a file in KataGo's or lc0's format.  On failure returns false with a text in
 * error (size bytes), and the model needs no clearing. */
bool mi_net_model(struct mi_model *model, const char *file, char *error, size_t size);

/* As mi_net_load(), but with the given kernels; NULL: the best. */
struct mi_net *mi_net_load_for(const struct mi_kernels *kernels, const char *file,
                               enum mi_net_arithmetic numbers, char *error, size_t size);

#endif
