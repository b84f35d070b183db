/* lc0_direct.h - what a network of lc0's says, from the definition of its layers alone. */
#ifndef MI_TESTS_NET_LC0_DIRECT_H
#define MI_TESTS_NET_LC0_DIRECT_H

#include "net/model/lc0/lc0.h"
#include "net/net.h"

/* Calculates a position, plane by plane and square by square, in doubles. */
void lc0_direct(const struct mi_lc0 *lc0, const float *plane, struct mi_net_out *out);

#endif
