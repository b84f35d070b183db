/* hold.h - a script and the program. */
#ifndef MI_TESTS_PROGRAM_DIALOGUE_HOLD_H
#define MI_TESTS_PROGRAM_DIALOGUE_HOLD_H

#include "script.h"

/* What came of it; held_free() frees the texts. */
struct held {
    bool late;  /* the program did not end, and was killed */
    int status; /* as waitpid() tells it */
    struct mi_reply output, errors;
};

/* Starts the program (a path that holds in any folder) in a folder, where it finds the script's
 * record, and holds the dialogue with it.  False: the system does not let it. */
bool hold(const struct script *script, const char *program, const char *folder, struct held *held);

void held_free(struct held *held);

/* The time in seconds. */
double now(void);

#endif
