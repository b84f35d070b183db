/* librsvg renders the SVG and cairo writes the PNG.  Both libraries are loaded when the first
 * picture is converted, so the program neither needs them to build nor to start.  Therefore their
 * functions are declared here, according to their manuals (gnome.pages.gitlab.gnome.org/librsvg,
 * cairographics.org/manual). */
#include "png.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

bool mi_png_named(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && strcasecmp(dot, ".png") == 0;
}

static bool png_fail(char error[MI_PNG_MESSAGE], const char *why)
{
    snprintf(error, MI_PNG_MESSAGE, "cannot write PNG: %s; SVG (.svg) needs no library", why);
    return false;
}

#ifdef HAVE_DLOPEN

#include <dlfcn.h>

enum { SCALE = 2, ARGB32 = 0 };

struct rectangle {
    double x, y, width, height;
};

struct svg_library {
    void *(*read_svg)(const unsigned char *svg, size_t length, void **error);
    int (*render)(void *handle, void *cairo, const struct rectangle *viewport, void **error);
    void (*unref)(void *handle);
    void *(*surface)(int format, int width, int height);
    void *(*cairo)(void *surface);
    int (*write)(void *surface, int (*write)(void *, const unsigned char *, unsigned), void *out);
    void (*free_cairo)(void *cairo);
    void (*free_surface)(void *surface);
};

static bool load_symbols(void *loaded, struct svg_library *library)
{
    const struct {
        const char *name;
        void *place;
    } names[] = {
        {"rsvg_handle_new_from_data", &library->read_svg},
        {"rsvg_handle_render_document", &library->render}, /* since librsvg 2.46 */
        {"g_object_unref", &library->unref},
        {"cairo_image_surface_create", &library->surface},
        {"cairo_create", &library->cairo},
        {"cairo_surface_write_to_png_stream", &library->write},
        {"cairo_destroy", &library->free_cairo},
        {"cairo_surface_destroy", &library->free_surface},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = dlsym(loaded, names[i].name); /* also finds symbols in its dependencies */
        if (!found)
            return false;
        memcpy(names[i].place, &found, sizeof found);
    }
    return true;
}

static bool load_librsvg(struct svg_library *library)
{
    static const char *const names[] = {"librsvg-2.so.2", "librsvg-2.2.dylib",
                                        "/opt/homebrew/lib/librsvg-2.2.dylib",
                                        "/usr/local/lib/librsvg-2.2.dylib"};
    void *loaded = NULL;
    for (size_t i = 0; !loaded && i < sizeof names / sizeof *names; i++)
        loaded = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
    return loaded && load_symbols(loaded, library);
}

static int write_bytes(void *context, const unsigned char *bytes, unsigned length)
{
    const int write_error = 11; /* CAIRO_STATUS_WRITE_ERROR */
    return fwrite(bytes, 1, length, context) == length ? 0 : write_error;
}

/* Renders the SVG at twice its size and writes it as PNG. */
static bool render_png(const struct svg_library *library, const char *svg, size_t length, FILE *png)
{
    struct rectangle viewport = {0};
    const char *size = strstr(svg, "width='");
    if (!size || sscanf(size, "width='%lf' height='%lf'", &viewport.width, &viewport.height) != 2)
        return false;
    viewport.width *= SCALE;
    viewport.height *= SCALE;
    void *handle = library->read_svg((const unsigned char *)svg, length, NULL);
    if (!handle)
        return false;
    void *surface = library->surface(ARGB32, (int)viewport.width, (int)viewport.height);
    void *cairo = library->cairo(surface);
    bool drawn = library->render(handle, cairo, &viewport, NULL) &&
                 library->write(surface, write_bytes, png) == 0;
    library->free_cairo(cairo);
    library->free_surface(surface);
    library->unref(handle);
    return drawn;
}

bool mi_png_write(void (*draw)(void *context, FILE *svg), void *context, FILE *png,
                  char error[MI_PNG_MESSAGE])
{
    struct svg_library library;
    char *svg = NULL;
    size_t length = 0;
    if (!load_librsvg(&library))
        return png_fail(error, "librsvg is not installed (package librsvg2-2, librsvg2 or "
                               "librsvg)");
    FILE *memory = open_memstream(&svg, &length);
    if (!memory)
        return png_fail(error, "out of memory");
    draw(context, memory);
    bool drawn = fclose(memory) == 0 && render_png(&library, svg, length, png);
    free(svg);
    return drawn || png_fail(error, "librsvg cannot render the picture");
}

#else

bool mi_png_write(void (*draw)(void *context, FILE *svg), void *context, FILE *png,
                  char error[MI_PNG_MESSAGE])
{
    (void)draw, (void)context, (void)png;
    return png_fail(error, "this program was built without support for loading librsvg");
}

#endif
