/* memory.h - memory from the start of a line or a page on. */
#ifndef MI_BASE_MEMORY_H
#define MI_BASE_MEMORY_H

#include <stddef.h>

/* Bytes from a multiple of alignment on, a power of two of which bytes is a multiple; undefined, as
 * malloc() has them.  NULL: there are none.  mi_aligned_free() alone gives them back. */
void *mi_aligned_alloc(size_t alignment, size_t bytes);
void mi_aligned_free(void *memory);

/* Bytes that are 0, from the start of a page on.  The system lends each page when it is first
 * written to, so that any size is taken at once.  NULL: it has not got so many, or bytes is 0. */
void *mi_pages_alloc(size_t bytes);

/* Gives back all bytes that one call took, or nothing if pages is NULL.  Returns at once, whatever
 * the size: the system takes a large block back piece by piece, in a thread that nobody waits for
 * but a mi_pages_alloc() that would fail otherwise. */
void mi_pages_free(void *pages, size_t bytes);

#endif
