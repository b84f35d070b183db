/* Threads with stacks of a given size, and large blocks of pages. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/thread.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define MIB ((size_t)1 << 20)

/* ---- threads ---- */

/* Uses half of its stack; sanitizers need some of it too. */
static void *use_stack(void *context)
{
    volatile char used[MI_THREAD_STACK / 2];
    for (size_t i = sizeof used; i-- > 0;)
        used[i] = 1;
    return used[0] ? context : NULL;
}

/* The stack does not depend on the shell's limit. */
START_TEST(thread_has_its_stack)
{
    struct mi_thread thread;
    struct rlimit limit;
    int result;
    ck_assert_int_eq(getrlimit(RLIMIT_STACK, &limit), 0);
    limit.rlim_cur = 128 * 1024;
    ck_assert_int_eq(setrlimit(RLIMIT_STACK, &limit), 0);
    ck_assert(mi_thread_start(&thread, use_stack, &result));
    ck_assert_ptr_eq(mi_thread_join(&thread), &result);
}
END_TEST

/* ---- large blocks ---- */

START_TEST(pages_are_zero)
{
    const size_t bytes = 5 * MIB + 3;
    for (int i = 0; i < 2; i++) {
        char *pages = mi_pages_alloc(bytes);
        ck_assert_ptr_nonnull(pages);
        ck_assert(pages[0] == 0 && memcmp(pages, pages + 1, bytes - 1) == 0);
        memset(pages, 1, bytes);
        mi_pages_free(pages, bytes);
    }
}
END_TEST

START_TEST(pages_of_no_bytes)
{
    ck_assert_ptr_null(mi_pages_alloc(0));
    mi_pages_free(NULL, 0);
}
END_TEST

START_TEST(more_pages_than_addresses)
{
    ck_assert_ptr_null(mi_pages_alloc(SIZE_MAX / 2));
}
END_TEST

/* While the system unmaps a block, its addresses cannot be used for another. */
START_TEST(freed_pages_can_be_allocated)
{
    const size_t bytes = 128 * MIB;
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = 200 * MIB;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    for (int i = 0; i < 3; i++) {
        char *pages = mi_pages_alloc(bytes);
        ck_assert_ptr_nonnull(pages);
        memset(pages, 1, bytes);
        mi_pages_free(pages, bytes);
    }
}
END_TEST

/* Seconds to free pages that were written to. */
static double seconds_to_free(void (*give)(void *, size_t))
{
    const size_t bytes = 256 * MIB, page = 4096;
    char *pages = mi_pages_alloc(bytes);
    ck_assert_ptr_nonnull(pages);
    for (size_t at = 0; at < bytes; at += page)
        pages[at] = 1;
    double start = mi_clock();
    give(pages, bytes);
    return mi_clock() - start;
}

/* Pages of 2 MiB are unmapped about as fast as a thread starts. */
static void use_small_pages(void)
{
#ifdef PR_SET_THP_DISABLE
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
#endif
}

/* Unmapping takes a tenth of a second per gigabyte, in the background. Other programs may disturb
 * the measurement. */
START_TEST(large_blocks_are_freed_at_once)
{
    use_small_pages();
    double at_once = 1, waiting = 1;
    for (int i = 0; i < 5; i++) {
        at_once = fmin(at_once, seconds_to_free(mi_pages_free));
        waiting = fmin(waiting, seconds_to_free(mi_system_unmap));
    }
    ck_assert_double_lt(at_once, waiting / 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pages");
    TCase *tests = add_case(suite, "pages", 20);
    tcase_add_test(tests, thread_has_its_stack);
    tcase_add_test(tests, pages_are_zero);
    tcase_add_test(tests, pages_of_no_bytes);
    tcase_add_test(tests, more_pages_than_addresses);
    if (!SANITIZED) /* needs more addresses than the limit allows */
        tcase_add_test(tests, freed_pages_can_be_allocated);
    tcase_add_test(tests, large_blocks_are_freed_at_once);
    return run_suite(suite);
}
