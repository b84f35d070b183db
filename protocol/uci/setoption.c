/* The list of options, and setoption.  Only options that apply to the current game and search are
 * listed.  Others can be set, too; "uci" lists them when they apply. */
#include "uci.h"

#include "protocol/io/words.h"

#include <limits.h>
#include <string.h>

/* Options for resigning are not offered, since UCI has no way to resign. */
static bool is_listed_option(const struct mi_uci *uci, const miai_option *option)
{
    return option->scope != MIAI_SCOPE_RESIGN && !mi_uci_replaces_option(uci, option->name) &&
           miai_option_applies(uci->engine, option->name);
}

/* Is the current game chess, for which UCI was made? */
static bool is_chess(const struct mi_uci *uci)
{
    miai_presentation presentation = {.bytes = sizeof presentation};
    miai_presentation_of(mi_current_game(uci->engine), &presentation);
    return presentation.assumed;
}

/* The option's name in other UCI engines, or NULL.  Only in chess do the files and networks have
 * the kinds (Syzygy, lc0) that clients expect under these names. */
static const char *uci_name_of_option(const struct mi_uci *uci, const miai_option *option)
{
    bool known = true;
    if (strcmp(option->name, "knowledge-file") == 0)
        known = miai_option_applies(uci->engine, "probe-pieces");
    else if (strcmp(option->name, "network") == 0 ||
             strcmp(option->name, "policy-temperature") == 0)
        known = is_chess(uci);
    return known ? option->uci : NULL;
}

static void add_uci_option_type(const struct mi_uci *uci, struct mi_reply *reply,
                                const miai_option *option)
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

/* Lists the engine's options that clients know by name, or all others. */
static void list_engine_options(const struct mi_uci *uci, struct mi_reply *reply, bool known)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(uci->engine, i)) != NULL; i++) {
        const char *name = uci_name_of_option(uci, option);
        if (known != (name != NULL) || !is_listed_option(uci, option))
            continue;
        mi_reply_format(reply, "option name %s ", name ? name : option->name);
        add_uci_option_type(uci, reply, option);
        mi_reply_add(reply, "\n");
    }
}

void mi_uci_list_options(const struct mi_uci *uci, struct mi_reply *reply)
{
    list_engine_options(uci, reply, true);
    mi_uci_list_own_options(uci, reply);
    list_engine_options(uci, reply, false);
}

/* ---- setoption ---- */

static int set_uci_option(struct mi_uci *uci, const char *name, const char *value)
{
    int error;
    if (mi_uci_set_own_option(uci, name, value, &error))
        return error;
    error = mi_uci_set_option(uci->engine, name, value);
    if (error == MIAI_OK && !miai_option_applies(uci->engine, name))
        mi_uci_complain(uci, "set, but without effect in the current game and search", name);
    return error;
}

/* Offers all names that are listed. */
static void offer_option_names(const struct mi_uci *uci, struct mi_nearest *nearest)
{
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(uci->engine, i)) != NULL; i++) {
        const char *name = uci_name_of_option(uci, option);
        if (is_listed_option(uci, option))
            mi_nearest_offer(nearest, name ? name : option->name);
    }
    mi_uci_offer_own_options(uci, nearest);
}

/* Adds the hint for an engine's option. */
static void add_value_hint(const struct mi_uci *uci, const char *name, const char *value, int error,
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

/* Adds a hint: the range, the choices or the nearest name. */
static void add_option_hint(const struct mi_uci *uci, const char *name, const char *value,
                            int error, struct mi_reply *text)
{
    struct mi_nearest nearest = {.name = error == MIAI_NO_OPTION ? name : value};
    if (error == MIAI_NO_OPTION)
        offer_option_names(uci, &nearest);
    else if (error != MIAI_UNSUPPORTED && !mi_uci_add_own_option_hint(uci, name, text, &nearest))
        add_value_hint(uci, name, value, error, text);
    mi_nearest_write(&nearest, text);
}

/* Writes "info string REASON: NAME (HINT)". */
static void refuse_option(struct mi_uci *uci, const char *name, const char *value, int error)
{
    struct mi_reply about = {0};
    mi_reply_format(&about, "%.100s", name);
    add_option_hint(uci, name, value, error, &about);
    mi_uci_complain(uci, miai_error_reason(uci->engine, error), mi_uci_complaint_text(&about));
    mi_reply_free(&about);
}

/* Appends a word and a space before it. */
static void append_word(struct mi_reply *text, const char *word)
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
        append_word(&name, word);
    if (name.failed) {
        mi_uci_complain(uci, miai_error_text(MIAI_NO_MEMORY), NULL);
    } else if (name.length > 0) {
        const char *value = strcmp(args, "<empty>") == 0 ? "" : args;
        int error = set_uci_option(uci, name.text, value);
        mi_uci_forget_position(uci); /* the rules or the game may have changed */
        if (error != MIAI_OK)
            refuse_option(uci, name.text, value, error);
        mi_uci_report_faults(uci);
    } else {
        mi_uci_complain(uci, "expected: setoption name NAME value VALUE", NULL);
    }
    mi_reply_free(&name);
}
