#include "rules.h"

#include "protocol/io/json.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A rule set of Go as miai has it.  What is the same in all of them is in mi_rules_write(): no
 * button, and no points for white's handicap. */
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

static const char unknown[] = "unknown rules; there are tromp-taylor, chinese, japanese, korean, "
                              "aga, bga, new-zealand, simple-ko";

/* KataGo's names for them, without blanks, hyphens and low lines, which all are the same to it.
 * Where nothing here is quite that, what is nearest, and what it is without. */
static const struct {
    const char *theirs, *ours, *without;
} other_names[] = {
    {"chineseogs", "chinese", NULL},
    {"chinesekgs", "chinese", NULL},
    {"korean", "japanese", NULL},
    {"bga", "aga", NULL},
    {"french", "aga", NULL},
    {"agabutton", "aga", "the button"},
    {"newzealand", "nz", NULL},
    {"tromptaylor", "tromp-taylor", NULL},
    {"ing", "tromp-taylor", NULL},
    {"goe", "tromp-taylor", NULL},
    {"stonescoring", "simple-ko", "a tax on groups"},
    {"ancientarea", "simple-ko", "a tax on groups"},
    {"ancientterritory", "japanese", "a tax on groups"},
};

enum { OTHER_NAMES = sizeof other_names / sizeof *other_names };

/* The other name that it is, or OTHER_NAMES. */
static int find_other(const char *text)
{
    char plain[32];
    size_t n = 0;
    int i = 0;
    for (; *text && n + 1 < sizeof plain; text++)
        if (!strchr(" \t-_", *text))
            plain[n++] = *text;
    plain[n] = '\0';
    while (i < OTHER_NAMES && (*text || strcasecmp(plain, other_names[i].theirs) != 0))
        i++;
    return i;
}

static const struct rules *current_rules(const miai_engine *engine)
{
    char name[64];
    if (strcmp(miai_current_game(engine), "go") != 0)
        return NULL;
    miai_get_option(engine, "rules", name, sizeof name);
    for (int i = 0; i < RULES; i++)
        if (strcmp(all_rules[i].name, name) == 0)
            return &all_rules[i];
    return NULL;
}

bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply)
{
    const struct rules *rules = current_rules(engine);
    if (rules)
        mi_reply_format(reply,
                        "{\"friendlyPassOk\":%s,\"hasButton\":false,\"ko\":\"%s\","
                        "\"scoring\":\"%s\",\"suicide\":%s,\"tax\":\"%s\","
                        "\"whiteHandicapBonus\":\"0\"}",
                        rules->friendly, rules->ko, rules->scoring, rules->suicide, rules->tax);
    return rules != NULL;
}

/* ---- setting ---- */

/* What is asked for; empty where anything will do. */
struct wish {
    char ko[16], scoring[16], suicide[16], tax[16];
};

static bool is_one_of(const char *value, const char *a, const char *b, const char *c)
{
    return strcasecmp(value, a) == 0 || strcasecmp(value, b) == 0 || strcasecmp(value, c) == 0;
}

/* The field of a key, under either of the names that KataGo takes; NULL: none. */
static char *field_of(struct wish *wish, const char *key)
{
    static const char *const names[][2] = {{"ko", "koRule"},
                                           {"scoring", "scoringRule"},
                                           {"suicide", "multiStoneSuicideLegal"},
                                           {"tax", "taxRule"}};
    char *const fields[] = {wish->ko, wish->scoring, wish->suicide, wish->tax};
    for (int i = 0; i < 4; i++)
        if (strcasecmp(key, names[i][0]) == 0 || strcasecmp(key, names[i][1]) == 0)
            return fields[i];
    return NULL;
}

/* Adds a wish; false if there is nothing like it, or it has a value that miai does not play by. */
static bool wish_for(struct wish *wish, const char *key, const char *value)
{
    char *field = field_of(wish, key);
    if (field && strlen(value) < sizeof wish->ko) {
        strcpy(field, value);
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

/* Rules that are so; those of now if they are. */
static int grant(miai_engine *engine, const struct wish *wish)
{
    const struct rules *now = current_rules(engine);
    if (!now)
        return MIAI_UNSUPPORTED;
    if (satisfies(now, wish))
        return MIAI_OK;
    for (int i = 0; i < RULES; i++)
        if (satisfies(&all_rules[i], wish))
            return miai_set_option(engine, "rules", all_rules[i].name);
    return MIAI_BAD_VALUE;
}

static bool add_wish(void *context, const char *key, const char *value)
{
    return wish_for(context, key, value);
}

int mi_rules_set(miai_engine *engine, const char *text)
{
    struct wish wish = {.ko = ""};
    if (*text == '{')
        return mi_json_read(text, add_wish, &wish) ? grant(engine, &wish) : MIAI_BAD_VALUE;
    int i = current_rules(engine) ? find_other(text) : OTHER_NAMES;
    return miai_set_option(engine, "rules", i < OTHER_NAMES ? other_names[i].ours : text);
}

bool mi_rules_differ(const char *text, char *how, size_t size)
{
    int i = find_other(text);
    if (i == OTHER_NAMES || !other_names[i].without)
        return false;
    snprintf(how, size, "played as %s, without %s", other_names[i].ours, other_names[i].without);
    return true;
}

int mi_rules_change(miai_engine *engine, const char *key, const char *value)
{
    const struct rules *now = current_rules(engine);
    struct wish wish = {.ko = ""};
    if (!now)
        return MIAI_UNSUPPORTED;
    wish_for(&wish, "ko", now->ko);
    wish_for(&wish, "scoring", now->scoring);
    wish_for(&wish, "suicide", now->suicide);
    return wish_for(&wish, key, value) ? grant(engine, &wish) : MIAI_BAD_VALUE;
}

const char *mi_rules_failure(const miai_engine *engine, int error)
{
    bool go = strcmp(miai_current_game(engine), "go") == 0;
    if (error == MIAI_BAD_VALUE && go)
        return unknown;
    return error == MIAI_OK ? NULL : miai_error_reason(engine, error);
}
