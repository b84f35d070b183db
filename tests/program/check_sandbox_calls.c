/* Which system calls the sandbox refuses and which it allows. Each test runs in its own process.
 * Without the filter, each refused call here would succeed or fail with another error. */
#define _GNU_SOURCE /* syscall(), CPU_ZERO() */
#include "base/compiler.h"
#include "program/cli/sandbox.h"
#include "protocol/io/settings.h"
#include "tests/support/suite.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/* Numbers that headers may lack; they are the same on all processors. */
enum {
    PIDFD_SEND_SIGNAL = 424,
    OPEN_TREE = 428,
    FSOPEN = 430,
    PIDFD_OPEN = 434,
    CLONE3 = 435,
    PIDFD_GETFD = 438,
    PROCESS_MADVISE = 440,
    FUTEX_WAITV = 449,
    FCHMODAT2 = 452,
    SETXATTRAT = 463,
    NEWER_THAN_ALL = 600
};

static const char folder[] = "calls.tmp", inside[] = "calls.tmp/inside",
                  outside[] = "calls.tmp.outside";

static void write_file(const char *name)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_nonnull(file);
    fputs("text\n", file);
    fclose(file);
}

static void remove_folder(void)
{
    remove(inside);
    remove(folder);
    remove(outside);
}

static void make_folder(void)
{
    remove_folder();
    ck_assert_int_eq(mkdir(folder, 0777), 0);
    write_file(inside);
    write_file(outside);
}

/* False if this system has no sandbox. */
static bool confine(void)
{
    char complaint[MI_COMPLAINT];
    miai_engine *engine = miai_new();
    ck_assert_int_eq(miai_set_option(engine, "files", folder), MIAI_OK);
    miai_seal(engine);
    bool good = mi_sandbox(engine, complaint);
    if (!good)
        printf("left out: %s\n", complaint);
    ck_assert(good || strstr(complaint, "system"));
    miai_free(engine);
    return good;
}

/* Asserts that the kernel refuses a call with that error. */
#define REFUSED_WITH(error, ...)                                                                   \
    do {                                                                                           \
        errno = 0;                                                                                 \
        long result = syscall(__VA_ARGS__);                                                        \
        ck_assert_msg(result == -1 && errno == (error), "%s: %ld, %s", #__VA_ARGS__, result,       \
                      strerror(errno));                                                            \
    } while (0)
#define REFUSED(...) REFUSED_WITH(EPERM, __VA_ARGS__)

START_TEST(file_attributes_cannot_be_changed)
{
    const struct timespec times[2] = {{1, 0}, {1, 0}};
    int file = open(outside, O_RDONLY);
    if (!confine())
        return;
    const char *const names[] = {inside, outside};
    for (int i = 0; i < 2; i++) {
        REFUSED(SYS_fchmodat, AT_FDCWD, names[i], 0600);
        REFUSED(FCHMODAT2, AT_FDCWD, names[i], 0600, 0);
        REFUSED(SYS_fchownat, AT_FDCWD, names[i], getuid(), getgid(), 0);
        REFUSED(SYS_utimensat, AT_FDCWD, names[i], times, 0);
        REFUSED(SYS_setxattr, names[i], "user.a", "b", 1, 0);
        REFUSED(SYS_lsetxattr, names[i], "user.a", "b", 1, 0);
        REFUSED(SETXATTRAT, AT_FDCWD, names[i], 0, "user.a", NULL, 0);
        REFUSED(SYS_removexattr, names[i], "user.a");
        REFUSED(SYS_truncate, names[i], 0);
#ifdef SYS_chmod
        REFUSED(SYS_chmod, names[i], 0600);
        REFUSED(SYS_chown, names[i], getuid(), getgid());
        REFUSED(SYS_lchown, names[i], getuid(), getgid());
        REFUSED(SYS_utime, names[i], NULL);
        REFUSED(SYS_utimes, names[i], NULL);
#endif
    }
    REFUSED(SYS_fchmod, file, 0600);
    REFUSED(SYS_fchown, file, getuid(), getgid());
    REFUSED(SYS_utimensat, file, NULL, times, 0);
    REFUSED(SYS_fsetxattr, file, "user.a", "b", 1, 0);
    REFUSED(SYS_fremovexattr, file, "user.a");
}
END_TEST

