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

bool mi_game_has_katago_rules(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p.rules_terms != NULL;
}

/* White's points for handicap stones in the text of the option rules, if they are not those of the
 * named set: "chinese whb0". */
static const char bonus_prefix[] = " whb";

enum { BONUS = 4, NAME = 64 };

/* The index of the named set in force, or -1; bonus is White's if it is not the set's own, or "".
 */
static int current_set(const miai_engine *engine, char bonus[BONUS])
{
    char name[NAME];
    miai_get_option(engine, "rules", name, sizeof name);
    char *suffix = strstr(name, bonus_prefix);
    snprintf(bonus, BONUS, "%s", suffix ? suffix + strlen(bonus_prefix) : "");
    if (suffix)
        *suffix = '\0';
    for (int i = 0; terms_at(engine, i); i++)
        if (strcmp(mi_current_game(engine)->rules[i], name) == 0)
            return i;
    return -1;
}

bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply)
{
    static const char key[] = "\"whiteHandicapBonus\":\"";
    char bonus[BONUS];
    int set = current_set(engine, bonus);
    if (set < 0)
        return false;
    const char *terms = terms_at(engine, set), *own = *bonus ? strstr(terms, key) : NULL;
    if (!own) {
        mi_reply_add(reply, terms);
        return true;
    }
    own += strlen(key);
    mi_reply_format(reply, "%.*s%s%s", (int)(own - terms), terms, bonus, strchr(own, '"'));
    return true;
}

/* ---- setting ---- */

static const char bonus_key[] = "whiteHandicapBonus";

/* What is asked for; empty where anything will do. */
struct wish {
    char ko[16], scoring[16], suicide[16], tax[16], friendly[16];
    char bonus[BONUS]; /* for White, for handicap stones: "0", "N" or "N-1" */
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

static bool wish_for_bonus(struct wish *wish, const char *value)
{
    static const char *const values[] = {"0", "N", "N-1"};
    for (int i = 0; i < 3; i++)
        if (strcasecmp(value, values[i]) == 0) {
            strcpy(wish->bonus, values[i]);
            return true;
        }
    return false;
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
    return strcasecmp(key, bonus_key) == 0 && wish_for_bonus(wish, value);
}

static bool fits(const char *wish, const char *value)
{
    return *wish == '\0' || strcasecmp(wish, value) == 0;
}

static bool add_wish(void *context, const char *key, const char *value)
{
    return wish_for(context, key, value);
}

static bool satisfies(const char *terms, const struct wish *wish, bool bonus)
{
    struct wish has = {.ko = ""};
    return mi_json_read(terms, add_wish, &has) && (!bonus || fits(wish->bonus, has.bonus)) &&
           fits(wish->ko, has.ko) && fits(wish->scoring, has.scoring) &&
           fits(wish->suicide, has.suicide) && fits(wish->tax, has.tax) &&
           fits(wish->friendly, has.friendly);
}

/* The set in force if it fits and may stay, otherwise one that fits, if possible with its own
 * bonus; -1: none.  The search begins at the end of the table: networks hear of the superko of
 * chinese-ogs, not of that of chinese, whose terms are the same. */
static int choose_set(const miai_engine *engine, const struct wish *wish, bool stay)
{
    char bonus[BONUS];
    int now = current_set(engine, bonus), count = 0;
    if (stay && now >= 0 && satisfies(terms_at(engine, now), wish, false))
        return now;
    while (terms_at(engine, count))
        count++;
    for (int exact = 1; exact >= 0; exact--)
        for (int i = count - 1; i >= 0; i--)
            if (satisfies(terms_at(engine, i), wish, exact != 0))
                return i;
    return -1;
}

static int grant(miai_engine *engine, const struct wish *wish, bool stay)
{
    char text[NAME];
    int set = choose_set(engine, wish, stay);
    if (set < 0)
        return MIAI_BAD_VALUE;
    snprintf(text, sizeof text, "%s%s%s", mi_current_game(engine)->rules[set],
             *wish->bonus ? bonus_prefix : "", wish->bonus);
    return miai_set_option(engine, "rules", text);
}

/* An object that names no scoring means area, and one that names no bonus means none, as in KataGo;
 * what passes mean follows from the rules.  Unless it names ko and suicide, rules in force that fit
 * stay. */
static int grant_object(miai_engine *engine, const char *text)
{
    struct wish wish = {.ko = ""};
    char bonus[BONUS];
    if (current_set(engine, bonus) < 0)
        return MIAI_UNSUPPORTED;
    if (!mi_json_read(text, add_wish, &wish))
        return MIAI_BAD_VALUE;
    wish.friendly[0] = '\0';
    if (wish.scoring[0] == '\0')
        strcpy(wish.scoring, "AREA");
    if (wish.bonus[0] == '\0')
        strcpy(wish.bonus, "0");
    return grant(engine, &wish, wish.ko[0] == '\0' || wish.suicide[0] == '\0');
}

int mi_rules_set(miai_engine *engine, const char *text)
{
    return *text == '{' ? grant_object(engine, text) : miai_set_option(engine, "rules", text);
}

bool mi_rules_differ(const miai_engine *engine, const char *text, char *how, size_t size)
{
    const miai_rules_name *other = find_other(engine, text);
    if (!other || !other->without)
        return false;
    snprintf(how, size, "played as %s, without %s", other->rules, other->without);
    return true;
}

int mi_rules_change(miai_engine *engine, const char *key, const char *value)
{
    char bonus[BONUS];
    int set = current_set(engine, bonus);
    struct wish wish = {.ko = ""};
    if (set < 0)
        return MIAI_UNSUPPORTED;
    mi_json_read(terms_at(engine, set), add_wish, &wish);
    if (*bonus)
        strcpy(wish.bonus, bonus);
    wish.tax[0] = wish.friendly[0] = '\0'; /* which follow from the others */
    return wish_for(&wish, key, value) ? grant(engine, &wish, true) : MIAI_BAD_VALUE;
}

const char *mi_rules_failure(const miai_engine *engine, int error)
{
    if (error == MIAI_OK)
        return NULL;
    if (error == MIAI_BAD_VALUE && mi_game_has_katago_rules(mi_current_game(engine)))
        return unknown;
    return error == MIAI_UNSUPPORTED ? miai_error_text(error) : miai_error_reason(engine, error);
}
