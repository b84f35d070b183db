#include "suite.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

TCase *add_case(Suite *suite, const char *name, double seconds)
{
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, seconds);
    suite_add_tcase(suite, tests);
    return tests;
}

TCase *add_single(Suite *suite, const char *name, double seconds)
{
    TCase *tests = add_case(suite, name, seconds);
    tcase_set_tags(tests, "single");
    return tests;
}

void keep_freed_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
