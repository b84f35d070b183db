/* A library that is loaded before all others (LD_PRELOAD) and lets calls of the system fail, as
 * tests/program/faults.sh and environment.sh want:
 *
 *     FAULT_CALL    the function, as "write"; "malloc" are all that allocate
 *     FAULT_AT      the number of its call that fails, from 1 on; 0: none
 *     FAULT_ERRNO   with that number; 0: it reads or writes one byte, which is no fault
 *     FAULT_ALWAYS  if set: so do all calls behind it
 *     FAULT_COUNT   a file to which the number of calls is written at the end
 *     FAULT_SECONDS so much later the program is ended (SIGALRM): cheaper than a process that
 * watches FAULT_CLOCK   if set: the clock of the day is set at each look at it, by a day forward, a
 * day back, and so on FAULT_CUT     a file of which half is cut off when it is open and its size
 * has been asked for
 */
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

static long number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

/* Is it this call that fails?  Sets errno. */
static bool fails(const char *call)
{
    const char *wanted = getenv("FAULT_CALL");
    if (!wanted || strcmp(wanted, call) != 0)
        return false;
    long n = ++calls, at = number("FAULT_AT");
    if (at == 0 || n < at || (n > at && !getenv("FAULT_ALWAYS")))
        return false;
    errno = (int)number("FAULT_ERRNO");
    return true;
}

__attribute__((constructor)) static void set_alarm(void)
{
    alarm((unsigned)number("FAULT_SECONDS"));
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

/* The function behind ours, of the same type. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t read(int file, void *bytes, size_t size)
{
    if (!fails("read"))
        return NEXT(read)(file, bytes, size);
    return errno == 0 && size > 0 ? NEXT(read)(file, bytes, 1) : -1;
}

ssize_t write(int file, const void *bytes, size_t size)
{
    if (!fails("write"))
        return NEXT(write)(file, bytes, size);
    return errno == 0 && size > 0 ? NEXT(write)(file, bytes, 1) : -1;
}

/* A call of stdio's that failed has marked its stream. */
static size_t mark(FILE *stream)
{
#ifdef __GLIBC__
    stream->_flags |= 0x20; /* _IO_ERR_SEEN */
#endif
    return 0;
}

size_t fread(void *bytes, size_t size, size_t count, FILE *stream)
{
    return fails("fread") ? mark(stream) : NEXT(fread)(bytes, size, count, stream);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    return fails("fwrite") ? mark(stream) : NEXT(fwrite)(bytes, size, count, stream);
}

int fflush(FILE *stream)
{
    return fails("fflush") ? EOF : NEXT(fflush)(stream);
}

int fclose(FILE *stream)
{
    int closed = NEXT(fclose)(stream);
    return fails("fclose") ? EOF : closed;
}

int flock(int file, int operation)
{
    return fails("flock") ? -1 : NEXT(flock)(file, operation);
}

int fsync(int file)
{
    return fails("fsync") ? -1 : NEXT(fsync)(file);
}

int renameat(int from, const char *old, int to, const char *new)
{
    return fails("renameat") ? -1 : NEXT(renameat)(from, old, to, new);
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static atomic_long looks;
    int failed = NEXT(clock_gettime)(clock, time);
    if (failed == 0 && clock == CLOCK_REALTIME && getenv("FAULT_CLOCK"))
        time->tv_sec += ++looks % 2 ? 86400 : -86400;
    return failed;
}

/* Somebody else cuts the file that is open, once its size was asked for. */
static void cut(const struct stat *status)
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
        cut(status);
    return failed;
}

int openat(int folder, const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails("openat") ? -1 : NEXT(openat)(folder, name, flags, mode);
}

FILE *fdopen(int file, const char *mode)
{
    return fails("fdopen") ? NULL : NEXT(fdopen)(file, mode);
}

void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset)
{
    return fails("mmap") ? MAP_FAILED : NEXT(mmap)(place, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    return fails("pthread_create") ? errno
                                   : NEXT(pthread_create)(thread, attributes, run, argument);
}

/* ---- memory, where the C library says how it is had behind these ---- */

#ifdef __GLIBC__

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* The loader, and libraries that begin before, are not the program. */
static bool begun;

__attribute__((constructor)) static void begin(void)
{
    begun = true;
}

void *malloc(size_t size)
{
    return begun && fails("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return begun && fails("malloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return begun && fails("malloc") ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return begun && fails("malloc") ? NULL : __libc_memalign(alignment, size);
}

#endif
