/* Only regular files are read, and files are written completely or not at all. */
#include "base/draft.h"
#include "base/file.h"
#include "tests/support/suite.h"
#include "tests/support/text_file.h"

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char file_name[] = "file.tmp.one", other_file_name[] = "file.tmp.other",
                  fifo[] = "file.tmp.fifo", stale[] = "file.tmp.one.miai-0.part",
                  next_stale[] = "file.tmp.one.miai-1.part", foreign[] = "file.tmp.one.0.part";

static char error[MI_FILE_ERROR];

static void remove_file(void)
{
    remove(file_name);
    remove(other_file_name);
    remove(fifo);
    remove(stale);
    remove(next_stale);
}

/* Asserts that neither mi_file_open() nor mi_file_read() accepts the file, with an error that
 * contains words. */
static void assert_unreadable(const char *file, size_t most, const char *words)
{
    size_t length;
    strcpy(error, "nothing");
    ck_assert_ptr_null(mi_file_read(file, most, &length, error, sizeof error));
    ck_assert_msg(strstr(error, words), "%s: %s", file, error);
    ck_assert_ptr_null(mi_file_open(file, most, &length, error, sizeof error));
    ck_assert_int_eq(mi_file_descriptor(file, most, &length, error, sizeof error), -1);
}

START_TEST(regular_files_are_read)
{
    put_text(file_name, "");
    check_text(file_name, "");
    put_text(file_name, "four\n");
    check_text(file_name, "four\n");
    size_t length;
    char *bytes = mi_file_read(file_name, 5, &length, error, sizeof error);
    ck_assert_ptr_nonnull(bytes);
    free(bytes);
}
END_TEST

/* Opening never blocks. */
START_TEST(other_files_are_not_read)
{
    ck_assert_int_eq(mkfifo(fifo, 0666), 0);
    assert_unreadable(fifo, 1000, "not a regular file");
    assert_unreadable("/dev/zero", 1000, "not a regular file");
    assert_unreadable(".", 1000, strerror(EISDIR));
    assert_unreadable("no/such/file", 1000, strerror(ENOENT));
    put_text(file_name, "four\n");
    assert_unreadable(file_name, 4, "larger than 4 bytes");
}
END_TEST

static struct mi_draft write_draft(const char *file, const char *text)
{
    struct mi_draft draft;
    ck_assert_msg(mi_draft_open(&draft, file, error, sizeof error), "%s: %s", file, error);
    ck_assert_int_ge(fputs(text, draft.out), 0);
    ck_assert_int_eq(fflush(draft.out), 0);
    return draft;
}

START_TEST(old_content_stays_until_commit)
{
    put_text(file_name, "old");
    struct mi_draft draft = write_draft(file_name, "new");
    check_text(file_name, "old");
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(file_name, "new");
    ck_assert_ptr_null(draft.out);
    draft = write_draft(file_name, "newer");
    char *draft_name = strdup(draft.temporary);
    ck_assert_ptr_nonnull(draft_name);
    ck_assert_int_eq(access(draft_name, F_OK), 0);
    mi_draft_discard(&draft);
    check_text(file_name, "new");
    ck_assert_int_ne(access(draft_name, F_OK), 0);
    free(draft_name);
}
END_TEST

/* The draft of a killed writer is replaced; a draft's name that is a link is not followed. */
START_TEST(stale_drafts_are_replaced)
{
    put_text(stale, "a part of what was to be written");
    struct mi_draft draft = write_draft(file_name, "new");
    ck_assert_str_eq(draft.temporary, stale);
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(file_name, "new");
    ck_assert_int_ne(access(stale, F_OK), 0);

    /* A second writer was killed at the same time. */
    put_text(next_stale, "a part of what another one was to write");
    draft = write_draft(file_name, "new");
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    ck_assert_int_ne(access(next_stale, F_OK), 0);

    put_text(foreign, "of another program");
    draft = write_draft(file_name, "newer");
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(foreign, "of another program");
    ck_assert_int_eq(remove(foreign), 0);

    put_text(other_file_name, "kept");
    ck_assert_int_eq(symlink(other_file_name, stale), 0);
    draft = write_draft(file_name, "newer");
    ck_assert_str_ne(draft.temporary, stale);
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(file_name, "newer");
    ck_assert_int_eq(remove(stale), 0);

    ck_assert_int_eq(link(other_file_name, stale), 0);
    draft = write_draft(file_name, "newest");
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(file_name, "newest");
    check_text(other_file_name, "kept");
    ck_assert_int_ne(access(stale, F_OK), 0);
}
END_TEST

