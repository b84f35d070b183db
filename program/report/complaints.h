/* complaints.h - what is wrong in a file of games, or of positions. */
#ifndef MI_PROGRAM_REPORT_COMPLAINTS_H
#define MI_PROGRAM_REPORT_COMPLAINTS_H

#include "protocol/io/reply.h"

/* Of one file.  Who gives another one by mistake needs one line, not one for each of its lines: so
 * they are kept, some hundreds of them, until something in the file could be used. */
struct mi_complaints {
    const char *program, *file; /* borrowed */

    /* The caller begins with zeros. */
    long count, left_out; /* left_out: of those neither told nor kept */
    bool useful;          /* something could be used: nothing is kept any more */
    struct mi_reply kept;
};

void mi_complaints_add(struct mi_complaints *complaints, long line, const char *what);

/* Something of the file could be used. */
void mi_complaints_useful(struct mi_complaints *complaints);

/* The end of the file: where nothing could be used, the first alone is told. */
void mi_complaints_end(struct mi_complaints *complaints);

#endif
