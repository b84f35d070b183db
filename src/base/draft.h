/* draft.h - writing files that users and clients name.
 *
 * A draft is written beside the file and then takes its place: what was there stays until all of
 * the new one is.  Only what is not there yet, or is a regular file that may be written, is
 * replaced; a link stays, and what it leads to is replaced.  What fails is told in words, in an
 * error of size bytes.
 *
 * Its name is NAME.miai-N.part with the first number N that no other writer has, in this process or
 * another; what a writer left that was killed is none of them, and the next one takes its place. */
#ifndef MI_BASE_DRAFT_H
#define MI_BASE_DRAFT_H

#include "confine.h"

#include <stdio.h>

/* Begins as all zero, or with mi_draft_open(). */
struct mi_draft {
    FILE *out;           /* to write to; NULL: it is not open */
    char *name, *beside; /* its own: of the file, and of the draft; NULL once that is placed */
    int folder;          /* in which they lie, as openat(2) has it */
    bool confined;       /* it is open, and to be closed */
    bool replaces;       /* the file exists */
};

/* False: it cannot be written. */
bool mi_draft_open(struct mi_draft *draft, const char *name, char *error, size_t size);

/* The same of a file that may be named; files == NULL: of any. */
bool mi_draft_open_in(struct mi_draft *draft, const struct mi_files *files, const char *name,
                      char *error, size_t size);

/* Puts what was written into its place, where writing may go on. */
bool mi_draft_commit(struct mi_draft *draft, char *error, size_t size);

/* Puts it into its place, unless it is there, and closes it.  False: not all could be written, and
 * unless it was placed before, the file is as it was. */
bool mi_draft_close(struct mi_draft *draft, char *error, size_t size);

/* Closes it, if it is open, and leaves the file as it was, unless it was placed. */
void mi_draft_discard(struct mi_draft *draft);

#endif
