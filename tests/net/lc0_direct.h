/* lc0_direct.h - a simple, slow reference implementation of lc0 networks. */
#ifndef MI_TESTS_NET_LC0_DIRECT_H
#define MI_TESTS_NET_LC0_DIRECT_H

#include "net/model/lc0/lc0.h"
#include "net/net.h"

/* Evaluates a position in doubles. */
void lc0_direct(const struct mi_lc0 *lc0, const float *plane, struct mi_net_out *out);

#endif
