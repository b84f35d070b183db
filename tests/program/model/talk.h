/* talk.h - the program as a process that is asked line by line. */
#ifndef MI_TESTS_PROGRAM_MODEL_TALK_H
#define MI_TESTS_PROGRAM_MODEL_TALK_H

#include "protocol/io/reply.h"

#include <sys/types.h>

/* Begins as all zero; talk_end() frees it. */
struct talk {
    pid_t process;
    int to, from;
    struct mi_reply said;  /* all that was written to it */
    struct mi_reply heard; /* what came and was not yet taken as lines */
    size_t at;
    bool closed; /* there comes no more */
};

/* What became of it. */
struct talk_end {
    int status;       /* as waitpid() tells it; -1: it did not end, and was killed */
    long peak_kib;    /* of memory in the machine's; 0: unknown */
    char errors[600]; /* the end of what it wrote to standard error */
};

/* Starts the program (a path that holds in any folder) with arguments, ended by NULL, in a folder,
 * where it leaves a file "errors". */
bool talk_start(struct talk *talk, const char *program, const char *folder,
                const char *const *arguments);
struct talk_end talk_end(struct talk *talk, const char *folder);

/* Writes a line.  What cannot be written shows when there is no answer. */
void talk_say(struct talk *talk, const char *line);

/* The next line, without its end, until the next call; NULL: none comes within the seconds. */
const char *talk_hear(struct talk *talk, double seconds);

/* Seconds of the processor that it has used; -1: unknown. */
double talk_cpu(const struct talk *talk);

#endif
