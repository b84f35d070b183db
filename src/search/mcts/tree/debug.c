#include "debug.h"

#ifdef MI_POOL_DEBUG

#include "base/memory.h"
#include "base/sanitizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if SANITIZED_ADDRESS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size)   ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

/* What is known of a cell.  For each kind of block: the state of its first cell, and then that of
 * the rest.  The first states are of blocks that were given back, the others of blocks in use. */
enum {
    NEW, /* in no block so far */
    GIVEN_NODE,
    GIVEN_NODE_REST,
    GIVEN_EDGES,
    GIVEN_EDGES_REST,
    TAKEN_NODE,
    TAKEN_NODE_REST,
    TAKEN_EDGES,
    TAKEN_EDGES_REST
};

/* Of a block that was given back: as a link it leads out of any region. */
enum { QUIET = 0x5d };

_Noreturn void mi_debug_fail(uint32_t block, const char *what)
{
    fprintf(stderr, "miai: memory of the tree: block %lu %s\n", (unsigned long)block, what);
    abort();
}

/* ---- the region ---- */

void mi_debug_open(struct mi_debug *debug, unsigned char *base, size_t cell, uint32_t cells)
{
    *debug = (struct mi_debug){base, cell, cells, mi_pages_alloc(cells)};
}

void mi_debug_close(struct mi_debug *debug)
{
    mi_debug_clear(debug, debug->cells);
    mi_pages_free(debug->state, debug->cells);
    debug->state = NULL;
}

void mi_debug_clear(struct mi_debug *debug, uint32_t cells)
{
    if (!debug->state)
        return;
    ASAN_UNPOISON_MEMORY_REGION(debug->base, cells * debug->cell);
    memset(debug->state, NEW, cells);
}

/* ---- blocks that were given back ---- */

static bool is_given(const struct mi_debug *debug, uint32_t block)
{
    return debug->state[block] == GIVEN_NODE || debug->state[block] == GIVEN_EDGES;
}

static uint32_t cells_of(const struct mi_debug *debug, uint32_t block)
{
    uint32_t n = 1;
    while (block + n < debug->cells && debug->state[block + n] == debug->state[block] + 1)
        n++;
    return n;
}

static unsigned char *quiet_bytes(const struct mi_debug *debug, uint32_t block, size_t *size)
{
    uint32_t cells = cells_of(debug, block);
    bool node = debug->state[block] == GIVEN_NODE;
    size_t first = node ? MI_QUIET_NODE : MI_QUIET_EDGES;
    size_t end = node ? MI_QUIET_NODE_END : cells * debug->cell;
    *size = end - first;
    return debug->base + block * debug->cell + first;
}

static void silence(const struct mi_debug *debug, uint32_t block)
{
    size_t size;
    unsigned char *bytes = quiet_bytes(debug, block, &size);
    memset(bytes, QUIET, size);
    ASAN_POISON_MEMORY_REGION(bytes, size);
}

static void end_silence(const struct mi_debug *debug, uint32_t block)
{
    size_t size;
    const unsigned char *bytes = quiet_bytes(debug, block, &size);
    ASAN_UNPOISON_MEMORY_REGION(bytes, size);
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != QUIET)
            mi_debug_fail(block, "was written to after it was given back");
}

void mi_debug_renew(struct mi_debug *debug, uint32_t first, uint32_t cells)
{
    if (!debug->state)
        return;
    for (uint32_t i = first; i < first + cells; i++) {
        if (mi_debug_in_use(debug, i))
            mi_debug_fail(i, "is in use in a page that is taken for empty");
        if (is_given(debug, i))
            end_silence(debug, i);
    }
    memset(debug->state + first, NEW, cells);
}

/* ---- blocks ---- */

static void set_state(struct mi_debug *debug, uint32_t block, uint32_t cells, int state)
{
    debug->state[block] = (uint8_t)state;
    memset(debug->state + block + 1, state + 1, cells - 1);
}

void mi_debug_take(struct mi_debug *debug, uint32_t block, uint32_t cells, bool node)
{
    if (!debug->state)
        return;
    if (is_given(debug, block))
        end_silence(debug, block);
    for (uint32_t i = 0; i < cells; i++)
        if (debug->state[block + i] >= TAKEN_NODE)
            mi_debug_fail(block, "is taken while it is in use");
    set_state(debug, block, cells, node ? TAKEN_NODE : TAKEN_EDGES);
}

/* What is wrong where a block in use should be; NULL: nothing. */
static const char *fault(const struct mi_debug *debug, uint32_t block)
{
    static const char *const faults[] = {
        [NEW] = "was never taken",
        [GIVEN_NODE] = "was given back before",
        [GIVEN_NODE_REST] = "is the middle of another one",
        [GIVEN_EDGES] = "was given back before",
        [GIVEN_EDGES_REST] = "is the middle of another one",
        [TAKEN_NODE] = NULL,
        [TAKEN_NODE_REST] = "is the middle of another one",
        [TAKEN_EDGES] = NULL,
        [TAKEN_EDGES_REST] = "is the middle of another one",
    };
    return block < debug->cells ? faults[debug->state[block]] : "lies outside of the region";
}

void mi_debug_give(struct mi_debug *debug, uint32_t block)
{
    if (!debug->state)
        return;
    const char *wrong = fault(debug, block);
    if (wrong)
        mi_debug_fail(block, wrong);
    bool node = debug->state[block] == TAKEN_NODE;
    set_state(debug, block, cells_of(debug, block), node ? GIVEN_NODE : GIVEN_EDGES);
    silence(debug, block);
}

void mi_debug_expect(const struct mi_debug *debug, uint32_t block, bool node)
{
    if (!debug->state)
        return;
    const char *wrong = fault(debug, block);
    if (!wrong && (debug->state[block] == TAKEN_NODE) != node)
        wrong = node ? "has edges where a node should be" : "is a node where edges should be";
    if (wrong)
        mi_debug_fail(block, wrong);
}

bool mi_debug_in_use(const struct mi_debug *debug, uint32_t block)
{
    return debug->state[block] == TAKEN_NODE || debug->state[block] == TAKEN_EDGES;
}

#endif
