#include "folder.h"

#include "at.h"
#include "system.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool mi_is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Windows reports the file number 0, so compare the names there. */
bool mi_is_same_folder(const char *path, const char *other)
{
    struct stat a, b;
    if (stat(path, &a) != 0 || stat(other, &b) != 0 || !S_ISDIR(a.st_mode))
        return false;
    return a.st_ino != 0 ? mi_same_file(&a, &b) : strcmp(path, other) == 0;
}

/* The path without its last part; the caller frees it. NULL if out of memory. */
static char *folder_of_path(const char *path)
{
    size_t length = (size_t)(mi_system_basename(path) - path);
    char *parent = strdup(length > 0 ? path : ".");
    if (parent && length > 0)
        parent[length] = '\0';
    return parent;
}

/* Compares full names: for files that do not exist or have no number. */
static bool has_same_name(const char *path, const char *other)
{
    char *parent = folder_of_path(path), *other_folder = folder_of_path(other);
    char *full = parent ? realpath(parent, NULL) : NULL;
    char *other_full = other_folder ? realpath(other_folder, NULL) : NULL;
    bool same = full && other_full && strcmp(full, other_full) == 0 &&
                strcmp(mi_system_basename(path), mi_system_basename(other)) == 0;
    free(parent);
    free(other_folder);
    free(full);
    free(other_full);
    return same;
}

bool mi_is_same_path(const char *path, const char *other)
{
    struct stat a, b;
    bool found = stat(path, &a) == 0, other_found = stat(other, &b) == 0;
    if (found != other_found)
        return false;
    return found && a.st_ino != 0 ? mi_same_file(&a, &b) : has_same_name(path, other);
}

bool mi_is_folder_loop(const char *path)
{
    char *parent = strdup(path), *slash = parent ? strrchr(parent, '/') : NULL;
    bool loop = false;
    for (; slash && slash > parent && !loop; slash = strrchr(parent, '/')) {
        *slash = '\0';
        loop = mi_is_same_folder(path, parent);
    }
    free(parent);
    return loop;
}

static bool folder_add_name(struct mi_folder *folder, size_t *capacity, const char *name)
{
    if (folder->count == *capacity) {
        size_t new_capacity = 2 * *capacity + 16;
        char **names = realloc(folder->name, new_capacity * sizeof *names);
        if (!names)
            return false;
        folder->name = names;
        *capacity = new_capacity;
    }
    char *copy = strdup(name);
    if (copy)
        folder->name[folder->count++] = copy;
    return copy != NULL;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool read_folder_names(struct mi_folder *folder, DIR *directory)
{
    size_t capacity = 0;
    struct dirent *entry;
    bool good = true;
    errno = 0;
    while (good && (entry = readdir(directory)) != NULL)
        good = entry->d_name[0] == '.' || folder_add_name(folder, &capacity, entry->d_name);
    return good && errno == 0;
}

bool mi_folder_read(struct mi_folder *folder, const char *path)
{
    DIR *directory = opendir(path);
    *folder = (struct mi_folder){.name = NULL};
    if (!directory)
        return false;
    bool good = read_folder_names(folder, directory);
    int error = errno;
    closedir(directory);
    if (!good)
        mi_folder_free(folder);
    else if (folder->count > 0)
        qsort(folder->name, folder->count, sizeof *folder->name, compare_names);
    errno = error;
    return good;
}

void mi_folder_free(struct mi_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        free(folder->name[i]);
    free(folder->name);
    *folder = (struct mi_folder){.name = NULL};
}
