/* The ledger: what one process has claimed, no other can claim until that process ends, however it
 * ends. A line and its bytes are both written, or neither. */
#include "base/file.h"
#include "base/shared/ledger.h"
#include "tests/support/suite.h"
#include "tests/support/text_file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char ledger_name[] = "ledger.tmp", second_ledger_name[] = "ledger.tmp.second",
                  ledger_head[] = "head 1";

static char taken_notes[1000], error[MI_FILE_ERROR];

static void claim_key(void *context, char *line)
{
    strcat(strcat(context, line), "|");
}

static void remove_ledger(void)
{
    remove(ledger_name);
    remove(second_ledger_name);
    taken_notes[0] = '\0';
}

static struct mi_ledger open_ledger(void)
{
    struct mi_ledger ledger = {.on_line = claim_key, .context = taken_notes};
    ck_assert_msg(
        mi_ledger_open(&ledger, ledger_name, ledger_head, second_ledger_name, error, sizeof error),
        "%s", error);
    return ledger;
}

static void set_up_ledger(struct mi_ledger *ledger)
{
    ck_assert_int_eq(mi_ledger_begin(ledger, 60), MI_LEDGER_HELD);
}

/* Starts a process that opens the ledger, does its work, reports that it is done and waits to be
 * killed. */
static pid_t start_other_process(void (*work)(struct mi_ledger *ledger))
{
    int ends[2];
    char byte;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct mi_ledger ledger = {.on_line = claim_key, .context = taken_notes};
        if (!mi_ledger_open(&ledger, ledger_name, ledger_head, second_ledger_name, error,
                            sizeof error))
            _exit(1);
        work(&ledger);
        (void)!write(ends[1], "x", 1);
        for (;;)
            pause();
    }
    ck_assert_int_ge(child, 0);
    close(ends[1]);
    ck_assert_int_eq(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return child;
}

