/* GTP: rules and parameters as KataGo names them. */
#include "gtp.h"

#include "json.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- rules ---- */

/* A rule set of Go as miai has it.  What is the same in all of them is in write_rules(): no button,
 * and no points for white's handicap. */
static const struct rules {
    const char *name, *ko, *scoring, *suicide, *tax, *friendly;
} all_rules[] = {
    {"chinese", "POSITIONAL", "AREA", "false", "NONE", "true"},
    {"tromp-taylor", "POSITIONAL", "AREA", "true", "NONE", "false"},
    {"japanese", "SIMPLE", "TERRITORY", "false", "SEKI", "false"},
    {"simple-ko", "SIMPLE", "AREA", "false", "NONE", "true"},
    {"aga", "SITUATIONAL", "AREA", "false", "NONE", "true"},
    {"nz", "SITUATIONAL", "AREA", "true", "NONE", "true"},
};

enum { RULES = sizeof all_rules / sizeof *all_rules };

/* Other names for them. */
static const char *const other_names[][2] = {
    {"chinese-ogs", "chinese"}, {"chinese-kgs", "chinese"},
    {"korean", "japanese"},     {"bga", "aga"},
    {"french", "aga"},          {"new-zealand", "nz"},
    {"new_zealand", "nz"},      {"tromptaylor", "tromp-taylor"},
};

static const struct rules *current_rules(const struct mi_gtp *gtp)
{
    char name[64];
    if (strcmp(miai_current_game(gtp->engine), "go") != 0)
        return NULL;
    miai_get_option(gtp->engine, "rules", name, sizeof name);
    for (int i = 0; i < RULES; i++)
        if (strcmp(all_rules[i].name, name) == 0)
            return &all_rules[i];
    return NULL;
}

static const char *get_rules(struct mi_gtp *gtp, char *args)
{
    const struct rules *rules = current_rules(gtp);
    (void)args;
    if (!rules)
        return miai_error_text(MIAI_UNSUPPORTED);
    mi_reply_format(&gtp->reply,
                    "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"%s\",\"scoring\":\"%s\","
                    "\"suicide\":%s,\"tax\":\"%s\",\"whiteHandicapBonus\":\"0\"}",
                    rules->friendly, rules->ko, rules->scoring, rules->suicide, rules->tax);
    return NULL;
}

/* What is asked for; NULL where anything will do. */
struct wish {
    char ko[16], scoring[16], suicide[16], tax[16];
};

static bool is_one_of(const char *value, const char *a, const char *b, const char *c)
{
    return strcasecmp(value, a) == 0 || strcasecmp(value, b) == 0 || strcasecmp(value, c) == 0;
}

/* Adds a field; false if it is none, or has a value that miai does not play by. */
static bool wish_for(struct wish *wish, const char *key, const char *value)
{
    static const char *const names[] = {"ko", "scoring", "suicide", "tax"};
    char *const fields[] = {wish->ko, wish->scoring, wish->suicide, wish->tax};
    for (int i = 0; i < 4; i++)
        if (strcasecmp(key, names[i]) == 0) {
            if (strlen(value) >= sizeof wish->ko)
                return false;
            strcpy(fields[i], value);
            return true;
        }
    if (strcasecmp(key, "hasButton") == 0)
        return strcasecmp(value, "false") == 0;
    if (strcasecmp(key, "friendlyPassOk") == 0)
        return is_one_of(value, "true", "false", "false");
    return strcasecmp(key, "whiteHandicapBonus") == 0 && is_one_of(value, "0", "N", "N-1");
}

static bool fits(const char *wish, const char *value)
{
    return *wish == '\0' || strcasecmp(wish, value) == 0;
}

static bool satisfies(const struct rules *rules, const struct wish *wish)
{
    return fits(wish->ko, rules->ko) && fits(wish->scoring, rules->scoring) &&
           fits(wish->suicide, rules->suicide) && fits(wish->tax, rules->tax);
}

static const char *adopt(struct mi_gtp *gtp, const char *name)
{
    int error = miai_set_option(gtp->engine, "rules", name);
    return error == MIAI_BAD_VALUE ? "unknown rules" : mi_gtp_reason(gtp, error);
}

