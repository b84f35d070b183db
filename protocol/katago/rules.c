#include "rules.h"

#include "base/text.h"
#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char unknown_rules[] =
    "unknown rules; known: tromp-taylor, chinese, japanese, korean, "
    "aga, bga, new-zealand, simple-ko";

/* An alias that other programs use for rules of the current game, or NULL. */
static const miai_rules_name *find_rules_alias(const miai_engine *engine, const char *text)
{
    const miai_rules_name *alias = mi_current_presentation(engine).rules_names;
    for (; alias && alias->name; alias++)
        if (mi_same_words(alias->name, text))
            return alias;
    return NULL;
}

/* KataGo's description of the game's i-th rules, or NULL. */
static const char *katago_terms_at(const miai_engine *engine, int i)
{
    const miai_game *game = mi_current_game(engine);
    const char *const *terms = mi_current_presentation(engine).rules_terms;
    return terms && game->rules && game->rules[i] ? terms[i] : NULL;
}

bool mi_game_has_katago_rules(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p.rules_terms != NULL;
}

/* Appended to the option "rules" if White's bonus for handicap stones differs from that of the
 * named rules: "chinese whb0". */
static const char bonus_prefix[] = " whb";

enum { BONUS_BYTES = 4, NAME_BYTES = 64 };

/* The index of the current named rules, or -1.  Writes White's handicap bonus if it differs from
 * the default of these rules, otherwise "". */
static int current_rules_index(const miai_engine *engine, char bonus[BONUS_BYTES])
{
    char name[NAME_BYTES];
    miai_get_option(engine, "rules", name, sizeof name);
    char *suffix = strstr(name, bonus_prefix);
    snprintf(bonus, BONUS_BYTES, "%s", suffix ? suffix + strlen(bonus_prefix) : "");
    if (suffix)
        *suffix = '\0';
    for (int i = 0; katago_terms_at(engine, i); i++)
        if (strcmp(mi_current_game(engine)->rules[i], name) == 0)
            return i;
    return -1;
}

bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply)
{
    static const char key[] = "\"whiteHandicapBonus\":\"";
    char bonus[BONUS_BYTES];
    int set = current_rules_index(engine, bonus);
    if (set < 0)
        return false;
    const char *terms = katago_terms_at(engine, set), *own = *bonus ? strstr(terms, key) : NULL;
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

/* Requested rules; "" means any. */
struct rules_request {
    char ko[16], scoring[16], suicide[16], tax[16], friendly[16];
    char bonus[BONUS_BYTES]; /* White's bonus for handicap stones: "0", "N" or "N-1" */
};

/* The field of a key, by either of KataGo's names; NULL if unknown. */
static char *request_field(struct rules_request *request, const char *key)
{
    static const char *const names[][2] = {{"ko", "koRule"},
                                           {"scoring", "scoringRule"},
                                           {"suicide", "multiStoneSuicideLegal"},
                                           {"tax", "taxRule"}};
    char *const fields[] = {request->ko, request->scoring, request->suicide, request->tax};
    for (int i = 0; i < 4; i++)
        if (strcasecmp(key, names[i][0]) == 0 || strcasecmp(key, names[i][1]) == 0)
            return fields[i];
    return NULL;
}

static bool request_bonus(struct rules_request *request, const char *value)
{
    static const char *const values[] = {"0", "N", "N-1"};
    for (int i = 0; i < 3; i++)
        if (strcasecmp(value, values[i]) == 0) {
            strcpy(request->bonus, values[i]);
            return true;
        }
    return false;
}

/* Adds a requested rule; false if it is unknown or miai cannot play by its value. */
static bool request_rule(struct rules_request *request, const char *key, const char *value)
{
    char *field = request_field(request, key);
    if (field && strlen(value) < sizeof request->ko) {
        strcpy(field, value);
        return true;
    }
    if (strcasecmp(key, "hasButton") == 0)
        return strcasecmp(value, "false") == 0;
    if (strcasecmp(key, "friendlyPassOk") == 0) {
        snprintf(request->friendly, sizeof request->friendly, "%s", value);
        return strcasecmp(value, "true") == 0 || strcasecmp(value, "false") == 0;
    }
    return strcasecmp(key, bonus_key) == 0 && request_bonus(request, value);
}

static bool rule_fits(const char *request, const char *value)
{
    return *request == '\0' || strcasecmp(request, value) == 0;
}

static bool add_requested_rule(void *context, const char *key, const char *value)
{
    return request_rule(context, key, value);
}

static bool rules_fit(const char *terms, const struct rules_request *request, bool bonus)
{
    struct rules_request has = {.ko = ""};
    return mi_json_read(terms, add_requested_rule, &has) &&
           (!bonus || rule_fits(request->bonus, has.bonus)) && rule_fits(request->ko, has.ko) &&
           rule_fits(request->scoring, has.scoring) && rule_fits(request->suicide, has.suicide) &&
           rule_fits(request->tax, has.tax) && rule_fits(request->friendly, has.friendly);
}

/* The index of rules that match the request, or -1: with `stay` the current rules if they match,
 * otherwise preferably rules whose default bonus matches, too.  The last match of the table is
 * used: chinese and chinese-ogs have the same description, but only chinese-ogs, which comes later,
 * passes its superko rule to networks. */
static int find_fitting_rules(const miai_engine *engine, const struct rules_request *request,
                              bool stay)
{
    char bonus[BONUS_BYTES];
    int now = current_rules_index(engine, bonus), count = 0;
    if (stay && now >= 0 && rules_fit(katago_terms_at(engine, now), request, false))
        return now;
    while (katago_terms_at(engine, count))
        count++;
    for (int exact = 1; exact >= 0; exact--)
        for (int i = count - 1; i >= 0; i--)
            if (rules_fit(katago_terms_at(engine, i), request, exact != 0))
                return i;
    return -1;
}

static int apply_request(miai_engine *engine, const struct rules_request *request, bool stay)
{
    char text[NAME_BYTES];
    int set = find_fitting_rules(engine, request, stay);
    if (set < 0)
        return MIAI_BAD_VALUE;
    snprintf(text, sizeof text, "%s%s%s", mi_current_game(engine)->rules[set],
             *request->bonus ? bonus_prefix : "", request->bonus);
    return miai_set_option(engine, "rules", text);
}

/* Sets rules from an object.  As in KataGo, the default scoring is area and the default bonus is 0;
 * friendlyPassOk follows from the rules.  If the object does not give both ko and suicide rules,
 * current rules that fit are kept. */
static int apply_rules_object(miai_engine *engine, const char *text)
{
    struct rules_request request = {.ko = ""};
    char bonus[BONUS_BYTES];
    if (current_rules_index(engine, bonus) < 0)
        return MIAI_UNSUPPORTED;
    if (!mi_json_read(text, add_requested_rule, &request))
        return MIAI_BAD_VALUE;
    request.friendly[0] = '\0';
    if (request.scoring[0] == '\0')
        strcpy(request.scoring, "AREA");
    if (request.bonus[0] == '\0')
        strcpy(request.bonus, "0");
    return apply_request(engine, &request, request.ko[0] == '\0' || request.suicide[0] == '\0');
}

int mi_rules_set(miai_engine *engine, const char *text)
{
    return *text == '{' ? apply_rules_object(engine, text) : miai_set_option(engine, "rules", text);
}

bool mi_rules_differ(const miai_engine *engine, const char *text, char *how, size_t size)
{
    const miai_rules_name *alias = find_rules_alias(engine, text);
    if (!alias || !alias->without)
        return false;
    snprintf(how, size, "played as %s, without %s", alias->rules, alias->without);
    return true;
}

int mi_rules_change(miai_engine *engine, const char *key, const char *value)
{
    char bonus[BONUS_BYTES];
    int set = current_rules_index(engine, bonus);
    struct rules_request request = {.ko = ""};
    if (set < 0)
        return MIAI_UNSUPPORTED;
    mi_json_read(katago_terms_at(engine, set), add_requested_rule, &request);
    if (*bonus)
        strcpy(request.bonus, bonus);
    request.tax[0] = request.friendly[0] = '\0'; /* these follow from the other rules */
    return request_rule(&request, key, value) ? apply_request(engine, &request, true)
                                              : MIAI_BAD_VALUE;
}

const char *mi_rules_error_text(const miai_engine *engine, int error)
{
    if (error == MIAI_OK)
        return NULL;
    if (error == MIAI_BAD_VALUE && mi_game_has_katago_rules(mi_current_game(engine)))
        return unknown_rules;
    return error == MIAI_UNSUPPORTED ? miai_error_text(error) : miai_error_reason(engine, error);
}
