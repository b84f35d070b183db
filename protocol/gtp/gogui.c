/* GTP: what GoGui sends besides - set-up, sequences of moves, and parameters in a dialogue. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

/* ---- setting up ---- */

static bool is_empty(const miai_engine *engine)
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

/* gogui-setup COLOR VERTEX ...: stones on an empty board, which no moves are. */
static const char *setup(struct mi_gtp *gtp, char *args)
{
    if (!is_empty(gtp->engine))
        return miai_error_text(MIAI_NOT_EMPTY);
    return mi_gtp_reason(gtp, miai_set_stones(gtp->engine, args));
}

/* The same whatever is on the board, as KataGo has it. */
static const char *set_position(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_reason(gtp, miai_set_stones(gtp->engine, args));
}

static const char *setup_player(struct mi_gtp *gtp, char *args)
{
    int player;
    if (!mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    return mi_gtp_failure(miai_set_turn(gtp->engine, player));
}

/* gogui-play_sequence COLOR VERTEX ...: all of them or none. */
static const char *play_sequence(struct mi_gtp *gtp, char *args)
{
    int plies = 0, player;
    const char *color, *why = NULL;
    while (!why && (color = mi_next_word(&args)) != NULL) {
        const char *vertex = mi_next_word(&args);
        if (!vertex || !mi_read_word_player(color, &player))
            why = mi_gtp_syntax_error;
        else
            why = mi_gtp_reason(gtp, mi_gtp_play(gtp, player, vertex));
        plies += !why;
    }
    if (why)
        miai_undo(gtp->engine, plies);
    return why;
}

static const char *accept_version(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->by_gogui = true;
    return NULL;
}

/* ---- parameters ---- */

/* A dialogue has room for so many; their pages, by the scopes of options.  All: of each scope. */
enum page { ALL, PLAY, MACHINE, SEARCH, NETWORKS };

static const char *const page_names[] = {
    [PLAY] = "play", [MACHINE] = "machine", [SEARCH] = "search", [NETWORKS] = "networks"};

static enum page page_of(const char *name)
{
    for (enum page page = PLAY; name && page <= NETWORKS; page++)
        if (strcmp(name, page_names[page]) == 0)
            return page;
    return ALL;
}

static enum page page_of_scope(enum miai_scope scope)
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

/* What the board shows is changed elsewhere. */
static bool is_shown(const struct mi_gtp *gtp, const miai_option *option, enum page page)
{
    bool elsewhere = option->scope == MIAI_SCOPE_GAME && strcmp(option->name, "rules") != 0;
    return !elsewhere && (page == ALL || page == page_of_scope(option->scope)) &&
           miai_option_applies(gtp->engine, option->name);
}

static void add_type(struct mi_gtp *gtp, const miai_option *option)
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

static void add_param(struct mi_gtp *gtp, const miai_option *option)
{
    char value[256];
    miai_get_option(gtp->engine, option->name, value, sizeof value);
    const char *shown = value;
    if (option->type == MIAI_OPTION_BOOL)
        shown = strcmp(value, "true") == 0 ? "1" : "0";
    add_type(gtp, option);
    mi_reply_format(&gtp->reply, " %s %s\n", option->name, shown);
}

static const char *set_live(struct mi_gtp *gtp, const char *value)
{
    if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return mi_gtp_syntax_error;
    gtp->live_gfx = *value == '1';
    return NULL;
}

/* miai-params [PAGE]: those that mean something here, as GoGui's dialogue wants them; miai-params
 * [PAGE] NAME VALUE: sets one, the value may be missing. */
static const char *params(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args);
    const miai_option *option;
    enum page page = page_of(name);
    if (page != ALL)
        name = mi_next_word(&args);
    if (name && strcmp(name, "live-gfx") == 0)
        return set_live(gtp, args);
    if (name)
        return mi_gtp_set_option(gtp, name, args);
    if (page == ALL || page == PLAY)
        mi_reply_format(&gtp->reply, "[bool] live-gfx %d\n", gtp->live_gfx);
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        if (is_shown(gtp, option, page))
            add_param(gtp, option);
    return NULL;
}

const struct mi_gtp_command mi_gtp_gogui_commands[] = {
    {"gogui-setup", 0, MI_GTP_ANY_ARGS, setup},
    {"gogui-setup_player", 1, 1, setup_player},
    {"gogui-play_sequence", 0, MI_GTP_ANY_ARGS, play_sequence},
    {"gogui-version", 0, MI_GTP_ANY_ARGS, accept_version},
    {"set_position", 0, MI_GTP_ANY_ARGS, set_position},
    {"miai-params", 0, MI_GTP_ANY_ARGS, params},
    {0},
};
