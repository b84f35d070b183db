/* GTP commands of the servers KGS and CGOS. */
#include "gtp.h"

#include "base/text.h"
#include "protocol/io/words.h"
#include "protocol/katago/rules.h"

/* kgs-rules NAME: KGS plays Chinese rules with superko. */
static const char *gtp_kgs_rules(struct mi_gtp *gtp, char *args)
{
    static const char *const names[][2] = {{"japanese", "japanese"},
                                           {"chinese", "chinese-kgs"},
                                           {"aga", "aga"},
                                           {"new_zealand", "nz"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (mi_same_text(args, names[i][0]))
            return mi_gtp_error_reason(gtp, mi_rules_set(gtp->engine, names[i][1]));
    return "unknown rules; known: japanese, chinese, aga, new_zealand";
}

/* kgs-genmove_cleanup COLOR: after two passes, moves until no dead stone is left. */
static const char *gtp_kgs_genmove_cleanup(struct mi_gtp *gtp, char *args)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    if (!mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int error = miai_genmove_cleanup(gtp->engine, player, move, sizeof move);
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, move);
    return mi_gtp_error_text(error);
}

/* The game is over, so there is nothing to ponder. */
static const char *gtp_game_over(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->game_plies = -1;
    return NULL;
}

/* kgs-chat game|private NAME TEXT...: replies with one line. */
static const char *gtp_kgs_chat(struct mi_gtp *gtp, char *args)
{
    miai_info info;
    (void)args;
    miai_last_search(gtp->engine, &info);
    mi_reply_format(&gtp->reply, "I am a program, miai %s.", miai_version());
    if (info.search)
        mi_reply_format(&gtp->reply,
                        " I gave my last move a winning chance of %.0f%%, after %.1f s.",
                        100 * info.value, info.seconds);
    return NULL;
}

/* Facts about the opponent are ignored. */
static const char *gtp_ignore_opponent(struct mi_gtp *gtp, char *args)
{
    (void)gtp;
    (void)args;
    return NULL;
}

const struct mi_gtp_command mi_gtp_kgs_commands[] = {
    {"kgs-rules", "NAME", 1, 1, gtp_kgs_rules},
    {"kgs-genmove_cleanup", "b|w", 1, 1, gtp_kgs_genmove_cleanup},
    {"kgs-game_over", "", 0, 0, gtp_game_over},
    {"kgs-chat", "KIND NAME TEXT ...", 0, MI_GTP_ANY_ARGS, gtp_kgs_chat},
    {"cgos-gameover", "RESULT", 0, MI_GTP_ANY_ARGS, gtp_game_over},
    {"cgos-opponent_name", "NAME", 0, MI_GTP_ANY_ARGS, gtp_ignore_opponent},
    {"cgos-opponent_rating", "RATING", 0, MI_GTP_ANY_ARGS, gtp_ignore_opponent},
    {0},
};
