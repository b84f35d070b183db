/* UCI options that the engine does not have, or has with other values. */
#include "uci.h"

#include "protocol/io/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_LINES = 500, MIN_SKILL = -20, ELO_STEP = 10 };

static void get_option_text(const struct mi_uci *uci, const char *name, char *text, size_t size)
{
    if (miai_get_option(uci->engine, name, text, size) < 0)
        *text = '\0';
}

static void add_check(struct mi_reply *reply, bool value)
{
    mi_reply_format(reply, "type check default %s", value ? "true" : "false");
}

/* Parses true or false; *check is unchanged if the value is neither. */
static bool read_check(const char *value, bool *check)
{
    bool yes = strcasecmp(value, "true") == 0;
    if (!yes && strcasecmp(value, "false") != 0)
        return false;
    *check = yes;
    return true;
}

static int clear_hash(struct mi_uci *uci, const char *value)
{
    (void)value;
    miai_forget(uci->engine);
    return MIAI_OK;
}

static bool lines_range(const struct mi_uci *uci, int *value, int *min, int *max)
{
    *value = uci->lines;
    *min = 1;
    *max = MAX_LINES;
    return true;
}

static int set_lines(struct mi_uci *uci, int lines)
{
    uci->lines = lines;
    return MIAI_OK;
}

/* In milliseconds; the engine's option is in seconds. */
static bool overhead_range(const struct mi_uci *uci, int *value, int *min, int *max)
{
    char text[64];
    get_option_text(uci, "move-overhead", text, sizeof text);
    *value = (int)lround(1000 * strtod(text, NULL));
    *min = 0;
    *max = (int)(1000 * miai_option_find(uci->engine, "move-overhead")->max);
    return true;
}

static int set_overhead(struct mi_uci *uci, int overhead)
{
    char seconds[64];
    snprintf(seconds, sizeof seconds, "%.3f", overhead / 1000.0);
    return miai_set_option(uci->engine, "move-overhead", seconds);
}

/* ---- strength: three UCI options set the engine's option "level" ---- */

/* The range of ratings of the current game, if they are Elo. */
static bool elo_range(const struct mi_uci *uci, int *min, int *max)
{
    enum miai_scale scale;
    return miai_level_range(uci->engine, &scale, min, max) && scale == MIAI_SCALE_ELO;
}

/* Stockfish's skill for a rating from 1320 to 3190 (src/search.h, struct Skill), extended below
 * that, where Fairy-Stockfish goes down to -20. */
static double skill_from_elo(int elo)
{
    double e = (elo - 1320) / (3190.0 - 1320);
    return ((37.2473 * e - 40.8525) * e + 22.2943) * e - 0.311438;
}

/* The lowest rating with that skill; 0 for full strength. */
static int elo_from_skill(int skill, int min, int max)
{
    int elo = min;
    while (elo <= max && skill_from_elo(elo) < skill)
        elo += ELO_STEP;
    return elo <= max && skill < MI_UCI_SKILL ? elo : 0;
}

static int apply_strength(struct mi_uci *uci)
{
    char level[16] = "";
    int min, max, elo = 0;
    if (elo_range(uci, &min, &max))
        elo = !uci->limit_strength ? elo_from_skill(uci->skill, min, max)
              : uci->elo           ? uci->elo
                                   : min;
    if (elo)
        snprintf(level, sizeof level, "%d", elo);
    return miai_set_option(uci->engine, "level", level);
}

void mi_uci_adopt_strength(struct mi_uci *uci)
{
    char value[16];
    int min, max;
    if (!elo_range(uci, &min, &max) ||
        miai_get_option(uci->engine, "level", value, sizeof value) <= 0)
        return;
    uci->limit_strength = true;
    uci->elo = atoi(value);
}

static int set_limit(struct mi_uci *uci, const char *value)
{
    return read_check(value, &uci->limit_strength) ? apply_strength(uci) : MIAI_BAD_VALUE;
}

static bool elo_option_range(const struct mi_uci *uci, int *value, int *min, int *max)
{
    if (!elo_range(uci, min, max))
        return false;
    *value = uci->elo ? uci->elo : *min;
    return true;
}

static int set_elo(struct mi_uci *uci, int elo)
{
    uci->elo = elo;
    return apply_strength(uci);
}

static bool skill_range(const struct mi_uci *uci, int *value, int *min, int *max)
{
    if (!elo_range(uci, min, max))
        return false;
    *value = uci->skill;
    *min = MIN_SKILL;
    *max = MI_UCI_SKILL;
    return true;
}

