/* debug.h - what becomes of each block of cells in a region, where MI_POOL_DEBUG is defined: in
 * builds with sanitizers, which by themselves know nothing of blocks in a region of ours.
 *
 * What would damage the tree in silence is told on standard error, and ends the process:
 *
 *   - a block that is taken though it is in use;
 *   - one that is given back twice, or was never taken, or is the middle of another;
 *   - edges where a node should be, or a node where edges should be, or what was given back;
 *   - what was written to after it was given back.  With the address sanitizer reading it is told
 *     too, but for what the tree looks at there with its lock held: a node's key, parents and
 *     state, and the first words of edges;
 *   - what audit.h finds.
 *
 * Elsewhere none of it costs anything: the first argument need not even be there. */
#ifndef MI_SEARCH_MCTS_TREE_DEBUG_H
#define MI_SEARCH_MCTS_TREE_DEBUG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef MI_POOL_DEBUG

/* The bytes in which nobody has any business after a block was given back. */
enum {
    MI_QUIET_NODE = 16,     /* from there */
    MI_QUIET_NODE_END = 24, /* to there */
    MI_QUIET_EDGES = 8      /* from there to the end */
};

/* Used with the tree's lock held. */
struct mi_debug {
    unsigned char *base; /* of the region; borrowed */
    size_t cell;         /* bytes */
    uint32_t cells;
    uint8_t *state; /* of each cell; owned; NULL: nothing is watched */
};

/* The region is there, and all of it free; it is about to be given back.  Without memory for the
 * states nothing is watched. */
void mi_debug_open(struct mi_debug *debug, unsigned char *base, size_t cell, uint32_t cells);
void mi_debug_close(struct mi_debug *debug);

/* All blocks among the first cells are about to be free. */
void mi_debug_clear(struct mi_debug *debug, uint32_t cells);

/* So many cells, in which nothing is in use, are about to become blocks of another size. */
void mi_debug_renew(struct mi_debug *debug, uint32_t first, uint32_t cells);

/* The block has been taken, for a node or for edges; it is about to be given back. */
void mi_debug_take(struct mi_debug *debug, uint32_t block, uint32_t cells, bool node);
void mi_debug_give(struct mi_debug *debug, uint32_t block);

/* The block is in use, as a node or as edges. */
void mi_debug_expect(const struct mi_debug *debug, uint32_t block, bool node);

/* Is it the first cell of a block in use?  The region is watched. */
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
