#include "piece.h"

#include "base/at.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_there(const char *name)
{
    return access(name, F_OK) == 0;
}

static enum mi_piece_state give_up(struct mi_piece *piece, int file, enum mi_piece_state state)
{
    int why = errno;
    if (file >= 0)
        close(file);
    free(piece->name);
    free(piece->part);
    *piece = (struct mi_piece){.out = NULL};
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

static bool name_part(struct mi_piece *piece, const char *name)
{
    size_t size = strlen(name) + sizeof ".part";
    *piece = (struct mi_piece){.name = strdup(name), .part = malloc(size)};
    if (piece->part)
        snprintf(piece->part, size, "%s.part", name);
    return piece->name && piece->part;
}

enum mi_piece_state mi_piece_begin(struct mi_piece *piece, const char *name)
{
    int file = -1, locked = -1;
    *piece = (struct mi_piece){.out = NULL};
    if (is_there(name))
        return MI_PIECE_DONE;
    if (name_part(piece, name))
        file = open(piece->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0)
        locked = mi_system_lock(file, 0);
    if (locked < 1)
        return give_up(piece, file, locked < 0 ? MI_PIECE_FAILED : MI_PIECE_ELSEWHERE);
    if (is_there(name)) { /* it came between */
        remove_part(piece->part, file);
        return give_up(piece, file, MI_PIECE_DONE);
    }
    if (ftruncate(file, 0) == 0)
        piece->out = fdopen(file, "wb");
    return piece->out ? MI_PIECE_MINE : give_up(piece, file, MI_PIECE_FAILED);
}

bool mi_piece_end(struct mi_piece *piece, bool whole)
{
    bool good = whole && !ferror(piece->out) && mi_system_sync(piece->out) &&
                rename(piece->part, piece->name) == 0;
    int why = errno;
    fclose(piece->out); /* the lock ends behind the renaming */
    give_up(piece, -1, MI_PIECE_DONE);
    errno = why;
    return good;
}
