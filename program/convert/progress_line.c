#include "progress_line.h"

#include "base/clock.h"
#include "protocol/io/file.h"

#include <stdio.h>
#include <string.h>

static const double LINE_INTERVAL =
    10; /* seconds between lines if standard error is not a terminal */

bool mi_progress_line_due(const struct mi_progress_line *progress)
{
    return progress->overwrite ||
           (progress->periodic && mi_clock() - progress->shown_at >= LINE_INTERVAL);
}

void mi_progress_line_show(struct mi_progress_line *progress, const char *line)
{
    int width = (int)strlen(line);
    if (progress->overwrite)
        fputc('\r', stderr);
    mi_print_clean(stderr, "%s", line);
    if (progress->overwrite)
        fprintf(stderr, "%*s", progress->width > width ? progress->width - width : 0, "");
    else
        fputc('\n', stderr);
    progress->width = progress->overwrite ? width : 0;
    progress->shown_at = mi_clock();
}

void mi_progress_line_erase(struct mi_progress_line *progress)
{
    if (progress->width > 0)
        fprintf(stderr, "\r%*s\r", progress->width, "");
    progress->width = 0;
}

int mi_write_duration(double seconds, const char *word, char *text, size_t size)
{
    long total_seconds = (long)seconds;
    return snprintf(text, size, "%ld:%02ld:%02ld %s", total_seconds / 3600, total_seconds / 60 % 60,
                    total_seconds % 60, word);
}
