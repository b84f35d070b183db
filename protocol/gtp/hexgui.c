/* GTP: what HexGui sends besides, as MoHex and Wolve answer it. */
#include "gtp.h"

#include "base/clock.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* all_legal_moves [COLOR] */
static const char *all_legal_moves(struct mi_gtp *gtp, char *args)
{
    int player = MIAI_TURN;
    if (*args && !mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int length = miai_legal_moves(gtp->engine, player, NULL, 0);
    if (length < 0)
        return mi_gtp_failure(length);
    char *text = malloc((size_t)length + 1);
    if (!text)
        return miai_error_text(MIAI_NO_MEMORY);
    miai_legal_moves(gtp->engine, player, text, (size_t)length + 1);
    mi_reply_add(&gtp->reply, text);
    free(text);
    return NULL;
}

/* param_game: what it is; param_game allow_swap 0|1 */
static const char *param_game(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args), *value = mi_next_word(&args);
    char rules[32];
    if (!name) {
        miai_get_option(gtp->engine, "rules", rules, sizeof rules);
        mi_reply_format(&gtp->reply, "[bool] allow_swap %d\n", strcmp(rules, "no-swap") != 0);
        return NULL;
    }
    if (strcmp(name, "allow_swap") != 0)
        return "unknown parameter, there is allow_swap";
    if (!value || (strcmp(value, "0") != 0 && strcmp(value, "1") != 0))
        return "allow_swap is 0 or 1";
    return mi_gtp_reason(gtp,
                         miai_set_option(gtp->engine, "rules", *value == '1' ? "swap" : "no-swap"));
}

/* ---- the button "Solve" ---- */

static const double DRAWN_SECONDS = 0.5; /* from one picture to the next */

/* The points that were looked at, in the words of KataGo.  Hex has no score, but HexGui writes one
 * on each of them. */
static void add_points(const miai_engine *engine, struct mi_reply *reply)
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

/* A paragraph before the reply, which HexGui draws. */
static void draw(struct mi_gtp *gtp)
{
    struct mi_reply text = {0};
    mi_reply_add(&text, "gogui-gfx: kata");
    add_points(gtp->engine, &text);
    mi_reply_add(&text, "\n\n");
    gtp->last_live = mi_clock();
    if (!text.failed && !mi_session_write(gtp->session, text.text, text.length)) {
        gtp->quit = true; /* nobody listens */
        miai_stop(gtp->engine);
    }
    mi_reply_free(&text);
}

void mi_gtp_draw_live(struct mi_gtp *gtp, const miai_info *info)
{
    if (gtp->draws && info->line <= 1 && mi_clock() - gtp->last_live >= DRAWN_SECONDS)
        draw(gtp);
}

/* What stands in HexGui's last line in the end. */
static void conclude(struct mi_gtp *gtp, const char *move)
{
    miai_info info;
    miai_last_search(gtp->engine, &info);
    const char *proof = info.proof == 3   ? ", a proven win"
                        : info.proof == 1 ? ", a proven loss"
                                          : "";
    mi_reply_format(&gtp->reply, "%s: %.1f%%, visits %" PRIu64 "%s", move, 100 * info.value,
                    info.root_visits, proof);
}

/* gogui-gfx-analyze [COLOR]: searches until anything comes in, which from HexGui is "# interrupt",
 * or until all is known. */
static const char *gfx_analyze(struct mi_gtp *gtp, char *args)
{
    const miai_limits limits = {0};
    const miai_analysis_request request = {.interval = DRAWN_SECONDS};
    char move[MIAI_MOVE_TEXT];
    int player = MIAI_TURN;
    if (*args && !mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    int error = miai_request_analysis(gtp->engine, &request);
    if (error != MIAI_OK)
        return miai_error_reason(gtp->engine, error);
    gtp->draws = true;
    mi_gtp_heed_any_line(gtp);
    error = miai_search(gtp->engine, player, &limits, move, sizeof move);
    mi_gtp_heed_no_line(gtp);
    gtp->draws = false;
    miai_request_analysis(gtp->engine, NULL);
    if (error != MIAI_OK)
        return mi_gtp_failure(error);
    draw(gtp);
    conclude(gtp, move);
    return NULL;
}

/* ---- the list ---- */

static const char *analyze_commands(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->by_gogui = false; /* HexGui, which came of it, names the points of Hex as Hex does */
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
    {"hexgui-analyze_commands", 0, 0, analyze_commands},
    {"all_legal_moves", 0, 1, all_legal_moves},
    {"param_game", 0, 2, param_game},
    {"gogui-gfx-analyze", 0, 1, gfx_analyze},
    {0},
};
