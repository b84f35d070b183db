/* GTP: moves - playing, taking back, generating. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <string.h>

static const char *play(struct mi_gtp *gtp, char *args)
{
    int player;
    if (!mi_read_word_player(mi_next_word(&args), &player))
        return mi_gtp_syntax_error;
    return mi_gtp_reason(gtp, mi_gtp_play(gtp, player, args));
}

static const char *undo(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_gtp_failure(miai_undo(gtp->engine, 1));
}

/* gg-undo [N]: N moves, or none of them if there are fewer. */
static const char *gg_undo(struct mi_gtp *gtp, char *args)
{
    int plies = 1;
    if (*args && (!mi_read_word_int(args, &plies) || plies < 0))
        return mi_gtp_syntax_error;
    return mi_gtp_failure(miai_undo(gtp->engine, plies));
}

/* The line begins behind the "= ", so that the columns stand above each other. */
static const char *showboard(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, "\n");
    return mi_gtp_add_written(gtp, miai_board_text);
}

/* For people who look on; the client has no use for it. */
static void report_troubles(miai_engine *engine)
{
    miai_info info;
    char shortage[MI_SHORTAGE_TEXT];
    miai_last_search(engine, &info);
    if (mi_write_shortage(&info, shortage))
        fprintf(stderr, "miai: %s\n", shortage);
    mi_report_file_faults(engine);
}

/* Both commands that search for a move. */
static const char *search(struct mi_gtp *gtp, const char *color,
                          int (*choose)(miai_engine *, int player, char *move, size_t size))
{
    char move[MIAI_MOVE_TEXT];
    int player;
    if (!mi_read_word_player(color, &player))
        return mi_gtp_syntax_error;
    int error = choose(gtp->engine, player, move, sizeof move);
    if (error == MIAI_OK) {
        if (choose == miai_genmove)
            mi_game_result_move(&gtp->game_result, gtp->engine, player, move);
        mi_reply_add(&gtp->reply, move);
        report_troubles(gtp->engine);
    }
    return mi_gtp_failure(error);
}

static const char *genmove(struct mi_gtp *gtp, char *args)
{
    const char *failure = search(gtp, args, miai_genmove);
    bool goes_on = !failure && gtp->reply.text && strcmp(gtp->reply.text, "resign") != 0;
    gtp->plies = goes_on ? miai_plies(gtp->engine) : -1;
    return failure;
}

static const char *reg_genmove(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, miai_search_fresh);
}

const struct mi_gtp_command mi_gtp_play_commands[] = {
    {"play", 2, 2, play},
    {"undo", 0, 0, undo},
    {"gg-undo", 0, 1, gg_undo},
    {"showboard", 0, 0, showboard},
    {"genmove", 1, 1, genmove},
    {"reg_genmove", 1, 1, reg_genmove},
    {0},
};
