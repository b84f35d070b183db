/* Which files a folder has, and which of them are done. */
#include "batch.h"

#include "base/bytes.h"
#include "base/folder.h"
#include "program/convert/convert.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- those that are there ---- */

static bool add(struct mi_collection_files *files, const char *name)
{
    if (files->count == files->room) {
        size_t room = files->room ? files->room * 2 : 256;
        char **more = realloc(files->name, room * sizeof *more);
        if (!more)
            return false;
        files->name = more;
        files->room = room;
    }
    files->name[files->count] = strdup(name);
    return files->name[files->count] && ++files->count;
}

/* Is it the name of a record to analyse? */
static bool is_game_record(const char *name)
{
    return !strstr(name, "-analysis.") && mi_format_of(name);
}

/* False: there is no room for it and an ending. */
static bool join(char path[MI_COLLECTION_PATH], const char *folder, const char *between,
                 const char *name)
{
    int length = snprintf(path, MI_COLLECTION_PATH, "%s%s%s", folder, between, name);
    return length >= 0 && length + 40 < MI_COLLECTION_PATH;
}

/* below: the path from the folder, "" or ending with a slash. */
static bool list(struct mi_analyze *a, struct mi_collection_files *files, const char *folder,
                 const char *below)
{
    struct mi_folder found;
    char path[MI_COLLECTION_PATH], name[MI_COLLECTION_PATH], inner[MI_COLLECTION_PATH];
    bool good = true;
    if (!join(path, folder, "/", below))
        return true;
    if (!mi_folder_read(&found, path))
        mi_analyze_complain(a, path, 0, strerror(errno));
    for (size_t i = 0; i < found.count && good; i++) {
        if (!join(name, below, "", found.name[i]) || !join(path, folder, "/", name)) {
            mi_analyze_complain(a, found.name[i], 0, "not analysed: its path is too long");
            continue;
        }
        if (mi_is_folder(path))
            good = mi_is_folder_loop(path) || !join(inner, name, "/", "") ||
                   list(a, files, folder, inner);
        else if (is_game_record(name))
            good = add(files, name);
    }
    mi_folder_free(&found);
    return good;
}

bool mi_collection_list(struct mi_analyze *a, struct mi_collection_files *files, const char *folder)
{
    return list(a, files, folder, "");
}

void mi_collection_list_free(struct mi_collection_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->name[i]);
    free(files->name);
}

/* ---- those that are done ---- */

uint64_t mi_collection_name_key(const char *name)
{
    uint64_t key = mi_fnv(MI_FNV_BASIS, name, strlen(name));
    key ^= key >> 32;
    return key ? key : 1;
}

/* Where the file is, or a free place. */
static struct mi_collection_key *place_of(const struct mi_collection_done *done, uint64_t file)
{
    size_t at = (size_t)file % done->room;
    while (done->list[at].file && done->list[at].file != file)
        at = (at + 1) % done->room;
    return &done->list[at];
}

static bool grow(struct mi_collection_done *done)
{
    struct mi_collection_done more = {.count = done->count, .room = done->room * 2 + 1023};
    more.list = calloc(more.room, sizeof *more.list);
    if (!more.list)
        return false;
    for (size_t i = 0; i < done->room; i++)
        if (done->list[i].file)
            *place_of(&more, done->list[i].file) = done->list[i];
    free(done->list);
    *done = more;
    return true;
}

void mi_collection_put(struct mi_collection_done *done, const char *name, uint64_t key, int faults)
{
    uint64_t file = mi_collection_name_key(name);
    if (done->count * 2 >= done->room && !grow(done)) {
        done->failed = true;
        return;
    }
    struct mi_collection_key *place = place_of(done, file);
    done->count += place->file == 0;
    *place = (struct mi_collection_key){file, key, faults};
}

const struct mi_collection_key *mi_collection_find(const struct mi_collection_done *done,
                                                   const char *name)
{
    const struct mi_collection_key *place =
        done->room ? place_of(done, mi_collection_name_key(name)) : NULL;
    return place && place->file ? place : NULL;
}
