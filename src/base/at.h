/* at.h - files named relative to an open folder: openat(2) and related calls, with their headers.
 *
 * Windows version: the only folder is AT_FDCWD. Names are UTF-8 if Windows applies the program's
 * manifest. The only permission of a file is whether it may be written. */
#ifndef MI_BASE_AT_H
#define MI_BASE_AT_H

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef _WIN32

#include <errno.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

enum { AT_FDCWD = -100, AT_SYMLINK_NOFOLLOW = 0x100 };
enum { O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0, O_CLOEXEC = _O_NOINHERIT | _O_BINARY };

#define S_ISLNK(mode) ((void)(mode), 0)

static inline int mi_windows_error(void)
{
    DWORD error = GetLastError();
    if (error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS)
        return EEXIST;
    return error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;
}

/* Opens a file for writing that may be renamed while it is open. With O_EXCL the file must be new,
 * otherwise it must exist. */
static inline int openat(int folder, const char *name, int flags, int mode)
{
    (void)folder;
    (void)mode;
    HANDLE file =
        CreateFileA(name, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, flags & O_EXCL ? CREATE_NEW : OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file != INVALID_HANDLE_VALUE)
        return _open_osfhandle((intptr_t)file, _O_BINARY);
    errno = mi_windows_error();
    return -1;
}

static inline int fstatat(int folder, const char *name, struct stat *status, int flags)
{
    (void)folder;
    (void)flags;
    return stat(name, status);
}

static inline int faccessat(int folder, const char *name, int mode, int flags)
{
    (void)folder;
    (void)flags;
    return access(name, mode);
}

static inline int unlinkat(int folder, const char *name, int flags)
{
    (void)folder;
    (void)flags;
    return _unlink(name);
}

/* Replaces an existing file, which rename() of the C library refuses to do. */
static inline int renameat(int folder, const char *from, int to_folder, const char *to)
{
    (void)folder;
    (void)to_folder;
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return 0;
    errno = mi_windows_error();
    return -1;
}

static inline int fchmod(int file, unsigned mode)
{
    (void)file;
    (void)mode;
    return 0;
}

static inline char *realpath(const char *name, char *path)
{
    return _fullpath(path, name, 0);
}

#endif

#endif
