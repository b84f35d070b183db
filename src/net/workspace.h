/* workspace.h - the structure of a workspace, for src/net. */
#ifndef MI_NET_WORKSPACE_H
#define MI_NET_WORKSPACE_H

#include "net_parts.h"

struct mi_net_workspace {
    const struct mi_net *net;
    struct mi_geometry geometry;
    int max_batch; /* positions that go through the steps together, at most */
    int n;         /* positions of the current batch */
    size_t bytes;
    float *buffer[MI_BUFFERS], *vector[MI_VECTORS];
    float *inputs, *outputs; /* of a convolution: see struct mi_conv_job */
    float *scratch;          /* of attention */
};

/* The vector of position n. */
static inline float *mi_workspace_vector(const struct mi_net_workspace *work, int which, int n)
{
    return work->vector[which] + (ptrdiff_t)n * work->net->plan.length[which];
}

/* The board's first point of position n in a buffer; NULL if buffer is MI_NONE. */
static inline float *mi_workspace_board(const struct mi_net_workspace *work, int buffer, int n)
{
    const struct mi_geometry *g = &work->geometry;
    if (buffer == MI_NONE)
        return NULL;
    return work->buffer[buffer] +
           ((ptrdiff_t)n * g->points + g->origin) * work->net->plan.channels[buffer];
}

static inline int mi_workspace_channels(const struct mi_net_workspace *work, int buffer)
{
    return buffer == MI_NONE ? 0 : work->net->plan.channels[buffer];
}

#endif
