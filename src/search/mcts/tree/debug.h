/* debug.h - tracks the use of each block of a region, if MI_POOL_DEBUG is defined: in builds with
 * sanitizers, which cannot see these blocks.
 *
 * Prints an error and aborts instead of silently damaging the tree if
 *
 *   - a block is allocated while in use;
 *   - a block is freed twice, was never allocated, or is inside another one;
 *   - there are edges instead of a node, a node instead of edges, or a freed block;
 *   - a block was written to after it was freed.  The address sanitizer also reports reads, except
 *     of what the tree reads with its lock held: a node's key, parents and state, and the first
 *     words of edges;
 *   - audit.h finds an error.
 *
 * Otherwise it costs nothing: the first argument of these macros need not even exist. */
#ifndef MI_SEARCH_MCTS_TREE_DEBUG_H
#define MI_SEARCH_MCTS_TREE_DEBUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef MI_POOL_DEBUG

/* The bytes of a freed block that must not be accessed. */
enum {
    MI_POISON_NODE = 16,     /* a node: from here */
    MI_POISON_NODE_END = 24, /* to here */
    MI_POISON_EDGES = 8      /* edges: from here to the end */
};

/* Used with the tree's lock held. */
struct mi_debug {
    unsigned char *base; /* of the region; borrowed */
    size_t cell;         /* bytes */
    uint32_t cells;
    uint8_t *state; /* of each cell; owned; NULL: no tracking */
};

/* Starts tracking a new, empty region; ends it before the region is freed.  Without memory for the
 * states nothing is tracked. */
void mi_debug_open(struct mi_debug *debug, unsigned char *base, size_t cell, uint32_t cells);
void mi_debug_close(struct mi_debug *debug);

/* All blocks among the first cells are about to be freed. */
void mi_debug_clear(struct mi_debug *debug, uint32_t cells);

/* These unused cells are about to become blocks of another size. */
void mi_debug_renew(struct mi_debug *debug, uint32_t first, uint32_t cells);

/* The block has been allocated, for a node or for edges; it is about to be freed. */
void mi_debug_take(struct mi_debug *debug, uint32_t block, uint32_t cells, bool node);
void mi_debug_give(struct mi_debug *debug, uint32_t block);

/* Checks that the block is in use, as a node or as edges. */
void mi_debug_expect(const struct mi_debug *debug, uint32_t block, bool node);

/* Is it the first cell of a block in use?  The region is tracked. */
bool mi_debug_in_use(const struct mi_debug *debug, uint32_t block);

_Noreturn void mi_debug_fail(uint32_t block, const char *what);

#else

#define mi_debug_open(debug, base, cell, cells) ((void)0)
#define mi_debug_close(debug)                   ((void)0)
#define mi_debug_clear(debug, cells)            ((void)0)
#define mi_debug_renew(debug, first, cells)     ((void)0)
#define mi_debug_take(debug, block, cells, node) ((void)0)
#define mi_debug_give(debug, block)             ((void)0)
#define mi_debug_expect(debug, block, node)     ((void)(node))

#endif

#endif
