/* GTP: the end of a game - its score and the stones that are dead. */
#include "gtp.h"

#include <stdlib.h>
#include <string.h>

static const char *final_score(struct mi_gtp *gtp, char *args)
{
    char score[64];
    (void)args;
    int error = miai_final_score(gtp->engine, score, sizeof score);
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, score);
    return mi_gtp_failure(error);
}

static const char *final_status_list(struct mi_gtp *gtp, char *args)
{
    const size_t size = MIAI_MAX_POINTS * MIAI_MOVE_TEXT;
    if (strcmp(args, "alive") != 0 && strcmp(args, "dead") != 0 && strcmp(args, "seki") != 0)
        return mi_gtp_syntax_error;
    char *chains = malloc(size);
    int error = chains ? miai_final_status(gtp->engine, args, chains, size) : MIAI_NO_MEMORY;
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, chains);
    free(chains);
    return mi_gtp_failure(error);
}

const struct mi_gtp_command mi_gtp_end_commands[] = {
    {"final_score", 0, 0, final_score},
    {"final_status_list", 1, 1, final_status_list},
    {0},
};
