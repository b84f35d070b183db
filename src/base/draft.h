/* draft.h - replaces a file atomically: the new contents go to a draft that is renamed at the end.
 *
 * The old file stays until the draft is complete. Only a new file or a writable regular file is
 * replaced. If the name is a link, the link stays and its target is replaced. Functions that fail
 * write the reason into error, a buffer of size bytes.
 *
 * The draft of NAME is called NAME.miai-N.part, with the first N that no other living writer uses,
 * in this process or another. A draft left by a killed writer is removed and its number reused. */
#ifndef MI_BASE_DRAFT_H
#define MI_BASE_DRAFT_H

#include "confine.h"

#include <stdio.h>

/* Initialize with zeros or by mi_draft_open(). */
struct mi_draft {
    FILE *out;              /* the stream to write to; NULL if not open */
    char *name, *temporary; /* owned: names of the file and of the draft (NULL once renamed) */
    int folder;             /* the folder of both, as a descriptor for openat(2) */
    bool confined;          /* folder is to be closed */
    bool replaces;          /* the file existed */
};

/* Returns false if the file cannot be written. */
bool mi_draft_open(struct mi_draft *draft, const char *name, char *error, size_t size);

/* Opens a draft, but only of a file that may be accessed; NULL: any file. */
bool mi_draft_open_in(struct mi_draft *draft, const struct mi_file_access *files, const char *name,
                      char *error, size_t size);

/* Renames the draft to the file. Writing may continue; it then goes to the file itself. */
bool mi_draft_commit(struct mi_draft *draft, char *error, size_t size);

/* Commits the draft, unless that is done, and closes it. Returns false if not everything could be
 * written; the file is then unchanged, unless it was committed before. */
bool mi_draft_close(struct mi_draft *draft, char *error, size_t size);

/* Closes and deletes the draft; the file stays unchanged unless the draft was committed. Does
 * nothing if the draft is not open. */
void mi_draft_discard(struct mi_draft *draft);

#endif
