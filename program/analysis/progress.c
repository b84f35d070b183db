/* Progress display and error messages. */
#include "analysis.h"

#include "base/clock.h"

#include "protocol/io/file.h"

#include <string.h>

enum { NAME_SHOWN = 32 };

void mi_analysis_report_error(struct mi_analysis_run *a, const char *file, long line,
                              const char *what)
{
    a->faults++;
    if (line > 0)
        mi_print_clean(stderr, "%s: %s:%ld: %s\n", a->program, file, line, what);
    else
        mi_print_clean(stderr, "%s: %s: %s\n", a->program, file, what);
}

/* Writes the estimated time left, from the work done since `begun`. */
static int write_analysis_time_left(double started_at, long done, long left, char *text,
                                    size_t size)
{
    if (done <= 0 || left <= 0)
        return 0;
    return mi_write_duration((mi_clock() - started_at) / (double)done * (double)left, "left", text,
                             size);
}

static int write_folder_progress(const struct mi_folder_progress *folder_progress, char *text,
                                 size_t size)
{
    char left[40] = "";
    if (folder_progress->total == 0)
        return 0;
    write_analysis_time_left(folder_progress->started_at,
                             folder_progress->done - folder_progress->done_before,
                             folder_progress->total - folder_progress->done, left, sizeof left);
    return snprintf(text, size, "%ld of %ld files, %s%s", folder_progress->done,
                    folder_progress->total, left, left[0] ? ", " : "");
}

void mi_analysis_show_text(struct mi_analysis_run *a, const char *what)
{
    char line[240];
    if (!mi_progress_line_due(&a->progress))
        return;
    int n = write_folder_progress(&a->folder_progress, line, sizeof line);
    snprintf(line + n, sizeof line - (size_t)n, "%s", what);
    mi_progress_line_show(&a->progress, line);
}

void mi_analysis_show_progress(struct mi_analysis_run *a, const char *file, int game, int move,
                               int moves)
{
    char text[160], left[40] = "";
    int skip = (int)strlen(file) - NAME_SHOWN; /* show the end of a long name */
    if (a->folder_progress.total == 0)
        write_analysis_time_left(a->started_at, a->done, a->total - a->done, left, sizeof left);
    snprintf(text, sizeof text, "%s, game %d, position %d of %d%s%s", file + (skip > 0 ? skip : 0),
             game + 1, move, moves + 1, left[0] ? ", " : "", left);
    mi_analysis_show_text(a, text);
}
