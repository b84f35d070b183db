/* cache.h - the cache line. Data that different threads write is kept on different lines. */
#ifndef MI_BASE_CACHE_H
#define MI_BASE_CACHE_H

#include <stddef.h>

enum { MI_CACHE_LINE = 64 }; /* bytes */

/* Rounds a size up to a multiple of the cache line. */
static inline size_t mi_cache_lines(size_t bytes)
{
    return (bytes + MI_CACHE_LINE - 1) / MI_CACHE_LINE * MI_CACHE_LINE;
}

#endif
