/* Memory for the files, which the page loads.  This file does not include embedded.h, which
 * declares the bytes constant, as they are for all others. */
#include <emscripten.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#pragma clang diagnostic ignored "-Wpedantic" /* "$0" in the script, and Emscripten's own macros */

void mi_embedded_load(const unsigned char *bytes);

#define MI_EMBED(name, file, size)                                                                 \
    extern unsigned char mi_embedded_##name[size];                                                 \
    unsigned char mi_embedded_##name[size];
#include "data/embedded.inc"
#undef MI_EMBED

struct embedded_file {
    const char *name;
    unsigned char *bytes;
    size_t size;
    atomic_bool is_loaded;
};

/* Global, because a page runs one program.  Two threads may load the same file, with the same
 * result. */
static struct embedded_file files[] = {
#define MI_EMBED(name, file, size) {file, mi_embedded_##name, size, false},
#include "data/embedded.inc"
#undef MI_EMBED
};

/* Asks miai.js for the contents, in the thread that may load files. */
static bool file_load(struct embedded_file *file)
{
    return MAIN_THREAD_EM_ASM_INT(
        {
            const contents = Module["miaiFile"](UTF8ToString($0), $2);
            if (contents)
                HEAPU8.set(contents, $1);
            return contents ? 1 : 0;
        },
        file->name, file->bytes, file->size);
}

void mi_embedded_load(const unsigned char *bytes)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].bytes == bytes && !files[i].is_loaded)
            files[i].is_loaded = file_load(&files[i]);
}
