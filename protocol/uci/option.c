/* Options that are UCI's own, and those of the engine's that it has with other values. */
#include "uci.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

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

static bool read_check(const char *value, bool *check)
{
    *check = strcasecmp(value, "true") == 0;
    return *check || strcasecmp(value, "false") == 0;
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

static void declare_elo(const struct mi_uci *uci, struct mi_reply *reply)
{
    int least = 0, most = 0;
    elo_range(uci, &least, &most);
    mi_reply_format(reply, "type spin default %d min %d max %d", uci->elo ? uci->elo : least, least,
                    most);
}

static int set_elo(struct mi_uci *uci, const char *value)
{
    int elo, least, most;
    if (!elo_range(uci, &least, &most))
        return MIAI_UNSUPPORTED;
    if (!mi_read_word_int(value, &elo) || elo < least || elo > most)
        return MIAI_BAD_VALUE;
    uci->elo = elo;
    return apply_strength(uci);
}

static void declare_skill(const struct mi_uci *uci, struct mi_reply *reply)
{
    mi_reply_format(reply, "type spin default %d min %d max %d", uci->skill, SKILL_MIN,
                    MI_UCI_SKILL);
}

static int set_skill(struct mi_uci *uci, const char *value)
{
    int skill, least, most;
    if (!elo_range(uci, &least, &most))
        return MIAI_UNSUPPORTED;
    if (!mi_read_word_int(value, &skill) || skill < SKILL_MIN || skill > MI_UCI_SKILL)
        return MIAI_BAD_VALUE;
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
        return MIAI_BAD_VALUE;
    return mi_uci_set_option(uci->engine, "rules", check ? variant->rules : "");
}

/* The game's variants, or its own name where it has none. */
static void declare_game(struct mi_reply *reply, const miai_game *game)
{
    const char *name = mi_uci_variant_beside(game, 0);
    mi_reply_format(reply, " var %s", name ? name : game->name);
    for (int i = 1; (name = mi_uci_variant_beside(game, i)) != NULL; i++)
        mi_reply_format(reply, " var %s", name);
}

static void declare_variant(const struct mi_uci *uci, struct mi_reply *reply)
{
    char rules[64];
    value_of(uci, "rules", rules, sizeof rules);
    mi_reply_format(reply, "type combo default %s",
                    mi_uci_variant_of(mi_current_game(uci->engine), rules));
    for (int i = 0; i < miai_game_count(uci->engine); i++)
        declare_game(reply, miai_game_at(uci->engine, i));
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
    const char *type; /* where nothing need be declared */
    size_t flag;      /* where a function and a type are missing: true or false, in struct mi_uci */
    const char *beside; /* the engine's beside which alone it means something, or NULL */
} specials[] = {
    {"Clear Hash", NULL, NULL, clear_hash, "button", 0, NULL},
    {"Ponder", "ponder", NULL, NULL, NULL, offsetof(struct mi_uci, ponders), NULL},
    {"MultiPV", NULL, declare_lines, set_lines, NULL, 0, NULL},
    {"Move Overhead", "lag", declare_overhead, set_overhead, NULL, 0, NULL},
    {fischer_random, "rules", declare_fischer_random, set_fischer_random, NULL, 0, NULL},
    {"UCI_LimitStrength", "level", NULL, set_limit, NULL, offsetof(struct mi_uci, limit_strength),
     NULL},
    {"UCI_Elo", "level", declare_elo, set_elo, NULL, 0, NULL},
    {"Skill Level", "level", declare_skill, set_skill, NULL, 0, NULL},
    {"UCI_Variant", "game", declare_variant, set_variant, NULL, 0, NULL},
    {"UCI_ShowWDL", NULL, NULL, NULL, NULL, offsetof(struct mi_uci, show_wdl), NULL},
    {"VerboseMoveStats", NULL, NULL, NULL, NULL, offsetof(struct mi_uci, verbose_move_stats),
     "policy-temperature"},
    {"LogLiveStats", NULL, NULL, NULL, NULL, offsetof(struct mi_uci, log_live_stats),
     "policy-temperature"},
    {"UCI_AnalyseMode", NULL, NULL, NULL, NULL, offsetof(struct mi_uci, analysing), NULL},
    {"UCI_Opponent", NULL, NULL, NULL, "string default <empty>", 0, NULL},
};

enum { SPECIALS = sizeof specials / sizeof *specials };

static void declare(const struct mi_uci *uci, struct mi_reply *reply, const struct special *special)
{
    mi_reply_format(reply, "option name %s ", special->name);
    if (special->declare)
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

static int set_special(struct mi_uci *uci, const struct special *special, const char *value)
{
    if (special->set)
        return special->set(uci, value);
    if (special->type)
        return MIAI_OK; /* any text */
    return read_check(value, (bool *)((char *)uci + special->flag)) ? MIAI_OK : MIAI_BAD_VALUE;
}

bool mi_uci_set_special(struct mi_uci *uci, const char *name, const char *value, int *error)
{
    for (int i = 0; i < SPECIALS; i++)
        if (strcasecmp(specials[i].name, name) == 0) {
            *error = set_special(uci, &specials[i], value);
            return true;
        }
    return false;
}
