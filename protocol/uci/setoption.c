/* The list of options, and setoption.  Offered is what means something in the game that is on, by
 * the search that is on; what does not is taken all the same, and "uci" lists it when it does. */
#include "uci.h"

#include "protocol/io/words.h"

#include <limits.h>
#include <string.h>

/* UCI has no word for resigning. */
static bool is_offered(const struct mi_uci *uci, const miai_option *option)
{
    return option->scope != MIAI_SCOPE_RESIGN && !mi_uci_has_special(uci, option->name) &&
           miai_option_applies(uci->engine, option->name);
}

/* Was UCI made for the game that is on? */
static bool is_chess(const struct mi_uci *uci)
{
    miai_presentation looks = {.bytes = sizeof looks};
    miai_presentation_of(mi_current_game(uci->engine), &looks);
    return looks.assumed;
}

/* The name that clients know, or NULL.  Not every game's knowledge is tablebases, nor its network
 * one of lc0's. */
static const char *known_name(const struct mi_uci *uci, const miai_option *option)
{
    bool known = true;
    if (strcmp(option->name, "knowledge-file") == 0)
        known = miai_option_applies(uci->engine, "probe-pieces");
    else if (strcmp(option->name, "network") == 0 ||
             strcmp(option->name, "policy-temperature") == 0)
        known = is_chess(uci);
    return known ? option->uci : NULL;
}

static void add_type(const struct mi_uci *uci, struct mi_reply *reply, const miai_option *option)
{
    char value[4096];
    const char *const *choices = mi_suggest_choices(uci->engine, option);
    double max = miai_option_max(uci->engine, option);
    if (miai_get_option(uci->engine, option->name, value, sizeof value) < 0)
        *value = '\0';
    if (option->type == MIAI_OPTION_BOOL) {
        mi_reply_format(reply, "type check default %s", value);
    } else if (option->type == MIAI_OPTION_INT) {
        mi_reply_format(reply, "type spin default %s min %.0f max %.0f", value, option->min,
                        max < INT_MAX ? max : INT_MAX);
    } else if (choices) {
        mi_reply_format(reply, "type combo default %s", value);
        for (int i = 0; choices[i]; i++)
            mi_reply_format(reply, " var %s", choices[i]);
    } else {
        mi_reply_format(reply, "type string default %s", *value ? value : "<empty>");
    }
}

/* Those of the engine's table that clients know, or the others. */
static void list_table(const struct mi_uci *uci, struct mi_reply *reply, bool known)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(uci->engine, i)) != NULL; i++) {
        const char *name = known_name(uci, option);
        if (known != (name != NULL) || !is_offered(uci, option))
            continue;
        mi_reply_format(reply, "option name %s ", name ? name : option->name);
        add_type(uci, reply, option);
        mi_reply_add(reply, "\n");
    }
}

void mi_uci_list_options(const struct mi_uci *uci, struct mi_reply *reply)
{
    list_table(uci, reply, true);
    mi_uci_list_specials(uci, reply);
    list_table(uci, reply, false);
}

/* ---- setoption ---- */

static int set(struct mi_uci *uci, const char *name, const char *value)
{
    int error;
    if (mi_uci_set_special(uci, name, value, &error))
        return error;
    error = mi_uci_set_option(uci->engine, name, value);
    if (error == MIAI_OK && !miai_option_applies(uci->engine, name))
        mi_uci_complain(uci, "set, but of no effect in this game by this search", name);
    return error;
}

/* ", did you mean", of all names that are listed. */
static void suggest_name(const struct mi_uci *uci, struct mi_nearest *nearest)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(uci->engine, i)) != NULL; i++) {
        const char *name = known_name(uci, option);
        if (is_offered(uci, option))
            mi_nearest_offer(nearest, name ? name : option->name);
    }
    mi_uci_offer_specials(uci, nearest);
}

/* Of an option of the engine's: its own text, behind the reason. */
static void suggest_value(const struct mi_uci *uci, const char *name, const char *value, int error,
                          struct mi_reply *text)
{
    char own[MI_SUGGESTION];
    const char *reason = miai_error_reason(uci->engine, error);
    mi_suggest_option(uci->engine, name, value, error, own);
    if (strncmp(own, reason, strlen(reason)) != 0)
        return;
    const char *hint = own + strlen(reason);
    bool is_sentence = strncmp(hint, ": ", 2) == 0;
    mi_reply_format(text, is_sentence ? " (%s)" : "%s", is_sentence ? hint + 2 : hint);
}

/* Adds what would have been right: the range, the choices, or the nearest name. */
static void suggest(const struct mi_uci *uci, const char *name, const char *value, int error,
                    struct mi_reply *text)
{
    struct mi_nearest nearest = {.name = error == MIAI_NO_OPTION ? name : value};
    if (error == MIAI_NO_OPTION)
        suggest_name(uci, &nearest);
    else if (error != MIAI_UNSUPPORTED && !mi_uci_suggest_special(uci, name, text, &nearest))
        suggest_value(uci, name, value, error, text);
    mi_nearest_write(&nearest, text);
}

/* "info string REASON: NAME (WHAT IS RIGHT)" */
static void refuse(struct mi_uci *uci, const char *name, const char *value, int error)
{
    struct mi_reply about = {0};
    mi_reply_format(&about, "%.100s", name);
    suggest(uci, name, value, error, &about);
    mi_uci_complain(uci, miai_error_reason(uci->engine, error), mi_uci_about(&about));
    mi_reply_free(&about);
}

/* Adds a word to a text of words. */
static void add_word(struct mi_reply *text, const char *word)
{
    mi_reply_add(text, text->length ? " " : "");
    mi_reply_add(text, word);
}

/* setoption name WORDS [value WORDS] */
void mi_uci_setoption(struct mi_uci *uci, char *args)
{
    struct mi_reply name = {0};
    char *word = mi_next_word(&args);
    while (word && strcmp(word, "name") != 0)
        word = mi_next_word(&args);
    while ((word = mi_next_word(&args)) != NULL && strcmp(word, "value") != 0)
        add_word(&name, word);
    if (name.failed) {
        mi_uci_complain(uci, miai_error_text(MIAI_NO_MEMORY), NULL);
    } else if (name.length > 0) {
        const char *value = strcmp(args, "<empty>") == 0 ? "" : args;
        int error = set(uci, name.text, value);
        mi_uci_forget_position(uci); /* other rules, another game */
        if (error != MIAI_OK)
            refuse(uci, name.text, value, error);
        mi_uci_report_faults(uci);
    } else {
        mi_uci_complain(uci, "an option is set by: setoption name NAME value VALUE", NULL);
    }
    mi_reply_free(&name);
}
