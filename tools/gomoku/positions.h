/* positions.h - the positions that leaves.c wrote, for distil.c. */
#ifndef MI_TOOLS_GOMOKU_POSITIONS_H
#define MI_TOOLS_GOMOKU_POSITIONS_H

#include "leaf.h"

#include <stdbool.h>
#include <stddef.h>

struct positions {
    struct leaf *leaf; /* release it with free() */
    size_t count;
};

/* Adds the files of the folders (NULL at the end); one in 24 is held out.  Prints an error and
 * returns false on failure. */
bool positions_read(char **folders, struct positions *learned, struct positions *held);

#endif
