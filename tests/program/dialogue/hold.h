/* hold.h - runs the program with a script. */
#ifndef MI_TESTS_PROGRAM_DIALOGUE_HOLD_H
#define MI_TESTS_PROGRAM_DIALOGUE_HOLD_H

#include "script.h"

/* The result of a dialogue; script_result_free() frees the texts. */
struct script_result {
    bool late;  /* the program did not end in time and was killed */
    int status; /* as from waitpid() */
    struct mi_reply output, errors;
};

/* Starts the program (an absolute path) in the folder, which contains the script's record, and
 * holds the dialogue.  False if the system prevents it. */
bool run_script(const struct script *script, const char *program, const char *folder,
                struct script_result *held);

void script_result_free(struct script_result *held);

/* A monotonic clock in seconds. */
double now(void);

#endif
