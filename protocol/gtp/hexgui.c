/* GTP: what HexGui sends besides, as MoHex and Wolve answer it. */
#include "gtp.h"

#include "protocol/io/words.h"

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

static const char *analyze_commands(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->by_gogui = false; /* HexGui, which came of it, names the points of Hex as Hex does */
    mi_reply_add(&gtp->reply, "param/Game Parameters/param_game\n"
                              "param/Parameters/miai-params\n"
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
    {0},
};