START_TEST(folders_cannot_be_changed)
{
    if (!confine())
        return;
    REFUSED(SYS_mkdirat, AT_FDCWD, "calls.tmp/new", 0700);
    REFUSED(SYS_mknodat, AT_FDCWD, "calls.tmp/new", S_IFIFO | 0600, 0);
    REFUSED(SYS_symlinkat, outside, AT_FDCWD, "calls.tmp/new");
    REFUSED(SYS_linkat, AT_FDCWD, inside, AT_FDCWD, "calls.tmp/new", 0);
    REFUSED(SYS_renameat2, AT_FDCWD, inside, AT_FDCWD, outside, 2 /* RENAME_EXCHANGE */);
    REFUSED(SYS_chdir, folder);
    REFUSED(SYS_chroot, folder);
    REFUSED(FSOPEN, "tmpfs", 0);
    REFUSED(OPEN_TREE, AT_FDCWD, outside, 0);
    REFUSED(SYS_mount, "none", folder, "tmpfs", 0, NULL);
    REFUSED(SYS_umount2, folder, 0);
    REFUSED(SYS_inotify_init1, 0);
}
END_TEST

START_TEST(other_processes_are_out_of_reach)
{
    pid_t parent = getppid();
    int handle = (int)syscall(PIDFD_OPEN, parent, 0);
    struct rlimit limit;
    siginfo_t about = {.si_code = SI_QUEUE};
    cpu_set_t processors;
    ck_assert_int_eq(sched_getaffinity(parent, sizeof processors, &processors), 0);
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (!confine())
        return;
    REFUSED(SYS_kill, parent, 0);
    REFUSED(SYS_kill, 0, 0);
    REFUSED(SYS_kill, -1, 0);
    REFUSED(SYS_tkill, parent, 0);
    REFUSED(SYS_tgkill, parent, parent, 0);
    REFUSED(SYS_rt_sigqueueinfo, parent, 0, &about);
    REFUSED(SYS_rt_tgsigqueueinfo, parent, parent, 0, &about);
    REFUSED(PIDFD_SEND_SIGNAL, handle, 0, NULL, 0);
    REFUSED(PIDFD_OPEN, parent, 0);
    REFUSED(PIDFD_GETFD, handle, 0, 0);
    REFUSED(PROCESS_MADVISE, handle, NULL, 0, MADV_COLD, 0);
    REFUSED(SYS_prlimit64, parent, RLIMIT_NOFILE, NULL, &limit);
    REFUSED(SYS_prlimit64, parent, RLIMIT_NOFILE, &limit, NULL);
    REFUSED(SYS_setpriority, PRIO_PROCESS, parent, 0);
    REFUSED(SYS_sched_setaffinity, parent, sizeof processors, &processors);
    REFUSED(SYS_sched_getaffinity, parent, sizeof processors, &processors);
    REFUSED(SYS_sched_setscheduler, parent, 0, NULL);
    REFUSED(SYS_ioprio_set, 1, parent, 0);
    REFUSED(SYS_get_robust_list, parent, NULL, NULL);
    REFUSED(SYS_ptrace, 0, 0, 0, 0);
    REFUSED(SYS_process_vm_readv, parent, NULL, 0, NULL, 0, 0);
    REFUSED(SYS_kcmp, parent, parent, 0, 0, 0);
    REFUSED(SYS_setpgid, 0, 0);
    REFUSED(SYS_setsid);
}
END_TEST

