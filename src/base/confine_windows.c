/* Windows opens no file from a folder that is open, and what lies in between may change: there is
 * "nowhere" and "anywhere". */
#include "at.h"
#include "confine.h"

#include <stdio.h>

static void *fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return NULL;
}

char *mi_confine_folder(const char *name, char *error, size_t size)
{
    (void)name;
    return fail(error, size, "Windows has no way to confine files to a folder: \"none\" forbids all");
}

const char *mi_confined_name(const struct mi_files *files, const char *name, char *error,
                             size_t size)
{
    (void)files;
    (void)name;
    return fail(error, size, "files may not be named here");
}

int mi_confined_parent(const struct mi_files *files, const char *name, const char **last,
                       char *error, size_t size)
{
    *last = name;
    if (!files || !files->folder)
        return AT_FDCWD;
    fail(error, size, "files may not be named here");
    return -1;
}

void mi_confined_close(int folder)
{
    (void)folder;
}

int mi_confined_open(const struct mi_files *files, const char *name, bool folder, char *error,
                     size_t size)
{
    (void)files;
    (void)name;
    (void)folder;
    fail(error, size, "files may not be named here");
    return -1;
}
