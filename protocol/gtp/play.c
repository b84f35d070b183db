/* GTP commands that play, take back and generate moves. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <string.h>

static const char *gtp_play(struct mi_gtp *gtp, char *args)
{
    int player;
    if (!mi_read_word_player(mi_next_word(&args), &player))
        return mi_gtp_syntax_error;
    return mi_gtp_error_reason(gtp, mi_gtp_play(gtp, player, args));
}

static const char *gtp_undo(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_gtp_error_text(miai_undo(gtp->engine, 1));
}

/* gg-undo [N]: takes back N moves, or none if there are fewer. */
static const char *gtp_gg_undo(struct mi_gtp *gtp, char *args)
{
    int plies = 1;
    if (*args && (!mi_read_word_int(args, &plies) || plies < 0))
        return mi_gtp_syntax_error;
    return mi_gtp_error_text(miai_undo(gtp->engine, plies));
}

/* The board starts on a new line after "= ", so that the columns line up. */
static const char *gtp_showboard(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, "\n");
    return mi_gtp_reply_written(gtp, miai_board_text);
}

/* Prints problems for people to standard error; a client cannot use them. */
static void report_search_problems(miai_engine *engine)
{
    miai_info info;
    char shortage[MI_SHORTAGE_TEXT];
    miai_last_search(engine, &info);
    if (mi_write_memory_shortage(&info, shortage))
        fprintf(stderr, "miai: %s\n", shortage);
    mi_report_file_faults(engine);
}

/* genmove and reg_genmove. */
static const char *search_move(struct mi_gtp *gtp, const char *color,
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
        report_search_problems(gtp->engine);
    }
    return mi_gtp_error_text(error);
}

static const char *gtp_genmove(struct mi_gtp *gtp, char *args)
{
    const char *failure = search_move(gtp, args, miai_genmove);
    bool continues = !failure && gtp->reply.text && strcmp(gtp->reply.text, "resign") != 0;
    gtp->game_plies = continues ? miai_plies(gtp->engine) : -1;
    return failure;
}

static const char *gtp_reg_genmove(struct mi_gtp *gtp, char *args)
{
    return search_move(gtp, args, miai_search_fresh);
}

const struct mi_gtp_command mi_gtp_play_commands[] = {
    {"play", "b|w VERTEX", 2, 2, gtp_play},
    {"undo", "", 0, 0, gtp_undo},
    {"gg-undo", "[NUMBER], from 0", 0, 1, gtp_gg_undo},
    {"showboard", "", 0, 0, gtp_showboard},
    {"genmove", "b|w", 1, 1, gtp_genmove},
    {"reg_genmove", "b|w", 1, 1, gtp_reg_genmove},
    {0},
};
