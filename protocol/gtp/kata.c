/* GTP: rules and parameters as KataGo names them. */
#include "gtp.h"

#include "protocol/io/json.h"
#include "protocol/io/settings.h"
#include "protocol/io/words.h"
#include "protocol/katago/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- rules ---- */

static const char *get_rules(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_rules_write(gtp->engine, &gtp->reply) ? NULL : miai_error_text(MIAI_UNSUPPORTED);
}

/* kata-set-rules NAME, or JSON as kata-get-rules gives it. */
static const char *set_rules(struct mi_gtp *gtp, char *args)
{
    char how[80];
    int error = mi_rules_set(gtp->engine, args);
    if (error == MIAI_OK && mi_rules_differ(gtp->engine, args, how, sizeof how))
        mi_reply_add(&gtp->reply, how);
    return mi_rules_failure(gtp->engine, error);
}

/* kata-set-rule KEY VALUE: the rest stays as it is. */
static const char *set_rule(struct mi_gtp *gtp, char *args)
{
    const char *key = mi_next_word(&args), *value = mi_next_word(&args);
    return mi_rules_failure(gtp->engine, mi_rules_change(gtp->engine, key, value));
}

/* ---- parameters ---- */

/* What is told of a parameter, under one of its names. */
typedef void tell_param(struct mi_gtp *gtp, const char *name, const miai_option *option);

/* Tells of an option under the names that KataGo has for it. */
static void tell_names(struct mi_gtp *gtp, const miai_option *option, tell_param *tell)
{
    char names[80], *rest = names, *name;
    snprintf(names, sizeof names, "%s", option->katago ? option->katago : "");
    while ((name = mi_next_word(&rest)) != NULL)
        tell(gtp, name, option);
}

/* Tells of those that mean something in the game that is on, by the search that is on, each under
 * all its names. */
static void tell_params(struct mi_gtp *gtp, tell_param *tell)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        if (miai_option_applies(gtp->engine, option->name)) {
            tell_names(gtp, option, tell);
            tell(gtp, option->name, option);
        }
}

static void add_name(struct mi_gtp *gtp, const char *name, const miai_option *option)
{
    (void)option;
    mi_reply_format(&gtp->reply, "%s%s", gtp->reply.length ? " " : "", name);
}

static const char *list_params(struct mi_gtp *gtp, char *args)
{
    (void)args;
    tell_params(gtp, add_name);
    return NULL;
}

static const char *get_param(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_add_option(gtp, args);
}

static const char *set_param(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args);
    return mi_gtp_set_option(gtp, name, args);
}

static void add_param(struct mi_gtp *gtp, const char *name, const miai_option *option)
{
    char value[256];
    miai_get_option(gtp->engine, option->name, value, sizeof value);
    mi_reply_format(&gtp->reply, "%s\"%s\":", gtp->reply.length > 1 ? "," : "", name);
    mi_json_add(&gtp->reply, value, option->type < MIAI_OPTION_TEXT);
}

static const char *get_params(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, "{");
    tell_params(gtp, add_param);
    mi_reply_add(&gtp->reply, "}");
    return NULL;
}

struct setting {
    struct mi_gtp *gtp;
    const char *failure;
    bool starved;                   /* no memory for one of these */
    struct mi_settings_list before; /* what was set had these values */
};

static bool set_member(void *context, const char *key, const char *value)
{
    struct setting *setting = context;
    char before[4096];
    bool known = miai_get_option(setting->gtp->engine, key, before, sizeof before) >= 0;
    setting->starved = known && !mi_settings_add(&setting->before, key, before, "kata-set-params");
    if (!setting->starved)
        setting->failure = mi_gtp_set_option(setting->gtp, key, value);
    if (known && setting->failure) /* nothing to be set back */
        mi_settings_drop(&setting->before);
    return !setting->starved && !setting->failure;
}

static void set_back(const struct setting *setting)
{
    for (int i = setting->before.count - 1; i >= 0; i--)
        miai_set_option(setting->gtp->engine, setting->before.list[i].name,
                        setting->before.list[i].value);
}

/* The game that is on: its record, or where SGF does not know it its first position and moves. */
struct game {
    char start[1024];
    double komi; /* which a record may have otherwise than it is read */
    struct mi_reply record, moves;
};

static void keep_game(const miai_engine *engine, struct game *game)
{
    char move[MIAI_MOVE_TEXT] = "";
    int player = 0;
    game->komi = miai_komi(engine);
    if (mi_reply_sgf(&game->record, engine))
        return;
    if (miai_write_start(engine, game->start, sizeof game->start) < 0)
        game->start[0] = '\0';
    for (int i = 0; i < miai_plies(engine) && !game->moves.failed; i++) {
        game->moves.failed = miai_move_text(engine, i, &player, move, sizeof move) < 0;
        mi_reply_format(&game->moves, "%d %s ", player, move);
    }
}

static bool is_same(const struct mi_reply *a, const struct mi_reply *b)
{
    return !a->failed && !b->failed && strcmp(a->text ? a->text : "", b->text ? b->text : "") == 0;
}

static void load_game(miai_engine *engine, struct game *game)
{
    char *rest = game->moves.text;
    const char *player;
    if (game->record.length > 0) {
        miai_load_sgf(engine, game->record.text, game->record.length, 0);
        miai_set_komi(engine, game->komi);
        return;
    }
    miai_clear(engine);
    if (game->start[0])
        miai_read_position(engine, game->start);
    while (rest && (player = mi_next_word(&rest)) != NULL)
        miai_play(engine, *player == '1', mi_next_word(&rest));
}

/* Takes the game up again where options have begun another and were set back. */
static void take_up(miai_engine *engine, struct game *before)
{
    struct game now = {.start = ""};
    keep_game(engine, &now);
    if (!is_same(&now.record, &before->record) || !is_same(&now.moves, &before->moves) ||
        strcmp(now.start, before->start) != 0)
        load_game(engine, before);
    mi_reply_free(&now.record);
    mi_reply_free(&now.moves);
}

/* All, or none. */
static const char *set_params(struct mi_gtp *gtp, char *args)
{
    struct setting setting = {.gtp = gtp};
    struct game before = {.start = ""};
    keep_game(gtp->engine, &before);
    bool kept = !before.record.failed && !before.moves.failed;
    bool set = kept && mi_json_read(args, set_member, &setting);
    if (kept && !set) {
        set_back(&setting);
        take_up(gtp->engine, &before);
    }
    mi_reply_free(&before.record);
    mi_reply_free(&before.moves);
    mi_settings_free(&setting.before);
    if (set || !kept || setting.starved)
        return set ? NULL : miai_error_text(MIAI_NO_MEMORY);
    return setting.failure ? setting.failure : "a JSON object of names and values is wanted";
}

/* ---- the rest ---- */

static const char *clear_cache(struct mi_gtp *gtp, char *args)
{
    (void)args;
    miai_forget(gtp->engine);
    return NULL;
}

const struct mi_gtp_command mi_gtp_kata_commands[] = {
    {"kata-get-rules", 0, 0, get_rules},   {"kata-set-rules", 1, MI_GTP_ANY_ARGS, set_rules},
    {"kata-set-rule", 2, 2, set_rule},     {"kata-list-params", 0, 0, list_params},
    {"kata-get-param", 1, 1, get_param},   {"kata-set-param", 1, MI_GTP_ANY_ARGS, set_param},
    {"kata-get-params", 0, 0, get_params}, {"kata-set-params", 1, MI_GTP_ANY_ARGS, set_params},
    {"clear_cache", 0, 0, clear_cache},    {0},
};
