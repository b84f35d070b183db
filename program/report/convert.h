/* convert.h - files of games from one format to another. */
#ifndef MI_PROGRAM_REPORT_CONVERT_H
#define MI_PROGRAM_REPORT_CONVERT_H

#include "miai.h"

struct mi_convert {
    miai_engine *engine;   /* of whose games the files are */
    const char *program;   /* the name to complain under */
    const char *from, *to; /* formats; NULL: as the files are called, or as they look */
    const char *out;       /* the folder that is written to, while one is */
    long games, faults;    /* counted; the caller begins with 0 */
    long lost;             /* variations of the file at work that the new format does not have */
};

/* Is that a format that is read, or written?  Pictures are only written. */
bool mi_is_format(const char *name, bool written);

/* The format that a file's name ends with, or NULL. */
const char *mi_format_of(const char *name);

/* Of names in the order of their bytes: one before the i-th that is called as it is but for the
 * ending, and is a record, too; NULL: there is none. */
const char *mi_namesake(char *const *name, size_t i);

/* "svg" or "png", if the name ends so, or NULL. */
const char *mi_picture_format_of(const char *name);

/* Converts a file, or all files of games below a folder, to a file or a folder; "-" is standard
 * input or output.  What is wrong is told on standard error, and counted; the games around it are
 * converted all the same. */
void mi_convert_path(struct mi_convert *convert, const char *in, const char *out);

#endif
