/* Options that are UCI's own, and those of the engine's that it has with other values. */
#include "uci.h"

#include "protocol/io/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINES_MAX = 500, SKILL_MIN = -20, ELO_STEP = 10 };

static void value_of(const struct mi_uci *uci, const char *name, char *text, size_t size)
{
    if (miai_get_option(uci->engine, name, text, size) < 0)
        *text = '\0';
}

static void add_check(struct mi_reply *reply, bool value)
{
    mi_reply_format(reply, "type check default %s", value ? "true" : "false");
}

/* What is none leaves *check as it is. */
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

static bool lines_range(const struct mi_uci *uci, int *value, int *least, int *most)
{
    *value = uci->lines;
    *least = 1;
    *most = LINES_MAX;
    return true;
}

static int set_lines(struct mi_uci *uci, int lines)
{
    uci->lines = lines;
    return MIAI_OK;
}

/* Milliseconds for the engine's seconds. */
static bool overhead_range(const struct mi_uci *uci, int *value, int *least, int *most)
{
    char text[64];
    value_of(uci, "move-overhead", text, sizeof text);
    *value = (int)lround(1000 * strtod(text, NULL));
    *least = 0;
    *most = (int)(1000 * miai_option_find(uci->engine, "move-overhead")->max);
    return true;
}

static int set_overhead(struct mi_uci *uci, int overhead)
{
    char seconds[64];
    snprintf(seconds, sizeof seconds, "%.3f", overhead / 1000.0);
    return miai_set_option(uci->engine, "move-overhead", seconds);
}

/* ---- strength: three options of UCI's make one of the engine's ---- */

/* The ratings of the game that is on, if they are Elo. */
static bool elo_range(const struct mi_uci *uci, int *least, int *most)
{
    enum miai_scale scale;
    return miai_level_range(uci->engine, &scale, least, most) && scale == MIAI_SCALE_ELO;
}

/* What Stockfish plays like a rating, from 1320 to 3190, by (src/search.h, struct Skill); it goes
 * on below that, where Fairy-Stockfish counts down to -20. */
static double skill_of(int elo)
{
    double e = (elo - 1320) / (3190.0 - 1320);
    return ((37.2473 * e - 40.8525) * e + 22.2943) * e - 0.311438;
}

/* The least rating of that skill; 0: the whole strength. */
static int elo_of(int skill, int least, int most)
{
    int elo = least;
    while (elo <= most && skill_of(elo) < skill)
        elo += ELO_STEP;
    return elo <= most && skill < MI_UCI_SKILL ? elo : 0;
}

static int apply_strength(struct mi_uci *uci)
{
    char level[16] = "";
    int least, most, elo = 0;
    if (elo_range(uci, &least, &most))
        elo = !uci->limit_strength ? elo_of(uci->skill, least, most) : uci->elo ? uci->elo : least;
    if (elo)
        snprintf(level, sizeof level, "%d", elo);
    return miai_set_option(uci->engine, "level", level);
}

void mi_uci_adopt_strength(struct mi_uci *uci)
{
    char value[16];
    int least, most;
    if (!elo_range(uci, &least, &most) ||
        miai_get_option(uci->engine, "level", value, sizeof value) <= 0)
        return;
    uci->limit_strength = true;
    uci->elo = atoi(value);
}

static int set_limit(struct mi_uci *uci, const char *value)
{
    return read_check(value, &uci->limit_strength) ? apply_strength(uci) : MIAI_BAD_VALUE;
}

static bool elo_option_range(const struct mi_uci *uci, int *value, int *least, int *most)
{
    if (!elo_range(uci, least, most))
        return false;
    *value = uci->elo ? uci->elo : *least;
    return true;
}

static int set_elo(struct mi_uci *uci, int elo)
{
    uci->elo = elo;
    return apply_strength(uci);
}

static bool skill_range(const struct mi_uci *uci, int *value, int *least, int *most)
{
    if (!elo_range(uci, least, most))
        return false;
    *value = uci->skill;
    *least = SKILL_MIN;
    *most = MI_UCI_SKILL;
    return true;
}

