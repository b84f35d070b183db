/* memory.h - aligned memory, the cache line, and large blocks of pages. */
#ifndef MI_BASE_MEMORY_H
#define MI_BASE_MEMORY_H

#include <stddef.h>

/* Bytes. Data that different threads write is kept on different cache lines. */
enum { MI_CACHE_LINE = 64 };

/* Rounds a size up to a multiple of the cache line. */
static inline size_t mi_round_to_cache_lines(size_t bytes)
{
    return (bytes + MI_CACHE_LINE - 1) / MI_CACHE_LINE * MI_CACHE_LINE;
}

/* Takes the next bytes of a block that is laid out as several buffers, and advances *next. */
static inline void *mi_carve(char **next, size_t bytes)
{
    void *first = *next;
    *next += bytes;
    return first;
}

/* Allocates uninitialized memory. alignment is a power of two, and bytes a multiple of it. Returns
 * NULL if out of memory. Free it only by mi_aligned_free(). */
void *mi_aligned_alloc(size_t alignment, size_t bytes);
void mi_aligned_free(void *memory);

/* Allocates zeroed memory that begins on a page. The system provides each page when it is first
 * written to, so that the call is fast for any size. Returns NULL if out of memory or bytes is 0.
 */
void *mi_pages_alloc(size_t bytes);

/* Frees a block of mi_pages_alloc() of the same size; NULL is ignored. Returns at once: a detached
 * thread unmaps large blocks piece by piece, and only a mi_pages_alloc() that would otherwise fail
 * waits for it. */
void mi_pages_free(void *pages, size_t bytes);

#endif
