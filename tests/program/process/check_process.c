/* Players that read nothing, or write a line without end, do not block the match. */
#include "base/clock.h"
#include "program/process/process.h"
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

static struct mi_process process;

static void start_process(const char *command)
{
    char *arguments[] = {"/bin/sh", "-c", (char *)(uintptr_t)command, NULL};
    process.patience = 0.2;
    process.stop = NULL;
    ck_assert(mi_process_start(&process, arguments));
}

static void end_process(void)
{
    mi_process_end(&process, 0, NULL, 0);
}

START_TEST(unread_line_times_out)
{
    enum { LENGTH = 1 << 20 }; /* more than a pipe holds */
    char *line = malloc(LENGTH + 1);
    ck_assert_ptr_nonnull(line);
    memset(line, 'x', LENGTH);
    line[LENGTH] = '\0';
    start_process("exec sleep 60");
    double start = mi_clock();
    ck_assert(!mi_process_send(&process, line));
    ck_assert(mi_clock() - start < 30);
    free(line);
}
END_TEST

START_TEST(endless_line_times_out)
{
    char *line;
    start_process("while :; do printf x; sleep 0.01; done");
    double start = mi_clock();
    ck_assert_int_eq(mi_process_read_line(&process, start + 0.3, &line), MI_PROCESS_INPUT_NONE);
    ck_assert(mi_clock() - start < 30);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("process");
    TCase *c = add_case(suite, "process", 60);
    tcase_add_checked_fixture(c, NULL, end_process);
    tcase_add_test(c, unread_line_times_out);
    tcase_add_test(c, endless_line_times_out);
    return run_suite(suite);
}