static int set_skill(struct mi_uci *uci, int skill)
{
    uci->skill = skill;
    return apply_strength(uci);
}

/* ---- games and rules ---- */

/* The name of the check option that switches Fischer random chess on. */
static const char fischer_random[] = "UCI_Chess960";

static void declare_fischer_random(const struct mi_uci *uci, struct mi_reply *reply)
{
    const miai_variant *variant =
        mi_uci_find_check_variant(mi_current_game(uci->engine), fischer_random);
    char rules[96];
    get_option_text(uci, "rules", rules, sizeof rules);
    add_check(reply, variant && strcmp(rules, variant->rules) == 0);
}

static int set_fischer_random(struct mi_uci *uci, const char *value)
{
    const miai_variant *variant =
        mi_uci_find_check_variant(mi_current_game(uci->engine), fischer_random);
    bool check;
    if (!read_check(value, &check))
        return MIAI_BAD_VALUE;
    if (check && !variant)
        return MIAI_UNSUPPORTED;
    return mi_uci_set_option(uci->engine, "rules", check ? variant->rules : "");
}

/* The n-th UCI_Variant name over all games; games without one use their own name.  NULL after the
 * last. */
static const char *variant_at(const struct mi_uci *uci, int n)
{
    for (int i = 0; i < miai_game_count(uci->engine); i++) {
        const miai_game *game = miai_game_at(uci->engine, i);
        const char *name = mi_uci_variant_name_at(game, 0);
        if (!name)
            name = game->name;
        for (int k = 1; name; name = mi_uci_variant_name_at(game, k++))
            if (n-- == 0)
                return name;
    }
    return NULL;
}

static void declare_variant(const struct mi_uci *uci, struct mi_reply *reply)
{
    char rules[96];
    const char *name;
    get_option_text(uci, "rules", rules, sizeof rules);
    mi_reply_format(reply, "type combo default %s",
                    mi_uci_variant_name(mi_current_game(uci->engine), rules));
    for (int i = 0; (name = variant_at(uci, i)) != NULL; i++)
        mi_reply_format(reply, " var %s", name);
}

static int set_variant(struct mi_uci *uci, const char *value)
{
    return mi_uci_set_variant(uci->engine, value);
}

/* Options that the engine does not have, or has with other values. */
static const struct uci_option {
    const char *name;
    const char *replaces; /* the engine's option that it replaces, or NULL */
    void (*declare)(const struct mi_uci *uci, struct mi_reply *reply);
    int (*set)(struct mi_uci *uci, const char *value);
    const char *type; /* the declaration, if declare is not needed */
    size_t flag;      /* offset of a bool in struct mi_uci, if there are no functions and no type */
    const char *only_with; /* it applies only if this engine's option does; or NULL */

    /* For an integer, instead of declare and set: range() returns its value and bounds, or false if
     * the game does not have the option; set_number() gets a value within the bounds. */
    bool (*range)(const struct mi_uci *uci, int *value, int *min, int *max);
    int (*set_integer)(struct mi_uci *uci, int number);
} uci_options[] = {
    {.name = "Clear Hash", .set = clear_hash, .type = "button"},
    {.name = "Ponder", .replaces = "ponder", .flag = offsetof(struct mi_uci, ponders)},
    {.name = "MultiPV", .range = lines_range, .set_integer = set_lines},
    {.name = "Move Overhead",
     .replaces = "move-overhead",
     .range = overhead_range,
     .set_integer = set_overhead},
    {.name = fischer_random,
     .replaces = "rules",
     .declare = declare_fischer_random,
     .set = set_fischer_random},
    {.name = "UCI_LimitStrength",
     .replaces = "level",
     .set = set_limit,
     .flag = offsetof(struct mi_uci, limit_strength)},
    {.name = "UCI_Elo", .replaces = "level", .range = elo_option_range, .set_integer = set_elo},
    {.name = "Skill Level", .replaces = "level", .range = skill_range, .set_integer = set_skill},
    {.name = "UCI_Variant", .replaces = "game", .declare = declare_variant, .set = set_variant},
    {.name = "UCI_ShowWDL", .flag = offsetof(struct mi_uci, show_wdl)},
    {.name = "VerboseMoveStats",
     .flag = offsetof(struct mi_uci, verbose_move_stats),
     .only_with = "policy-temperature"},
    {.name = "LogLiveStats",
     .flag = offsetof(struct mi_uci, log_live_stats),
     .only_with = "policy-temperature"},
    {.name = "UCI_AnalyseMode", .flag = offsetof(struct mi_uci, analysing)},
    {.name = "UCI_Opponent", .type = "string default <empty>"},
};

