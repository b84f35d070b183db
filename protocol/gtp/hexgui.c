/* GTP commands of HexGui, compatible with MoHex and Wolve. */
#include "gtp.h"

#include "base/clock.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* all_legal_moves [COLOR] */
static const char *gtp_all_legal_moves(struct mi_gtp *gtp, char *args)
{
    int player = MIAI_TURN;
    if (*args && !mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int length = miai_legal_moves(gtp->engine, player, NULL, 0);
    if (length < 0)
        return mi_gtp_error_text(length);
    char *text = malloc((size_t)length + 1);
    if (!text)
        return miai_error_text(MIAI_NO_MEMORY);
    miai_legal_moves(gtp->engine, player, text, (size_t)length + 1);
    mi_reply_add(&gtp->reply, text);
    free(text);
    return NULL;
}

/* param_game: reports the parameter; param_game allow_swap 0|1: sets it. */
static const char *gtp_param_game(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args), *value = mi_next_word(&args);
    char rules[32];
    if (!name) {
        miai_get_option(gtp->engine, "rules", rules, sizeof rules);
        mi_reply_format(&gtp->reply, "[bool] allow_swap %d\n", strcmp(rules, "no-swap") != 0);
        return NULL;
    }
    if (strcmp(name, "allow_swap") != 0)
        return "unknown parameter; the only one is allow_swap";
    if (!value || (strcmp(value, "0") != 0 && strcmp(value, "1") != 0))
        return "allow_swap must be 0 or 1";
    return mi_gtp_error_reason(
        gtp, miai_set_option(gtp->engine, "rules", *value == '1' ? "swap" : "no-swap"));
}

/* ---- the button "Solve" ---- */

static const double DISPLAY_INTERVAL = 0.5; /* between two updates of the picture */

/* Adds the moves that were visited, in KataGo's format.  Hex has no score, but HexGui displays the
 * scoreLead of each move. */
static void add_visited_moves(const miai_engine *engine, struct mi_reply *reply)
{
    miai_choice choice;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        if (choice.visits > 0 &&
            miai_point_read_in(MIAI_LETTERS_ALL, choice.move, miai_width(engine),
                               miai_height(engine)) != MIAI_NO_MOVE)
            mi_reply_format(reply,
                            " info move %s visits %" PRIu64 " winrate %.4f scoreLead 0 order %d",
                            choice.move, choice.visits, choice.value, i);
}

/* Writes a block before the reply, which HexGui displays. */
static void display_search(struct mi_gtp *gtp)
{
    struct mi_reply text = {0};
    mi_reply_add(&text, "gogui-gfx: kata");
    add_visited_moves(gtp->engine, &text);
    mi_reply_add(&text, "\n\n");
    gtp->last_shown = mi_clock();
    if (!text.failed && !mi_session_write(gtp->session, text.text, text.length)) {
        gtp->quit = true; /* the client has closed the pipe */
        miai_stop(gtp->engine);
    }
    mi_reply_free(&text);
}

void mi_gtp_show_in_hexgui(struct mi_gtp *gtp, const miai_info *info)
{
    if (gtp->shows_in_hexgui && info->line <= 1 && mi_clock() - gtp->last_shown >= DISPLAY_INTERVAL)
        display_search(gtp);
}

/* Adds the summary for HexGui's status line. */
static void add_search_summary(struct mi_gtp *gtp, const char *move)
{
    miai_info info;
    miai_last_search(gtp->engine, &info);
    const char *proof = info.proof == 3   ? ", a proven win"
                        : info.proof == 1 ? ", a proven loss"
                                          : "";
    mi_reply_format(&gtp->reply, "%s: %.1f%%, visits %" PRIu64 "%s", move, 100 * info.value,
                    info.root_visits, proof);
}

/* gogui-gfx-analyze [COLOR]: searches until input arrives (HexGui sends "# interrupt") or the
 * position is solved. */
static const char *gtp_gfx_analyze(struct mi_gtp *gtp, char *args)
{
    const miai_limits limits = {0};
    const miai_analysis_request request = {.interval = DISPLAY_INTERVAL};
    char move[MIAI_MOVE_TEXT];
    int player = MIAI_TURN;
    if (*args && !mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int error = miai_request_analysis(gtp->engine, &request);
    if (error != MIAI_OK)
        return miai_error_reason(gtp->engine, error);
    gtp->shows_in_hexgui = true;
    mi_gtp_stop_on_input(gtp);
    error = miai_search(gtp->engine, player, &limits, move, sizeof move);
    mi_gtp_ignore_input(gtp);
    gtp->shows_in_hexgui = false;
    miai_request_analysis(gtp->engine, NULL);
    if (error != MIAI_OK)
        return mi_gtp_error_text(error);
    display_search(gtp);
    add_search_summary(gtp, move);
    return NULL;
}

/* ---- the list ---- */

static const char *gtp_hexgui_analyze_commands(struct mi_gtp *gtp, char *args)
{
    (void)args;
    /* Unlike GoGui, from which it was derived, HexGui uses the game's own names of points. */
    gtp->is_gogui = false;
    mi_reply_add(&gtp->reply, "param/Game Parameters/param_game\n"
                              "param/Parameters: Play/miai-params play\n"
                              "param/Parameters: Machine and Files/miai-params machine\n"
                              "param/Parameters: Search/miai-params search\n"
                              "param/Parameters: Networks/miai-params networks\n"
                              "plist/All Legal Moves/all_legal_moves %c\n"
                              "var/Principal Variation/miai-pv\n"
                              "pspairs/Visits/miai-gfx_visits\n"
                              "pspairs/Values/miai-gfx_values\n"
                              "pspairs/Priors/miai-gfx_priors\n"
                              "pspairs/AMAF/miai-gfx_amaf\n"
                              "string/Search Info/miai-stats\n"
                              "string/Final Score/final_score\n"
                              "string/ShowBoard/showboard\n"
                              "varc/Reg GenMove/reg_genmove %c\n");
    return NULL;
}

const struct mi_gtp_command mi_gtp_hexgui_commands[] = {
    {"hexgui-analyze_commands", "", 0, 0, gtp_hexgui_analyze_commands},
    {"all_legal_moves", "[b|w]", 0, 1, gtp_all_legal_moves},
    {"param_game", "[allow_swap 0|1]", 0, 2, gtp_param_game},
    {"gogui-gfx-analyze", "[b|w]", 0, 1, gtp_gfx_analyze},
    {0},
};
