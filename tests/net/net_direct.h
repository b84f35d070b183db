/* net_direct.h - a model calculated as its definition says, slowly: what the kernels
 * are compared with.
 */
#ifndef MI_TESTS_NET_NET_DIRECT_H
#define MI_TESTS_NET_NET_DIRECT_H

#include "net/model/model.h"
#include "net/net.h"

/* Evaluates one position, with all outputs.  False if out of memory. */
bool net_direct(const struct mi_model *model, int width, int height, const struct mi_net_in *in,
                struct mi_net_out *out);

#endif
