/* GTP commands for rules and parameters, with KataGo's names. */
#include "gtp.h"

#include "protocol/io/json.h"
#include "protocol/io/settings.h"
#include "protocol/io/words.h"
#include "protocol/katago/query.h"
#include "protocol/katago/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- rules ---- */

static const char *gtp_get_rules(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_rules_write(gtp->engine, &gtp->reply) ? NULL : miai_error_text(MIAI_UNSUPPORTED);
}

/* kata-set-rules NAME, KataGo's text, or JSON in the format of kata-get-rules. */
static const char *gtp_set_rules(struct mi_gtp *gtp, char *args)
{
    char how[80];
    int error = mi_rules_set(gtp->engine, args);
    gtp->is_katago |= error == MIAI_OK;
    if (error == MIAI_OK && mi_rules_differ(gtp->engine, args, how, sizeof how))
        mi_reply_add(&gtp->reply, how);
    return mi_rules_error_text(gtp->engine, error);
}

/* kata-set-rule KEY VALUE: changes one rule. */
static const char *gtp_set_rule(struct mi_gtp *gtp, char *args)
{
    const char *key = mi_next_word(&args), *value = mi_next_word(&args);
    return mi_rule_error_text(gtp->engine, mi_rules_change(gtp->engine, key, value));
}

/* ---- parameters ---- */

/* Adds a parameter to the reply, under one of its names. */
typedef void add_param_function(struct mi_gtp *gtp, const char *name, const miai_option *option);

/* Adds an option under each of its KataGo names. */
static void add_katago_names(struct mi_gtp *gtp, const miai_option *option, add_param_function *add)
{
    char names[80], *rest = names, *name;
    snprintf(names, sizeof names, "%s", option->katago ? option->katago : "");
    while ((name = mi_next_word(&rest)) != NULL)
        add(gtp, name, option);
}

/* Adds the options that apply to the current game and search, each under all its names. */
static void add_params(struct mi_gtp *gtp, add_param_function *add)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        if (miai_option_applies(gtp->engine, option->name)) {
            add_katago_names(gtp, option, add);
            add(gtp, option->name, option);
        }
}

static void add_param_name(struct mi_gtp *gtp, const char *name, const miai_option *option)
{
    (void)option;
    mi_reply_format(&gtp->reply, "%s%s", gtp->reply.length ? " " : "", name);
}

static const char *gtp_list_params(struct mi_gtp *gtp, char *args)
{
    (void)args;
    add_params(gtp, add_param_name);
    return NULL;
}

static const char *gtp_get_param(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_reply_option_value(gtp, args);
}

static const char *gtp_set_param(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args);
    return mi_gtp_set_option(gtp, name, args);
}

static void add_param_value(struct mi_gtp *gtp, const char *name, const miai_option *option)
{
    char value[256];
    miai_get_option(gtp->engine, name, value, sizeof value);
    mi_reply_format(&gtp->reply, "%s\"%s\":", gtp->reply.length > 1 ? "," : "", name);
    mi_json_add(&gtp->reply, value, option->type < MIAI_OPTION_TEXT);
}

static const char *gtp_get_params(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, "{");
    add_params(gtp, add_param_value);
    mi_reply_add(&gtp->reply, "}");
    return NULL;
}

struct params_update {
    struct mi_gtp *gtp;
    const char *failure;
    bool out_of_memory;             /* a previous value could not be saved */
    struct mi_settings_list before; /* the previous values of the options that were set */
};

static bool set_param_from_json(void *context, const char *key, const char *value)
{
    struct params_update *update = context;
    char before[4096];
    bool known = miai_get_option(update->gtp->engine, key, before, sizeof before) >= 0;
    update->out_of_memory =
        known && !mi_settings_add(&update->before, key, before, "kata-set-params");
    if (!update->out_of_memory)
        update->failure = mi_gtp_set_option(update->gtp, key, value);
    if (known && update->failure) /* not set, so nothing to restore */
        mi_settings_remove_last(&update->before);
    return !update->out_of_memory && !update->failure;
}

static void restore_options(const struct params_update *update)
{
    for (int i = update->before.count - 1; i >= 0; i--)
        miai_set_option(update->gtp->engine, update->before.list[i].name,
                        update->before.list[i].value);
}

/* The current game: its SGF record, or if SGF does not support the game, its first position and
 * moves. */
struct saved_game {
    char start[1024];
    double komi; /* saved separately, since a record may store the komi in another form */
    struct mi_reply record, moves;
};

static void save_current_game(const miai_engine *engine, struct saved_game *saved)
{
    char move[MIAI_MOVE_TEXT] = "";
    int player = 0;
    saved->komi = miai_komi(engine);
    if (mi_reply_add_sgf(&saved->record, engine))
        return;
    if (miai_write_start(engine, saved->start, sizeof saved->start) < 0)
        saved->start[0] = '\0';
    for (int i = 0; i < miai_plies(engine) && !saved->moves.failed; i++) {
        saved->moves.failed = miai_move_text(engine, i, &player, move, sizeof move) < 0;
        mi_reply_format(&saved->moves, "%d %s ", player, move);
    }
}

