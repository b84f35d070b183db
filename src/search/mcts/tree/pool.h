/* pool.h - blocks of memory by size class, in one region of bounded size.
 *
 * The region is divided into pages, each with blocks of one class.  A page without a block in use
 * can serve any class again.  Blocks are allocated from the fullest page of their class, so that
 * the emptiest pages may become empty.  A block is identified by the 32-bit index of its first
 * cell; 0 and 1 are not blocks.
 *
 *      page 0                     page 1                              after the last page
 *    +-----+-----+-----+--------+-----------+-----------+---        +-----------------------
 *    |     | 1   | 1   | 1 ...  | 12        | 12        | 12 ...    | struct mi_page of each
 *    +-----+-----+-----+--------+-----------+-----------+---        +-----------------------
 *      0 1   2     3     4        512         524         536
 *
 * No function here takes a lock; the caller must hold the tree's. */
#ifndef MI_SEARCH_MCTS_TREE_POOL_H
#define MI_SEARCH_MCTS_TREE_POOL_H

#include "debug.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* State of a page that has been in use. */
struct mi_page {
    uint32_t next, previous; /* in its list, plus 1 */
    int8_t class;            /* -1: empty */
    uint8_t level;           /* fill level, which selects the list */
    uint16_t used_blocks;    /* blocks in use */
    uint16_t free_cell;      /* cell of the last freed block, in the page */
    uint16_t fresh_cell;     /* first cell that has never been used */
};

enum {
    MI_CELL = 32,                                                     /* bytes */
    MI_PAGE_CELLS = 512,                                              /* in a page */
    MI_PAGE_BYTES = MI_PAGE_CELLS * MI_CELL + sizeof(struct mi_page), /* with its state */
    MI_MAX_BLOCK_CELLS = 128,                                         /* maximum of a block */
    MI_CLASSES = 24,                                                  /* size classes */
    MI_LEVELS = 4,     /* fill levels of pages with a free block */
    MI_FIRST_BLOCK = 2 /* first index of a block */
};

/* The first classes hold only nodes, so that the page of a block shows whether it is a node. */
enum {
    MI_CLASS_NODE = 0,       /* nodes of one cell */
    MI_CLASS_STATS_NODE = 1, /* of two */
    MI_CLASS_EDGES = 2       /* the first class of edges */
};

/* Maximum number of cells that an index can name: 32 GiB. */
#define MI_POOL_CELLS ((uint32_t)1 << 30)

struct mi_pool {
    unsigned char *base;  /* owned; NULL: nothing allocated yet */
    struct mi_page *page; /* in the region */
    size_t bytes;         /* of the region */
    uint32_t pages;       /* capacity of the region */
    uint32_t used;        /* pages that have been in use since the pool was cleared */
    uint32_t touched; /* pages that have been in use since the region was allocated: memory that the
                         system maps */
    uint32_t empties;     /* pages among those used that are empty now */
    uint32_t empty;       /* first of these, plus 1; 0: none */
    /* First page of each class and fill level that has a free block, plus 1; 0: none. */
    uint32_t partial[MI_CLASSES][MI_LEVELS];
    uint32_t blocks[MI_CLASSES]; /* in use */
#ifdef MI_POOL_DEBUG
    struct mi_debug debug;
#endif
};

/* Allocates a region of that many bytes, rounded down to whole pages.  Does nothing if the pool
 * already has that size.  Returns false if out of memory; the pool then has no region. */
bool mi_pool_reserve(struct mi_pool *pool, size_t bytes);

/* Frees the region. */
void mi_pool_free(struct mi_pool *pool);

/* Frees all blocks in constant time. */
void mi_pool_clear(struct mi_pool *pool);

/* The smallest class of edges with blocks of at least that many cells (up to MI_MAX_BLOCK_CELLS).
 */
int mi_pool_class(uint32_t cells);
uint32_t mi_pool_cells(int class);

/* Allocates a block of the class. If a class of edges has none left, uses a block of up to twice
 * the size. Returns 0 if there is none.  All bits of a page of nodes are set when it comes into
 * use.  A block still has the first four bytes that it had when freed; a node also has the last
 * eight bytes of its first cell. */
uint32_t mi_pool_take(struct mi_pool *pool, int class);
void mi_pool_give(struct mi_pool *pool, uint32_t index);
/* Would mi_pool_take() succeed? */
bool mi_pool_has(const struct mi_pool *pool, int class);

/* Bytes of the blocks in use. */
size_t mi_pool_bytes(const struct mi_pool *pool);

/* Does a page that has been in use hold nodes? */
static inline bool mi_pool_holds_nodes(const struct mi_pool *pool, uint32_t page)
{
    int class = pool->page[page].class;
    return class >= 0 && class < MI_CLASS_EDGES;
}

/* The class of the blocks in a page that has been in use; -1: it is empty. */
static inline int mi_pool_page_class(const struct mi_pool *pool, uint32_t page)
{
    return pool->page[page].class;
}

static inline void *mi_pool_at(const struct mi_pool *pool, uint32_t index)
{
    return pool->base + (size_t)index * MI_CELL;
}

#endif
