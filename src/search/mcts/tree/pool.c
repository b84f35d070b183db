#include "pool.h"

#include "base/memory.h"

#include <string.h>

enum {
    NO_CELL = UINT16_MAX,
    LINK = 4 /* offset of the link to the next free block */
};

static const uint8_t cells_of[MI_CLASSES] = {1,  2,  2,  3,  4,  5,  6,  7,  8,  10, 12,  14,
                                             16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 104, 128};

uint32_t mi_pool_cells(int class)
{
    return cells_of[class];
}

int mi_pool_class(uint32_t cells)
{
    int class = MI_CLASS_EDGES;
    while (cells_of[class] < cells)
        class ++;
    return class;
}

/* Number of blocks in a page. */
static int blocks_per_page(int class)
{
    static const uint16_t blocks[MI_CLASSES] = {512, 256, 256, 170, 128, 102, 85, 73,
                                                64,  51,  42,  36,  32,  25,  21, 18,
                                                16,  12,  10,  9,   8,   6,   4,  4};
    return blocks[class];
}

/* ---- the region ---- */

bool mi_pool_reserve(struct mi_pool *pool, size_t bytes)
{
    size_t page = MI_PAGE_BYTES, most = MI_POOL_CELLS / MI_PAGE_CELLS * page;
    bytes = (bytes < most ? bytes : most) / page * page;
    if (pool->base && pool->bytes == bytes)
        return true;
    mi_pool_free(pool);
    pool->base = mi_pages_alloc(bytes);
    if (!pool->base)
        return false;
    pool->bytes = bytes;
    pool->pages = (uint32_t)(bytes / page);
    pool->page =
        (struct mi_page *)(void *)(pool->base + (size_t)pool->pages * MI_PAGE_CELLS * MI_CELL);
    mi_debug_open(&pool->debug, pool->base, MI_CELL, pool->pages * MI_PAGE_CELLS);
    return true;
}

void mi_pool_free(struct mi_pool *pool)
{
    mi_debug_close(&pool->debug);
    mi_pages_free(pool->base, pool->bytes);
    *pool = (struct mi_pool){.base = NULL};
}

void mi_pool_clear(struct mi_pool *pool)
{
    mi_debug_clear(&pool->debug, pool->used * MI_PAGE_CELLS);
    pool->used = pool->empties = pool->empty = 0;
    memset(pool->partial, 0, sizeof pool->partial);
    memset(pool->blocks, 0, sizeof pool->blocks);
}

size_t mi_pool_bytes(const struct mi_pool *pool)
{
    size_t cells = 0;
    for (int i = 0; i < MI_CLASSES; i++)
        cells += (size_t)pool->blocks[i] * cells_of[i];
    return cells * MI_CELL;
}

/* ---- lists of pages ---- */

static void link_page(struct mi_pool *pool, uint32_t *head, uint32_t page)
{
    struct mi_page *p = &pool->page[page];
    p->next = *head;
    p->previous = 0;
    if (*head)
        pool->page[*head - 1].previous = page + 1;
    *head = page + 1;
}

static void unlink_page(struct mi_pool *pool, uint32_t *head, uint32_t page)
{
    struct mi_page *p = &pool->page[page];
    if (p->previous)
        pool->page[p->previous - 1].next = p->next;
    else
        *head = p->next;
    if (p->next)
        pool->page[p->next - 1].previous = p->previous;
}

/* How full the page is, in quarters. */
static int fill_level(const struct mi_page *p)
{
    int taken = 4 * p->used_blocks, all = blocks_per_page(p->class);
    return (taken >= all) + (taken >= 2 * all) + (taken >= 3 * all);
}

static bool is_page_full(const struct mi_page *p)
{
    return p->free_cell == NO_CELL && p->fresh_cell + cells_of[p->class] > MI_PAGE_CELLS;
}

/* Adds the page to its class's list of its fill level. */
static void list_page(struct mi_pool *pool, uint32_t page)
{
    struct mi_page *p = &pool->page[page];
    p->level = (uint8_t)fill_level(p);
    link_page(pool, &pool->partial[p->class][p->level], page);
}

static void drop_page(struct mi_pool *pool, uint32_t page)
{
    struct mi_page *p = &pool->page[page];
    unlink_page(pool, &pool->partial[p->class][p->level], page);
}

