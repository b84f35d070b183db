/* GTP: what the server KGS asks of an engine, and others after it. */
#include "gtp.h"

#include "words.h"

#include <string.h>

/* kgs-rules NAME. */
static const char *rules(struct mi_gtp *gtp, char *args)
{
    static const char *const names[][2] = {
        {"japanese", "japanese"}, {"chinese", "chinese"}, {"aga", "aga"}, {"new_zealand", "nz"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(args, names[i][0]) == 0)
            return mi_gtp_failure(miai_set_option(gtp->engine, "rules", names[i][1]));
    return "unknown rules";
}

/* kgs-genmove_cleanup COLOR: after two passes, until no dead stone is left. */
static const char *genmove_cleanup(struct mi_gtp *gtp, char *args)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    if (!mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int error = miai_genmove_cleanup(gtp->engine, player, move, sizeof move);
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, move);
    return mi_gtp_failure(error);
}

/* Nobody will ask for a move any more. */
static const char *game_over(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->plies = -1;
    return NULL;
}

const struct mi_gtp_command mi_gtp_kgs_commands[] = {
    {"kgs-rules", 1, 1, rules},
    {"kgs-genmove_cleanup", 1, 1, genmove_cleanup},
    {"kgs-game_over", 0, 0, game_over},
    {0},
};
