#include "chunks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

struct mi_chunk {
    struct mi_chunk *next;
    char fill[CACHE_LINE - sizeof(struct mi_chunk *)];
};

void *mi_chunks_take(struct mi_chunks *chunks, size_t bytes)
{
    size_t whole = sizeof(struct mi_chunk) + (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct mi_chunk *chunk = mi_aligned_alloc(CACHE_LINE, whole);
    if (!chunk)
        return NULL;
    memset(chunk, 0, whole);
    chunk->next = chunks->first;
    chunks->first = chunk;
    chunks->bytes += whole;
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
