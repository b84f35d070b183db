/* png.h - converts SVG to PNG, by librsvg and cairo. */
#ifndef MI_PROTOCOL_PICTURE_PNG_H
#define MI_PROTOCOL_PICTURE_PNG_H

#include <stdbool.h>
#include <stdio.h>

enum { MI_PNG_MESSAGE = 256 };

/* Does the file name end in .png? */
bool mi_png_named(const char *name);

/* Converts the SVG that draw() writes to PNG.  The first width and height in it are its size in
 * pixels; the PNG has twice that size.  librsvg is loaded by the first call.  On failure returns
 * false with an error message. */
bool mi_png_write(void (*draw)(void *context, FILE *svg), void *context, FILE *png,
                  char error[MI_PNG_MESSAGE]);

#endif