/* Two drafts of one file, in one process or two, do not disturb each other. */
START_TEST(simultaneous_drafts)
{
    struct mi_draft first = write_draft(file_name, "first"),
                    second = write_draft(file_name, "second");
    ck_assert_str_ne(first.temporary, second.temporary);
    pid_t child = fork();
    if (child == 0) {
        struct mi_draft third;
        bool good = mi_draft_open(&third, file_name, error, sizeof error) &&
                    fputs("third", third.out) >= 0 && mi_draft_close(&third, error, sizeof error);
        _exit(good ? 0 : 1);
    }
    ck_assert_int_ge(child, 0);
    int status = 1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    check_text(file_name, "third");
    ck_assert(mi_draft_close(&second, error, sizeof error));
    check_text(file_name, "second");
    ck_assert(mi_draft_close(&first, error, sizeof error));
    check_text(file_name, "first");
}
END_TEST

START_TEST(written_after_placement)
{
    struct mi_draft draft = write_draft(file_name, "one");
    ck_assert(mi_draft_commit(&draft, error, sizeof error));
    check_text(file_name, "one");
    fputs(" two", draft.out);
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(file_name, "one two");
}
END_TEST

/* A full disk leaves the file unchanged. Simulated here by a limit on the file size. */
START_TEST(full_disk_leaves_the_file_unchanged)
{
    struct rlimit limit;
    put_text(file_name, "old");
    struct mi_draft draft;
    ck_assert(mi_draft_open(&draft, file_name, error, sizeof error));
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = 100;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (int i = 0; i < 100000; i++)
        fputc('x', draft.out);
    char *draft_name = strdup(draft.temporary);
    strcpy(error, "");
    bool closed = mi_draft_close(&draft, error, sizeof error);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    ck_assert(!closed);
    ck_assert_str_ne(error, "");
    check_text(file_name, "old");
    ck_assert_int_ne(access(draft_name, F_OK), 0);
    free(draft_name);
}
END_TEST

static void assert_unwritable(const char *file, const char *words)
{
    struct mi_draft draft;
    strcpy(error, "nothing");
    ck_assert(!mi_draft_open(&draft, file, error, sizeof error));
    ck_assert_msg(strstr(error, words), "%s: %s", file, error);
    ck_assert_ptr_null(draft.out);
    mi_draft_discard(&draft);
}

START_TEST(devices_are_not_replaced)
{
    struct stat status;
    ck_assert_int_eq(mkfifo(fifo, 0666), 0);
    assert_unwritable(fifo, "not a regular file");
    assert_unwritable(".", strerror(EISDIR));
    assert_unwritable("no/such/file", strerror(ENOENT));
    ck_assert_int_eq(stat(fifo, &status), 0);
    ck_assert(S_ISFIFO(status.st_mode));
}
END_TEST

/* A link stays a link, and the mode is kept. */
START_TEST(links_and_modes_are_kept)
{
    struct stat status;
    put_text(other_file_name, "old");
    ck_assert_int_eq(chmod(other_file_name, 0640), 0);
    ck_assert_int_eq(symlink(other_file_name, file_name), 0);
    struct mi_draft draft = write_draft(file_name, "new");
    ck_assert(mi_draft_close(&draft, error, sizeof error));
    check_text(other_file_name, "new");
    ck_assert_int_eq(lstat(file_name, &status), 0);
    ck_assert(S_ISLNK(status.st_mode));
    ck_assert_int_eq(stat(other_file_name, &status), 0);
    ck_assert_int_eq((int)(status.st_mode & 0777), 0640);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("file");
    TCase *tests = add_case(suite, "file", 10);
    tcase_add_checked_fixture(tests, NULL, remove_file);
    tcase_add_test(tests, regular_files_are_read);
    tcase_add_test(tests, other_files_are_not_read);
    tcase_add_test(tests, old_content_stays_until_commit);
    tcase_add_test(tests, stale_drafts_are_replaced);
    tcase_add_test(tests, simultaneous_drafts);
    tcase_add_test(tests, written_after_placement);
    tcase_add_test(tests, full_disk_leaves_the_file_unchanged);
    tcase_add_test(tests, devices_are_not_replaced);
    tcase_add_test(tests, links_and_modes_are_kept);
    return run_suite(suite);
}