enum { UCI_OPTIONS = sizeof uci_options / sizeof *uci_options };

static void declare_option(const struct mi_uci *uci, struct mi_reply *reply,
                           const struct uci_option *option)
{
    int value, min, max;
    mi_reply_format(reply, "option name %s ", option->name);
    if (option->range && option->range(uci, &value, &min, &max))
        mi_reply_format(reply, "type spin default %d min %d max %d", value, min, max);
    else if (option->declare)
        option->declare(uci, reply);
    else if (option->type)
        mi_reply_format(reply, "type %s", option->type);
    else
        add_check(reply, *(const bool *)((const char *)uci + option->flag));
    mi_reply_add(reply, "\n");
}

static bool is_listed_uci_option(const struct mi_uci *uci, const struct uci_option *option)
{
    int min, max;
    bool strength = option->replaces && strcmp(option->replaces, "level") == 0;
    if (strength && !elo_range(uci, &min, &max))
        return false;
    if (option->name == fischer_random)
        return mi_uci_find_check_variant(mi_current_game(uci->engine), fischer_random) != NULL;
    return (!option->replaces || miai_option_applies(uci->engine, option->replaces)) &&
           (!option->only_with || miai_option_applies(uci->engine, option->only_with));
}

bool mi_uci_replaces_option(const struct mi_uci *uci, const char *replaces)
{
    for (int i = 0; i < UCI_OPTIONS; i++)
        if (uci_options[i].replaces && strcmp(uci_options[i].replaces, replaces) == 0 &&
            is_listed_uci_option(uci, &uci_options[i]))
            return true;
    return false;
}

void mi_uci_list_own_options(const struct mi_uci *uci, struct mi_reply *reply)
{
    for (int i = 0; i < UCI_OPTIONS; i++)
        if (is_listed_uci_option(uci, &uci_options[i]))
            declare_option(uci, reply, &uci_options[i]);
}

static int set_integer(struct mi_uci *uci, const struct uci_option *option, const char *text)
{
    int value, min, max;
    if (!option->range(uci, &value, &min, &max))
        return MIAI_UNSUPPORTED;
    if (!mi_read_word_int(text, &value) || value < min || value > max)
        return MIAI_BAD_VALUE;
    return option->set_integer(uci, value);
}

static int set_uci_option(struct mi_uci *uci, const struct uci_option *option, const char *value)
{
    if (option->range)
        return set_integer(uci, option, value);
    if (option->set)
        return option->set(uci, value);
    if (option->type)
        return MIAI_OK; /* any text */
    return read_check(value, (bool *)((char *)uci + option->flag)) ? MIAI_OK : MIAI_BAD_VALUE;
}

static const struct uci_option *find_uci_option(const char *name)
{
    for (int i = 0; i < UCI_OPTIONS; i++)
        if (strcasecmp(uci_options[i].name, name) == 0)
            return &uci_options[i];
    return NULL;
}

bool mi_uci_set_own_option(struct mi_uci *uci, const char *name, const char *value, int *error)
{
    const struct uci_option *option = find_uci_option(name);
    if (option)
        *error = set_uci_option(uci, option, value);
    return option != NULL;
}

/* ---- hints ---- */

void mi_uci_offer_own_options(const struct mi_uci *uci, struct mi_nearest *nearest)
{
    for (int i = 0; i < UCI_OPTIONS; i++)
        if (is_listed_uci_option(uci, &uci_options[i]))
            mi_nearest_offer(nearest, uci_options[i].name);
}

static void suggest_variant(const struct mi_uci *uci, struct mi_reply *text,
                            struct mi_nearest *nearest)
{
    const char *name;
    for (int i = 0; (name = variant_at(uci, i)) != NULL; i++) {
        mi_reply_format(text, "%s%s", i ? ", " : " (", name);
        mi_nearest_offer(nearest, name);
    }
    mi_reply_add(text, ")");
}

bool mi_uci_add_own_option_hint(const struct mi_uci *uci, const char *name, struct mi_reply *text,
                                struct mi_nearest *nearest)
{
    const struct uci_option *option = find_uci_option(name);
    int value, min, max;
    if (!option)
        return false;
    if (option->declare == declare_variant)
        suggest_variant(uci, text, nearest);
    else if (!option->range)
        mi_reply_add(text, " (true, false)");
    else if (option->range(uci, &value, &min, &max))
        mi_reply_format(text, " (%d to %d)", min, max);
    return true;
}
