#include "work_item.h"

#include "base/at.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool file_exists(const char *name)
{
    return access(name, F_OK) == 0;
}

static enum mi_work_item_state release_item(struct mi_work_item *item, int file,
                                            enum mi_work_item_state state)
{
    int why = errno;
    if (file >= 0)
        close(file);
    free(item->name);
    free(item->part);
    *item = (struct mi_work_item){.out = NULL};
    errno = why;
    return state;
}

/* Removes the .part file unless another process has replaced it. */
static void remove_part(const char *part, int file)
{
    struct stat mine, named;
    if (fstat(file, &mine) == 0 && stat(part, &named) == 0 && mi_same_file(&mine, &named))
        unlink(part);
}

static bool init_names(struct mi_work_item *item, const char *name)
{
    size_t size = strlen(name) + sizeof ".part";
    *item = (struct mi_work_item){.name = strdup(name), .part = malloc(size)};
    if (item->part)
        snprintf(item->part, size, "%s.part", name);
    return item->name && item->part;
}

enum mi_work_item_state mi_work_item_begin(struct mi_work_item *item, const char *name)
{
    int file = -1, locked = -1;
    *item = (struct mi_work_item){.out = NULL};
    if (file_exists(name))
        return MI_WORK_ITEM_DONE;
    if (init_names(item, name))
        file = open(item->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0)
        locked = mi_system_lock_byte(file, 0);
    if (locked < 1)
        return release_item(item, file, locked < 0 ? MI_WORK_ITEM_FAILED : MI_WORK_ITEM_ELSEWHERE);
    if (file_exists(name)) { /* another process finished it before the lock */
        remove_part(item->part, file);
        return release_item(item, file, MI_WORK_ITEM_DONE);
    }
    if (ftruncate(file, 0) == 0)
        item->out = fdopen(file, "wb");
    return item->out ? MI_WORK_ITEM_MINE : release_item(item, file, MI_WORK_ITEM_FAILED);
}

bool mi_work_item_end(struct mi_work_item *item, bool complete)
{
    bool good = complete && !ferror(item->out) && mi_system_sync(item->out) &&
                rename(item->part, item->name) == 0;
    int why = errno;
    fclose(item->out); /* releases the lock, after the rename */
    release_item(item, -1, MI_WORK_ITEM_DONE);
    errno = why;
    return good;
}
