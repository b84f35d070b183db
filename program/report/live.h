/* live.h - a line on standard error that tells how far work is. */
#ifndef MI_PROGRAM_REPORT_LIVE_H
#define MI_PROGRAM_REPORT_LIVE_H

#include <stdbool.h>
#include <stddef.h>

/* Begins as all zero: nothing is told. */
struct mi_live {
    bool shown;     /* it stands on a terminal, and is overwritten */
    bool told;      /* without that: a line now and then that stays */
    double told_at; /* mi_clock() of the last of these */
    int width;      /* of the line that stands there */
};

/* Is it time to tell? */
bool mi_live_due(const struct mi_live *live);
void mi_live_tell(struct mi_live *live, const char *line);
/* Takes the line away that stands there. */
void mi_live_wipe(struct mi_live *live);

/* Seconds as "h:mm:ss" and a word, as snprintf. */
int mi_live_time(double seconds, const char *word, char *text, size_t size);

#endif
