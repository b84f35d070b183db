/* chunks.h - an arena: memory that is allocated in pieces and freed all at once. */
#ifndef MI_NET_PLAN_CHUNKS_H
#define MI_NET_PLAN_CHUNKS_H

#include <stddef.h>

struct mi_chunk;

struct mi_chunks {
    struct mi_chunk *first; /* owned; NULL: none */
    size_t bytes;           /* in total */
};

/* Allocates zeroed memory, aligned to a cache line; NULL if out of memory. */
void *mi_chunks_alloc(struct mi_chunks *chunks, size_t bytes);
void mi_chunks_free(struct mi_chunks *chunks);

#endif
