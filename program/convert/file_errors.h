/* file_errors.h - error messages about the lines of one file. */
#ifndef MI_PROGRAM_CONVERT_FILE_ERRORS_H
#define MI_PROGRAM_CONVERT_FILE_ERRORS_H

#include "protocol/io/reply.h"

/* Messages are held back (up to 64 KiB) until something in the file turns out to be usable.  If
 * nothing is, the user probably named the wrong file, and one message is enough. */
struct mi_file_errors {
    const char *program, *file; /* borrowed */

    /* The caller zeroes the rest. */
    long count;    /* all errors */
    long omitted;  /* errors neither printed nor held back */
    bool file_is_usable; /* something was usable: print messages at once */
    struct mi_reply held_back;
};

void mi_file_errors_add(struct mi_file_errors *errors, long line, const char *what);

/* Something in the file was usable: prints the messages held back. */
void mi_file_errors_release(struct mi_file_errors *errors);

/* At the end of the file: if nothing was usable, prints only the first message. */
void mi_file_errors_finish(struct mi_file_errors *errors);

#endif