/* The fullest page with a free block of the class, plus 1; 0: none. */
static uint32_t fullest_page(const struct mi_pool *pool, int class)
{
    for (int level = MI_LEVELS - 1; level >= 0; level--)
        if (pool->partial[class][level])
            return pool->partial[class][level];
    return 0;
}

static bool has_empty(const struct mi_pool *pool)
{
    return pool->empty || pool->used < pool->pages;
}

/* Assigns an empty page to the class. */
static void open_page(struct mi_pool *pool, int class)
{
    uint32_t page = pool->empty - 1;
    if (pool->empty) {
        unlink_page(pool, &pool->empty, page);
        pool->empties--;
    } else {
        page = pool->used++;
    }
    if (pool->touched < pool->used)
        pool->touched = pool->used;
    mi_debug_renew(&pool->debug, page * MI_PAGE_CELLS, MI_PAGE_CELLS);
    if (class < MI_CLASS_EDGES)
        memset(mi_pool_at(pool, page * MI_PAGE_CELLS), 0xff, (size_t)MI_PAGE_CELLS * MI_CELL);
    pool->page[page] = (struct mi_page){.class = (int8_t) class,
                                        .free_cell = NO_CELL,
                                        .fresh_cell = page == 0 ? MI_FIRST_BLOCK : 0};
    list_page(pool, page);
}

/* ---- blocks ---- */

/* A class of larger blocks that has a free block, to use in place of this class; -1: none. */
static int find_larger_class(const struct mi_pool *pool, int class)
{
    for (int other = class + 1;
         class >= MI_CLASS_EDGES && other < MI_CLASSES && cells_of[other] <= 2 * cells_of[class];
         other++)
        if (fullest_page(pool, other))
            return other;
    return -1;
}

bool mi_pool_has(const struct mi_pool *pool, int class)
{
    return fullest_page(pool, class) || has_empty(pool) || find_larger_class(pool, class) >= 0;
}

static uint32_t allocate_in_page(struct mi_pool *pool, uint32_t page)
{
    struct mi_page *p = &pool->page[page];
    uint32_t cell = p->free_cell;
    if (cell != NO_CELL) {
        const unsigned char *block = mi_pool_at(pool, page * MI_PAGE_CELLS + cell);
        memcpy(&p->free_cell, block + LINK, sizeof p->free_cell);
    } else {
        cell = p->fresh_cell;
        p->fresh_cell = (uint16_t)(cell + cells_of[p->class]);
    }
    p->used_blocks++;
    pool->blocks[p->class]++;
    if (is_page_full(p)) {
        drop_page(pool, page);
    } else if (fill_level(p) != p->level) {
        drop_page(pool, page);
        list_page(pool, page);
    }
    mi_debug_take(&pool->debug, page * MI_PAGE_CELLS + cell, cells_of[p->class],
                  p->class < MI_CLASS_EDGES);
    return page * MI_PAGE_CELLS + cell;
}

uint32_t mi_pool_take(struct mi_pool *pool, int class)
{
    if (!fullest_page(pool, class) && has_empty(pool))
        open_page(pool, class);
    else if (!fullest_page(pool, class))
        class = find_larger_class(pool, class);
    return class < 0 ? 0 : allocate_in_page(pool, fullest_page(pool, class) - 1);
}

void mi_pool_give(struct mi_pool *pool, uint32_t index)
{
    uint32_t page = index / MI_PAGE_CELLS;
    struct mi_page *p = &pool->page[page];
    mi_debug_give(&pool->debug, index);
    bool was_full = is_page_full(p);
    memcpy((unsigned char *)mi_pool_at(pool, index) + LINK, &p->free_cell, sizeof p->free_cell);
    p->free_cell = (uint16_t)(index % MI_PAGE_CELLS);
    p->used_blocks--;
    pool->blocks[p->class]--;
    if (!was_full && (p->used_blocks == 0 || fill_level(p) != p->level))
        drop_page(pool, page);
    else if (!was_full)
        return;
    if (p->used_blocks > 0) {
        list_page(pool, page);
    } else {
        p->class = -1;
        link_page(pool, &pool->empty, page);
        pool->empties++;
    }
}
