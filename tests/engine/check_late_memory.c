/* Memory that takes the system long to allocate: the search's time begins after that.  The linker
 * redirects mi_pages_alloc() to the function below. */
#include "base/memory.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <time.h>

static const double SECONDS = 0.4;

void *__real_mi_pages_alloc(size_t bytes);
void *__wrap_mi_pages_alloc(size_t bytes);

/* As slow as a page that fills the memory with zeros on a busy machine. */
void *__wrap_mi_pages_alloc(size_t bytes)
{
    struct timespec pause = {.tv_nsec = (long)(1.2 * SECONDS * 1e9)};
    if (bytes > (size_t)1 << 20)
        nanosleep(&pause, NULL);
    return __real_mi_pages_alloc(bytes);
}

static void set_up(void)
{
    begin_engine("chess");
    set_engine_option("memory", "16");
    set_engine_option("search", "alphabeta");
    set_engine_option("time", "0.4");
}

/* A search without time left would end after its first iteration. */
START_TEST(allocation_takes_no_time_of_the_search)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_int_gt(info.depth, 1);
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
