/* Memory that the system takes long to allocate: the time of a search begins after that.  The
 * linker redirects mi_pages_alloc() and mi_clock() to the functions below: time passes only while
 * large memory is allocated, as in a page that fills it with zeros. */
#include "base/clock.h"
#include "base/memory.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>

static double now = 100;

double __wrap_mi_clock(void);
void *__real_mi_pages_alloc(size_t bytes);
void *__wrap_mi_pages_alloc(size_t bytes);

double __wrap_mi_clock(void)
{
    return now;
}

void *__wrap_mi_pages_alloc(size_t bytes)
{
    now += bytes > (size_t)1 << 20 ? 10 : 0;
    return __real_mi_pages_alloc(bytes);
}

static void set_up(void)
{
    begin_engine("chess");
    set_engine_option("memory", "16");
    set_engine_option("search", "alphabeta");
    set_engine_option("time", "1");
    set_engine_option("depth", "3");
}

/* A search without time left would end after its first iteration. */
START_TEST(allocation_takes_no_time_of_the_search)
{
    char move[MIAI_MOVE_TEXT];
    double start = now;
    miai_info info;
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_double_gt(now, start);
    ck_assert_int_eq(info.depth, 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("late memory");
    TCase *tests = add_single(suite, "allocation", 30);
    tcase_add_checked_fixture(tests, set_up, end_engine);
    tcase_add_test(tests, allocation_takes_no_time_of_the_search);
    return run_suite(suite);
}
