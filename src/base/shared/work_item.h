/* work_item.h - output files (blocks of games, shards) that several processes share out: one
 * process writes each file.
 *
 * An unfinished file is called NAME.part and locked by its writer (base/system.h). If the writer is
 * killed, another process starts the file anew. */
#ifndef MI_BASE_SHARED_WORK_ITEM_H
#define MI_BASE_SHARED_WORK_ITEM_H

#include <stdbool.h>
#include <stdio.h>

struct mi_work_item {
    FILE *out;         /* initially empty */
    char *name, *part; /* owned */
};

enum mi_work_item_state {
    MI_WORK_ITEM_MINE,      /* write the file, then call mi_work_item_end() */
    MI_WORK_ITEM_DONE,      /* the file exists */
    MI_WORK_ITEM_ELSEWHERE, /* another process is writing it */
    MI_WORK_ITEM_FAILED     /* see errno */
};

/* Call this from one thread of a process at a time. */
enum mi_work_item_state mi_work_item_begin(struct mi_work_item *item, const char *name);

/* Closes the file and, if complete is true, gives it its final name. Returns false with errno set
 * if the file is not in place. */
bool mi_work_item_end(struct mi_work_item *item, bool complete);

#endif
