/* Gomocup's protocol: INFO, which is never answered. */
#include "gomocup.h"

#include "base/clock.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RULE_EXACT = 1, RULE_RENJU = 4, RULE_CARO = 8, RULES_MAX = 255 };

const char *mi_gomocup_rules(const struct mi_gomocup *gomocup)
{
    int rule = gomocup->info.rule;
    if (rule & RULE_RENJU)
        return "renju";
    if (rule & RULE_CARO)
        return rule & RULE_EXACT ? "caro-exact" : "caro";
    return rule & RULE_EXACT ? "standard" : "freestyle";
}

/* ---- time ---- */

static double lag(const struct mi_gomocup *gomocup)
{
    char text[32];
    return miai_get_option(gomocup->engine, "move-overhead", text, sizeof text) > 0
               ? strtod(text, NULL)
               : 0;
}

/* What is left of the match: as it was told, or by one's own clock.  Below 0: there is no end. */
static double match_left(const struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_told *info = &gomocup->info;
    if (info->left >= 0)
        return info->left;
    if (info->match <= 0)
        return -1;
    return info->match > gomocup->used ? info->match - gomocup->used : 0;
}

miai_limits mi_gomocup_limits(const struct mi_gomocup *gomocup, miai_clock *clock)
{
    const double part = 0.04, least = 0.02; /* kept back of a long move; for a move without time */
    double kept = lag(gomocup), turn = gomocup->info.turn, left = match_left(gomocup);
    kept += part * turn < 1 ? part * turn : 1;
    turn = turn <= 0 ? least : turn - kept > turn / 2 ? turn - kept : turn / 2;
    miai_limits limits = {.seconds = turn, .level = true, .late = mi_clock() - gomocup->arrived};
    char text[32];
    if (miai_get_option(gomocup->engine, "playouts", text, sizeof text) > 0)
        limits.playouts = strtoull(text, NULL, 10);
    if (miai_get_option(gomocup->engine, "depth", text, sizeof text) > 0)
        limits.depth = atoi(text);
    if (left >= 0) {
        *clock = (miai_clock){.left = left};
        limits.clock = clock;
    }
    return limits;
}

/* ---- keys ---- */

static double seconds_of(double milliseconds)
{
    return milliseconds > 0 ? milliseconds / 1000 : 0;
}

static void set_turn(struct mi_gomocup *gomocup, double value)
{
    gomocup->info.turn = seconds_of(value);
}

static void set_match(struct mi_gomocup *gomocup, double value)
{
    gomocup->info.match = seconds_of(value);
}

/* The largest number says that there is no end. */
static void set_left(struct mi_gomocup *gomocup, double value)
{
    gomocup->info.left = value >= 2147483647 ? -1 : seconds_of(value);
}

static void set_number(struct mi_gomocup *gomocup, const char *option, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.0f", value);
    miai_set_option(gomocup->engine, option, text);
}

/* The bound is for the whole program: what it takes besides the table, or the tree, is taken off.
 * More than the option had is not used. */
static void set_memory(struct mi_gomocup *gomocup, double value)
{
    const double mebibyte = 1 << 20, program = 20; /* 6 to 7 MiB, and some to spare */
    char text[32];
    double most = value / mebibyte - program;
    if (gomocup->info.memory <= 0 &&
        miai_get_option(gomocup->engine, "memory", text, sizeof text) > 0)
        gomocup->own_memory = strtod(text, NULL);
    gomocup->info.memory = value;
    if (value <= 0 || most > gomocup->own_memory)
        most = gomocup->own_memory;
    set_number(gomocup, "memory", most < 1 ? 1 : most);
}

/* New rules count for the next board, and for this one while it is empty.  A number that is no sum
 * of such bits means nothing. */
static void set_rule(struct mi_gomocup *gomocup, double value)
{
    if (!(value >= 0 && value <= RULES_MAX))
        return;
    gomocup->info.rule = (int)value;
    if (gomocup->started && miai_plies(gomocup->engine) == 0)
        miai_set_option(gomocup->engine, "rules", mi_gomocup_rules(gomocup));
}

/* 0 human, 1 brain, 2 tournament, 3 network: all are played alike. */
static void set_game_type(struct mi_gomocup *gomocup, double value)
{
    (void)gomocup, (void)value;
}

/* As Yixin and Rapfi have them: a table in KiB. */
static void set_threads(struct mi_gomocup *gomocup, double value)
{
    set_number(gomocup, "threads", value);
}

static void set_hash(struct mi_gomocup *gomocup, double value)
{
    set_number(gomocup, "memory", value < 1024 ? 1 : value / 1024);
}

static void set_nodes(struct mi_gomocup *gomocup, double value)
{
    set_number(gomocup, "playouts", value > 0 ? value : 0);
}

static void set_depth(struct mi_gomocup *gomocup, double value)
{
    set_number(gomocup, "depth", value > 0 ? value : 0);
}

static const struct key {
    const char *name;
    void (*set)(struct mi_gomocup *gomocup, double value);
} keys[] = {
    {"timeout_turn", set_turn},  {"timeout_match", set_match}, {"time_left", set_left},
    {"max_memory", set_memory},  {"game_type", set_game_type}, {"rule", set_rule},
    {"thread_num", set_threads}, {"hash_size", set_hash},      {"max_node", set_nodes},
    {"max_depth", set_depth},
};

/* The mouse is on a point: what the last search thought of it. */
static void evaluate(struct mi_gomocup *gomocup, const char *args)
{
    char move[MIAI_MOVE_TEXT];
    miai_choice choice;
    int x, y;
    if (!gomocup->started || !mi_gomocup_read_point(gomocup, args, &x, &y))
        return;
    mi_gomocup_move_in(gomocup, x, y, move);
    for (int i = 0; miai_choice_at(gomocup->engine, i, &choice); i++)
        if (strcasecmp(choice.move, move) == 0)
            mi_reply_format(&gomocup->reply, "MESSAGE %d,%d: %.0f %% to win\n", x, y,
                            100 * choice.value);
}

/* What is not known is not for this program.  Nothing is kept in the folder. */
void mi_gomocup_info(struct mi_gomocup *gomocup, char *args)
{
    const char *name = mi_next_word(&args);
    double value;
    if (name && strcasecmp(name, "evaluate") == 0)
        evaluate(gomocup, args);
    if (!name || !mi_read_word_real(args, &value))
        return;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcasecmp(keys[i].name, name) == 0)
            keys[i].set(gomocup, value);
}