static int set_skill(struct mi_uci *uci, int skill)
{
    uci->skill = skill;
    return apply_strength(uci);
}

/* ---- games and rules ---- */

/* Rules that have an option of their own, of this name. */
static const char fischer_random[] = "UCI_Chess960";

static void declare_fischer_random(const struct mi_uci *uci, struct mi_reply *reply)
{
    const miai_variant *variant = mi_uci_checked(mi_current_game(uci->engine), fischer_random);
    char rules[64];
    value_of(uci, "rules", rules, sizeof rules);
    add_check(reply, variant && strcmp(rules, variant->rules) == 0);
}

static int set_fischer_random(struct mi_uci *uci, const char *value)
{
    const miai_variant *variant = mi_uci_checked(mi_current_game(uci->engine), fischer_random);
    bool check;
    if (!read_check(value, &check))
        return MIAI_BAD_VALUE;
    if (check && !variant)
        return MIAI_UNSUPPORTED;
    return mi_uci_set_option(uci->engine, "rules", check ? variant->rules : "");
}

/* The n-th name of all games' variants, or a game's own where it has none; NULL behind the last. */
static const char *variant_at(const struct mi_uci *uci, int n)
{
    for (int i = 0; i < miai_game_count(uci->engine); i++) {
        const miai_game *game = miai_game_at(uci->engine, i);
        const char *name = mi_uci_variant_beside(game, 0);
        if (!name)
            name = game->name;
        for (int k = 1; name; name = mi_uci_variant_beside(game, k++))
            if (n-- == 0)
                return name;
    }
    return NULL;
}

static void declare_variant(const struct mi_uci *uci, struct mi_reply *reply)
{
    char rules[64];
    const char *name;
    value_of(uci, "rules", rules, sizeof rules);
    mi_reply_format(reply, "type combo default %s",
                    mi_uci_variant_of(mi_current_game(uci->engine), rules));
    for (int i = 0; (name = variant_at(uci, i)) != NULL; i++)
        mi_reply_format(reply, " var %s", name);
}

static int set_variant(struct mi_uci *uci, const char *value)
{
    return mi_uci_set_variant(uci->engine, value);
}

/* Those that are none of the engine's, or not with the same values. */
static const struct special {
    const char *name;
    const char *own; /* the engine's that it stands for, or NULL */
    void (*declare)(const struct mi_uci *uci, struct mi_reply *reply);
    int (*set)(struct mi_uci *uci, const char *value);
    const char *type;   /* where nothing need be declared */
    size_t flag;        /* where all functions and a type are missing: a bool of struct mi_uci */
    const char *beside; /* the engine's beside which alone it means something, or NULL */

    /* Of a whole number, instead of declare and set: its value and bounds, false where the game has
     * none; and what sets it, within these. */
    bool (*range)(const struct mi_uci *uci, int *value, int *least, int *most);
    int (*set_number)(struct mi_uci *uci, int number);
} specials[] = {
    {.name = "Clear Hash", .set = clear_hash, .type = "button"},
    {.name = "Ponder", .own = "ponder", .flag = offsetof(struct mi_uci, ponders)},
    {.name = "MultiPV", .range = lines_range, .set_number = set_lines},
    {.name = "Move Overhead",
     .own = "move-overhead",
     .range = overhead_range,
     .set_number = set_overhead},
    {.name = fischer_random,
     .own = "rules",
     .declare = declare_fischer_random,
     .set = set_fischer_random},
    {.name = "UCI_LimitStrength",
     .own = "level",
     .set = set_limit,
     .flag = offsetof(struct mi_uci, limit_strength)},
    {.name = "UCI_Elo", .own = "level", .range = elo_option_range, .set_number = set_elo},
    {.name = "Skill Level", .own = "level", .range = skill_range, .set_number = set_skill},
    {.name = "UCI_Variant", .own = "game", .declare = declare_variant, .set = set_variant},
    {.name = "UCI_ShowWDL", .flag = offsetof(struct mi_uci, show_wdl)},
    {.name = "VerboseMoveStats",
     .flag = offsetof(struct mi_uci, verbose_move_stats),
     .beside = "policy-temperature"},
    {.name = "LogLiveStats",
     .flag = offsetof(struct mi_uci, log_live_stats),
     .beside = "policy-temperature"},
    {.name = "UCI_AnalyseMode", .flag = offsetof(struct mi_uci, analysing)},
    {.name = "UCI_Opponent", .type = "string default <empty>"},
};

