/* UCI's options: those that its clients know by name, and miai's own from its table. */
#include "uci.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINES_MAX = 256 };

static void value_of(const struct mi_uci *uci, const char *name, char *text, size_t size)
{
    if (miai_get_option(uci->engine, name, text, size) < 0)
        *text = '\0';
}

/* ---- the names that clients know ---- */

/* An integer option under another name. */
static void declare_integer(const struct mi_uci *uci, struct mi_reply *reply, const char *name)
{
    const miai_option *option = miai_option_find(uci->engine, name);
    char value[64];
    value_of(uci, name, value, sizeof value);
    mi_reply_format(reply, "type spin default %s min %.0f max %.0f", value, option->min,
                    option->max < INT_MAX ? option->max : INT_MAX);
}

static void declare_hash(const struct mi_uci *uci, struct mi_reply *reply)
{
    declare_integer(uci, reply, "memory");
}

static int set_hash(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "memory", value);
}

static void declare_threads(const struct mi_uci *uci, struct mi_reply *reply)
{
    declare_integer(uci, reply, "threads");
}

static int set_threads(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "threads", value);
}

static void declare_clear_hash(const struct mi_uci *uci, struct mi_reply *reply)
{
    (void)uci;
    mi_reply_add(reply, "type button");
}

static int clear_hash(struct mi_uci *uci, const char *value)
{
    (void)value;
    miai_forget(uci->engine);
    return MIAI_OK;
}

static void declare_lines(const struct mi_uci *uci, struct mi_reply *reply)
{
    mi_reply_format(reply, "type spin default %d min 1 max %d", uci->lines, LINES_MAX);
}

static int set_lines(struct mi_uci *uci, const char *value)
{
    int lines;
    if (!mi_read_word_int(value, &lines) || lines < 1 || lines > LINES_MAX)
        return MIAI_BAD_VALUE;
    uci->lines = lines;
    return MIAI_OK;
}

/* Milliseconds for the engine's seconds. */
static void declare_overhead(const struct mi_uci *uci, struct mi_reply *reply)
{
    char value[64];
    value_of(uci, "lag", value, sizeof value);
    mi_reply_format(reply, "type spin default %.0f min 0 max %.0f", 1000 * strtod(value, NULL),
                    1000 * miai_option_find(uci->engine, "lag")->max);
}

static int set_overhead(struct mi_uci *uci, const char *value)
{
    char seconds[64];
    int overhead;
    if (!mi_read_word_int(value, &overhead))
        return MIAI_BAD_VALUE;
    snprintf(seconds, sizeof seconds, "%.3f", overhead / 1000.0);
    return miai_set_option(uci->engine, "lag", seconds);
}

static void add_check(struct mi_reply *reply, bool value)
{
    mi_reply_format(reply, "type check default %s", value ? "true" : "false");
}

static bool read_check(const char *value, bool *check)
{
    *check = strcasecmp(value, "true") == 0;
    return *check || strcasecmp(value, "false") == 0;
}

/* For what needs no doing: clients ponder and tell their names by what they send. */
static void declare_check(const struct mi_uci *uci, struct mi_reply *reply)
{
    (void)uci;
    add_check(reply, false);
}

static int accept_check(struct mi_uci *uci, const char *value)
{
    bool check;
    (void)uci;
    return read_check(value, &check) ? MIAI_OK : MIAI_BAD_VALUE;
}

static void declare_opponent(const struct mi_uci *uci, struct mi_reply *reply)
{
    (void)uci;
    mi_reply_add(reply, "type string default <empty>");
}

static int accept_text(struct mi_uci *uci, const char *value)
{
    (void)uci;
    (void)value;
    return MIAI_OK;
}

static void declare_analysing(const struct mi_uci *uci, struct mi_reply *reply)
{
    add_check(reply, uci->analysing);
}

static int set_analysing(struct mi_uci *uci, const char *value)
{
    return read_check(value, &uci->analysing) ? MIAI_OK : MIAI_BAD_VALUE;
}

static void declare_wdl(const struct mi_uci *uci, struct mi_reply *reply)
{
    add_check(reply, uci->show_wdl);
}

