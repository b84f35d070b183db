/* GTP commands for the end of a game: score and dead stones. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

static const char *gtp_final_score(struct mi_gtp *gtp, char *args)
{
    char score[64];
    (void)args;
    int error = miai_final_score(gtp->engine, score, sizeof score);
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, score);
    return mi_gtp_error_text(error);
}

/* Writes "B+3.5 (upper bound: 9.0, lower: -2.0)" like GNU Go: Black's lead, and the lead plus and
 * minus one standard deviation. */
static void add_estimate(struct mi_gtp *gtp, const miai_info *info)
{
    double lead = info->player == 0 ? info->lead : -info->lead;
    mi_reply_format(&gtp->reply, "%s%.1f (upper bound: %.1f, lower: %.1f)", lead < 0 ? "W+" : "B+",
                    lead < 0 ? -lead : lead, lead + info->lead_deviation,
                    lead - info->lead_deviation);
}

/* Searches as long as for a move.  If the game is over, replies with the score. */
static const char *gtp_estimate_score(struct mi_gtp *gtp, char *args)
{
    const miai_analysis_request request = {.points = true};
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    int result;
    if (miai_over(gtp->engine, &result))
        return gtp_final_score(gtp, args);
    miai_request_analysis(gtp->engine, &request);
    int error = miai_search(gtp->engine, MIAI_TURN, NULL, move, sizeof move);
    miai_request_analysis(gtp->engine, NULL);
    miai_last_search(gtp->engine, &info);
    if (error == MIAI_OK && !info.leads)
        return miai_error_text(MIAI_NO_SCORE);
    if (error == MIAI_OK)
        add_estimate(gtp, &info);
    return mi_gtp_error_text(error);
}

static const char *gtp_final_status_list(struct mi_gtp *gtp, char *args)
{
    const size_t size = MIAI_MAX_POINTS * MIAI_MOVE_TEXT;
    if (strcmp(args, "alive") != 0 && strcmp(args, "dead") != 0 && strcmp(args, "seki") != 0)
        return mi_gtp_syntax_error;
    char *chains = malloc(size);
    int error = chains ? miai_final_status(gtp->engine, args, chains, size) : MIAI_NO_MEMORY;
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, chains);
    free(chains);
    return mi_gtp_error_text(error);
}

/* miai-offers-draw: does the last generated move come with an offer of a draw? */
static const char *gtp_offers_draw(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, miai_offers_draw(gtp->engine) ? "true" : "false");
    return NULL;
}

/* miai-accepts-draw COLOR: does the engine, as that player, accept a draw now? */
static const char *gtp_accepts_draw(struct mi_gtp *gtp, char *args)
{
    int player;
    bool accepts;
    if (!mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int error = miai_accepts_draw(gtp->engine, player, &accepts);
    if (error != MIAI_OK)
        return mi_gtp_error_reason(gtp, error);
    if (accepts)
        mi_game_result_draw(&gtp->game_result, gtp->engine);
    mi_reply_add(&gtp->reply, accepts ? "true" : "false");
    return NULL;
}

const struct mi_gtp_command mi_gtp_end_commands[] = {
    {"final_score", "", 0, 0, gtp_final_score},
    {"estimate_score", "", 0, 0, gtp_estimate_score},
    {"final_status_list", "alive|dead|seki", 1, 1, gtp_final_status_list},
    {"miai-offers-draw", "", 0, 0, gtp_offers_draw},
    {"miai-accepts-draw", "b|w", 1, 1, gtp_accepts_draw},
    {0},
};
