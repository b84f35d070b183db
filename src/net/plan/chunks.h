/* chunks.h - memory that is taken piece by piece and freed at once. */
#ifndef MI_NET_PLAN_CHUNKS_H
#define MI_NET_PLAN_CHUNKS_H

#include <stddef.h>

struct mi_chunk;

struct mi_chunks {
    struct mi_chunk *first; /* owned; NULL: none */
    size_t bytes;           /* of all of them */
};

/* Zeroed memory, at the start of a cache line; NULL: there is none. */
void *mi_chunks_take(struct mi_chunks *chunks, size_t bytes);
void mi_chunks_free(struct mi_chunks *chunks);

#endif
