/* confine.h - files below a folder, and no others.
 *
 * A name is walked part by part from the folder on: neither "..", nor a link, nor a device, a FIFO
 * or a socket leads anywhere, whoever changes the folder meanwhile.  A name that begins with the
 * folder's own is read as what is below it; any other absolute one is refused. */
#ifndef MI_BASE_CONFINE_H
#define MI_BASE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* Which files may be named. */
struct mi_files {
    const char *folder; /* its absolute name without links; NULL: anywhere; "": nowhere */
    size_t most;        /* bytes of a file that is read; 0: no bound */
};

/* The absolute name of a folder without links, owned by the caller; or NULL, and why. */
char *mi_confine_folder(const char *name, char *error, size_t size);

/* The part of a name below the folder: "." for the folder itself.  NULL, and why. */
const char *mi_confined_name(const struct mi_files *files, const char *name, char *error,
                             size_t size);

/* Opens the folder in which a file of that name lies, and tells the last part of the name.  A
 * descriptor for openat(2) and the like, AT_FDCWD where any file may be named, which
 * mi_confined_close() takes, too; or -1, and why. */
int mi_confined_parent(const struct mi_files *files, const char *name, const char **last,
                       char *error, size_t size);
void mi_confined_close(int folder);

/* Opens a regular file to read, or, if that is allowed, a folder, all of whose files then are
 * regular ones.  A descriptor, or -1, and why. */
int mi_confined_open(const struct mi_files *files, const char *name, bool folder, char *error,
                     size_t size);

#endif
