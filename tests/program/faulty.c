/* A preloaded library (LD_PRELOAD) that makes system calls fail, as tests/program/faults.sh and
 * environment.sh request by environment variables:
 * FAULT_CALL: name of the function, for example "write"; "malloc" means all that allocate.
 * FAULT_AT: number of the call that fails, from 1; 0: none.
 * FAULT_ERRNO: the error; 0: read or write one byte, which is no error.
 * FAULT_ALWAYS: if set, all later calls fail, too.
 * FAULT_COUNT: a file to which the number of calls is written at the end.
 * FAULT_SECONDS: end the program (SIGALRM) after that time; cheaper than a process that watches it.
 * FAULT_CLOCK: if set, each reading of the system clock jumps a day forward, then back, and so on.
 * FAULT_CUT: a file that is cut to half its length once it is open and its size was read. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;

static long variable_number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

/* Does this call fail? Sets errno. */
static bool call_fails(const char *call)
{
    const char *wanted = getenv("FAULT_CALL");
    if (!wanted || strcmp(wanted, call) != 0)
        return false;
    long n = ++calls, at = variable_number("FAULT_AT");
    if (at == 0 || n < at || (n > at && !getenv("FAULT_ALWAYS")))
        return false;
    errno = (int)variable_number("FAULT_ERRNO");
    return true;
}

__attribute__((constructor)) static void set_alarm(void)
{
    alarm((unsigned)variable_number("FAULT_SECONDS"));
}

__attribute__((destructor)) static void tell(void)
{
    const char *name = getenv("FAULT_COUNT");
    char text[32];
    if (!name)
        return;
    unsetenv("FAULT_CALL");
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int length = snprintf(text, sizeof text, "%ld\n", (long)calls);
    if (file >= 0 && write(file, text, (size_t)length) == length)
        close(file);
}

/* The next function of that name, of the same type. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t read(int file, void *bytes, size_t size)
{
    if (!call_fails("read"))
        return NEXT(read)(file, bytes, size);
    return errno == 0 && size > 0 ? NEXT(read)(file, bytes, 1) : -1;
}

ssize_t write(int file, const void *bytes, size_t size)
{
    if (!call_fails("write"))
        return NEXT(write)(file, bytes, size);
    return errno == 0 && size > 0 ? NEXT(write)(file, bytes, 1) : -1;
}

/* A failed call of stdio sets the stream's error flag. */
static size_t set_error_flag(FILE *stream)
{
#ifdef __GLIBC__
    stream->_flags |= 0x20; /* _IO_ERR_SEEN */
#endif
    return 0;
}

size_t fread(void *bytes, size_t size, size_t count, FILE *stream)
{
    return call_fails("fread") ? set_error_flag(stream) : NEXT(fread)(bytes, size, count, stream);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    return call_fails("fwrite") ? set_error_flag(stream) : NEXT(fwrite)(bytes, size, count, stream);
}

int fflush(FILE *stream)
{
    return call_fails("fflush") ? EOF : NEXT(fflush)(stream);
}

int fclose(FILE *stream)
{
    int closed = NEXT(fclose)(stream);
    return call_fails("fclose") ? EOF : closed;
}

int flock(int file, int operation)
{
    return call_fails("flock") ? -1 : NEXT(flock)(file, operation);
}

int fsync(int file)
{
    return call_fails("fsync") ? -1 : NEXT(fsync)(file);
}

int renameat(int from, const char *old, int to, const char *new)
{
    return call_fails("renameat") ? -1 : NEXT(renameat)(from, old, to, new);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static atomic_long looks;
    int failed = NEXT(clock_gettime)(clock, time);
    if (failed == 0 && clock == CLOCK_REALTIME && getenv("FAULT_CLOCK"))
        time->tv_sec += ++looks % 2 ? 86400 : -86400;
    return failed;
}

/* Another process cuts the open file after its size was read. */
static void cut_file(const struct stat *status)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    const char *name = getenv("FAULT_CUT");
    struct stat wanted;
    if (!name || stat(name, &wanted) != 0 || wanted.st_ino != status->st_ino ||
        atomic_flag_test_and_set(&done))
        return;
    if (truncate(name, wanted.st_size / 2) != 0)
        abort();
}

int fstat(int file, struct stat *status)
{
    int failed = NEXT(fstat)(file, status);
    if (failed == 0)
        cut_file(status);
    return failed;
}

int openat(int folder, const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return call_fails("openat") ? -1 : NEXT(openat)(folder, name, flags, mode);
}

FILE *fdopen(int file, const char *mode)
{
    return call_fails("fdopen") ? NULL : NEXT(fdopen)(file, mode);
}

void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset)
{
    return call_fails("mmap") ? MAP_FAILED
                              : NEXT(mmap)(place, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    return call_fails("pthread_create") ? errno
                                        : NEXT(pthread_create)(thread, attributes, run, argument);
}

/* ---- memory, if the C library's own allocators can be found ---- */

#ifdef __GLIBC__

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Calls of the dynamic loader and of earlier libraries do not count. */
static bool program_started;

__attribute__((constructor)) static void begin(void)
{
    program_started = true;
}

void *malloc(size_t size)
{
    return program_started && call_fails("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return program_started && call_fails("malloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return program_started && call_fails("malloc") ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return program_started && call_fails("malloc") ? NULL : __libc_memalign(alignment, size);
}

#endif