static void kill_other_process(pid_t child)
{
    ck_assert_int_eq(kill(child, SIGKILL), 0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

static void claim_and_write(struct mi_ledger *ledger)
{
    if (mi_ledger_begin(ledger, 60) != MI_LEDGER_HELD || !mi_ledger_claim(ledger, 1) ||
        !mi_ledger_claim(ledger, 2) || !mi_ledger_write(ledger, "two", "2;", 2))
        _exit(1);
    mi_ledger_release(ledger, 2);
    mi_ledger_end(ledger);
}

START_TEST(claims_last_as_long_as_the_process)
{
    struct mi_ledger ledger = open_ledger();
    pid_t child = start_other_process(claim_and_write);
    ck_assert_str_eq(taken_notes, "");
    set_up_ledger(&ledger);
    ck_assert_str_eq(taken_notes, "two|");
    ck_assert(!mi_ledger_claim(&ledger, 1));
    ck_assert(mi_ledger_claim(&ledger, 2));
    ck_assert(mi_ledger_claim(&ledger, 3));
    ck_assert(mi_ledger_write(&ledger, "three", "3;", 2));
    kill_other_process(child);
    ck_assert(mi_ledger_claim(&ledger, 1));
    ck_assert(mi_ledger_write(&ledger, "none of the second", NULL, 0));
    mi_ledger_end(&ledger);
    set_up_ledger(&ledger);
    mi_ledger_end(&ledger);
    ck_assert_str_eq(taken_notes, "two|");
    ck_assert(mi_ledger_close(&ledger));
    check_text(ledger_name, "head 1\ntwo\nthree\nnone of the second\n");
    check_text(second_ledger_name, "2;3;");
}
END_TEST

static void hold_ledger(struct mi_ledger *ledger)
{
    if (mi_ledger_begin(ledger, 60) != MI_LEDGER_HELD)
        _exit(1);
}

START_TEST(one_writer_at_a_time)
{
    struct mi_ledger ledger = open_ledger();
    pid_t child = start_other_process(hold_ledger);
    ck_assert_int_eq(mi_ledger_begin(&ledger, 0.05), MI_LEDGER_BUSY);
    kill_other_process(child);
    set_up_ledger(&ledger);
    mi_ledger_end(&ledger);
    mi_ledger_close(&ledger);
}
END_TEST

/* Checks the recovery after a killed process: from the ledger's content, and the second file before
 * and after. */
static void check_recovery(const char *before, const char *bytes, const char *after)
{
    put_text(ledger_name, before);
    put_text(second_ledger_name, bytes);
    struct mi_ledger ledger = open_ledger();
    check_text(second_ledger_name, after);
    set_up_ledger(&ledger);
    ck_assert(mi_ledger_write(&ledger, "more", "m;", 2));
    mi_ledger_end(&ledger);
    mi_ledger_close(&ledger);
}

START_TEST(unfinished_writes_are_removed)
{
    check_recovery("he", "", "");
    check_text(ledger_name, "head 1\nmore\n");
    check_recovery("head 1\none\ntwo", "1;2", "1;2");
    check_text(ledger_name, "head 1\none\nmore\n");
    check_recovery("head 1\none\nrecord 2 2 ledger.tmp.second", "1;2", "1;");
    check_text(ledger_name, "head 1\none\nmore\n");
    check_text(second_ledger_name, "1;m;");
    check_recovery("head 1\nrecord 2 2 ledger.tmp.second", "1;2;by others", "1;2;by others");
    check_recovery("head 1\nrecord 0 9 another", "1;", "1;");
    check_text(ledger_name, "head 1\nmore\n");
    /* The line was written over the mark; the end of the mark is left. */
    check_recovery("head 1\none\ndger.tmp.second", "1;", "1;");
    check_text(ledger_name, "head 1\none\nmore\n");
}
END_TEST

START_TEST(other_files_stay)
{
    static const char *const files[] = {"head 2\none\n", "no line", "head"};
    struct mi_ledger ledger = {.on_line = claim_key, .context = taken_notes};
    for (int i = 0; i < 3; i++) {
        put_text(ledger_name, files[i]);
        bool mine = i == 2; /* killed while creating the file */
        ck_assert_int_eq(
            mi_ledger_open(&ledger, ledger_name, ledger_head, NULL, error, sizeof error), mine);
        ck_assert_int_eq(ledger.first_line_differs, !mine);
        mi_ledger_close(&ledger);
        check_text(ledger_name, mine ? "head 1\n" : files[i]);
    }
    ck_assert(!mi_ledger_open(&ledger, "/dev/null", ledger_head, NULL, error, sizeof error));
    ck_assert_str_eq(error, "not a regular file");
    ck_assert(!ledger.first_line_differs);
    mi_ledger_close(&ledger);
}
END_TEST

/* Lines and records would overwrite each other. */
START_TEST(ledger_and_record_are_two_files)
{
    struct mi_ledger ledger = {.on_line = claim_key, .context = taken_notes};
    remove(ledger_name);
    ck_assert(
        !mi_ledger_open(&ledger, ledger_name, ledger_head, "./ledger.tmp", error, sizeof error));
    ck_assert(!ledger.first_line_differs);
    mi_ledger_close(&ledger);
    put_text(ledger_name, "head 1\none\n");
    ck_assert(!mi_ledger_open(&ledger, ledger_name, ledger_head, ledger_name, error, sizeof error));
    mi_ledger_close(&ledger);
    check_text(ledger_name, "head 1\none\n");
}
END_TEST

static void sum_bytes(void *context, char *line)
{
    int64_t *heard = context;
    heard[0]++;
    heard[1] += atoll(line);
}

/* Many lines, some of them long. */
START_TEST(all_lines_are_read)
{
    enum { LINES = 30000 };
    FILE *file = fopen(ledger_name, "wb");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%s\n", ledger_head);
    for (int i = 0; i < LINES; i++)
        fprintf(file, "%0*d\n", i == 77 ? 200000 : 5, i);
    fclose(file);
    int64_t heard[2] = {0, 0};
    struct mi_ledger ledger = {.on_line = sum_bytes, .context = heard};
    ck_assert_msg(mi_ledger_open(&ledger, ledger_name, ledger_head, NULL, error, sizeof error),
                  "%s", error);
    mi_ledger_close(&ledger);
    ck_assert_int_eq(heard[0], LINES);
    ck_assert_int_eq(heard[1], (int64_t)LINES * (LINES - 1) / 2);
}
END_TEST

/* On a full disk neither the line nor the bytes are written. */
START_TEST(full_disk_writes_nothing)
{
    struct rlimit limit;
    char bytes[300];
    struct mi_ledger ledger = open_ledger();
    memset(bytes, 'x', sizeof bytes);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = 200;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    set_up_ledger(&ledger);
    bool first = mi_ledger_write(&ledger, "one", "1;", 2);
    bool large = mi_ledger_write(&ledger, "two", bytes, sizeof bytes);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    ck_assert(first);
    ck_assert(!large);
    check_text(ledger_name, "head 1\none\n");
    check_text(second_ledger_name, "1;");
    ck_assert(mi_ledger_write(&ledger, "two", "2;", 2));
    mi_ledger_end(&ledger);
    mi_ledger_close(&ledger);
    check_text(ledger_name, "head 1\none\ntwo\n");
    check_text(second_ledger_name, "1;2;");
}
END_TEST

/* More bytes than one copy step, from the current position of the file. */
START_TEST(bytes_of_a_file)
{
    enum { MANY = 40000 };
    static char bytes[MANY + 1], found[MANY + 2];
    struct mi_ledger ledger = open_ledger();
    FILE *from = tmpfile();
    ck_assert(from != NULL);
    for (int i = 0; i < MANY; i++)
        bytes[i] = (char)('a' + i % 23);
    ck_assert(fprintf(from, "not this%s", bytes) > 0 && fseek(from, 8, SEEK_SET) == 0);
    set_up_ledger(&ledger);
    ck_assert(mi_ledger_write(&ledger, "one", "1;", 2));
    ck_assert(mi_ledger_write_file(&ledger, "many", from));
    ck_assert(mi_ledger_write_file(&ledger, "none", from));
    mi_ledger_end(&ledger);
    fclose(from);
    ck_assert(mi_ledger_close(&ledger));
    FILE *to = fopen(second_ledger_name, "rb");
    ck_assert(to != NULL);
    ck_assert_uint_eq(fread(found, 1, 2, to), 2);
    ck_assert_uint_eq(fread(found, 1, sizeof found, to), MANY);
    fclose(to);
    ck_assert(memcmp(found, bytes, MANY) == 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ledger");
    TCase *shared = add_case(suite, "shared", 60);
    tcase_add_checked_fixture(shared, remove_ledger, remove_ledger);
    tcase_add_test(shared, claims_last_as_long_as_the_process);
    tcase_add_test(shared, one_writer_at_a_time);
    tcase_add_test(shared, unfinished_writes_are_removed);
    tcase_add_test(shared, other_files_stay);
    tcase_add_test(shared, ledger_and_record_are_two_files);
    tcase_add_test(shared, all_lines_are_read);
    tcase_add_test(shared, full_disk_writes_nothing);
    tcase_add_test(shared, bytes_of_a_file);
    return run_suite(suite);
}
