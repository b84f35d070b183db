/* The memory of the tree: blocks by size class in pages. */
#include "miai_game.h"
#include "search/mcts/tree/pool.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static miai_rng rng;

enum { PAGE = MI_PAGE_BYTES, PAGES = 64, BLOCKS = 4000 };

static struct mi_pool pool;

static void begin_pool(void)
{
    miai_rng_seed(&rng, 5);
    memset(&pool, 0, sizeof pool);
    ck_assert(mi_pool_reserve(&pool, (size_t)PAGES * PAGE + 100));
}

static void end_pool(void)
{
    mi_pool_free(&pool);
}

START_TEST(classes_fit)
{
    for (uint32_t cells = 1; cells <= MI_MAX_BLOCK_CELLS; cells++) {
        int class = mi_pool_class(cells);
        ck_assert_uint_ge(mi_pool_cells(class), cells);
        ck_assert_int_ge(class, MI_CLASS_EDGES);
        ck_assert(class == MI_CLASS_EDGES || mi_pool_cells(class - 1) < cells);
    }
}
END_TEST

/* Blocks never overlap and keep their content, and the whole region can serve any class again. */
START_TEST(blocks_against_a_model)
{
    static struct {
        uint32_t index;
        int class;
    } block[BLOCKS];
    static uint8_t owned[PAGES * MI_PAGE_CELLS];
    int n = 0;
    for (int i = 0; i < 200000; i++) {
        bool full = n == BLOCKS;
        if (!full && miai_rng_below(&rng, 100) < (i / 20000 % 2 ? 40u : 60u)) {
            int class = (int)miai_rng_below(&rng, MI_CLASSES);
            uint32_t index = mi_pool_take(&pool, class);
            if (index == 0)
                continue;
            ck_assert_uint_ge(index, MI_FIRST_BLOCK);
            for (uint32_t k = 0; k < mi_pool_cells(class); k++)
                ck_assert(index + k < sizeof owned && !owned[index + k]++);
            memset(mi_pool_at(&pool, index), class, mi_pool_cells(class) * MI_CELL);
            block[n].index = index;
            block[n++].class = class;
        } else if (n > 0) {
            int k = (int)miai_rng_below(&rng, (uint32_t)n), class = block[k].class;
            const uint8_t *bytes = mi_pool_at(&pool, block[k].index);
            ck_assert_int_eq(bytes[0], class); /* and all others: */
            ck_assert(memcmp(bytes, bytes + 1, mi_pool_cells(class) * MI_CELL - 1) == 0);
            memset(&owned[block[k].index], 0, mi_pool_cells(class));
            mi_pool_give(&pool, block[k].index);
            block[k] = block[--n];
        }
    }
    while (n > 0)
        mi_pool_give(&pool, block[--n].index);
    ck_assert_uint_eq(mi_pool_bytes(&pool), 0);
    int large = 0;
    while (mi_pool_take(&pool, MI_CLASSES - 1))
        large++;
    ck_assert_int_eq(large, PAGES * (MI_PAGE_CELLS / MI_MAX_BLOCK_CELLS) - 1);
}
END_TEST

START_TEST(region_limits_memory)
{
    uint32_t nodes = 0, index;
    while ((index = mi_pool_take(&pool, 0)) != 0) {
        ck_assert_uint_lt(index, PAGES * MI_PAGE_CELLS);
        nodes++;
    }
    ck_assert_uint_eq(nodes, PAGES * MI_PAGE_CELLS - MI_FIRST_BLOCK);
    mi_pool_clear(&pool);
    ck_assert_uint_eq(mi_pool_bytes(&pool), 0);
    ck_assert_uint_ne(mi_pool_take(&pool, 3), 0);
}
END_TEST

/* Blocks are allocated from the fullest page, by quarters: half a page is fuller than less than
 * half. */
START_TEST(fullest_page_is_used_first)
{
    enum { CLASS = 8, BLOCKS_OF_PAGE = 64, HALF = BLOCKS_OF_PAGE / 2, MORE = 40, LESS = 20 };
    uint32_t of_first[BLOCKS_OF_PAGE], of_second[MORE];
    ck_assert_uint_ne(mi_pool_take(&pool, 0), 0); /* from the first page, which has a little less */
    for (int i = 0; i < BLOCKS_OF_PAGE; i++)
        of_first[i] = mi_pool_take(&pool, CLASS);
    for (int i = 0; i < MORE; i++)
        of_second[i] = mi_pool_take(&pool, CLASS);
    uint32_t page = of_first[1] / MI_PAGE_CELLS;
    ck_assert_uint_eq(of_first[BLOCKS_OF_PAGE - 1] / MI_PAGE_CELLS, page);
    ck_assert_uint_ne(of_second[0] / MI_PAGE_CELLS, page);
    for (int i = HALF; i < BLOCKS_OF_PAGE; i++)
        mi_pool_give(&pool, of_first[i]);
    for (int i = LESS; i < MORE; i++)
        mi_pool_give(&pool, of_second[i]);
    ck_assert_uint_eq(mi_pool_take(&pool, CLASS) / MI_PAGE_CELLS, page);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pool");
    TCase *tests = add_case(suite, "pool", 60);
    tcase_add_checked_fixture(tests, begin_pool, end_pool);
    tcase_add_test(tests, classes_fit);
    tcase_add_test(tests, blocks_against_a_model);
    tcase_add_test(tests, region_limits_memory);
    tcase_add_test(tests, fullest_page_is_used_first);
    return run_suite(suite);
}
