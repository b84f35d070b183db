#include "memory.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* Large blocks, tables and weights, are accessed at random. With pages of 4 KiB each access would
 * also miss the TLB, and the first fault of each page costs more than a search node. The block need
 * not begin on a page. */
static void ask_for_large_pages(void *block, size_t bytes)
{
#if defined MADV_HUGEPAGE && !defined __EMSCRIPTEN__
    const size_t large = (size_t)4 << 20, page = (size_t)sysconf(_SC_PAGESIZE);
    size_t before = (page - (uintptr_t)block % page) % page;
    if (bytes >= large)
        madvise((char *)block + before, bytes - before, MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

#ifdef __EMSCRIPTEN__

/* Emscripten's mmap() keeps a list of mappings that is not safe with threads. */
void *mi_system_map(size_t bytes)
{
    const size_t page = (size_t)64 << 10;
    if (bytes > SIZE_MAX - page)
        return NULL;
    size_t rounded = (bytes + page - 1) / page * page;
    void *pages = aligned_alloc(page, rounded);
    return pages ? memset(pages, 0, rounded) : NULL;
}

void mi_system_unmap(void *pages, size_t bytes)
{
    (void)bytes;
    free(pages);
}

const void *mi_system_map_file(int file, size_t length)
{
    char *bytes = malloc(length);
    size_t done = 0;
    while (bytes && done < length) {
        ssize_t n = read(file, bytes + done, length - done);
        if (n <= 0) {
            free(bytes);
            return NULL;
        }
        done += (size_t)n;
    }
    return bytes;
}

void mi_system_unmap_file(const void *bytes, size_t length)
{
    (void)length;
    free((void *)(uintptr_t)bytes);
}

#else

const void *mi_system_map_file(int file, size_t length)
{
    void *bytes = mmap(NULL, length, PROT_READ, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        return NULL;
    posix_madvise(bytes, length, POSIX_MADV_RANDOM); /* no read-ahead */
    return bytes;
}

void mi_system_unmap_file(const void *bytes, size_t length)
{
    munmap((void *)(uintptr_t)bytes, length);
}

/* Unmap in pieces of this size: the page faults of other threads wait while a piece is unmapped. */
#define UNMAP_PIECE ((size_t)16 << 20)

void *mi_system_map(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    ask_for_large_pages(pages, bytes);
    return pages;
}

void mi_system_unmap(void *pages, size_t bytes)
{
    char *piece = pages;
    for (; bytes > UNMAP_PIECE; piece += UNMAP_PIECE, bytes -= UNMAP_PIECE)
        munmap(piece, UNMAP_PIECE);
    munmap(piece, bytes);
}

#endif

void *mi_aligned_alloc(size_t alignment, size_t bytes)
{
    void *memory = aligned_alloc(alignment, bytes);
    if (memory)
        ask_for_large_pages(memory, bytes);
    return memory;
}

void mi_aligned_free(void *memory)
{
    free(memory);
}

/* If a standard stream is closed, opens /dev/null in the wrong direction in its place, so that
 * using it is an error. */
static void open_standard_files(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0)
            (void)!open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* glibc reserves 64 MiB of addresses or more for each thread that allocates. If the address space
 * is limited (ulimit -v), all threads share the first arena. */
static void limit_arenas(void)
{
#ifdef M_ARENA_MAX
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        mallopt(M_ARENA_MAX, 1);
#endif
}

void mi_system_prepare(void)
{
    open_standard_files();
    limit_arenas();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool mi_system_program(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}

static void (*set_handler(int signal_number, void (*handler)(int)))(int)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, before;
    sigemptyset(&action.sa_mask);
    return sigaction(signal_number, &action, &before) == 0 ? before.sa_handler : SIG_DFL;
}

void mi_set_interrupt_handler(struct mi_saved_handlers *interrupts, void (*handler)(int),
                              bool terminate)
{
    interrupts->terminate = terminate;
    interrupts->before_interrupt = set_handler(SIGINT, handler);
    interrupts->before_terminate = terminate ? set_handler(SIGTERM, handler) : SIG_DFL;
    interrupts->before_hangup = terminate ? set_handler(SIGHUP, handler) : SIG_DFL;
    if (interrupts->before_hangup == SIG_IGN)
        set_handler(SIGHUP, SIG_IGN);
}

void mi_restore_interrupt_handlers(const struct mi_saved_handlers *interrupts)
{
    set_handler(SIGINT, interrupts->before_interrupt);
    if (!interrupts->terminate)
        return;
    set_handler(SIGTERM, interrupts->before_terminate);
    set_handler(SIGHUP, interrupts->before_hangup);
}

const char mi_system_path_separator[2] = ":";

const char *mi_system_basename(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool mi_system_make_folder(const char *name)
{
    return mkdir(name, 0777) == 0 || errno == EEXIST;
}

#ifdef __EMSCRIPTEN__ /* files belong to a single process */

bool mi_system_lock_file(int folder, const char *name, int file)
{
    (void)folder;
    (void)name;
    (void)file;
    errno = ENOTSUP;
    return false;
}

#else

bool mi_system_lock_file(int folder, const char *name, int file)
{
    struct stat held, named;
    if (flock(file, LOCK_EX | LOCK_NB) != 0)
        return false;
    if (fstat(file, &held) == 0 && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
        mi_same_file(&held, &named))
        return true;
    errno = EWOULDBLOCK;
    return false;
}

#endif

static int set_byte_lock(int file, int64_t at, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)at, .l_len = 1};
    return fcntl(file, F_SETLK, &lock);
}

int mi_system_lock_byte(int file, int64_t at)
{
    if (set_byte_lock(file, at, F_WRLCK) == 0)
        return 1;
    return errno == EAGAIN || errno == EACCES || errno == EINTR ? 0 : -1;
}

void mi_system_unlock_byte(int file, int64_t at)
{
    set_byte_lock(file, at, F_UNLCK);
}

bool mi_system_sync(FILE *stream)
{
    return fflush(stream) == 0 && fsync(fileno(stream)) == 0;
}

int mi_system_open_scratch(char *name, size_t size)
{
    int length = snprintf(name, size, "/tmp/miai-XXXXXX");
    return (size_t)length < size ? mkstemp(name) : -1;
}
