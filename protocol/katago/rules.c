#include "rules.h"

#include "base/text.h"
#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char unknown[] = "unknown rules; there are tromp-taylor, chinese, japanese, korean, "
                              "aga, bga, new-zealand, simple-ko";

/* The name that others have for rules of the game that is on, or NULL. */
static const miai_rules_name *find_other(const miai_engine *engine, const char *text)
{
    const miai_rules_name *other = mi_hint_presentation(engine).rules_names;
    for (; other && other->name; other++)
        if (mi_same_words(other->name, text))
            return other;
    return NULL;
}

/* The terms of the i-th of the game's rules, or NULL. */
static const char *terms_at(const miai_engine *engine, int i)
{
    const miai_game *game = mi_current_game(engine);
    const char *const *terms = mi_hint_presentation(engine).rules_terms;
    return terms && game->rules && game->rules[i] ? terms[i] : NULL;
}

bool mi_rules_told(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p.rules_terms != NULL;
}

/* Those of the rules that are on, or NULL. */
static const char *current_terms(const miai_engine *engine)
{
    char name[64];
    const miai_game *game = mi_current_game(engine);
    miai_get_option(engine, "rules", name, sizeof name);
    for (int i = 0; terms_at(engine, i); i++)
        if (strcmp(game->rules[i], name) == 0)
            return terms_at(engine, i);
    return NULL;
}

bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply)
{
    const char *terms = current_terms(engine);
    mi_reply_add(reply, terms ? terms : "");
    return terms != NULL;
}

/* ---- setting ---- */

static const char bonus_key[] = "whiteHandicapBonus";

/* What is asked for; empty where anything will do. */
struct wish {
    char ko[16], scoring[16], suicide[16], tax[16], friendly[16];
    char bonus[4]; /* for White, for handicap stones: "0", "N" or "N-1" */
};

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
    if (strcasecmp(key, "friendlyPassOk") == 0) {
        snprintf(wish->friendly, sizeof wish->friendly, "%s", value);
        return strcasecmp(value, "true") == 0 || strcasecmp(value, "false") == 0;
    }
    if (strcasecmp(key, bonus_key) != 0 ||
        (strcmp(value, "0") != 0 && strcasecmp(value, "N") != 0 && strcasecmp(value, "N-1") != 0))
        return false;
    strcpy(wish->bonus, value);
    return true;
}

static bool fits(const char *wish, const char *value)
{
    return *wish == '\0' || strcasecmp(wish, value) == 0;
}

static bool add_wish(void *context, const char *key, const char *value)
{
    return wish_for(context, key, value);
}

/* bonus: also what is wished for handicap stones. */
static bool satisfies(const char *terms, const struct wish *wish, bool bonus)
{
    struct wish has = {.ko = ""};
    return mi_json_read(terms, add_wish, &has) && (!bonus || fits(wish->bonus, has.bonus)) &&
           fits(wish->ko, has.ko) && fits(wish->scoring, has.scoring) &&
           fits(wish->suicide, has.suicide) && fits(wish->tax, has.tax) &&
           fits(wish->friendly, has.friendly);
}

/* Rules that are so; those of now if they are. */
static int grant_exactly(miai_engine *engine, const struct wish *wish, bool bonus)
{
    const char *now = current_terms(engine);
    if (!now)
        return MIAI_UNSUPPORTED;
    if (satisfies(now, wish, bonus))
        return MIAI_OK;
    for (int i = 0; terms_at(engine, i); i++)
        if (satisfies(terms_at(engine, i), wish, bonus))
            return miai_set_option(engine, "rules", mi_current_game(engine)->rules[i]);
    return MIAI_BAD_VALUE;
}

/* If need be, without the bonus. */
static int grant(miai_engine *engine, const struct wish *wish)
{
    int error = grant_exactly(engine, wish, true);
    return error == MIAI_BAD_VALUE ? grant_exactly(engine, wish, false) : error;
}

/* Of an object that does not name the scoring it is by area, as KataGo has it; what passes mean
 * follows from the rules. */
static int grant_object(miai_engine *engine, const char *text)
{
    struct wish wish = {.ko = ""};
    if (!current_terms(engine))
        return MIAI_UNSUPPORTED;
    if (!mi_json_read(text, add_wish, &wish))
        return MIAI_BAD_VALUE;
    wish.friendly[0] = '\0';
    if (wish.scoring[0] == '\0')
        strcpy(wish.scoring, "AREA");
    return grant(engine, &wish);
}

int mi_rules_set(miai_engine *engine, const char *text)
{
    return *text == '{' ? grant_object(engine, text) : miai_set_option(engine, "rules", text);
}

bool mi_rules_differ(const miai_engine *engine, const char *text, char *how, size_t size)
{
    struct wish wish = {.ko = ""}, has = {.ko = ""};
    const char *now = current_terms(engine);
    if (*text == '{' && now && mi_json_read(text, add_wish, &wish) &&
        mi_json_read(now, add_wish, &has) && *wish.bonus && strcmp(wish.bonus, "0") != 0 &&
        !fits(wish.bonus, has.bonus)) {
        snprintf(how, size, "played without White's bonus for handicap stones");
        return true;
    }
    const miai_rules_name *other = find_other(engine, text);
    if (!other || !other->without)
        return false;
    snprintf(how, size, "played as %s, without %s", other->rules, other->without);
    return true;
}

int mi_rules_change(miai_engine *engine, const char *key, const char *value)
{
    const char *now = current_terms(engine);
    struct wish wish = {.ko = ""};
    if (!now)
        return MIAI_UNSUPPORTED;
    mi_json_read(now, add_wish, &wish);
    wish.tax[0] = wish.friendly[0] = '\0'; /* which follow from the others */
    if (!wish_for(&wish, key, value))
        return MIAI_BAD_VALUE;
    return strcasecmp(key, bonus_key) == 0 ? grant_exactly(engine, &wish, true)
                                           : grant(engine, &wish);
}

const char *mi_rules_failure(const miai_engine *engine, int error)
{
    if (error == MIAI_OK)
        return NULL;
    if (error == MIAI_BAD_VALUE && mi_rules_told(mi_current_game(engine)))
        return unknown;
    return error == MIAI_UNSUPPORTED ? miai_error_text(error) : miai_error_reason(engine, error);
}
