/* The system calls that a playing program needs, as a seccomp filter: everything else fails.
 *
 * The filter does not depend on landlock, so its limits hold on every kernel that has seccomp. */
#include "sandbox_filter.h"

/* Not every C library comes with the headers of Linux. */
#if defined __linux__ && (defined __x86_64__ || defined __aarch64__) && defined __has_include
#if __has_include(<linux/seccomp.h>) && __has_include(<linux/audit.h>)
#define HAS_FILTER
#endif
#endif

#ifdef HAS_FILTER

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define THIS_PROCESSOR AUDIT_ARCH_X86_64
#else
#define THIS_PROCESSOR AUDIT_ARCH_AARCH64
#endif

/* Calls that headers may lack.  From 424 on, all processors use the same numbers. */
enum {
    CLONE3 = 435,
    FACCESSAT2 = 439,
    FUTEX_WAITV = 449,
    FUTEX_WAKE_2 = 454,
    FUTEX_WAIT_2 = 455,
    FUTEX_REQUEUE_2 = 456,
    LAST_KNOWN_CALL = 470,
    X32_BIT = 0x40000000 /* the bit of x86-64's calls with 32-bit pointers */
};

/* Calls that are allowed with any arguments, the frequent ones first.  They read the clock, use
 * memory, threads and open files of this process, or name a file, which landlock checks.  Calls
 * that change a file's mode, owner, times or attributes are not in the list, since landlock does
 * not check those. */
static const uint16_t allowed[] = {
    SYS_futex, SYS_read, SYS_write, SYS_ppoll, SYS_madvise, SYS_mmap, SYS_munmap, SYS_mprotect,
    SYS_mremap, SYS_brk, SYS_clock_gettime, SYS_sched_yield,
    /* threads */
    SYS_set_robust_list, SYS_rseq, SYS_set_tid_address, SYS_gettid, SYS_getpid, SYS_exit,
    SYS_exit_group, SYS_membarrier, SYS_restart_syscall, FUTEX_WAITV, FUTEX_WAKE_2, FUTEX_WAIT_2,
    FUTEX_REQUEUE_2,
    /* signals that this process receives */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    /* time, random numbers, and what is known about this process and the system */
    SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom,
    SYS_getrusage, SYS_times, SYS_sysinfo, SYS_uname, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_getppid, SYS_getcpu,
    /* open files */
    SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev, SYS_lseek, SYS_close,
    SYS_fstat, SYS_fsync, SYS_fdatasync, SYS_ftruncate, SYS_fadvise64, SYS_flock, SYS_getdents64,
    SYS_dup, SYS_dup3, SYS_pipe2, SYS_pselect6,
    /* files by name */
    SYS_openat, SYS_newfstatat, SYS_statx, SYS_faccessat, FACCESSAT2, SYS_readlinkat, SYS_getcwd,
    SYS_unlinkat, SYS_renameat,
#ifdef __x86_64__
    SYS_poll, SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_unlink, SYS_rename,
    SYS_getdents, SYS_dup2, SYS_pipe, SYS_select, SYS_time, SYS_getrlimit,
    SYS_arch_prctl, /* asks for AMX; the rest concerns the calling thread only */
#endif
};

/* Calls that are allowed if an argument has one of these values, a row for each.  Arguments are
 * compared as 32 bits: the kernel reads no more of them. */
struct condition {
    uint16_t call;
    uint8_t argument;
    uint32_t value;
};

static const struct condition conditions[] = {
    /* fcntl(2), but not F_SETOWN and F_SETSIG, which send signals to other processes. */
    {SYS_fcntl, 1, F_GETFD},
    {SYS_fcntl, 1, F_SETFD},
    {SYS_fcntl, 1, F_GETFL},
    {SYS_fcntl, 1, F_SETFL},
    {SYS_fcntl, 1, F_DUPFD},
    {SYS_fcntl, 1, F_DUPFD_CLOEXEC},
    {SYS_fcntl, 1, F_GETLK},
    {SYS_fcntl, 1, F_SETLK},
    {SYS_fcntl, 1, F_SETLKW},
    /* ioctl(2), but not TIOCSTI, which types at the terminal. */
    {SYS_ioctl, 1, TCGETS},
    {SYS_ioctl, 1, 0x802c542a}, /* TCGETS2, for isatty(3) of newer C libraries */
    {SYS_ioctl, 1, TIOCGWINSZ},
    {SYS_ioctl, 1, FIONREAD},
    {SYS_prctl, 0, 15},         /* PR_SET_NAME, of the calling thread */
    {SYS_prctl, 0, 0x53564d41}, /* PR_SET_VMA: names of memory */
    {SYS_sched_getaffinity, 0, 0},
    {SYS_renameat2, 4, 0},
    {SYS_renameat2, 4, 1}, /* RENAME_NOREPLACE */
};

/* Calls whose first argument is a process: only this one. */
static const uint16_t own_process_calls[] = {SYS_kill, SYS_tgkill, SYS_sched_getaffinity};

enum {
    ALLOWED_COUNT = sizeof allowed / sizeof *allowed,
    CONDITION_COUNT = sizeof conditions / sizeof *conditions,
    OWN_PROCESS_CALLS = sizeof own_process_calls / sizeof *own_process_calls,
    CONDITION_INSTRUCTIONS = 5,
    MAX_INSTRUCTIONS =
        32 + 2 * ALLOWED_COUNT + CONDITION_INSTRUCTIONS * (CONDITION_COUNT + OWN_PROCESS_CALLS)
};

