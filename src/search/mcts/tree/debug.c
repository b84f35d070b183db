#include "debug.h"

#ifdef MI_POOL_DEBUG

#include "base/compiler.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if SANITIZED_ADDRESS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size)   ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

/* State of a cell.  Each kind of block has two states: for its first cell, and then for the rest.
 * FREED states are of freed blocks, USED states of blocks in use. */
enum {
    NEW, /* not yet part of any block */
    FREED_NODE,
    FREED_NODE_REST,
    FREED_EDGES,
    FREED_EDGES_REST,
    USED_NODE,
    USED_NODE_REST,
    USED_EDGES,
    USED_EDGES_REST
};

/* Fills freed blocks. Read as a link, it points outside any region. */
enum { POISON_BYTE = 0x5d };

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

/* ---- freed blocks ---- */

static bool is_freed_state(const struct mi_debug *debug, uint32_t block)
{
    return debug->state[block] == FREED_NODE || debug->state[block] == FREED_EDGES;
}

static uint32_t cells_of(const struct mi_debug *debug, uint32_t block)
{
    uint32_t n = 1;
    while (block + n < debug->cells && debug->state[block + n] == debug->state[block] + 1)
        n++;
    return n;
}

static unsigned char *poisoned_bytes(const struct mi_debug *debug, uint32_t block, size_t *size)
{
    uint32_t cells = cells_of(debug, block);
    bool node = debug->state[block] == FREED_NODE;
    size_t first = node ? MI_POISON_NODE : MI_POISON_EDGES;
    size_t end = node ? MI_POISON_NODE_END : cells * debug->cell;
    *size = end - first;
    return debug->base + block * debug->cell + first;
}

static void poison_block(const struct mi_debug *debug, uint32_t block)
{
    size_t size;
    unsigned char *bytes = poisoned_bytes(debug, block, &size);
    memset(bytes, POISON_BYTE, size);
    ASAN_POISON_MEMORY_REGION(bytes, size);
}

static void unpoison_block(const struct mi_debug *debug, uint32_t block)
{
    size_t size;
    const unsigned char *bytes = poisoned_bytes(debug, block, &size);
    ASAN_UNPOISON_MEMORY_REGION(bytes, size);
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != POISON_BYTE)
            mi_debug_fail(block, "was written to after it was freed");
}

void mi_debug_renew(struct mi_debug *debug, uint32_t first, uint32_t cells)
{
    if (!debug->state)
        return;
    for (uint32_t i = first; i < first + cells; i++) {
        if (mi_debug_in_use(debug, i))
            mi_debug_fail(i, "is in use in a page that should be empty");
        if (is_freed_state(debug, i))
            unpoison_block(debug, i);
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
    if (is_freed_state(debug, block))
        unpoison_block(debug, block);
    for (uint32_t i = 0; i < cells; i++)
        if (debug->state[block + i] >= USED_NODE)
            mi_debug_fail(block, "is allocated while in use");
    set_state(debug, block, cells, node ? USED_NODE : USED_EDGES);
}

/* The error in the use of a block that should be in use; NULL: no error. */
static const char *block_fault(const struct mi_debug *debug, uint32_t block)
{
    static const char *const faults[] = {
        [NEW] = "was never allocated",
        [FREED_NODE] = "was already freed",
        [FREED_NODE_REST] = "is inside another block",
        [FREED_EDGES] = "was already freed",
        [FREED_EDGES_REST] = "is inside another block",
        [USED_NODE] = NULL,
        [USED_NODE_REST] = "is inside another block",
        [USED_EDGES] = NULL,
        [USED_EDGES_REST] = "is inside another block",
    };
    return block < debug->cells ? faults[debug->state[block]] : "is outside the region";
}

void mi_debug_give(struct mi_debug *debug, uint32_t block)
{
    if (!debug->state)
        return;
    const char *wrong = block_fault(debug, block);
    if (wrong)
        mi_debug_fail(block, wrong);
    bool node = debug->state[block] == USED_NODE;
    set_state(debug, block, cells_of(debug, block), node ? FREED_NODE : FREED_EDGES);
    poison_block(debug, block);
}

void mi_debug_expect(const struct mi_debug *debug, uint32_t block, bool node)
{
    if (!debug->state)
        return;
    const char *wrong = block_fault(debug, block);
    if (!wrong && (debug->state[block] == USED_NODE) != node)
        wrong = node ? "holds edges instead of a node" : "is a node instead of edges";
    if (wrong)
        mi_debug_fail(block, wrong);
}

bool mi_debug_in_use(const struct mi_debug *debug, uint32_t block)
{
    return debug->state[block] == USED_NODE || debug->state[block] == USED_EDGES;
}

#endif
