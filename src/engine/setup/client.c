/* What a client may have, whom nobody need trust: which files, and how much of the machine. */
#include "client.h"

#include "setup.h"

#include "base/file.h"
#include "base/system.h"
#include "engine/add_game.h"
#include "engine/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- ceilings ---- */

/* The ceiling of an option, 0 for none. */
static double ceiling_of(const miai_engine *engine, const char *name)
{
    const struct mi_options *options = &engine->options;
    if (!engine->sealed)
        return 0;
    return strcmp(name, "memory") == 0    ? (double)options->max_memory
           : strcmp(name, "threads") == 0 ? (double)options->max_threads
           : strcmp(name, "depth") == 0   ? (double)options->max_depth
           : strcmp(name, "time") == 0    ? options->max_time
                                          : 0;
}

double miai_option_max(const miai_engine *engine, const miai_option *option)
{
    double ceiling = ceiling_of(engine, option->name);
    return ceiling > 0 && ceiling < option->max ? ceiling : option->max;
}

static int refuse(miai_engine *engine, const char *name, double ceiling)
{
    char why[80];
    snprintf(why, sizeof why, "%s at most %.16g (--max-%s)", name, ceiling, name);
    return mi_engine_fail(engine, MIAI_REFUSED, why);
}

static int permit(miai_engine *engine, const char *name, double value)
{
    double ceiling = ceiling_of(engine, name);
    return ceiling > 0 && value > ceiling ? refuse(engine, name, ceiling) : MIAI_OK;
}

int mi_engine_permit(miai_engine *engine, const struct mi_options *options)
{
    int error = permit(engine, "memory", (double)options->memory);
    if (error == MIAI_OK)
        error = permit(engine, "threads", (double)options->threads);
    if (error == MIAI_OK)
        error = permit(engine, "depth", (double)options->depth);
    return error == MIAI_OK ? permit(engine, "time", options->time) : error;
}

static bool is_permitted(const miai_engine *engine, const miai_setup *setup)
{
    int64_t most = engine->sealed ? engine->options.max_size : 0;
    return most == 0 || (setup->width <= most && setup->height <= most);
}

int mi_engine_permit_size(miai_engine *engine, const miai_setup *setup)
{
    return is_permitted(engine, setup) ? MIAI_OK
                                       : refuse(engine, "size", (double)engine->options.max_size);
}

void mi_engine_lower_size(const miai_engine *engine, const miai_game *game, miai_setup *setup)
{
    miai_setup lower = *setup;
    if (is_permitted(engine, setup))
        return;
    for (int side = (int)engine->options.max_size; side > 0; side--) {
        lower.width = lower.height = side;
        if (mi_engine_allows(game, &lower)) {
            *setup = lower;
            return;
        }
    }
}

void mi_engine_bound(const miai_engine *engine, struct mi_limits *limits)
{
    double seconds = ceiling_of(engine, "time"), depth = ceiling_of(engine, "depth");
    if (seconds > 0 && (limits->seconds <= 0 || limits->seconds > seconds))
        limits->seconds = seconds;
    if (seconds > 0 && limits->soft_seconds >= limits->seconds)
        limits->soft_seconds = 0;
    limits->ceiling = seconds;
    if (depth > 0 && (limits->depth <= 0 || limits->depth > depth))
        limits->depth = (int)depth;
}

double mi_engine_deadline(const miai_engine *engine, double start)
{
    double seconds = ceiling_of(engine, "time");
    return seconds > 0 ? start + seconds : 0;
}

int mi_engine_permit_depth(miai_engine *engine, int depth)
{
    return permit(engine, "depth", depth);
}

static void lower(int64_t *value, int64_t ceiling)
{
    if (ceiling > 0 && *value > ceiling)
        *value = ceiling;
}

static void lower_board(miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_setup setup = *mi_history_setup(engine->history);
    if (is_permitted(engine, &setup))
        return;
    mi_engine_lower_size(engine, game, &setup);
    mi_engine_replace_history(engine, mi_history_new(game, &setup));
}

