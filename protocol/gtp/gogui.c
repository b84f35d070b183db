/* GTP commands of GoGui: setup, move sequences and the parameter dialogue. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

/* ---- setting up ---- */

static bool is_empty_board(const miai_engine *engine)
{
    int8_t piece[MIAI_MAX_POINTS];
    if (miai_plies(engine) > 0)
        return false;
    if (miai_board(engine, piece) != MIAI_OK)
        return true;
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (piece[p] >= 0)
            return false;
    return true;
}

/* gogui-setup COLOR VERTEX ...: places stones on an empty board; they are not moves. */
static const char *gtp_gogui_setup(struct mi_gtp *gtp, char *args)
{
    if (!is_empty_board(gtp->engine))
        return miai_error_text(MIAI_NOT_EMPTY);
    return mi_gtp_error_reason(gtp, miai_set_stones(gtp->engine, args));
}

/* set_position COLOR VERTEX ...: KataGo's command, which replaces any position. */
static const char *gtp_set_position(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_error_reason(gtp, miai_set_stones(gtp->engine, args));
}

static const char *gtp_gogui_setup_player(struct mi_gtp *gtp, char *args)
{
    int player;
    if (!mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    return mi_gtp_error_text(miai_set_turn(gtp->engine, player));
}

/* gogui-play_sequence COLOR VERTEX ...: plays all moves or none. */
static const char *gtp_play_sequence(struct mi_gtp *gtp, char *args)
{
    int plies = 0, player;
    const char *color, *failure = NULL;
    while (!failure && (color = mi_next_word(&args)) != NULL) {
        const char *vertex = mi_next_word(&args);
        if (!vertex || !mi_read_word_player(color, &player))
            failure = mi_gtp_syntax_error;
        else
            failure = mi_gtp_error_reason(gtp, mi_gtp_play(gtp, player, vertex));
        plies += !failure;
    }
    if (failure)
        miai_undo(gtp->engine, plies);
    return failure;
}

static const char *gtp_gogui_version(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->is_gogui = true;
    return NULL;
}

/* ---- parameters ---- */

/* The parameters are split into dialogue pages by the scopes of the options, since one dialogue
 * would be too long.  ALL: options of every scope. */
enum param_page { ALL, PLAY, MACHINE, SEARCH, NETWORKS };

static const char *const page_names[] = {
    [PLAY] = "play", [MACHINE] = "machine", [SEARCH] = "search", [NETWORKS] = "networks"};

static enum param_page find_param_page(const char *name)
{
    for (enum param_page param_page = PLAY; name && param_page <= NETWORKS; param_page++)
        if (strcmp(name, page_names[param_page]) == 0)
            return param_page;
    return ALL;
}

static enum param_page param_page_of_scope(enum miai_scope scope)
{
    switch (scope) {
    case MIAI_SCOPE_GAME:
    case MIAI_SCOPE_LIMITS:
    case MIAI_SCOPE_PLAY:
    case MIAI_SCOPE_RESIGN:
        return PLAY;
    case MIAI_SCOPE_NETWORK:
    case MIAI_SCOPE_HUMAN:
        return NETWORKS;
    case MIAI_SCOPE_MACHINE:
    case MIAI_SCOPE_KNOWLEDGE:
    case MIAI_SCOPE_CLIENT:
        return MACHINE;
    default:
        return SEARCH;
    }
}

/* Options that describe the board are set by other commands, so they are not listed. */
static bool is_listed_param(const struct mi_gtp *gtp, const miai_option *option,
                            enum param_page param_page)
{
    bool describes_board = option->scope == MIAI_SCOPE_GAME && strcmp(option->name, "rules") != 0;
    return !describes_board &&
           (param_page == ALL || param_page == param_page_of_scope(option->scope)) &&
           miai_option_applies(gtp->engine, option->name);
}

static void add_param_type(struct mi_gtp *gtp, const miai_option *option)
{
    struct mi_reply *reply = &gtp->reply;
    const char *const *choices = mi_suggest_choices(gtp->engine, option);
    if (!choices) {
        mi_reply_add(reply, option->type == MIAI_OPTION_BOOL ? "[bool]" : "[string]");
        return;
    }
    mi_reply_add(reply, "[list");
    for (int i = 0; choices[i]; i++)
        mi_reply_format(reply, "/%s", choices[i]);
    mi_reply_add(reply, "]");
}

static void add_param_line(struct mi_gtp *gtp, const miai_option *option)
{
    char value[256];
    miai_get_option(gtp->engine, option->name, value, sizeof value);
    const char *shown = value;
    if (option->type == MIAI_OPTION_BOOL)
        shown = strcmp(value, "true") == 0 ? "1" : "0";
    add_param_type(gtp, option);
    mi_reply_format(&gtp->reply, " %s %s\n", option->name, shown);
}

static const char *set_live_gfx(struct mi_gtp *gtp, const char *value)
{
    if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return mi_gtp_syntax_error;
    gtp->live_gfx = *value == '1';
    return NULL;
}

/* miai-params [PAGE]: lists the options that apply, in the format of GoGui's dialogue.  miai-params
 * [PAGE] NAME [VALUE]: sets one; without VALUE, to the empty text. */
static const char *gtp_params(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args);
    const miai_option *option;
    enum param_page param_page = find_param_page(name);
    if (param_page != ALL)
        name = mi_next_word(&args);
    if (name && strcmp(name, "live-gfx") == 0)
        return set_live_gfx(gtp, args);
    if (name)
        return mi_gtp_set_option(gtp, name, args);
    if (param_page == ALL || param_page == PLAY)
        mi_reply_format(&gtp->reply, "[bool] live-gfx %d\n", gtp->live_gfx);
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        if (is_listed_param(gtp, option, param_page))
            add_param_line(gtp, option);
    return NULL;
}

const struct mi_gtp_command mi_gtp_gogui_commands[] = {
    {"gogui-setup", "[b|w VERTEX ...]", 0, MI_GTP_ANY_ARGS, gtp_gogui_setup},
    {"gogui-setup_player", "b|w", 1, 1, gtp_gogui_setup_player},
    {"gogui-play_sequence", "[b|w VERTEX ...]", 0, MI_GTP_ANY_ARGS, gtp_play_sequence},
    {"gogui-version", "VERSION", 0, MI_GTP_ANY_ARGS, gtp_gogui_version},
    {"set_position", "[b|w VERTEX ...]", 0, MI_GTP_ANY_ARGS, gtp_set_position},
    {"miai-params", "[play|machine|search|networks] [NAME [VALUE]]", 0, MI_GTP_ANY_ARGS,
     gtp_params},
    {0},
};
