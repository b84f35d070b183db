/* What a program can and cannot do after it has entered the sandbox. Each case runs in its own
 * process, since the sandbox cannot be left. */
#include "base/compiler.h"
#include "program/cli/sandbox.h"
#include "protocol/io/settings.h"
#include "tests/support/net_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char folder[] = "sandbox.tmp", inside[] = "sandbox.tmp/inside",
                  outside[] = "sandbox.tmp.outside", other[] = "sandbox.tmp.other",
                  network[] = "sandbox.tmp.outside:sandbox.tmp.other";

static void write_file(const char *name)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    fputs("text\n", file);
    fclose(file);
}

static void remove_folder(void)
{
    remove("sandbox.tmp/new");
    remove(inside);
    remove(folder);
    remove(outside);
    remove(other);
    remove(network);
    remove("sandbox.tmp.new");
}

static void make_folder(void)
{
    remove_folder();
    ck_assert_int_eq(mkdir(folder, 0777), 0);
    write_file(inside);
    write_file(outside);
    write_file(other);
}

/* Confines this process to the folder, with a game that has an option; false if the system does not
 * support that, or sanitizers need more. */
static bool confine_with(const char *files, const char *game, const char *option, const char *value)
{
    char complaint[MI_COMPLAINT];
    if (SANITIZED)
        return false;
    miai_engine *engine = miai_new();
    ck_assert_int_eq(miai_set_option(engine, "files", files), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, game), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, option, value), MIAI_OK);
    miai_seal(engine);
    bool good = mi_sandbox(engine, complaint);
    if (!good)
        printf("left out: %s\n", complaint);
    ck_assert(good || strstr(complaint, "system"));
    miai_free(engine);
    return good;
}

static bool confine(const char *files)
{
    return confine_with(files, "go", "komi", "7.5");
}

static int open_error(const char *name, int flags)
{
    int file = open(name, flags | O_CLOEXEC, 0666), number = errno;
    if (file >= 0)
        close(file);
    return file >= 0 ? 0 : number;
}

START_TEST(files_below_the_folder_remain)
{
    if (!confine(folder))
        return;
    ck_assert_int_eq(open_error(inside, O_RDONLY), 0);
    ck_assert_int_eq(open_error("sandbox.tmp/new", O_WRONLY | O_CREAT), 0);
    ck_assert_int_eq(open_error(inside, O_WRONLY | O_TRUNC), 0);
    ck_assert_int_eq(rename("sandbox.tmp/new", inside), 0);
    ck_assert_int_eq(open_error(outside, O_RDONLY), EACCES);
    ck_assert_int_eq(open_error(outside, O_WRONLY | O_TRUNC), EACCES);
    ck_assert_int_eq(open_error("sandbox.tmp.new", O_WRONLY | O_CREAT), EACCES);
    ck_assert_int_eq(open_error("/etc/passwd", O_RDONLY), EACCES);
    ck_assert_int_ne(unlink(outside), 0);
    ck_assert_int_ne(rename(inside, "sandbox.tmp.new"), 0);
    ck_assert_int_ne(symlink(outside, "sandbox.tmp/new"), 0);
    ck_assert_int_ne(link(inside, "sandbox.tmp/new"), 0);
    ck_assert_int_ne(mkfifo("sandbox.tmp/new", 0666), 0);
}
END_TEST

START_TEST(without_files_none_remain)
{
    if (!confine("none"))
        return;
    ck_assert_int_eq(open_error(inside, O_RDONLY), EACCES);
    ck_assert_int_eq(open_error(outside, O_RDONLY), EACCES);
    ck_assert_int_eq(open_error("sandbox.tmp/new", O_WRONLY | O_CREAT), EACCES);
}
END_TEST

/* A name may contain the separator of lists. */
START_TEST(a_network_may_be_read_again)
{
    net_file_write_least(network);
    if (!confine_with("none", "go", "network", network))
        return;
    ck_assert_int_eq(open_error(network, O_RDONLY), 0);
    ck_assert_int_eq(open_error(network, O_WRONLY), EACCES);
    ck_assert_int_eq(open_error(outside, O_RDONLY), EACCES);
    ck_assert_int_eq(open_error(other, O_RDONLY), EACCES);
}
END_TEST

static void *store_result(void *place)
{
    *(int *)place = open_error(outside, O_RDONLY);
    return NULL;
}

START_TEST(threads_start_confined)
{
    pthread_t thread;
    int number = 0;
    if (!confine(folder))
        return;
    ck_assert_int_eq(pthread_create(&thread, NULL, store_result, &number), 0);
    pthread_join(thread, NULL);
    ck_assert_int_eq(number, EACCES);
}
END_TEST

START_TEST(programs_processes_and_the_network_are_out_of_reach)
{
    char *const words[] = {"true", NULL};
    pid_t parent = getppid();
    if (!confine(folder))
        return;
    ck_assert_int_lt(execv("/bin/true", words), 0);
    ck_assert_int_eq(errno, EPERM);
    ck_assert_int_lt(fork(), 0);
    ck_assert_int_lt(kill(parent, 0), 0);
    ck_assert_int_eq(errno, EPERM);
    ck_assert_int_lt(socket(AF_INET, SOCK_STREAM, 0), 0);
    ck_assert_int_eq(errno, EPERM);
    ck_assert_int_lt(socket(AF_UNIX, SOCK_STREAM, 0), 0);
}
END_TEST

START_TEST(list_of_files_is_required)
{
    char complaint[MI_COMPLAINT];
    miai_engine *engine = miai_new();
    miai_seal(engine);
    ck_assert(!mi_sandbox(engine, complaint));
    miai_free(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sandbox");
    TCase *tests = add_case(suite, "sandbox", 60);
    tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
    tcase_add_test(tests, files_below_the_folder_remain);
    tcase_add_test(tests, without_files_none_remain);
    tcase_add_test(tests, a_network_may_be_read_again);
    tcase_add_test(tests, threads_start_confined);
    tcase_add_test(tests, programs_processes_and_the_network_are_out_of_reach);
    tcase_add_test(tests, list_of_files_is_required);
    return run_suite(suite);
}
