/* cache.h - what threads write apart lies on cache lines apart. */
#ifndef MI_BASE_CACHE_H
#define MI_BASE_CACHE_H

#include <stddef.h>

enum { MI_CACHE_LINE = 64 }; /* bytes */

/* So many bytes in whole cache lines. */
static inline size_t mi_cache_lines(size_t bytes)
{
    return (bytes + MI_CACHE_LINE - 1) / MI_CACHE_LINE * MI_CACHE_LINE;
}

#endif
