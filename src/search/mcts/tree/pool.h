/* pool.h - blocks of memory by size class, in one region of bounded size.
 *
 * The region is cut into pages, each of blocks of one class; a page without a block in use serves
 * any class again.  Of the pages of a class the fullest serve first, so that the emptiest may run
 * empty.  Blocks are named by 32-bit indices of cells, and 0 and 1 name none.
 *
 *      page 0                     page 1                              behind the last page
 *    +-----+-----+-----+--------+-----------+-----------+---        +-----------------------
 *    |     | 1   | 1   | 1 ...  | 12        | 12        | 12 ...    | what is known of each
 *    +-----+-----+-----+--------+-----------+-----------+---        +-----------------------
 *      0 1   2     3     4        512         524         536
 *
 * No function here takes a lock: the caller does. */
#ifndef MI_SEARCH_MCTS_TREE_POOL_H
#define MI_SEARCH_MCTS_TREE_POOL_H

#include "debug.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of a page that has been in use. */
struct mi_page {
    uint32_t next, previous; /* of its list, plus 1 */
    int8_t class;            /* -1: empty */
    uint8_t level;           /* of those lists: how full it is */
    uint16_t taken;          /* blocks in use */
    uint16_t free;           /* the first block given back, by its cell in the page */
    uint16_t fresh;          /* the first cell that has never been taken */
};

enum {
    MI_CELL = 32,                                                     /* bytes */
    MI_PAGE_CELLS = 512,                                              /* of a page */
    MI_PAGE_BYTES = MI_PAGE_CELLS * MI_CELL + sizeof(struct mi_page), /* of the region */
    MI_CELLS_MOST = 128,                                              /* of a block */
    MI_CLASSES = 24,                                                  /* of sizes */
    MI_LEVELS = 4,     /* of pages with a free block */
    MI_FIRST_BLOCK = 2 /* the first index of a block */
};

/* The first classes hold nodes, and nothing else: a node is found by the page that it lies in. */
enum {
    MI_CLASS_NODE = 0,       /* of one cell */
    MI_CLASS_STATS_NODE = 1, /* of two */
    MI_CLASS_EDGES = 2       /* the first class of edges */
};

/* The most cells that an index names: 32 GiB. */
#define MI_POOL_CELLS ((uint32_t)1 << 30)

struct mi_pool {
    unsigned char *base;  /* owned; NULL: nothing allocated yet */
    struct mi_page *page; /* in the region */
    size_t bytes;         /* of the region */
    uint32_t pages;       /* that there is room for */
    uint32_t used;        /* pages that have been in use since the pool was emptied */
    uint32_t touched;     /* the same since there is the region: so much the system has lent */
    uint32_t empties;     /* pages of those in use before that are free now */
    uint32_t empty;       /* the first page of those in use before and free now, plus 1; 0: none */
    /* The first page so full that has a free block, plus 1; 0: none. */
    uint32_t partial[MI_CLASSES][MI_LEVELS];
    uint32_t blocks[MI_CLASSES]; /* in use */
#ifdef MI_POOL_DEBUG
    struct mi_debug debug;
#endif
};

/* A region of as many bytes, rounded down to whole pages, all of it free; the pool stays as it is
 * if it has just that size.  False: no memory, and the pool has no region. */
bool mi_pool_reserve(struct mi_pool *pool, size_t bytes);

/* Gives the region back. */
void mi_pool_free(struct mi_pool *pool);

/* Frees all blocks, in no time. */
void mi_pool_clear(struct mi_pool *pool);

/* The smallest class of edges whose blocks have so many cells, at most MI_CELLS_MOST. */
int mi_pool_class(uint32_t cells);
uint32_t mi_pool_cells(int class);

/* Takes a block of the class.  If a class of edges has none, takes one of up to twice the size.
 * Returns 0 if there is none either.  All bits of a page of nodes are set when it comes into use.
 * The first four bytes of a block are those that it was given back with; of a node, also the last
 * eight of its first cell. */
uint32_t mi_pool_take(struct mi_pool *pool, int class);
void mi_pool_give(struct mi_pool *pool, uint32_t index);
/* Would there be one? */
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