static int set_wdl(struct mi_uci *uci, const char *value)
{
    return read_check(value, &uci->show_wdl) ? MIAI_OK : MIAI_BAD_VALUE;
}

static void declare_book(const struct mi_uci *uci, struct mi_reply *reply)
{
    char name[1024];
    value_of(uci, "book-file", name, sizeof name);
    mi_reply_format(reply, "type string default %s", *name ? name : "<empty>");
}

static int set_book(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "book-file", value);
}

static void declare_evaluation(const struct mi_uci *uci, struct mi_reply *reply)
{
    char name[4096];
    value_of(uci, "eval-file", name, sizeof name);
    mi_reply_format(reply, "type string default %s", name);
}

static int set_evaluation(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "eval-file", value);
}

/* ---- tables of endings ---- */

static void declare_tables(const struct mi_uci *uci, struct mi_reply *reply)
{
    char name[4096];
    value_of(uci, "knowledge-file", name, sizeof name);
    mi_reply_format(reply, "type string default %s", *name ? name : "<empty>");
}

static int set_tables(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "knowledge-file", value);
}

static void declare_probe_depth(const struct mi_uci *uci, struct mi_reply *reply)
{
    declare_integer(uci, reply, "probe-depth");
}

static int set_probe_depth(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "probe-depth", value);
}

static void declare_probe_limit(const struct mi_uci *uci, struct mi_reply *reply)
{
    declare_integer(uci, reply, "probe-pieces");
}

static int set_probe_limit(struct mi_uci *uci, const char *value)
{
    return miai_set_option(uci->engine, "probe-pieces", value);
}

static void declare_draw_rule(const struct mi_uci *uci, struct mi_reply *reply)
{
    char value[16];
    value_of(uci, "probe-draw-rule", value, sizeof value);
    add_check(reply, strcmp(value, "true") == 0);
}

static int set_draw_rule(struct mi_uci *uci, const char *value)
{
    bool check;
    return read_check(value, &check) ? miai_set_option(uci->engine, "probe-draw-rule", value)
                                     : MIAI_BAD_VALUE;
}

/* ---- strength: two options of UCI's make one of the engine's ---- */

static int apply_strength(struct mi_uci *uci)
{
    char elo[16] = "0";
    int least, most;
    if (uci->limit_strength && miai_elo_range(uci->engine, &least, &most))
        snprintf(elo, sizeof elo, "%d", uci->elo ? uci->elo : least);
    return miai_set_option(uci->engine, "elo", elo);
}

void mi_uci_adopt_strength(struct mi_uci *uci)
{
    char value[16];
    int least, most;
    value_of(uci, "elo", value, sizeof value);
    int elo = atoi(value);
    if (elo == 0 || !miai_elo_range(uci->engine, &least, &most))
        return;
    uci->limit_strength = true;
    uci->elo = elo < least ? least : elo > most ? most : elo;
}

static void declare_limit(const struct mi_uci *uci, struct mi_reply *reply)
{
    add_check(reply, uci->limit_strength);
}

static int set_limit(struct mi_uci *uci, const char *value)
{
    return read_check(value, &uci->limit_strength) ? apply_strength(uci) : MIAI_BAD_VALUE;
}

static void declare_elo(const struct mi_uci *uci, struct mi_reply *reply)
{
    int least = 0, most = 0;
    bool known = miai_elo_range(uci->engine, &least, &most);
    mi_reply_format(reply, "type spin default %d min %d max %d",
                    known && uci->elo ? uci->elo : least, least, most);
}

static int set_elo(struct mi_uci *uci, const char *value)
{
    int elo, least, most;
    if (!miai_elo_range(uci->engine, &least, &most))
        return MIAI_UNSUPPORTED;
    if (!mi_read_word_int(value, &elo) || elo < least || elo > most)
        return MIAI_BAD_VALUE;
    uci->elo = elo;
    return apply_strength(uci);
}

static void declare_chess960(const struct mi_uci *uci, struct mi_reply *reply)
{
    char rules[64];
    value_of(uci, "rules", rules, sizeof rules);
    add_check(reply, strcmp(rules, "chess960") == 0);
}

