/* Work items: each file is written by one process, completely or not at all; if that process dies,
 * by another. */
#include "base/shared/work_item.h"
#include "tests/support/suite.h"
#include "tests/support/text_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char item_name[] = "piece.tmp", part_name[] = "piece.tmp.part";

static void remove_item_file(void)
{
    remove(item_name);
    remove(part_name);
}

static struct mi_work_item begin_item(void)
{
    struct mi_work_item piece;
    ck_assert_int_eq(mi_work_item_begin(&piece, item_name), MI_WORK_ITEM_MINE);
    return piece;
}

START_TEST(item_is_made_once)
{
    struct mi_work_item piece = begin_item();
    fputs("text", piece.out);
    ck_assert_int_ne(access(item_name, F_OK), 0);
    ck_assert(mi_work_item_end(&piece, true));
    check_text(item_name, "text");
    ck_assert_int_ne(access(part_name, F_OK), 0);
    ck_assert_int_eq(mi_work_item_begin(&piece, item_name), MI_WORK_ITEM_DONE);
    check_text(item_name, "text");
}
END_TEST

/* A file that could not be completed is started again. */
START_TEST(incomplete_item_is_started_again)
{
    struct mi_work_item piece = begin_item();
    fputs("a long text", piece.out);
    ck_assert(!mi_work_item_end(&piece, false));
    ck_assert_int_ne(access(item_name, F_OK), 0);
    piece = begin_item();
    fputs("short", piece.out);
    ck_assert(mi_work_item_end(&piece, true));
    check_text(item_name, "short");
    ck_assert_int_eq(mi_work_item_begin(&piece, "no/such/folder"), MI_WORK_ITEM_FAILED);
    ck_assert_int_eq(errno, ENOENT);
}
END_TEST

/* Another process begins the file and is killed; then this one writes it. */
START_TEST(dead_process_leaves_the_item)
{
    struct mi_work_item piece;
    int ends[2];
    char byte;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        if (mi_work_item_begin(&piece, item_name) == MI_WORK_ITEM_MINE &&
            fputs("begun", piece.out) >= 0 && fflush(piece.out) == 0)
            (void)!write(ends[1], "x", 1);
        for (;;)
            pause();
    }
    ck_assert_int_ge(child, 0);
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    ck_assert_int_eq(mi_work_item_begin(&piece, item_name), MI_WORK_ITEM_ELSEWHERE);
    check_text(part_name, "begun");
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    piece = begin_item();
    fputs("mine", piece.out);
    ck_assert(mi_work_item_end(&piece, true));
    check_text(item_name, "mine");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("piece");
    TCase *pieces = add_case(suite, "pieces", 60);
    tcase_add_checked_fixture(pieces, remove_item_file, remove_item_file);
    tcase_add_test(pieces, item_is_made_once);
    tcase_add_test(pieces, incomplete_item_is_started_again);
    tcase_add_test(pieces, dead_process_leaves_the_item);
    return run_suite(suite);
}
