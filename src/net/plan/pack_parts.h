/* pack_parts.h - what the files that pack weights share. */
#ifndef MI_NET_PLAN_PACK_PARTS_H
#define MI_NET_PLAN_PACK_PARTS_H

#include "pack.h"

/* A weight of conv; 0 for padding outputs. */
static inline float mi_weight(const struct mi_conv *conv, int tap, int in, int out)
{
    ptrdiff_t row = (ptrdiff_t)tap * conv->in + in;
    return out < conv->out ? conv->weight[row * conv->out + out] : 0.0f;
}

/* As mi_pack() for MI_PACK_TILES. */
bool mi_pack_tiles(struct mi_chunks *chunks, const struct mi_conv *conv,
                   struct mi_packed_weights *packed);

#endif
