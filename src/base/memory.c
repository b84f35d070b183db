/* Unmapping a gigabyte that was written to takes the system a tenth of a second or more, so
 * large blocks are freed in the background. */
#include "memory.h"
#include "system.h"
#include "thread.h"

#include <stdint.h>

/* Larger blocks are freed in the background. On Emscripten no block is: memory comes from its heap,
 * which frees at once, and a thread started near the end of the program would have no stack. */
#ifdef __EMSCRIPTEN__
#define MAX_FREED_AT_ONCE SIZE_MAX
#else
#define MAX_FREED_AT_ONCE ((size_t)16 << 20)
#endif

/* Counters of blocks. They are global because the process has one address space. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_freed = PTHREAD_COND_INITIALIZER;
static int frees_pending;
static uint64_t frees_done;

static void *map_pages(size_t bytes)
{
    return bytes > 0 ? mi_system_map(bytes) : NULL;
}

static uint64_t read_frees_done(void)
{
    pthread_mutex_lock(&lock);
    uint64_t blocks = frees_done;
    pthread_mutex_unlock(&lock);
    return blocks;
}

/* Waits until no block is being freed. Returns true if the count of freed blocks exceeds the given
 * one. */
static bool wait_for_frees(uint64_t blocks)
{
    pthread_mutex_lock(&lock);
    while (frees_pending > 0)
        pthread_cond_wait(&all_freed, &lock);
    bool more = frees_done > blocks;
    pthread_mutex_unlock(&lock);
    return more;
}

/* If another block was freed during a failed attempt, tries again, since the attempt may have been
 * too early to use it. */
void *mi_pages_alloc(size_t bytes)
{
    uint64_t blocks = read_frees_done();
    void *pages = map_pages(bytes);
    while (!pages && bytes > 0 && wait_for_frees(blocks)) {
        blocks = read_frees_done();
        pages = map_pages(bytes);
    }
    return pages;
}

static void begin_free(void)
{
    pthread_mutex_lock(&lock);
    frees_pending++;
    pthread_mutex_unlock(&lock);
}

static void end_free(void)
{
    pthread_mutex_lock(&lock);
    frees_pending--;
    frees_done++;
    if (frees_pending == 0)
        pthread_cond_broadcast(&all_freed);
    pthread_mutex_unlock(&lock);
}

/* Runs in a detached thread. The block begins with its size. */
static void *unmap_block(void *pages)
{
    mi_system_unmap(pages, *(const size_t *)pages);
    end_free();
    return NULL;
}

void mi_pages_free(void *pages, size_t bytes)
{
    if (!pages)
        return;
    begin_free();
    if (bytes > MAX_FREED_AT_ONCE) {
        *(size_t *)pages = bytes;
        if (mi_thread_start_detached(unmap_block, pages))
            return;
    }
    mi_system_unmap(pages, bytes);
    end_free();
}
