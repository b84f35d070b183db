/* memory.h - large blocks of memory, straight from the system. */
#ifndef MI_BASE_MEMORY_H
#define MI_BASE_MEMORY_H

#include <stddef.h>

/* Bytes that are 0, from the start of a page on.  The system lends each page when it is first
 * written to, so that any size is taken at once.  NULL: it has not got so many, or bytes is 0. */
void *mi_pages_take(size_t bytes);

/* Gives back all bytes that one call took, or nothing if pages is NULL.  Returns at once, whatever
 * the size: the system takes a large block back piece by piece, in a thread that nobody waits for
 * but a mi_pages_take() that would fail otherwise. */
void mi_pages_give(void *pages, size_t bytes);

#endif
