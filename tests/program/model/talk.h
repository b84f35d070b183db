/* talk.h - the program as a process to which lines are sent. */
#ifndef MI_TESTS_PROGRAM_MODEL_TALK_H
#define MI_TESTS_PROGRAM_MODEL_TALK_H

#include "protocol/io/reply.h"

#include <sys/types.h>

/* Zero-initialized; talk_end() frees it. */
struct talk {
    pid_t process;
    int to, from;
    struct mi_reply said;  /* everything that was written to the program */
    struct mi_reply heard; /* output that was not yet returned as lines */
    size_t at;
    bool closed; /* end of the output */
};

/* How the program ended. */
struct talk_end {
    int status;       /* as from waitpid(); -1: it did not end, and was killed */
    long peak_kib;    /* kibibytes of resident memory; 0: unknown */
    char errors[600]; /* the end of its standard error */
};

/* Starts the program (an absolute path) with arguments, ended by NULL, in a folder, where it leaves
 * a file "errors". */
bool talk_start(struct talk *talk, const char *program, const char *folder,
                const char *const *arguments);
struct talk_end talk_end(struct talk *talk, const char *folder);

/* Writes a line. A write error shows later, when no reply arrives. */
void talk_send(struct talk *talk, const char *line);

/* The next line, without its newline, valid until the next call; NULL if none arrives within the
 * seconds. */
const char *talk_receive(struct talk *talk, double seconds);

/* Processor seconds used so far; -1: unknown. */
double talk_cpu(const struct talk *talk);

#endif
