/* What a program that plays never does: a list of system calls that fail from now on. */
#define _GNU_SOURCE /* CLONE_THREAD */

#include "sandbox_filter.h"

/* Not every C library comes with the headers of Linux. */
#if defined __linux__ && (defined __x86_64__ || defined __aarch64__) && defined __has_include
#if __has_include(<linux/seccomp.h>) && __has_include(<linux/audit.h>)
#define HAS_FILTER
#endif
#endif

#ifdef HAS_FILTER

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define THIS_PROCESSOR AUDIT_ARCH_X86_64
#else
#define THIS_PROCESSOR AUDIT_ARCH_AARCH64
#endif

/* Later kernels number the same on every processor. */
enum { CLONE3 = 435, X32 = 0x40000000 };

static const uint32_t forbidden[] = {
    /* programs and processes; clone(2) is looked at more closely */
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill,
    SYS_unshare, SYS_setns,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
    /* the network */
    SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    /* names of files that lead elsewhere */
    SYS_symlinkat, SYS_linkat, SYS_mknodat, SYS_open_by_handle_at,
#ifdef SYS_symlink
    SYS_symlink, SYS_link, SYS_mknod,
#endif
    /* the system */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_settimeofday,
    SYS_clock_settime, SYS_sethostname, SYS_setdomainname, SYS_acct, SYS_personality,
    /* doors through which much has come in */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_add_key, SYS_request_key, SYS_keyctl, 425,
    426, 427, /* io_uring_setup(2) and what belongs to it */
};

enum { FORBIDDEN = sizeof forbidden / sizeof *forbidden, HEAD = 8, TAIL = 6 };

#define LOAD(member)                                                                               \
    (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define EQUALS(value, yes, no)                                                                     \
    (struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define RETURN(value)  (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(number) RETURN(SECCOMP_RET_ERRNO | (number))

/* Writes the filter and returns its length.  clone3(2), whose flags a filter cannot see, does not
 * exist, so that the C library takes clone(2), which may begin threads. */
static unsigned short write_filter(struct sock_filter filter[HEAD + 2 * FORBIDDEN + TAIL])
{
    unsigned short n = 0;
    filter[n++] = LOAD(arch);
    filter[n++] = EQUALS(THIS_PROCESSOR, 1, 0);
    filter[n++] = REFUSE(EPERM);
    filter[n++] = LOAD(nr);
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
    filter[n++] = REFUSE(EPERM);
    filter[n++] = EQUALS(CLONE3, 0, 1);
    filter[n++] = REFUSE(ENOSYS);
    for (int i = 0; i < FORBIDDEN; i++) {
        filter[n++] = EQUALS(forbidden[i], 0, 1);
        filter[n++] = REFUSE(EPERM);
    }
    filter[n++] = EQUALS(SYS_clone, 0, 3);
    filter[n++] = LOAD(args[0]); /* the lower half on these processors, where the flags are */
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    filter[n++] = REFUSE(EPERM);
    filter[n++] = RETURN(SECCOMP_RET_ALLOW);
    return n;
}

bool mi_sandbox_filter(void)
{
    struct sock_filter filter[HEAD + 2 * FORBIDDEN + TAIL];
    struct sock_fprog program = {.filter = filter, .len = write_filter(filter)};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool mi_sandbox_filter(void)
{
    return false;
}

#endif
