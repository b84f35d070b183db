/* Games in modules, which libltdl loads. */
#include "games.h"
#include "protocol/io/settings.h"

#include "config.h"

#include <stdio.h>

static void *complain(char *complaint, const char *file, const char *what)
{
    snprintf(complaint, MI_COMPLAINT, "%.300s: %.150s", file, what);
    return NULL;
}

#ifdef HAVE_LTDL

#include <ltdl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Owns handle, which keeps libltdl initialised. */
struct mi_module {
    lt_dlhandle handle;
    struct mi_module *before;
};

/* A file in this folder, unless it names another: libltdl would look for it among libraries. */
static char *path_of(const char *file)
{
    size_t size = strlen(file) + sizeof "./";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s", strchr(file, '/') ? "" : "./", file);
    return path;
}

static lt_dlhandle open_file(const char *file, char *complaint)
{
    char *path = path_of(file);
    lt_dlhandle handle = NULL;
    if (!path)
        return complain(complaint, file, miai_error_text(MIAI_NO_MEMORY));
    if (access(path, R_OK) != 0)
        complain(complaint, file, "cannot read the file");
    else if ((handle = lt_dlopen(path)) == NULL)
        complain(complaint, file, "not a module that can be loaded");
    free(path);
    return handle;
}

/* A module without games yet, in front of the others. */
static struct mi_module *open_module(struct mi_module **modules, const char *file, char *complaint)
{
    struct mi_module *module = malloc(sizeof *module);
    if (!module || lt_dlinit() != 0) {
        free(module);
        return complain(complaint, file, miai_error_text(MIAI_NO_MEMORY));
    }
    *module = (struct mi_module){open_file(file, complaint), *modules};
    if (!module->handle) {
        free(module);
        lt_dlexit();
        return NULL;
    }
    return *modules = module;
}

const miai_game *const *mi_module_load(struct mi_module **modules, miai_engine *engine,
                                       const char *file, char *complaint)
{
    struct mi_module *module = open_module(modules, file, complaint);
    if (!module)
        return NULL;
    const miai_game *const *games = lt_dlsym(module->handle, "miai_games");
    if (!games)
        return complain(complaint, file, "no module of games: it has no miai_games");
    if (!games[0])
        return complain(complaint, file, "its miai_games names no game");
    return mi_games_add(engine, games, file, complaint) ? games : NULL;
}

void mi_modules_close(struct mi_module *modules)
{
    while (modules) {
        struct mi_module *last = modules;
        modules = last->before;
        lt_dlclose(last->handle);
        lt_dlexit();
        free(last);
    }
}

#else

const miai_game *const *mi_module_load(struct mi_module **modules, miai_engine *engine,
                                       const char *file, char *complaint)
{
    (void)modules;
    (void)engine;
    return complain(complaint, file, "this program was built without libltdl and loads no modules");
}

void mi_modules_close(struct mi_module *modules)
{
    (void)modules;
}

#endif
