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

enum { OPEN_FOLDER = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, PART_MAX = 256 };

static int confine_fail(char *error, size_t size, const char *why)
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
    confine_fail(error, size, folder ? "not a folder" : strerror(errno));
    free(folder);
    return NULL;
}

static bool contains_parent_step(const char *name)
{
    for (; *name; name += strcspn(name, "/"), name += strspn(name, "/"))
        if (strncmp(name, "..", 2) == 0 && (name[2] == '/' || !name[2]))
            return true;
    return false;
}

const char *mi_confined_name(const struct mi_file_access *files, const char *name, char *error,
                             size_t size)
{
    const char *folder = files->folder;
    size_t length = strlen(folder);
    if (!*folder)
        return confine_fail(error, size, "file names are not allowed here"), NULL;
    if (!*name)
        return confine_fail(error, size, "the name is empty"), NULL;
    if (*name == '/' && strncmp(name, folder, length) == 0 &&
        (name[length] == '/' || !name[length] || folder[length - 1] == '/'))
        name += length;
    else if (*name == '/')
        return confine_fail(error, size, "it is outside the folder to which files are confined"),
               NULL;
    if (contains_parent_step(name))
        return confine_fail(error, size, "the name must not contain \"..\""), NULL;
    name += strspn(name, "/");
    return *name ? name : ".";
}

/* Copies the next part of the name and advances *name past it; false if the part is too long. */
static bool next_name_part(const char **name, char part[PART_MAX])
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

/* Reports why a part could not be opened. A link gets an error of its own. */
static int fail_part(int folder, const char *part, char *error, size_t size)
{
    int number = errno;
    struct stat status;
    if (fstatat(folder, part, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode))
        return confine_fail(error, size, "the name must not contain a link");
    return confine_fail(error, size, strerror(number));
}

/* Walks from an open folder to the one that contains the last part of the name. */
static int walk_to_parent(int folder, const char **name, char *error, size_t size)
{
    char part[PART_MAX];
    while (folder >= 0 && strchr(*name, '/')) {
        int next = -1;
        if (!next_name_part(name, part))
            confine_fail(error, size, strerror(ENAMETOOLONG));
        else if ((next = openat(folder, part, OPEN_FOLDER)) < 0)
            fail_part(folder, part, error, size);
        close(folder);
        folder = next;
        if (!**name)
            *name = ".";
    }
    return folder;
}

int mi_confined_parent(const struct mi_file_access *files, const char *name, const char **last,
                       char *error, size_t size)
{
    *last = name;
    if (!files || !files->folder)
        return AT_FDCWD;
    *last = mi_confined_name(files, name, error, size);
    if (!*last)
        return -1;
    int folder = open(files->folder, OPEN_FOLDER);
    return folder < 0 ? confine_fail(error, size, strerror(errno))
                      : walk_to_parent(folder, last, error, size);
}

void mi_confined_close(int folder)
{
    if (folder != AT_FDCWD && folder >= 0)
        close(folder);
}

/* Does the folder contain only regular files and folders? Its subfolders are not entered. */
static bool holds_only_files(int folder, char *error, size_t size)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = copy >= 0 ? fdopendir(copy) : NULL;
    struct dirent *entry;
    struct stat status;
    bool good = true;
    if (!directory) {
        confine_fail(error, size, strerror(errno));
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

static int open_last_part(int parent, const char *last, bool folder, char *error, size_t size)
{
    struct stat status;
    if (fstatat(parent, last, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return confine_fail(error, size, strerror(errno));
    if (S_ISLNK(status.st_mode))
        return confine_fail(error, size, "the name must not contain a link");
    if (S_ISDIR(status.st_mode) && !folder)
        return confine_fail(error, size, strerror(EISDIR));
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return confine_fail(error, size, "not a regular file");
    int file = openat(parent, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return file < 0 ? fail_part(parent, last, error, size) : file;
}

int mi_confined_open(const struct mi_file_access *files, const char *name, bool folder, char *error,
                     size_t size)
{
    struct stat status;
    const char *last;
    int parent = mi_confined_parent(files, name, &last, error, size);
    if (parent == -1)
        return -1;
    int file = open_last_part(parent, last, folder, error, size);
    mi_confined_close(parent);
    if (file < 0)
        return -1;
    bool good = fstat(file, &status) == 0;
    if (!good)
        confine_fail(error, size, strerror(errno));
    else if (S_ISDIR(status.st_mode))
        good = holds_only_files(file, error, size);
    else if (files && files->most > 0 && (unsigned long long)status.st_size > files->most) {
        snprintf(error, size, "it is larger than %zu bytes", files->most);
        good = false;
    }
    if (good)
        return file;
    close(file);
    return -1;
}