static int set_chess960(struct mi_uci *uci, const char *value)
{
    bool check;
    if (!read_check(value, &check))
        return MIAI_BAD_VALUE;
    const char *rules = check ? "chess960" : "";
    int error = miai_set_option(uci->engine, "rules", rules);
    if (error != MIAI_ILLEGAL)
        return error;
    miai_clear(uci->engine); /* whose moves they forbid; another position comes */
    return miai_set_option(uci->engine, "rules", rules);
}

/* The game's variants, or its own name where it has none. */
static void declare_game(struct mi_reply *reply, const char *game)
{
    const char *name = mi_uci_variant_beside(game, 0);
    mi_reply_format(reply, " var %s", name ? name : game);
    for (int i = 1; (name = mi_uci_variant_beside(game, i)) != NULL; i++)
        mi_reply_format(reply, " var %s", name);
}

static void declare_variant(const struct mi_uci *uci, struct mi_reply *reply)
{
    char rules[32] = "";
    miai_get_option(uci->engine, "rules", rules, sizeof rules);
    mi_reply_format(reply, "type combo default %s",
                    mi_uci_variant_of(miai_current_game(uci->engine), rules));
    for (int i = 0; i < miai_game_count(uci->engine); i++)
        declare_game(reply, miai_game_name(uci->engine, i));
}

static int set_variant(struct mi_uci *uci, const char *value)
{
    return mi_uci_set_variant(uci->engine, value);
}

static const struct standard {
    const char *name;
    const char *own; /* miai's option of the same meaning, which is not listed besides; or NULL */
    void (*declare)(const struct mi_uci *uci, struct mi_reply *reply);
    int (*set)(struct mi_uci *uci, const char *value);
} standards[] = {
    {"Threads", "threads", declare_threads, set_threads},
    {"Hash", "memory", declare_hash, set_hash},
    {"Clear Hash", NULL, declare_clear_hash, clear_hash},
    {"Ponder", "ponder", declare_check, accept_check},
    {"MultiPV", NULL, declare_lines, set_lines},
    {"Move Overhead", "lag", declare_overhead, set_overhead},
    {"BookFile", "book-file", declare_book, set_book},
    {"EvalFile", "eval-file", declare_evaluation, set_evaluation},
    {"SyzygyPath", "knowledge-file", declare_tables, set_tables},
    {"SyzygyProbeDepth", "probe-depth", declare_probe_depth, set_probe_depth},
    {"SyzygyProbeLimit", "probe-pieces", declare_probe_limit, set_probe_limit},
    {"Syzygy50MoveRule", "probe-draw-rule", declare_draw_rule, set_draw_rule},
    {"UCI_Chess960", "rules", declare_chess960, set_chess960},
    {"UCI_LimitStrength", "elo", declare_limit, set_limit},
    {"UCI_Elo", "elo", declare_elo, set_elo},
    {"UCI_Variant", "game", declare_variant, set_variant},
    {"UCI_ShowWDL", NULL, declare_wdl, set_wdl},
    {"UCI_AnalyseMode", NULL, declare_analysing, set_analysing},
    {"UCI_Opponent", NULL, declare_opponent, accept_text},
};

enum { STANDARDS = sizeof standards / sizeof *standards };

/* ---- miai's own ---- */

static void declare_own(const struct mi_uci *uci, struct mi_reply *reply, const miai_option *option)
{
    char value[256];
    value_of(uci, option->name, value, sizeof value);
    mi_reply_format(reply, "option name %s ", option->name);
    switch (option->type) {
    case MIAI_OPTION_BOOL:
        add_check(reply, strcmp(value, "true") == 0);
        break;
    case MIAI_OPTION_INT:
        declare_integer(uci, reply, option->name);
        break;
    case MIAI_OPTION_CHOICE:
        mi_reply_format(reply, "type combo default %s", value);
        for (int i = 0; option->choices[i]; i++)
            mi_reply_format(reply, " var %s", option->choices[i]);
        break;
    default:
        mi_reply_format(reply, "type string default %s", *value ? value : "<empty>");
    }
    mi_reply_add(reply, "\n");
}

