/* Games in modules, which libltdl loads, or on Windows LoadLibrary(). */
#include "games.h"
#include "protocol/io/file.h"
#include "protocol/io/settings.h"

#include "config.h"

#include <stdio.h>

static void *module_fail(char *complaint, const char *file, const char *what)
{
    snprintf(complaint, MI_COMPLAINT, "%.150s: %.350s", file, what);
    return NULL;
}

#if defined HAVE_LTDL || defined _WIN32

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Can the file be read?  Also rejects files on which the loader would block, such as pipes. */
static bool check_readable(const char *file, const char *path, char *complaint)
{
    char reason[MI_FILE_ERROR], message[MI_FILE_MESSAGE];
    size_t length;
    int descriptor = mi_file_descriptor(path, SIZE_MAX, &length, reason, sizeof reason);
    if (descriptor >= 0)
        return close(descriptor) == 0;
    snprintf(message, sizeof message, "cannot read the file: %s", reason);
    module_fail(complaint, file, message);
    return false;
}

#ifdef _WIN32

#include <windows.h>

static bool loader_begin(void)
{
    return true;
}

static void loader_end(void)
{
}

/* The system's text for the last error, without its line end. */
static void *loader_fail(const char *file, char *complaint)
{
    char reason[160] = "unknown reason", message[MI_COMPLAINT];
    FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, GetLastError(),
                   0, reason, sizeof reason, NULL);
    reason[strcspn(reason, "\r\n")] = '\0';
    snprintf(message, sizeof message, "cannot load the module: %s", reason);
    return module_fail(complaint, file, message);
}

/* Libraries that the module needs may lie in its own folder; for that its path must be complete. */
static void *library_open(const char *file, char *complaint)
{
    char path[4096];
    DWORD length = GetFullPathNameA(file, sizeof path, path, NULL);
    void *handle = NULL;
    if (length == 0 || length >= sizeof path)
        return module_fail(complaint, file, "the path is too long");
    if (check_readable(file, path, complaint) &&
        !(handle = LoadLibraryExA(path, NULL, LOAD_WITH_ALTERED_SEARCH_PATH)))
        loader_fail(file, complaint);
    return handle;
}

static const void *library_symbol(void *handle, const char *name)
{
    const void *symbol;
    FARPROC found = GetProcAddress(handle, name); /* finds data, too */
    memcpy(&symbol, &found, sizeof symbol);
    return symbol;
}

static void library_close(void *handle)
{
    FreeLibrary(handle);
}

#else

#include <dlfcn.h>
#include <ltdl.h>

static bool loader_begin(void)
{
    return lt_dlinit() == 0;
}

static void loader_end(void)
{
    lt_dlexit();
}

/* Prefixes "./" if the name has no folder: libltdl would look for it among the libraries. */
static char *module_path(const char *file)
{
    size_t size = strlen(file) + sizeof "./";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s", strchr(file, '/') ? "" : "./", file);
    return path;
}

/* Finds the library that a libtool archive ("name='value'" lines) stands for, installed or not.
 * NULL: it is not an archive, or there is no such file.  The caller frees the result. */
static char *library_of_archive(const char *path)
{
    static const char key[] = "\ndlname='";
    char reason[MI_FILE_MESSAGE], *file = NULL;
    size_t length;
    char *text = mi_load_file(path, &length, reason), *name = text ? strstr(text, key) : NULL;
    int folder = (int)(strrchr(path, '/') + 1 - path);
    size_t size = name ? strlen(path) + strlen(name) + sizeof ".libs/" : 0;
    if (name && (file = malloc(size)) != NULL) {
        name += sizeof key - 1;
        name[strcspn(name, "'\n")] = '\0';
        snprintf(file, size, "%.*s.libs/%s", folder, path, name);
        if (access(file, R_OK) != 0)
            snprintf(file, size, "%.*s%s", folder, path, name);
    }
    free(text);
    return file;
}

/* Reports why a module could not be loaded.  libltdl reports "file not found" for every failure of
 * dlopen(), so this function calls dlopen() itself to get the real error. */
static void report_load_error(char *complaint, const char *file, const char *path)
{
    char message[MI_COMPLAINT];
    const char *first_error = lt_dlerror();
    char *archived = library_of_archive(path);
    void *handle = dlopen(archived ? archived : path, RTLD_LAZY | RTLD_LOCAL);
    const char *reason = handle ? NULL : dlerror();
    reason = reason ? reason : first_error ? first_error : "unknown reason";
    bool library = strstr(reason, "libmiai") && strstr(reason, "cannot open shared object file");
    snprintf(message, sizeof message, "cannot load the module: %.200s%s", reason,
             library ? "; run ldconfig as root, or set LD_LIBRARY_PATH to the folder of libmiai"
                     : "");
    module_fail(complaint, file, message);
    if (handle)
        dlclose(handle);
    free(archived);
}

static void *library_open(const char *file, char *complaint)
{
    char *path = module_path(file);
    void *handle = NULL;
    if (!path)
        return module_fail(complaint, file, miai_error_text(MIAI_NO_MEMORY));
    if (check_readable(file, path, complaint) && (handle = lt_dlopen(path)) == NULL)
        report_load_error(complaint, file, path);
    free(path);
    return handle;
}

static const void *library_symbol(void *handle, const char *name)
{
    return lt_dlsym(handle, name);
}

static void library_close(void *handle)
{
    lt_dlclose(handle);
}

#endif

/* Owns the handle, which keeps the loader initialised. */
struct mi_module {
    void *handle;
    struct mi_module *before;
};

/* Opens a module and puts it at the head of the list. */
static struct mi_module *open_module(struct mi_module **modules, const char *file, char *complaint)
{
    struct mi_module *module = malloc(sizeof *module);
    if (!module || !loader_begin()) {
        free(module);
        return module_fail(complaint, file, miai_error_text(MIAI_NO_MEMORY));
    }
    *module = (struct mi_module){library_open(file, complaint), *modules};
    if (!module->handle) {
        free(module);
        loader_end();
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
    const miai_game *const *games = library_symbol(module->handle, "miai_games");
    if (!games)
        return module_fail(complaint, file, "not a game module: it has no miai_games");
    if (!games[0])
        return module_fail(complaint, file, "its miai_games is empty");
    return mi_games_add(engine, games, file, complaint) ? games : NULL;
}

void mi_modules_close(struct mi_module *modules)
{
    while (modules) {
        struct mi_module *last = modules;
        modules = last->before;
        library_close(last->handle);
        loader_end();
        free(last);
    }
}

#else

const miai_game *const *mi_module_load(struct mi_module **modules, miai_engine *engine,
                                       const char *file, char *complaint)
{
    (void)modules;
    (void)engine;
    return module_fail(complaint, file,
                       "this program was built without libltdl and loads no modules");
}

void mi_modules_close(struct mi_module *modules)
{
    (void)modules;
}

#endif
