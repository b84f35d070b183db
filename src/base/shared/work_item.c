#include "work_item.h"

#include "base/at.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_there(const char *name)
{
    return access(name, F_OK) == 0;
}

static enum mi_work_item_state give_up(struct mi_work_item *piece, int file,
                                       enum mi_work_item_state state)
{
    int why = errno;
    if (file >= 0)
        close(file);
    free(piece->name);
    free(piece->part);
    *piece = (struct mi_work_item){.out = NULL};
    errno = why;
    return state;
}

/* Takes away a part that was made anew after another process had put its own into its place. */
static void remove_part(const char *part, int file)
{
    struct stat mine, named;
    if (fstat(file, &mine) == 0 && stat(part, &named) == 0 && mi_same_file(&mine, &named))
        unlink(part);
}

static bool name_part(struct mi_work_item *piece, const char *name)
{
    size_t size = strlen(name) + sizeof ".part";
    *piece = (struct mi_work_item){.name = strdup(name), .part = malloc(size)};
    if (piece->part)
        snprintf(piece->part, size, "%s.part", name);
    return piece->name && piece->part;
}

enum mi_work_item_state mi_work_item_begin(struct mi_work_item *piece, const char *name)
{
    int file = -1, locked = -1;
    *piece = (struct mi_work_item){.out = NULL};
    if (is_there(name))
        return MI_WORK_ITEM_DONE;
    if (name_part(piece, name))
        file = open(piece->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0)
        locked = mi_system_lock(file, 0);
    if (locked < 1)
        return give_up(piece, file, locked < 0 ? MI_WORK_ITEM_FAILED : MI_WORK_ITEM_ELSEWHERE);
    if (is_there(name)) { /* it came between */
        remove_part(piece->part, file);
        return give_up(piece, file, MI_WORK_ITEM_DONE);
    }
    if (ftruncate(file, 0) == 0)
        piece->out = fdopen(file, "wb");
    return piece->out ? MI_WORK_ITEM_MINE : give_up(piece, file, MI_WORK_ITEM_FAILED);
}

bool mi_work_item_end(struct mi_work_item *piece, bool whole)
{
    bool good = whole && !ferror(piece->out) && mi_system_sync(piece->out) &&
                rename(piece->part, piece->name) == 0;
    int why = errno;
    fclose(piece->out); /* the lock ends behind the renaming */
    give_up(piece, -1, MI_WORK_ITEM_DONE);
    errno = why;
    return good;
}