static bool is_same_text(const struct mi_reply *a, const struct mi_reply *b)
{
    return !a->failed && !b->failed && strcmp(a->text ? a->text : "", b->text ? b->text : "") == 0;
}

static void load_saved_game(miai_engine *engine, struct saved_game *saved)
{
    char *rest = saved->moves.text;
    const char *player;
    if (saved->record.length > 0) {
        miai_load_sgf(engine, saved->record.text, saved->record.length, 0);
        miai_set_komi(engine, saved->komi);
        return;
    }
    miai_clear(engine);
    if (saved->start[0])
        miai_read_position(engine, saved->start);
    while (rest && (player = mi_next_word(&rest)) != NULL)
        miai_play(engine, *player == '1', mi_next_word(&rest));
}

/* Restores the game if setting options had started another one. */
static void restore_game(miai_engine *engine, struct saved_game *before)
{
    struct saved_game now = {.start = ""};
    save_current_game(engine, &now);
    if (!is_same_text(&now.record, &before->record) || !is_same_text(&now.moves, &before->moves) ||
        strcmp(now.start, before->start) != 0)
        load_saved_game(engine, before);
    mi_reply_free(&now.record);
    mi_reply_free(&now.moves);
}

/* kata-set-params JSON: sets all options or none. */
static const char *gtp_set_params(struct mi_gtp *gtp, char *args)
{
    struct params_update update = {.gtp = gtp};
    struct saved_game before = {.start = ""};
    save_current_game(gtp->engine, &before);
    bool saved = !before.record.failed && !before.moves.failed;
    bool set = saved && mi_json_read(args, set_param_from_json, &update);
    if (saved && !set) {
        restore_options(&update);
        restore_game(gtp->engine, &before);
    }
    mi_reply_free(&before.record);
    mi_reply_free(&before.moves);
    mi_settings_free(&update.before);
    if (set || !saved || update.out_of_memory)
        return set ? NULL : miai_error_text(MIAI_NO_MEMORY);
    return update.failure ? update.failure : "expected a JSON object of names and values";
}

/* ---- the rest ---- */

/* Searches with that many visits, and no other limit; prints the speed. */
static const char *gtp_benchmark(struct mi_gtp *gtp, char *args)
{
    static const char *const limits[] = {"playouts", "time", "depth"};
    char before[3][64], move[MIAI_MOVE_TEXT];
    int visits, error;
    miai_info info;
    if (!mi_read_word_int(args, &visits) || visits < 1)
        return "syntax error: kata-benchmark needs a number of visits";
    for (int i = 0; i < 3; i++)
        miai_get_option(gtp->engine, limits[i], before[i], sizeof before[i]);
    miai_forget(gtp->engine);
    error = miai_set_option(gtp->engine, "playouts", args);
    for (int i = 1; i < 3 && error == MIAI_OK; i++)
        error = miai_set_option(gtp->engine, limits[i], "0");
    if (error == MIAI_OK)
        error = miai_search(gtp->engine, MIAI_TURN, NULL, move, sizeof move);
    for (int i = 0; i < 3; i++)
        miai_set_option(gtp->engine, limits[i], before[i]);
    if (error != MIAI_OK)
        return mi_gtp_error_reason(gtp, error);
    miai_last_search(gtp->engine, &info);
    mi_reply_format(&gtp->reply, "%" PRIu64 " visits, %" PRIu64 " nodes in %.3f s: %.1f visits/s",
                    info.playouts, info.nodes, info.seconds,
                    info.seconds > 0 ? (double)info.playouts / info.seconds : 0.0);
    return NULL;
}

static const char *gtp_get_models(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_query_write_models(&gtp->reply, gtp->engine);
    return NULL;
}

static const char *gtp_clear_cache(struct mi_gtp *gtp, char *args)
{
    (void)args;
    miai_forget(gtp->engine);
    return NULL;
}

const struct mi_gtp_command mi_gtp_kata_commands[] = {
    {"kata-get-rules", "", 0, 0, gtp_get_rules},
    {"kata-set-rules", "RULES", 1, MI_GTP_ANY_ARGS, gtp_set_rules},
    {"kata-set-rule", "KEY VALUE", 2, 2, gtp_set_rule},
    {"kata-list-params", "", 0, 0, gtp_list_params},
    {"kata-get-param", "NAME", 1, 1, gtp_get_param},
    {"kata-set-param", "NAME VALUE", 1, MI_GTP_ANY_ARGS, gtp_set_param},
    {"kata-get-params", "", 0, 0, gtp_get_params},
    {"kata-set-params", "OBJECT", 1, MI_GTP_ANY_ARGS, gtp_set_params},
    {"kata-get-models", "", 0, 0, gtp_get_models},
    {"kata-benchmark", "VISITS", 1, 1, gtp_benchmark},
    {"clear_cache", "", 0, 0, gtp_clear_cache},
    {0},
};
