#include "pool.h"

#include "../base/memory.h"

#include <string.h>

/* At the beginning of each page that has been in use. */
struct page {
    uint32_t next, previous; /* of its list, plus 1 */
    int16_t class;           /* -1: empty */
    uint16_t taken;          /* blocks in use */
    uint16_t free;           /* the first block given back, by its cell in the page; 0: none */
    uint16_t fresh;          /* the first cell that has never been taken */
};

static const uint8_t cells_of[MI_CLASSES] = {1,  2,  3,  4,  5,  6,  7,  8,  10, 12,  14, 16,
                                             20, 24, 28, 32, 40, 48, 56, 64, 80, 104, 128};

uint32_t mi_pool_cells(int class)
{
    return cells_of[class];
}

int mi_pool_class(uint32_t cells)
{
    int class = 0;
    while (cells_of[class] < cells)
        class ++;
    return class;
}

static struct page *page_at(const struct mi_pool *pool, uint32_t page)
{
    return mi_pool_at(pool, page * MI_PAGE_CELLS);
}

/* ---- the region ---- */

bool mi_pool_reserve(struct mi_pool *pool, size_t bytes)
{
    size_t page = (size_t)MI_PAGE_CELLS * MI_CELL, most = (size_t)MI_POOL_CELLS * MI_CELL;
    bytes = (bytes < most ? bytes : most) / page * page;
    if (pool->base && pool->bytes == bytes)
        return true;
    mi_pool_free(pool);
    pool->base = mi_pages_take(bytes);
    if (!pool->base)
        return false;
    pool->bytes = bytes;
    pool->pages = (uint32_t)(bytes / page);
    return true;
}

void mi_pool_free(struct mi_pool *pool)
{
    mi_pages_give(pool->base, pool->bytes);
    *pool = (struct mi_pool){.base = NULL};
}

void mi_pool_clear(struct mi_pool *pool)
{
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

int mi_pool_page_class(const struct mi_pool *pool, uint32_t page)
{
    return page_at(pool, page)->class;
}

/* ---- lists of pages ---- */

static void link_page(struct mi_pool *pool, uint32_t *head, uint32_t page)
{
    struct page *p = page_at(pool, page);
    p->next = *head;
    p->previous = 0;
    if (*head)
        page_at(pool, *head - 1)->previous = page + 1;
    *head = page + 1;
}

static void unlink_page(struct mi_pool *pool, uint32_t *head, uint32_t page)
{
    struct page *p = page_at(pool, page);
    if (p->previous)
        page_at(pool, p->previous - 1)->next = p->next;
    else
        *head = p->next;
    if (p->next)
        page_at(pool, p->next - 1)->previous = p->previous;
}

/* Brings a page into use for the class; false: there is none. */
static bool open_page(struct mi_pool *pool, int class)
{
    uint32_t page = pool->empty - 1;
    if (pool->empty) {
        unlink_page(pool, &pool->empty, page);
        pool->empties--;
    } else if (pool->used < pool->pages) {
        page = pool->used++;
    } else {
        return false;
    }
    if (pool->touched < pool->used)
        pool->touched = pool->used;
    struct page *p = page_at(pool, page);
    if (class == 0)
        memset((void *)p, 0xff, (size_t)MI_PAGE_CELLS * MI_CELL);
    *p = (struct page){.class = (int16_t) class, .fresh = MI_FIRST_BLOCK};
    link_page(pool, &pool->partial[class], page);
    return true;
}

/* ---- blocks ---- */

static bool is_full(const struct page *p)
{
    return p->free == 0 && p->fresh + cells_of[p->class] > MI_PAGE_CELLS;
}

uint32_t mi_pool_take(struct mi_pool *pool, int class)
{
    if (!pool->partial[class] && !open_page(pool, class))
        return 0;
    uint32_t page = pool->partial[class] - 1, cell;
    struct page *p = page_at(pool, page);
    if (p->free) {
        cell = p->free;
        memcpy(&p->free, mi_pool_at(pool, page * MI_PAGE_CELLS + cell), sizeof p->free);
    } else {
        cell = p->fresh;
        p->fresh = (uint16_t)(cell + cells_of[class]);
    }
    p->taken++;
    pool->blocks[class]++;
    if (is_full(p))
        unlink_page(pool, &pool->partial[class], page);
    return page * MI_PAGE_CELLS + cell;
}

void mi_pool_give(struct mi_pool *pool, uint32_t index)
{
    uint32_t page = index / MI_PAGE_CELLS;
    struct page *p = page_at(pool, page);
    bool was_full = is_full(p);
    memcpy(mi_pool_at(pool, index), &p->free, sizeof p->free);
    p->free = (uint16_t)(index % MI_PAGE_CELLS);
    pool->blocks[p->class]--;
    if (was_full)
        link_page(pool, &pool->partial[p->class], page);
    if (--p->taken == 0) {
        unlink_page(pool, &pool->partial[p->class], page);
        p->class = -1;
        link_page(pool, &pool->empty, page);
        pool->empties++;
    }
}
