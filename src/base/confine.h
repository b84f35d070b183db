/* confine.h - restricts file access to the files below one folder.
 *
 * A name is resolved part by part from that folder on. "..", links, devices, FIFOs and sockets are
 * refused, even if another program changes the folder meanwhile. An absolute name is accepted only
 * if it begins with the folder's own name.
 *
 * Functions that fail write the reason into error, a buffer of size bytes. */
#ifndef MI_BASE_CONFINE_H
#define MI_BASE_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

/* Which files may be accessed. Functions accept NULL for "any file". */
struct mi_file_access {
    const char *folder; /* absolute, without links; NULL: any file; "": none */
    size_t most;        /* largest file that may be read, in bytes; 0: no limit */
};

/* Returns the absolute name of a folder, without links; the caller frees it. NULL on error. */
char *mi_confine_folder(const char *name, char *error, size_t size);

/* Returns the part of the name below the folder, "." for the folder itself. NULL on error. */
const char *mi_confined_name(const struct mi_file_access *files, const char *name, char *error,
                             size_t size);

/* Opens the folder that contains the named file and sets *last to the last part of the name.
 * Returns a descriptor for openat(2) and related calls, to be closed by mi_confined_close();
 * AT_FDCWD if any file may be accessed; -1 on error. */
int mi_confined_parent(const struct mi_file_access *files, const char *name, const char **last,
                       char *error, size_t size);
void mi_confined_close(int folder);

/* Opens a regular file for reading. If folder is true, a folder may be opened too, provided that it
 * contains only regular files and folders. Returns a descriptor, or -1 on error. */
int mi_confined_open(const struct mi_file_access *files, const char *name, bool folder, char *error,
                     size_t size);

#endif
