/* To take back a gigabyte that was written to costs the system a tenth of a second and more. */
#include "memory.h"
#include "system.h"
#include "thread.h"

#include <stdint.h>

/* Larger blocks are given back behind the caller's back.  A page has them of its heap, which takes
 * them back at once; and its threads must not begin where the program ends: Emscripten has taken
 * their stacks by then. */
#ifdef __EMSCRIPTEN__
#define AT_ONCE SIZE_MAX
#else
#define AT_ONCE ((size_t)16 << 20)
#endif

/* How many blocks are being given back, and how many have been.  Address space is the process's,
 * and so is this. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_given = PTHREAD_COND_INITIALIZER;
static int giving;
static uint64_t given;

static void *map(size_t bytes)
{
    return bytes > 0 ? mi_system_map(bytes) : NULL;
}

static uint64_t given_so_far(void)
{
    pthread_mutex_lock(&lock);
    uint64_t blocks = given;
    pthread_mutex_unlock(&lock);
    return blocks;
}

/* Waits until nothing is being given back.  Has anything been since there were so many blocks? */
static bool wait_for_space(uint64_t blocks)
{
    pthread_mutex_lock(&lock);
    while (giving > 0)
        pthread_cond_wait(&all_given, &lock);
    bool more = given > blocks;
    pthread_mutex_unlock(&lock);
    return more;
}

/* What is given back while the system refuses may come too late for that try: then there is another
 * one. */
void *mi_pages_alloc(size_t bytes)
{
    uint64_t blocks = given_so_far();
    void *pages = map(bytes);
    while (!pages && bytes > 0 && wait_for_space(blocks)) {
        blocks = given_so_far();
        pages = map(bytes);
    }
    return pages;
}

static void begin_giving(void)
{
    pthread_mutex_lock(&lock);
    giving++;
    pthread_mutex_unlock(&lock);
}

static void end_giving(void)
{
    pthread_mutex_lock(&lock);
    giving--;
    given++;
    if (giving == 0)
        pthread_cond_broadcast(&all_given);
    pthread_mutex_unlock(&lock);
}

/* The size of the block stands at its start. */
static void *give(void *pages)
{
    mi_system_unmap(pages, *(const size_t *)pages);
    end_giving();
    return NULL;
}

void mi_pages_free(void *pages, size_t bytes)
{
    if (!pages)
        return;
    begin_giving();
    if (bytes > AT_ONCE) {
        *(size_t *)pages = bytes;
        if (mi_thread_start_alone(give, pages))
            return;
    }
    mi_system_unmap(pages, bytes);
    end_giving();
}