START_TEST(processes_cannot_be_started)
{
    if (!confine())
        return;
    REFUSED(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    REFUSED(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
    REFUSED(SYS_clone, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWNS, 0, 0, 0, 0);
    REFUSED(SYS_clone, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD | CLONE_NEWUSER, 0, 0, 0, 0);
    REFUSED_WITH(ENOSYS, CLONE3, NULL, 0);
    REFUSED_WITH(ENOSYS, NEWER_THAN_ALL);
    REFUSED(SYS_unshare, CLONE_FS);
    REFUSED(SYS_setns, 0, 0);
    REFUSED(SYS_execveat, AT_FDCWD, "/bin/true", NULL, NULL, 0);
    REFUSED(SYS_memfd_create, "name", 0);
#ifdef SYS_fork
    REFUSED(SYS_fork);
    REFUSED(SYS_vfork);
#endif
}
END_TEST

START_TEST(the_system_is_out_of_reach)
{
    struct rlimit limit;
    if (!confine())
        return;
    REFUSED(SYS_shmget, IPC_PRIVATE, 4096, 0600);
    REFUSED(SYS_shmat, 0, NULL, 0);
    REFUSED(SYS_msgget, IPC_PRIVATE, 0600);
    REFUSED(SYS_semget, IPC_PRIVATE, 1, 0600);
    REFUSED(SYS_mq_open, "/name", O_RDONLY, 0, NULL);
    REFUSED(SYS_syslog, 10, NULL, 0);
    REFUSED(SYS_socketpair, 1, 1, 0, NULL);
    REFUSED(SYS_seccomp, 0, 0, NULL);
    REFUSED(SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0);
    REFUSED(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
    REFUSED(SYS_quotactl, 0, NULL, 0, NULL);
    REFUSED(SYS_bpf, 0, NULL, 0);
    REFUSED(SYS_keyctl, 0, 0, 0, 0, 0);
    REFUSED(SYS_personality, 0xffffffff);
    REFUSED(SYS_setuid, getuid());
    REFUSED(SYS_capset, NULL, NULL);
    REFUSED(SYS_prlimit64, 0, RLIMIT_CORE, &limit, NULL);
    REFUSED(SYS_setpriority, PRIO_PROCESS, 0, 0);
    REFUSED(SYS_fcntl, STDIN_FILENO, F_SETOWN, getpid());
    REFUSED(SYS_fcntl, STDIN_FILENO, F_SETSIG, 0);
    REFUSED(SYS_ioctl, STDIN_FILENO, TIOCSTI, "x");
    REFUSED(SYS_ioctl, STDIN_FILENO, FIOASYNC, NULL);
}
END_TEST

/* ---- what remains allowed ---- */

static void *wait_for_nothing(void *word)
{
    syscall(SYS_futex, word, 0 /* FUTEX_WAIT */, 1, NULL, NULL, 0);
    return word;
}

START_TEST(threads_memory_and_own_limits_remain)
{
    pthread_t thread;
    struct rlimit limit;
    cpu_set_t processors;
    int word = 0;
    if (!confine())
        return;
    ck_assert_int_eq(pthread_create(&thread, NULL, wait_for_nothing, &word), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    void *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert(memory != MAP_FAILED);
    memory = mremap(memory, 8192, 1 << 20, MREMAP_MAYMOVE);
    ck_assert(memory != MAP_FAILED);
    ck_assert_int_eq(madvise(memory, 1 << 20, MADV_DONTNEED), 0);
    ck_assert_int_eq(munmap(memory, 1 << 20), 0);
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    ck_assert_int_eq((int)syscall(SYS_prlimit64, getpid(), RLIMIT_AS, NULL, &limit), 0);
    ck_assert_int_eq(sched_getaffinity(0, sizeof processors, &processors), 0);
    ck_assert_int_eq((int)syscall(SYS_getrandom, &word, sizeof word, 0), (int)sizeof word);
    syscall(FUTEX_WAITV, NULL, 0, 0, NULL, 0);
    ck_assert_int_ne(errno, EPERM);
}
END_TEST

static volatile sig_atomic_t received;

static void note_signal(int number)
{
    received = number;
}

START_TEST(signals_to_itself_remain)
{
    if (!confine())
        return;
    signal(SIGUSR1, note_signal);
    ck_assert_int_eq(raise(SIGUSR1), 0);
    ck_assert_int_eq(received, SIGUSR1);
    received = 0;
    ck_assert_int_eq(kill(getpid(), SIGUSR1), 0);
    ck_assert_int_eq(received, SIGUSR1);
}
END_TEST

START_TEST(abort_still_aborts)
{
    if (!confine())
        raise(SIGABRT);
    abort();
}
END_TEST

static void add_tests(TCase *tests)
{
    tcase_add_unchecked_fixture(tests, make_folder, remove_folder);
    tcase_add_test(tests, file_attributes_cannot_be_changed);
    tcase_add_test(tests, folders_cannot_be_changed);
    tcase_add_test(tests, other_processes_are_out_of_reach);
    tcase_add_test(tests, processes_cannot_be_started);
    tcase_add_test(tests, the_system_is_out_of_reach);
    tcase_add_test(tests, threads_memory_and_own_limits_remain);
    tcase_add_test(tests, signals_to_itself_remain);
    tcase_add_test_raise_signal(tests, abort_still_aborts, SIGABRT);
}

#else

static void add_tests(TCase *tests)
{
    (void)tests;
    printf("skipped: no filter for this system\n");
}

#endif

int main(void)
{
    const char *fork_mode = getenv("CK_FORK");
    if (SANITIZED || (fork_mode && strcmp(fork_mode, "no") == 0)) {
        puts("sanitizers need more calls than the sandbox leaves; each test needs its own process");
        return 77;
    }
    Suite *suite = suite_create("sandbox_calls");
    add_tests(add_case(suite, "sandbox_calls", 60));
    return run_suite(suite);
}
