/* progress_line.h - a progress display on standard error. */
#ifndef MI_PROGRAM_CONVERT_PROGRESS_LINE_H
#define MI_PROGRAM_CONVERT_PROGRESS_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: nothing is displayed. */
struct mi_progress_line {
    bool overwrite;  /* on a terminal: one line, overwritten in place */
    bool periodic;   /* otherwise: a new line from time to time */
    double shown_at; /* mi_clock() of the last line */
    int width;       /* columns of the line on the terminal */
};

/* Is the next update due? */
bool mi_progress_line_due(const struct mi_progress_line *progress);
void mi_progress_line_show(struct mi_progress_line *progress, const char *line);
/* Erases the line on the terminal. */
void mi_progress_line_erase(struct mi_progress_line *progress);

/* Writes seconds as "h:mm:ss", followed by a word; returns the length as snprintf() does. */
int mi_write_duration(double seconds, const char *word, char *text, size_t size);

#endif
