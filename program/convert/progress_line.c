#include "progress_line.h"

#include "base/clock.h"
#include "protocol/io/file.h"

#include <stdio.h>
#include <string.h>

static const double LINE_INTERVAL = 10; /* seconds between lines if standard error is not a terminal */

bool mi_live_due(const struct mi_live *live)
{
    return live->shown || (live->told && mi_clock() - live->told_at >= LINE_INTERVAL);
}

void mi_live_tell(struct mi_live *live, const char *line)
{
    int width = (int)strlen(line);
    if (live->shown)
        fputc('\r', stderr);
    mi_print_clean(stderr, "%s", line);
    if (live->shown)
        fprintf(stderr, "%*s", live->width > width ? live->width - width : 0, "");
    else
        fputc('\n', stderr);
    live->width = live->shown ? width : 0;
    live->told_at = mi_clock();
}

void mi_live_wipe(struct mi_live *live)
{
    if (live->width > 0)
        fprintf(stderr, "\r%*s\r", live->width, "");
    live->width = 0;
}

int mi_live_time(double seconds, const char *word, char *text, size_t size)
{
    long whole = (long)seconds;
    return snprintf(text, size, "%ld:%02ld:%02ld %s", whole / 3600, whole / 60 % 60, whole % 60,
                    word);
}
