#include "chunks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

struct mi_chunk {
    struct mi_chunk *next;
    char fill[CACHE_LINE - sizeof(struct mi_chunk *)];
};

void *mi_chunks_alloc(struct mi_chunks *chunks, size_t bytes)
{
    size_t total = sizeof(struct mi_chunk) + (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct mi_chunk *chunk = mi_aligned_alloc(CACHE_LINE, total);
    if (!chunk)
        return NULL;
    memset(chunk, 0, total);
    chunk->next = chunks->first;
    chunks->first = chunk;
    chunks->bytes += total;
    return chunk + 1;
}

void mi_chunks_free(struct mi_chunks *chunks)
{
    while (chunks->first) {
        struct mi_chunk *next = chunks->first->next;
        mi_aligned_free(chunks->first);
        chunks->first = next;
    }
    chunks->bytes = 0;
}