void miai_seal(miai_engine *engine)
{
    struct mi_options *options = &engine->options;
    engine->sealed = true;
    lower(&options->memory, options->max_memory);
    lower(&options->threads, options->max_threads);
    lower(&options->depth, options->max_depth);
    if (options->max_time > 0 && options->time > options->max_time)
        options->time = options->max_time;
    lower_board(engine);
}

/* ---- files ---- */

int mi_engine_confine(miai_engine *engine, const char *value)
{
    char why[MI_FILE_ERROR], *files = NULL;
    if (strcmp(value, "none") == 0)
        files = calloc(1, 1);
    else if (*value)
        files = mi_confine_folder(value, why, sizeof why);
    if (!files && *value)
        return strcmp(value, "none") == 0 ? MIAI_NO_MEMORY
                                          : mi_engine_fail(engine, MIAI_BAD_VALUE, why);
    free(engine->files);
    engine->files = files;
    return MIAI_OK;
}

/* One file or folder, by its absolute name; NULL, and why: it may not be named. */
static char *find_file(const struct mi_files *files, const char *name, char *why, size_t size)
{
    int file = mi_confined_open(files, name, true, why, size);
    if (file < 0)
        return NULL;
    close(file);
    name = files->folder ? mi_confined_name(files, name, why, size) : name;
    size_t room = strlen(name) + (files->folder ? strlen(files->folder) : 0) + 2;
    char *path = malloc(room);
    if (path)
        snprintf(path, room, "%s%s%s", files->folder ? files->folder : "", files->folder ? "/" : "",
                 name);
    else
        snprintf(why, size, "no memory for it");
    return path;
}

/* Adds a path behind another, which is freed or returned. */
static char *join(char *paths, char *path)
{
    if (!paths || !path)
        return paths ? paths : path;
    size_t room = strlen(paths) + strlen(path) + 2;
    char *joined = malloc(room);
    if (joined)
        snprintf(joined, room, "%s%s%s", paths, mi_system_path_separator, path);
    free(paths);
    free(path);
    return joined;
}

/* Each file of a list. */
static char *find_files(const struct mi_files *files, const char *name, char *why, size_t size)
{
    char *copy = strdup(name), *rest = NULL, *paths = NULL;
    snprintf(why, size, "no memory for it");
    bool good = copy != NULL;
    for (char *part = good ? strtok_r(copy, mi_system_path_separator, &rest) : NULL; part && good;
         part = strtok_r(NULL, mi_system_path_separator, &rest)) {
        char *path = find_file(files, part, why, size);
        good = path && (paths = join(paths, path)) != NULL;
    }
    free(copy);
    if (good && paths)
        return paths;
    if (good)
        snprintf(why, size, "the name is empty");
    free(paths);
    return NULL;
}

char *mi_engine_client_file(miai_engine *engine, const char *name, int *error)
{
    char why[MI_FILE_ERROR];
    const struct mi_files files = {engine->files, (size_t)engine->options.max_file << 20};
    if (!engine->sealed || (!files.folder && files.most == 0)) {
        char *copy = strdup(name);
        *error = copy ? MIAI_OK : MIAI_NO_MEMORY;
        return copy;
    }
    char *paths = find_files(&files, name, why, sizeof why);
    *error = paths ? MIAI_OK : mi_engine_fail(engine, MIAI_NO_LOAD, why);
    return paths;
}

size_t mi_engine_client_bytes(const miai_engine *engine)
{
    int64_t file = engine->options.max_file, memory = engine->options.max_memory;
    if (!engine->sealed)
        return 0;
    return (size_t)(file > 0 && (memory == 0 || file < memory) ? file : memory) << 20;
}

/* ---- for protocols ---- */

bool miai_confined(const miai_engine *engine, const char **folder, size_t *most)
{
    *folder = engine->sealed ? engine->files : NULL;
    *most = engine->sealed ? (size_t)engine->options.max_file << 20 : 0;
    return *folder || *most > 0;
}
