/* The game files of a folder, and which of them are done. */
#include "batch.h"

#include "base/bytes.h"
#include "base/folder.h"
#include "program/convert/convert.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- files in the folder ---- */

static bool add_collection_file(struct mi_collection_files *files, const char *name)
{
    if (files->count == files->capacity) {
        size_t capacity = files->capacity ? files->capacity * 2 : 256;
        char **more = realloc(files->name, capacity * sizeof *more);
        if (!more)
            return false;
        files->name = more;
        files->capacity = capacity;
    }
    files->name[files->count] = strdup(name);
    return files->name[files->count] && ++files->count;
}

/* Is it a game file to analyse, and not an output? */
static bool is_game_record(const char *name)
{
    return !strstr(name, "-analysis.") && mi_format_by_extension(name);
}

/* Joins parts of a path; false: too long for an extension to be appended. */
static bool join_collection_path(char path[MI_COLLECTION_PATH], const char *folder,
                                 const char *between, const char *name)
{
    int length = snprintf(path, MI_COLLECTION_PATH, "%s%s%s", folder, between, name);
    return length >= 0 && length + 40 < MI_COLLECTION_PATH;
}

/* below: the path relative to the folder, "" or with a final slash. */
static bool list_collection_folder(struct mi_analysis_run *a, struct mi_collection_files *files,
                                   const char *folder, const char *relative)
{
    struct mi_folder found;
    char path[MI_COLLECTION_PATH], name[MI_COLLECTION_PATH], inner[MI_COLLECTION_PATH];
    bool good = true;
    if (!join_collection_path(path, folder, "/", relative))
        return true;
    if (!mi_folder_read(&found, path))
        mi_analysis_report_error(a, path, 0, strerror(errno));
    for (size_t i = 0; i < found.count && good; i++) {
        if (!join_collection_path(name, relative, "", found.name[i]) ||
            !join_collection_path(path, folder, "/", name)) {
            mi_analysis_report_error(a, found.name[i], 0, "not analysed: its path is too long");
            continue;
        }
        if (mi_is_folder(path))
            good = mi_is_folder_loop(path) || !join_collection_path(inner, name, "/", "") ||
                   list_collection_folder(a, files, folder, inner);
        else if (is_game_record(name))
            good = add_collection_file(files, name);
    }
    mi_folder_free(&found);
    return good;
}

bool mi_collection_list(struct mi_analysis_run *a, struct mi_collection_files *files,
                        const char *folder)
{
    return list_collection_folder(a, files, folder, "");
}

void mi_collection_list_free(struct mi_collection_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        free(files->name[i]);
    free(files->name);
}

/* ---- finished files ---- */

uint64_t mi_collection_name_key(const char *name)
{
    uint64_t key = mi_fnv(MI_FNV_BASIS, name, strlen(name));
    key ^= key >> 32;
    return key ? key : 1;
}

/* The slot of the file, or a free one. */
static struct mi_collection_key *find_done_slot(const struct mi_collection_done *done,
                                                uint64_t file)
{
    size_t at = (size_t)file % done->capacity;
    while (done->list[at].file && done->list[at].file != file)
        at = (at + 1) % done->capacity;
    return &done->list[at];
}

static bool grow_done_table(struct mi_collection_done *done)
{
    struct mi_collection_done more = {.count = done->count, .capacity = done->capacity * 2 + 1023};
    more.list = calloc(more.capacity, sizeof *more.list);
    if (!more.list)
        return false;
    for (size_t i = 0; i < done->capacity; i++)
        if (done->list[i].file)
            *find_done_slot(&more, done->list[i].file) = done->list[i];
    free(done->list);
    *done = more;
    return true;
}

void mi_collection_add_done(struct mi_collection_done *done, const char *name, uint64_t key,
                            int faults)
{
    uint64_t file = mi_collection_name_key(name);
    if (done->count * 2 >= done->capacity && !grow_done_table(done)) {
        done->failed = true;
        return;
    }
    struct mi_collection_key *slot = find_done_slot(done, file);
    done->count += slot->file == 0;
    *slot = (struct mi_collection_key){file, key, faults};
}

const struct mi_collection_key *mi_collection_find_done(const struct mi_collection_done *done,
                                                        const char *name)
{
    const struct mi_collection_key *slot =
        done->capacity ? find_done_slot(done, mi_collection_name_key(name)) : NULL;
    return slot && slot->file ? slot : NULL;
}
