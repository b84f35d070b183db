/* work_item.h - files each of which one of several processes makes, whole or not at all: blocks of
 * games, shards.
 *
 * Until it is whole it is called NAME.part, and locked by who makes it (base/system.h): what one
 * left that was killed, another begins anew. */
#ifndef MI_BASE_SHARED_WORK_ITEM_H
#define MI_BASE_SHARED_WORK_ITEM_H

#include <stdbool.h>
#include <stdio.h>

struct mi_work_item {
    FILE *out;         /* to write to, empty */
    char *name, *part; /* owned */
};

enum mi_work_item_state {
    MI_WORK_ITEM_MINE,      /* to be made, and ended by mi_work_item_end() */
    MI_WORK_ITEM_DONE,      /* it is there */
    MI_WORK_ITEM_ELSEWHERE, /* another process makes it */
    MI_WORK_ITEM_FAILED     /* errno says why */
};

/* One thread of a process at a time. */
enum mi_work_item_state mi_work_item_begin(struct mi_work_item *piece, const char *name);

/* whole: all was written; false, and errno says why: it is not in its place. */
bool mi_work_item_end(struct mi_work_item *piece, bool whole);

#endif
