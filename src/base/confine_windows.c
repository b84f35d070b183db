/* Windows cannot open a file relative to an open folder, so the path to it could change between
 * check and open. Access is therefore either to any file or to none. */
#include "at.h"
#include "confine.h"

#include <stdio.h>

static void *confine_fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return NULL;
}

char *mi_confine_folder(const char *name, char *error, size_t size)
{
    (void)name;
    return confine_fail(
        error, size, "files cannot be confined to a folder on Windows; use \"none\" to forbid all");
}

const char *mi_confined_name(const struct mi_file_access *files, const char *name, char *error,
                             size_t size)
{
    (void)files;
    (void)name;
    return confine_fail(error, size, "file names are not allowed here");
}

int mi_confined_parent(const struct mi_file_access *files, const char *name, const char **last,
                       char *error, size_t size)
{
    *last = name;
    if (!files || !files->folder)
        return AT_FDCWD;
    confine_fail(error, size, "file names are not allowed here");
    return -1;
}

void mi_confined_close(int folder)
{
    (void)folder;
}

int mi_confined_open(const struct mi_file_access *files, const char *name, bool folder, char *error,
                     size_t size)
{
    (void)files;
    (void)name;
    (void)folder;
    confine_fail(error, size, "file names are not allowed here");
    return -1;
}