/* CLONE_VM, FS, FILES, SIGHAND, SYSVSEM, SETTLS, PARENT_SETTID, CHILD_CLEARTID, and DETACHED of
 * musl: what the C libraries set for a thread, besides CLONE_THREAD. */
enum { CLONE_THREAD_FLAG = 0x10000, THREAD_FLAGS = 0x7c0f00 | CLONE_THREAD_FLAG };

/* ---- writing the filter ---- */

struct filter {
    struct sock_filter code[MAX_INSTRUCTIONS];
    unsigned short length;
};

static void filter_add(struct filter *filter, struct sock_filter instruction)
{
    filter->code[filter->length++] = instruction;
}

static void filter_load(struct filter *filter, size_t offset)
{
    filter_add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void filter_load_call(struct filter *filter)
{
    filter_load(filter, offsetof(struct seccomp_data, nr));
}

/* These processors store the lower half of an argument first. */
static void filter_load_argument(struct filter *filter, int argument, bool upper_half)
{
    filter_load(filter, offsetof(struct seccomp_data, args) + 8 * (size_t)argument +
                            (upper_half ? sizeof(uint32_t) : 0));
}

/* Skips `skip` instructions unless the comparison with the loaded value holds. */
static void filter_require(struct filter *filter, unsigned short comparison, uint32_t value,
                           uint8_t skip)
{
    filter_add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_K | comparison, value, 0, skip));
}

static void filter_return(struct filter *filter, uint32_t action)
{
    filter_add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

static void filter_refuse(struct filter *filter, uint32_t error)
{
    filter_return(filter, SECCOMP_RET_ERRNO | error);
}

static void filter_allow_if(struct filter *filter, int call, int argument, uint32_t value)
{
    filter_load_call(filter);
    filter_require(filter, BPF_JEQ, (uint32_t)call, CONDITION_INSTRUCTIONS - 2);
    filter_load_argument(filter, argument, false);
    filter_require(filter, BPF_JEQ, value, 1);
    filter_return(filter, SECCOMP_RET_ALLOW);
}

/* Refuses the calls of other processors, which have other numbers.  ENOSYS makes the C library fall
 * back to an older call: from clone3(2), whose flags a filter cannot see, to clone(2), and from
 * calls that are newer than these lists. */
static void filter_begin(struct filter *filter)
{
    filter_load(filter, offsetof(struct seccomp_data, arch));
    filter_add(filter,
               (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_PROCESSOR, 1, 0));
    filter_refuse(filter, EPERM);
    filter_load_call(filter);
    filter_require(filter, BPF_JGE, X32_BIT, 1);
    filter_refuse(filter, EPERM);
    filter_require(filter, BPF_JGT, LAST_KNOWN_CALL, 1);
    filter_refuse(filter, ENOSYS);
    filter_require(filter, BPF_JEQ, CLONE3, 1);
    filter_refuse(filter, ENOSYS);
}

/* clone(2) may only start threads. */
static void filter_allow_threads(struct filter *filter)
{
    filter_load_call(filter);
    filter_require(filter, BPF_JEQ, SYS_clone, 4);
    filter_load_argument(filter, 0, false);
    filter_require(filter, BPF_JSET, CLONE_THREAD_FLAG, 2);
    filter_add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
                                                    ~(uint32_t)THREAD_FLAGS, 1, 0));
    filter_return(filter, SECCOMP_RET_ALLOW);
}

/* prlimit64(2) may only read the limits of this process: the pointer to new limits must be NULL. */
static void filter_allow_reading_limits(struct filter *filter, uint32_t self)
{
    filter_load_call(filter);
    filter_require(filter, BPF_JEQ, SYS_prlimit64, 8);
    filter_load_argument(filter, 0, false);
    filter_add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
    filter_require(filter, BPF_JEQ, self, 5);
    filter_load_argument(filter, 2, false);
    filter_require(filter, BPF_JEQ, 0, 3);
    filter_load_argument(filter, 2, true);
    filter_require(filter, BPF_JEQ, 0, 1);
    filter_return(filter, SECCOMP_RET_ALLOW);
}

static void filter_write(struct filter *filter, uint32_t self)
{
    filter->length = 0;
    filter_begin(filter);
    for (int i = 0; i < ALLOWED_COUNT; i++) {
        filter_require(filter, BPF_JEQ, allowed[i], 1);
        filter_return(filter, SECCOMP_RET_ALLOW);
    }
    for (int i = 0; i < CONDITION_COUNT; i++)
        filter_allow_if(filter, conditions[i].call, conditions[i].argument, conditions[i].value);
    for (int i = 0; i < OWN_PROCESS_CALLS; i++)
        filter_allow_if(filter, own_process_calls[i], 0, self);
    filter_allow_threads(filter);
    filter_allow_reading_limits(filter, self);
    filter_refuse(filter, EPERM);
}

bool mi_sandbox_filter(void)
{
    struct filter filter;
    filter_write(&filter, (uint32_t)getpid());
    struct sock_fprog program = {.filter = filter.code, .len = filter.length};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool mi_sandbox_filter(void)
{
    return false;
}

#endif
