/* convert.h - converts game files from one format to another, or to pictures. */
#ifndef MI_PROGRAM_CONVERT_CONVERT_H
#define MI_PROGRAM_CONVERT_CONVERT_H

#include "miai.h"

struct mi_convert {
    miai_engine *engine;   /* has the game of the files */
    const char *program;   /* the prefix of error messages */
    const char *from, *to; /* formats; NULL: from the file's extension or content */
    const char *out;       /* the output folder, while a folder is converted */
    long games, faults;    /* counted; the caller sets 0 */
    long lost_variations;  /* variations of the current file that the new format cannot hold */
};

/* The format with that name or extension that can be read, or if `written`, written; or NULL.
 * Pictures can only be written. */
const char *mi_find_format(const char *name, bool written);

/* The format of a file by its extension, or NULL. */
const char *mi_format_by_extension(const char *name);

/* The format of a file: by its extension, otherwise by its content. */
const char *mi_format_of_file(const char *name, const char *bytes, size_t length);

/* Why the first record of a file cannot be loaded: `reason`, the text of the error, or that the
 * file is no record if neither its extension nor its content names a format. */
const char *mi_first_record_fault(const char *name, const char *format, int error,
                                  const char *reason);

/* Finds, in a sorted list of names, an earlier game file that differs from the i-th one only by its
 * extension; NULL: none. */
const char *mi_same_output_name(char *const *name, size_t i);

/* "svg" or "png" if the file has that extension, or NULL. */
const char *mi_picture_format_of(const char *name);

/* Converts a file, or all game files below a folder, to a file or a folder; "-" is standard input
 * or output.  Errors are printed on standard error and counted; the other games are still
 * converted.
 */
void mi_convert_path(struct mi_convert *convert, const char *in, const char *out);

#endif