enum { SPECIALS = sizeof specials / sizeof *specials };

static void declare(const struct mi_uci *uci, struct mi_reply *reply, const struct special *special)
{
    int value, least, most;
    mi_reply_format(reply, "option name %s ", special->name);
    if (special->range && special->range(uci, &value, &least, &most))
        mi_reply_format(reply, "type spin default %d min %d max %d", value, least, most);
    else if (special->declare)
        special->declare(uci, reply);
    else if (special->type)
        mi_reply_format(reply, "type %s", special->type);
    else
        add_check(reply, *(const bool *)((const char *)uci + special->flag));
    mi_reply_add(reply, "\n");
}

static bool is_offered(const struct mi_uci *uci, const struct special *special)
{
    int least, most;
    bool strength = special->own && strcmp(special->own, "level") == 0;
    if (strength && !elo_range(uci, &least, &most))
        return false;
    if (special->name == fischer_random)
        return mi_uci_checked(mi_current_game(uci->engine), fischer_random) != NULL;
    return (!special->own || miai_option_applies(uci->engine, special->own)) &&
           (!special->beside || miai_option_applies(uci->engine, special->beside));
}

bool mi_uci_has_special(const struct mi_uci *uci, const char *own)
{
    for (int i = 0; i < SPECIALS; i++)
        if (specials[i].own && strcmp(specials[i].own, own) == 0 && is_offered(uci, &specials[i]))
            return true;
    return false;
}

void mi_uci_list_specials(const struct mi_uci *uci, struct mi_reply *reply)
{
    for (int i = 0; i < SPECIALS; i++)
        if (is_offered(uci, &specials[i]))
            declare(uci, reply, &specials[i]);
}

static int set_number(struct mi_uci *uci, const struct special *special, const char *text)
{
    int value, least, most;
    if (!special->range(uci, &value, &least, &most))
        return MIAI_UNSUPPORTED;
    if (!mi_read_word_int(text, &value) || value < least || value > most)
        return MIAI_BAD_VALUE;
    return special->set_number(uci, value);
}

static int set_special(struct mi_uci *uci, const struct special *special, const char *value)
{
    if (special->range)
        return set_number(uci, special, value);
    if (special->set)
        return special->set(uci, value);
    if (special->type)
        return MIAI_OK; /* any text */
    return read_check(value, (bool *)((char *)uci + special->flag)) ? MIAI_OK : MIAI_BAD_VALUE;
}

static const struct special *find_special(const char *name)
{
    for (int i = 0; i < SPECIALS; i++)
        if (strcasecmp(specials[i].name, name) == 0)
            return &specials[i];
    return NULL;
}

bool mi_uci_set_special(struct mi_uci *uci, const char *name, const char *value, int *error)
{
    const struct special *special = find_special(name);
    if (special)
        *error = set_special(uci, special, value);
    return special != NULL;
}

/* ---- what would have been right ---- */

void mi_uci_offer_specials(const struct mi_uci *uci, struct mi_nearest *nearest)
{
    for (int i = 0; i < SPECIALS; i++)
        if (is_offered(uci, &specials[i]))
            mi_nearest_offer(nearest, specials[i].name);
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

bool mi_uci_suggest_special(const struct mi_uci *uci, const char *name, struct mi_reply *text,
                            struct mi_nearest *nearest)
{
    const struct special *special = find_special(name);
    int value, least, most;
    if (!special)
        return false;
    if (special->declare == declare_variant)
        suggest_variant(uci, text, nearest);
    else if (!special->range)
        mi_reply_add(text, " (true, false)");
    else if (special->range(uci, &value, &least, &most))
        mi_reply_format(text, " (%d to %d)", least, most);
    return true;
}
