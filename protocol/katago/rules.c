#include "rules.h"

#include "base/text.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>

static const char unknown_rules[] =
    "unknown rules; known: tromp-taylor, chinese, chinese-ogs, japanese, korean, aga, aga-button, "
    "bga, "
    "new-zealand, goe, ing, cgos, stone-scoring, ancient-territory, simple-ko, or an object such "
    "as "
    "{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":false}";

static const char unknown_rule[] =
    "unknown rule; known: ko SIMPLE, POSITIONAL, SITUATIONAL, SPIGHT; scoring AREA, TERRITORY; "
    "tax NONE, SEKI, ALL; suicide, hasButton, friendlyPassOk, allAlive, encore true, false; "
    "whiteHandicapBonus 0, N, N-1";

enum { RULES_BYTES = 512 };

/* An alias that other programs use for rules of the current game, or NULL. */
static const miai_rules_name *find_rules_alias(const miai_engine *engine, const char *text)
{
    const miai_rules_name *alias = mi_current_presentation(engine).rules_names;
    for (; alias && alias->name; alias++)
        if (mi_same_words(alias->name, text))
            return alias;
    return NULL;
}

bool mi_game_has_katago_rules(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p.read_rules && p.write_rule_terms && p.change_rule;
}

/* The current value of miai_setup.rules; -1 if the game has no rules in KataGo's terms. */
static int current_rules(const miai_engine *engine)
{
    char text[RULES_BYTES];
    if (!mi_game_has_katago_rules(mi_current_game(engine)))
        return -1;
    miai_get_option(engine, "rules", text, sizeof text);
    return mi_current_presentation(engine).read_rules(text);
}

bool mi_rules_write(const miai_engine *engine, struct mi_reply *reply)
{
    char terms[RULES_BYTES];
    int rules = current_rules(engine);
    if (rules < 0)
        return false;
    mi_current_presentation(engine).write_rule_terms(rules, terms, sizeof terms);
    mi_reply_add(reply, terms);
    return true;
}

int mi_rules_set(miai_engine *engine, const char *text)
{
    return *text == '{' && !mi_game_has_katago_rules(mi_current_game(engine))
               ? MIAI_UNSUPPORTED
               : miai_set_option(engine, "rules", text);
}

/* ---- komi ---- */

static size_t skip_blanks(const char *text, size_t at)
{
    return at + strspn(text + at, " \t\r\n");
}

/* Reads the number at `at`; returns the index after it, or 0 if there is none. */
static size_t read_komi_number(const char *text, size_t at, double *komi)
{
    char number[32];
    size_t length = strspn(text + at, "+-.0123456789");
    if (length >= sizeof number)
        return 0;
    memcpy(number, text + at, length);
    number[length] = '\0';
    return mi_read_real(number, komi) ? at + length : 0;
}

/* Removes text[from..to) and, in an object, one comma next to it. */
static void cut_member(char *text, size_t from, size_t to)
{
    to = skip_blanks(text, to);
    size_t before = from;
    while (before > 0 && strchr(" \t\r\n", text[before - 1]))
        before--;
    if (text[to] == ',')
        to = skip_blanks(text, to + 1);
    else if (before > 0 && text[before - 1] == ',')
        from = before - 1;
    memmove(text + from, text + to, strlen(text + to) + 1);
}

bool mi_rules_cut_komi(char *text, double *komi)
{
    bool is_object = text[skip_blanks(text, 0)] == '{';
    const char *key = is_object ? "\"komi\"" : "komi", *found = strstr(text, key);
    if (!found)
        return false;
    size_t from = (size_t)(found - text), at = skip_blanks(text, from + strlen(key));
    if (is_object && text[at++] != ':')
        return false;
    at = read_komi_number(text, skip_blanks(text, at), komi);
    if (at > 0)
        cut_member(text, from, at);
    return at > 0;
}

double mi_rules_usual_komi(const miai_engine *engine, const char *text, double komi)
{
    miai_presentation p = mi_current_presentation(engine);
    int rules = current_rules(engine);
    bool named = *text != '{' && strncmp(text, "ko", 2) != 0;
    return p.usual_komi && rules >= 0 ? p.usual_komi(rules, named) : komi;
}

/* ---- differences ---- */

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
    char text[RULES_BYTES];
    miai_presentation p = mi_current_presentation(engine);
    int rules = current_rules(engine);
    if (rules < 0)
        return MIAI_UNSUPPORTED;
    rules = p.change_rule(rules, key, value);
    if (rules < 0)
        return MIAI_BAD_VALUE;
    p.write_rules(rules, text, sizeof text);
    return miai_set_option(engine, "rules", text);
}

/* ---- errors ---- */

static const char *error_text(const miai_engine *engine, int error, const char *unknown)
{
    if (error == MIAI_OK)
        return NULL;
    if (error == MIAI_BAD_VALUE && mi_game_has_katago_rules(mi_current_game(engine)))
        return unknown;
    return error == MIAI_UNSUPPORTED ? miai_error_text(error) : miai_error_reason(engine, error);
}

const char *mi_rules_error_text(const miai_engine *engine, int error)
{
    return error_text(engine, error, unknown_rules);
}

const char *mi_rule_error_text(const miai_engine *engine, int error)
{
    return error_text(engine, error, unknown_rule);
}