/* Has the option a meaning in the game that is on?  Tables of endings are not for all. */
static bool is_offered(const struct mi_uci *uci, const struct standard *standard)
{
    const miai_game *game = mi_hint_game(uci->engine);
    if (strcmp(standard->name, "EvalFile") == 0)
        return game->evaluation && game->evaluation->open;
    return strncmp(standard->name, "Syzygy", 6) != 0 || (game->tablebase && game->tablebase->rank);
}

static bool has_standard_name(const struct mi_uci *uci, const char *own)
{
    for (int i = 0; i < STANDARDS; i++)
        if (standards[i].own && strcmp(standards[i].own, own) == 0)
            return is_offered(uci, &standards[i]);
    return false;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* The tree's, which the alpha-beta search has no use for. */
static const char *const of_tree[] = {
    "uct-constant", "fpu",    "rave",   "margin",        "prior-wins",
    "final-move",   "solver", "priors", "leaf",          "transpositions",
    "playout",      "ucb",    "flat",   "playout-plies", NULL,
};

/* Those of a tree whose leaves a network values. */
static const char *const of_network[] = {
    "network",     "network-numbers",    "network-weight",   "batch",      "uct-growth",
    "uct-base",    "uct-spread",         "fpu-reduction",    "root-noise", "score-weight",
    "lead-weight", "root-fpu-reduction", "root-temperature", NULL,
};

/* Does alpha-beta search, by the option or because that suits the game? */
static bool searches_by_alphabeta(const struct mi_uci *uci, const miai_game *game)
{
    char search[32];
    value_of(uci, "search", search, sizeof search);
    const char *wish = game->hints && game->hints->tuning && game->hints->tuning->search
                           ? game->hints->tuning->search
                           : "mcts";
    return strcmp(strcmp(search, "auto") == 0 ? wish : search, "alphabeta") == 0;
}

/* Has the option a meaning in the game that is on?  The others can be set all the same. */
static bool concerns(const struct mi_uci *uci, const char *name)
{
    const miai_game *game = mi_hint_game(uci->engine);
    if (strcmp(name, "size") == 0)
        return game->min_width < game->max_width || game->min_height < game->max_height;
    if (strcmp(name, "komi") == 0)
        return game->scoring && game->scoring->settle;
    if (strcmp(name, "play-for") == 0)
        return game->points > 0;
    if (strcmp(name, "knowledge-file") == 0)
        return game->tablebase && game->tablebase->open;
    if (strncmp(name, "probe-", 6) == 0)
        return game->tablebase && game->tablebase->rank;
    if (strcmp(name, "eval-file") == 0)
        return game->evaluation && game->evaluation->open;
    if (strcmp(name, "book-depth") == 0 || strcmp(name, "book-best") == 0)
        return game->books != NULL;
    if (strcmp(name, "resign") == 0 || strcmp(name, "resign-moves") == 0)
        return false; /* UCI has no word for it */
    if (is_one_of(name, of_network) && !game->planes)
        return false;
    return !is_one_of(name, of_tree) || !searches_by_alphabeta(uci, game);
}

void mi_uci_list_options(const struct mi_uci *uci, struct mi_reply *reply)
{
    const miai_option *option;
    for (int i = 0; i < STANDARDS; i++) {
        if (!is_offered(uci, &standards[i]))
            continue;
        mi_reply_format(reply, "option name %s ", standards[i].name);
        standards[i].declare(uci, reply);
        mi_reply_add(reply, "\n");
    }
    for (int i = 0; (option = miai_option_at(uci->engine, i)) != NULL; i++)
        if (!has_standard_name(uci, option->name) && concerns(uci, option->name))
            declare_own(uci, reply, option);
}

/* ---- setoption ---- */

static int set(struct mi_uci *uci, const char *name, const char *value)
{
    for (int i = 0; i < STANDARDS; i++)
        if (strcasecmp(standards[i].name, name) == 0)
            return standards[i].set(uci, value);
    return miai_set_option(uci->engine, name, value);
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
    if (name.length > 0) {
        int error = set(uci, name.text, strcmp(args, "<empty>") == 0 ? "" : args);
        mi_uci_forget_position(uci); /* other rules, another game */
        if (error != MIAI_OK)
            mi_uci_complain(uci, miai_error_reason(uci->engine, error), name.text);
    }
    mi_reply_free(&name);
}
