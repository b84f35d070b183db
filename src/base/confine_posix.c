#include "confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

enum { FOLDER = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, PART_MAX = 256 };

static int fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return -1;
}

char *mi_confine_folder(const char *name, char *error, size_t size)
{
    struct stat status;
    char *folder = realpath(name, NULL);
    if (folder && stat(folder, &status) == 0 && S_ISDIR(status.st_mode))
        return folder;
    fail(error, size, folder ? "it is no folder" : strerror(errno));
    free(folder);
    return NULL;
}

/* Is ".." a part of the name? */
static bool climbs(const char *name)
{
    for (; *name; name += strcspn(name, "/"), name += strspn(name, "/"))
        if (strncmp(name, "..", 2) == 0 && (name[2] == '/' || !name[2]))
            return true;
    return false;
}

const char *mi_confined_name(const struct mi_files *files, const char *name, char *error,
                             size_t size)
{
    const char *folder = files->folder;
    size_t length = strlen(folder);
    if (!*folder)
        return fail(error, size, "files may not be named here"), NULL;
    if (!*name)
        return fail(error, size, "the name is empty"), NULL;
    if (*name == '/' && strncmp(name, folder, length) == 0 &&
        (name[length] == '/' || !name[length] || folder[length - 1] == '/'))
        name += length;
    else if (*name == '/')
        return fail(error, size, "it lies outside of the folder for files"), NULL;
    if (climbs(name))
        return fail(error, size, "\"..\" may not be part of the name"), NULL;
    name += strspn(name, "/");
    return *name ? name : ".";
}

/* Takes the next part of a name, and moves on to the one behind; false: it is too long. */
static bool take_part(const char **name, char part[PART_MAX])
{
    size_t length = strcspn(*name, "/");
    if (length >= PART_MAX)
        return false;
    memcpy(part, *name, length);
    part[length] = '\0';
    *name += length;
    *name += strspn(*name, "/");
    return true;
}

/* Why a part could not be entered or opened: a link is told as what it is. */
static int fail_part(int folder, const char *part, char *error, size_t size)
{
    int number = errno;
    struct stat status;
    if (fstatat(folder, part, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode))
        return fail(error, size, "a link may not be part of the name");
    return fail(error, size, strerror(number));
}

/* Walks from an open folder to the one that holds the last part. */
static int walk(int folder, const char **name, char *error, size_t size)
{
    char part[PART_MAX];
    while (folder >= 0 && strchr(*name, '/')) {
        int next = -1;
        if (!take_part(name, part))
            fail(error, size, strerror(ENAMETOOLONG));
        else if ((next = openat(folder, part, FOLDER)) < 0)
            fail_part(folder, part, error, size);
        close(folder);
        folder = next;
        if (!**name)
            *name = ".";
    }
    return folder;
}

int mi_confined_parent(const struct mi_files *files, const char *name, const char **last,
                       char *error, size_t size)
{
    *last = name;
    if (!files || !files->folder)
        return AT_FDCWD;
    *last = mi_confined_name(files, name, error, size);
    if (!*last)
        return -1;
    int folder = open(files->folder, FOLDER);
    return folder < 0 ? fail(error, size, strerror(errno)) : walk(folder, last, error, size);
}

void mi_confined_close(int folder)
{
    if (folder != AT_FDCWD && folder >= 0)
        close(folder);
}

/* Are all that lie in the folder regular files, or folders, which nobody enters? */
static bool holds_files(int folder, char *error, size_t size)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    struct dirent *entry;
    struct stat status;
    bool good = true;
    if (!directory) {
        fail(error, size, strerror(errno));
        if (copy >= 0)
            close(copy);
        return false;
    }
    while (good && (entry = readdir(directory)) != NULL) {
        good = fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
               (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
        if (!good)
            snprintf(error, size, "in the folder, %.60s is not a regular file", entry->d_name);
    }
    closedir(directory);
    return good;
}

/* Opens the last part of a name. */
static int open_last(int parent, const char *last, bool folder, char *error, size_t size)
{
    struct stat status;
    if (fstatat(parent, last, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return fail(error, size, strerror(errno));
    if (S_ISLNK(status.st_mode))
        return fail(error, size, "a link may not be part of the name");
    if (S_ISDIR(status.st_mode) && !folder)
        return fail(error, size, strerror(EISDIR));
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return fail(error, size, "not a regular file");
    int file = openat(parent, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return file < 0 ? fail_part(parent, last, error, size) : file;
}

int mi_confined_open(const struct mi_files *files, const char *name, bool folder, char *error,
                     size_t size)
{
    struct stat status;
    const char *last;
    int parent = mi_confined_parent(files, name, &last, error, size);
    if (parent == -1)
        return -1;
    int file = open_last(parent, last, folder, error, size);
    mi_confined_close(parent);
    if (file < 0)
        return -1;
    bool good = fstat(file, &status) == 0;
    if (!good)
        fail(error, size, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        good = holds_files(file, error, size);
    else if (files && files->most > 0 && (unsigned long long)status.st_size > files->most) {
        snprintf(error, size, "it has more than %zu bytes", files->most);
        good = false;
    }
    if (good)
        return file;
    close(file);
    return -1;
}
