/* direct.h - a model calculated as its definition says, slowly: what the kernels are compared with.
 */
#ifndef MI_DIRECT_H
#define MI_DIRECT_H

#include "model.h"
#include "net.h"

/* One position.  False: no memory. */
bool mi_direct_run(const struct mi_model *model, int width, int height, const struct mi_net_in *in,
                   struct mi_net_out *out);

#endif
