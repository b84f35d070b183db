/* net_direct.h - a slow reference implementation of KataGo networks, by definition, to compare the
 * kernels with. */
#ifndef MI_TESTS_NET_NET_DIRECT_H
#define MI_TESTS_NET_NET_DIRECT_H

#include "net/model/model.h"
#include "net/net.h"

/* Evaluates one position, with all outputs.  False if out of memory. */
bool net_direct(const struct mi_model *model, int width, int height, const struct mi_net_in *in,
                struct mi_net_out *out);

#endif