/* Rules that are so; those of now if they are. */
static const char *grant(struct mi_gtp *gtp, const struct wish *wish)
{
    const struct rules *now = current_rules(gtp);
    if (!now)
        return miai_error_text(MIAI_UNSUPPORTED);
    if (satisfies(now, wish))
        return NULL;
    for (int i = 0; i < RULES; i++)
        if (satisfies(&all_rules[i], wish))
            return adopt(gtp, all_rules[i].name);
    return "unknown rules";
}

static bool add_wish(void *context, const char *key, const char *value)
{
    return wish_for(context, key, value);
}

/* kata-set-rules NAME, or JSON as kata-get-rules gives it. */
static const char *set_rules(struct mi_gtp *gtp, char *args)
{
    struct wish wish = {.ko = ""};
    if (*args == '{')
        return mi_json_read(args, add_wish, &wish) ? grant(gtp, &wish) : "unknown rules";
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcasecmp(args, other_names[i][0]) == 0)
            return adopt(gtp, other_names[i][1]);
    return adopt(gtp, args);
}

/* kata-set-rule KEY VALUE: the rest stays as it is. */
static const char *set_rule(struct mi_gtp *gtp, char *args)
{
    const char *key = mi_next_word(&args), *value = mi_next_word(&args);
    const struct rules *now = current_rules(gtp);
    struct wish wish = {.ko = ""};
    if (!now)
        return miai_error_text(MIAI_UNSUPPORTED);
    wish_for(&wish, "ko", now->ko);
    wish_for(&wish, "scoring", now->scoring);
    wish_for(&wish, "suicide", now->suicide);
    if (!wish_for(&wish, key, value))
        return "unknown rules";
    return grant(gtp, &wish);
}

/* ---- parameters ---- */

/* Those of KataGo that miai has under other names. */
static const char *const params[][2] = {
    {"maxPlayouts", "playouts"},           {"maxTime", "time"},
    {"numSearchThreads", "threads"},       {"ponderingEnabled", "ponder"},
    {"resignConsecTurns", "resign-moves"},
};

enum { PARAMS = sizeof params / sizeof *params };

static const char *option_of(const char *name)
{
    for (int i = 0; i < PARAMS; i++)
        if (strcasecmp(name, params[i][0]) == 0)
            return params[i][1];
    return name;
}

static const char *list_params(struct mi_gtp *gtp, char *args)
{
    const miai_option *option;
    (void)args;
    for (int i = 0; i < PARAMS; i++)
        mi_reply_format(&gtp->reply, "%s ", params[i][0]);
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        mi_reply_format(&gtp->reply, "%s%s", i ? " " : "", option->name);
    return NULL;
}

static const char *get_param(struct mi_gtp *gtp, char *args)
{
    char value[256];
    if (miai_get_option(gtp->engine, option_of(args), value, sizeof value) < 0)
        return miai_error_text(MIAI_NO_OPTION);
    mi_reply_add(&gtp->reply, value);
    return NULL;
}

static const char *set_param(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args);
    return mi_gtp_reason(gtp, miai_set_option(gtp->engine, option_of(name), args));
}

static void add_param(struct mi_gtp *gtp, const char *name)
{
    char value[256];
    const miai_option *option = miai_option_find(gtp->engine, option_of(name));
    miai_get_option(gtp->engine, option->name, value, sizeof value);
    mi_reply_format(&gtp->reply, "%s\"%s\":", gtp->reply.length > 1 ? "," : "", name);
    mi_json_add(&gtp->reply, value, option->type != MIAI_OPTION_TEXT);
}

static const char *get_params(struct mi_gtp *gtp, char *args)
{
    const miai_option *option;
    (void)args;
    mi_reply_add(&gtp->reply, "{");
    for (int i = 0; i < PARAMS; i++)
        add_param(gtp, params[i][0]);
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        add_param(gtp, option->name);
    mi_reply_add(&gtp->reply, "}");
    return NULL;
}

static bool set_member(void *context, const char *key, const char *value)
{
    struct mi_gtp *gtp = context;
    return miai_set_option(gtp->engine, option_of(key), value) == MIAI_OK;
}

/* Those before one that is none are set. */
static const char *set_params(struct mi_gtp *gtp, char *args)
{
    return mi_json_read(args, set_member, gtp) ? NULL : miai_error_text(MIAI_BAD_VALUE);
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
