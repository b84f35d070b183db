/* png.h - a picture in SVG as one in PNG, drawn by librsvg and cairo. */
#ifndef MI_PROTOCOL_PICTURE_PNG_H
#define MI_PROTOCOL_PICTURE_PNG_H

#include <stdbool.h>
#include <stdio.h>

enum { MI_PNG_WORDS = 256 };

/* Does the name of a file end in .png? */
bool mi_png_named(const char *name);

/* Writes what draw() writes as SVG, whose first width and height are its size in pixels, as PNG of
 * twice as many.  librsvg is looked for only here, and stays loaded.  False: error says why there
 * is no picture. */
bool mi_png_write(void (*draw)(void *context, FILE *svg), void *context, FILE *png,
                  char error[MI_PNG_WORDS]);

#endif
