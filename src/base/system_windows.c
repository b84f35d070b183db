#include "memory.h"
#include "system.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <process.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

#include <timeapi.h>

/* Normal pages: large ones need a privilege that few users have. */
void *mi_system_map(size_t bytes)
{
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void mi_system_unmap(void *pages, size_t bytes)
{
    (void)bytes;
    VirtualFree(pages, 0, MEM_RELEASE);
}

const void *mi_system_map_file(int file, size_t length)
{
    HANDLE mapping =
        CreateFileMappingA((HANDLE)_get_osfhandle(file), NULL, PAGE_READONLY, 0, 0, NULL);
    if (!mapping)
        return NULL;
    const void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, length);
    CloseHandle(mapping); /* the view keeps it */
    return bytes;
}

void mi_system_unmap_file(const void *bytes, size_t length)
{
    (void)length;
    UnmapViewOfFile(bytes);
}

void *mi_aligned_alloc(size_t alignment, size_t bytes)
{
    return _aligned_malloc(bytes, alignment);
}

void mi_aligned_free(void *memory)
{
    _aligned_free(memory);
}

/* A client may have closed the streams that it does not use. */
static void open_standard_file(int file)
{
    if (_get_osfhandle(file) >= 0)
        return;
    int null_file = _open("NUL", _O_RDWR | _O_BINARY);
    if (null_file >= 0 && null_file != file) {
        _dup2(null_file, file);
        _close(null_file);
    }
}

/* timeBeginPeriod(1): without it, a wait of one millisecond can last sixteen. The console shows
 * output as UTF-8. */
void mi_system_prepare(void)
{
    for (int file = 0; file <= 2; file++) {
        open_standard_file(file);
        _setmode(file, _O_BINARY);
    }
    timeBeginPeriod(1);
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
}

bool mi_system_program(char *path, size_t size)
{
    DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);
    bool found = length > 0 && length < size;
    path[found ? length : 0] = '\0';
    return found;
}

/* The C library removes a handler when it calls it, so it is set again each time. */
static void (*handlers[2])(int);

static void call_handler_again(int signal_number)
{
    signal(signal_number, call_handler_again);
    handlers[signal_number == SIGTERM](signal_number);
}

static void (*set_handler(int signal_number, void (*handler)(int)))(int)
{
    handlers[signal_number == SIGTERM] = handler;
    return signal(signal_number, call_handler_again);
}

void mi_set_interrupt_handler(struct mi_saved_handlers *interrupts, void (*handler)(int),
                              bool terminate)
{
    interrupts->terminate = terminate;
    interrupts->before_interrupt = set_handler(SIGINT, handler);
    interrupts->before_terminate = terminate ? set_handler(SIGTERM, handler) : SIG_DFL;
}

void mi_restore_interrupt_handlers(const struct mi_saved_handlers *interrupts)
{
    signal(SIGINT, interrupts->before_interrupt);
    if (interrupts->terminate)
        signal(SIGTERM, interrupts->before_terminate);
}

const char mi_system_path_separator[2] = ";";

const char *mi_system_basename(const char *path)
{
    size_t part;
    while (path[part = strcspn(path, "/\\:")] != '\0')
        path += part + 1;
    return path;
}

bool mi_system_make_folder(const char *name)
{
    return _mkdir(name) == 0 || errno == EEXIST;
}

/* Locks one byte far past the end, in place of the whole file. */
bool mi_system_lock_file(int folder, const char *name, int file)
{
    OVERLAPPED at = {.OffsetHigh = MAXLONG};
    (void)folder;
    (void)name;
    if (LockFileEx((HANDLE)_get_osfhandle(file),
                   LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at))
        return true;
    errno = EWOULDBLOCK;
    return false;
}

int mi_system_lock_byte(int file, int64_t at)
{
    OVERLAPPED where = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
    HANDLE handle = (HANDLE)_get_osfhandle(file);
    if (LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &where))
        return 1;
    DWORD error = GetLastError();
    if (error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING)
        return 0;
    errno = ENOLCK;
    return -1;
}

void mi_system_unlock_byte(int file, int64_t at)
{
    UnlockFile((HANDLE)_get_osfhandle(file), (DWORD)at, (DWORD)(at >> 32), 1, 0);
}

bool mi_system_sync(FILE *stream)
{
    return fflush(stream) == 0 && _commit(_fileno(stream)) == 0;
}

int mi_system_open_scratch(char *name, size_t size)
{
    char folder[MAX_PATH + 1];
    DWORD length = GetTempPathA(sizeof folder, folder);
    for (unsigned try = 0; length > 0 && try < 100; try++) {
        snprintf(name, size, "%smiai-%x-%x.sgf", folder, (unsigned)_getpid(),
                 (unsigned)GetTickCount() + try);
        int file = _open(name, _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY, _S_IREAD | _S_IWRITE);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}
