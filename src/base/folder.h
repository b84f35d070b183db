/* folder.h - the names in a folder, and comparison of paths. */
#ifndef MI_BASE_FOLDER_H
#define MI_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Names, sorted by their bytes. */
struct mi_folder {
    char **name; /* owned */
    size_t count;
};

bool mi_is_folder(const char *path);

/* Do both paths lead to the same existing folder? */
bool mi_is_same_folder(const char *path, const char *other);

/* Do both paths name the same file? The file need not exist. */
bool mi_is_same_path(const char *path, const char *other);

/* Does the path, through a link, lead to one of its own parent folders? */
bool mi_is_folder_loop(const char *path);

/* Reads all names except those that begin with a dot. Returns false, with errno set and folder
 * empty, if the folder cannot be read or memory runs out. */
bool mi_folder_read(struct mi_folder *folder, const char *path);
void mi_folder_free(struct mi_folder *folder);

#endif
