/* What people are told of an analysis while it runs. */
#include "analyze.h"

#include "base/clock.h"

#include <string.h>

enum { NAME_SHOWN = 32 };

void mi_analyze_complain(struct mi_analyze *a, const char *file, long line, const char *what)
{
    a->faults++;
    if (line > 0)
        fprintf(stderr, "%s: %s:%ld: %s\n", a->program, file, line, what);
    else
        fprintf(stderr, "%s: %s: %s\n", a->program, file, what);
}

void mi_analyze_wipe(struct mi_analyze *a)
{
    if (a->width > 0)
        fprintf(stderr, "\r%*s\r", a->width, "");
    a->width = 0;
}

/* Adds how long it will take, where so much of all was done since it began. */
static int write_time_left(double begun, long done, long left, char *text, size_t size)
{
    if (done <= 0 || left <= 0)
        return 0;
    long seconds = (long)((mi_clock() - begun) / (double)done * (double)left);
    return snprintf(text, size, "%ld:%02ld:%02ld left", seconds / 3600, seconds / 60 % 60,
                    seconds % 60);
}

static int write_whole(const struct mi_whole *whole, char *text, size_t size)
{
    char left[40] = "";
    if (whole->all == 0)
        return 0;
    write_time_left(whole->begun, whole->done - whole->before, whole->all - whole->done, left,
                    sizeof left);
    return snprintf(text, size, "%ld of %ld files, %s%s", whole->done, whole->all, left,
                    left[0] ? ", " : "");
}

void mi_analyze_tell(struct mi_analyze *a, const char *what)
{
    const double often = 10; /* seconds between lines that stay */
    char line[240];
    double now = mi_clock();
    if (!a->live && (!a->told || now - a->told_at < often))
        return;
    int n = write_whole(&a->whole, line, sizeof line);
    n += snprintf(line + n, sizeof line - (size_t)n, "%s", what);
    if (a->live)
        fprintf(stderr, "\r%s%*s", line, a->width > n ? a->width - n : 0, "");
    else
        fprintf(stderr, "%s\n", line);
    a->width = a->live ? n : 0;
    a->told_at = now;
}

void mi_analyze_show(struct mi_analyze *a, const char *file, int game, int move, int moves)
{
    char text[160], left[40] = "";
    int skip = (int)strlen(file) - NAME_SHOWN; /* the end of a name tells most */
    if (a->whole.all == 0)
        write_time_left(a->begun, a->done, a->all - a->done, left, sizeof left);
    snprintf(text, sizeof text, "%s, game %d, position %d of %d%s%s", file + (skip > 0 ? skip : 0),
             game + 1, move, moves + 1, left[0] ? ", " : "", left);
    mi_analyze_tell(a, text);
}
