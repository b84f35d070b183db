/* Limits on clients, which are not trusted: the files that they may name, and how much memory, time
 * and threads they may use. */
#include "client.h"

#include "base/file.h"
#include "base/system.h"
#include "engine/add_game.h"
#include "engine/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- ceilings ---- */

/* The ceiling of an option; 0: none. */
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

static int fail_above_ceiling(miai_engine *engine, const char *name, double ceiling)
{
    char why[80];
    snprintf(why, sizeof why, "%s at most %.16g (--max-%s)", name, ceiling, name);
    return mi_engine_fail(engine, MIAI_REFUSED, why);
}

static int check_ceiling(miai_engine *engine, const char *name, double value)
{
    double ceiling = ceiling_of(engine, name);
    return ceiling > 0 && value > ceiling ? fail_above_ceiling(engine, name, ceiling) : MIAI_OK;
}

int mi_engine_check_ceilings(miai_engine *engine, const struct mi_options *options)
{
    int error = check_ceiling(engine, "memory", (double)options->memory);
    if (error == MIAI_OK)
        error = check_ceiling(engine, "threads", (double)options->threads);
    if (error == MIAI_OK)
        error = check_ceiling(engine, "depth", (double)options->depth);
    return error == MIAI_OK ? check_ceiling(engine, "time", options->time) : error;
}

static bool is_size_permitted(const miai_engine *engine, const miai_setup *setup)
{
    int64_t max = engine->sealed ? engine->options.max_size : 0;
    return max == 0 || (setup->width <= max && setup->height <= max);
}

int mi_engine_check_size_ceiling(miai_engine *engine, const miai_setup *setup)
{
    return is_size_permitted(engine, setup)
               ? MIAI_OK
               : fail_above_ceiling(engine, "size", (double)engine->options.max_size);
}

void mi_engine_clamp_size(const miai_engine *engine, const miai_game *game, miai_setup *setup)
{
    miai_setup smaller = *setup;
    if (is_size_permitted(engine, setup))
        return;
    for (int side = (int)engine->options.max_size; side > 0; side--) {
        smaller.width = smaller.height = side;
        if (mi_engine_setup_is_allowed(game, &smaller)) {
            *setup = smaller;
            return;
        }
    }
}

void mi_engine_clamp_limits(const miai_engine *engine, struct mi_limits *limits)
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

int mi_engine_check_depth_ceiling(miai_engine *engine, int depth)
{
    return check_ceiling(engine, "depth", depth);
}

static void lower_to_ceiling(int64_t *value, int64_t ceiling)
{
    if (ceiling > 0 && *value > ceiling)
        *value = ceiling;
}

void mi_engine_clamp_options(struct mi_options *options)
{
    lower_to_ceiling(&options->memory, options->max_memory);
    lower_to_ceiling(&options->threads, options->max_threads);
    lower_to_ceiling(&options->depth, options->max_depth);
    if (options->max_time > 0 && options->time > options->max_time)
        options->time = options->max_time;
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
    free(engine->allowed_files);
    engine->allowed_files = files;
    return MIAI_OK;
}

/* The absolute name of one file or folder. NULL, with the reason in why, if clients may not name
 * it. */
static char *confined_path(const struct mi_file_access *files, const char *name, char *why,
                           size_t size)
{
    int file = mi_confined_open(files, name, true, why, size);
    if (file < 0)
        return NULL;
    close(file);
    name = files->folder ? mi_confined_name(files, name, why, size) : name;
    size_t capacity = strlen(name) + (files->folder ? strlen(files->folder) : 0) + 2;
    char *path = malloc(capacity);
    if (path)
        snprintf(path, capacity, "%s%s%s", files->folder ? files->folder : "",
                 files->folder ? "/" : "", name);
    else
        snprintf(why, size, "no memory for it");
    return path;
}

/* Appends path to paths, and frees both or returns them. */
static char *join_paths(char *paths, char *path)
{
    if (!paths || !path)
        return paths ? paths : path;
    size_t capacity = strlen(paths) + strlen(path) + 2;
    char *joined = malloc(capacity);
    if (joined)
        snprintf(joined, capacity, "%s%s%s", paths, mi_system_path_separator, path);
    free(paths);
    free(path);
    return joined;
}

/* Translates each file of a list separated by the system's path separator. */
static char *confined_path_list(const struct mi_file_access *files, const char *name, char *why,
                                size_t size)
{
    char *copy = strdup(name), *rest = NULL, *paths = NULL;
    snprintf(why, size, "no memory for it");
    bool good = copy != NULL;
    for (char *part = good ? strtok_r(copy, mi_system_path_separator, &rest) : NULL; part && good;
         part = strtok_r(NULL, mi_system_path_separator, &rest)) {
        char *path = confined_path(files, part, why, size);
        good = path && (paths = join_paths(paths, path)) != NULL;
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
    const struct mi_file_access files = {engine->allowed_files,
                                         (size_t)engine->options.max_file << 20};
    if (!engine->sealed || (!files.folder && files.most == 0)) {
        char *copy = strdup(name);
        *error = copy ? MIAI_OK : MIAI_NO_MEMORY;
        return copy;
    }
    char *paths = confined_path_list(&files, name, why, sizeof why);
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
    *folder = engine->sealed ? engine->allowed_files : NULL;
    *most = engine->sealed ? (size_t)engine->options.max_file << 20 : 0;
    return *folder || *most > 0;
}
