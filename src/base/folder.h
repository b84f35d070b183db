/* folder.h - what is in a folder. */
#ifndef MI_BASE_FOLDER_H
#define MI_BASE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Names, in the order of their bytes. */
struct mi_folder {
    char **name; /* owned */
    size_t count;
};

bool mi_is_folder(const char *path);

/* Are both the same folder, and there? */
bool mi_is_same_folder(const char *path, const char *other);

/* Do both paths name the same file, whether or not it exists? */
bool mi_is_same_path(const char *path, const char *other);

/* Is it, by a link, one of the folders that its own path leads through? */
bool mi_is_folder_loop(const char *path);

/* All names in it but those that begin with a dot.  False: it cannot be read, or there is no
 * memory; errno says why, and folder is empty. */
bool mi_folder_read(struct mi_folder *folder, const char *path);
void mi_folder_free(struct mi_folder *folder);

#endif
