/* Gomocup's protocol: INFO, which gets no reply. */
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

static double move_overhead(const struct mi_gomocup *gomocup)
{
    char text[32];
    return miai_get_option(gomocup->engine, "move-overhead", text, sizeof text) > 0
               ? strtod(text, NULL)
               : 0;
}

/* Seconds left in the match, as reported or by our own clock; negative if unlimited. */
static double match_seconds_left(const struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_settings *info = &gomocup->info;
    if (info->left >= 0)
        return info->left;
    if (info->match <= 0)
        return -1;
    return info->match > gomocup->used ? info->match - gomocup->used : 0;
}

miai_limits mi_gomocup_limits(const struct mi_gomocup *gomocup, miai_clock *clock)
{
    /* Safety margin as a part of the move's time; seconds for a move without time. */
    const double margin = 0.04, min_seconds = 0.02;
    double reserved = move_overhead(gomocup), turn = gomocup->info.turn,
           left = match_seconds_left(gomocup);
    reserved += margin * turn < 1 ? margin * turn : 1;
    turn = turn <= 0 ? min_seconds : turn - reserved > turn / 2 ? turn - reserved : turn / 2;
    miai_limits limits = {
        .seconds = turn, .book = true, .level = true, .late = mi_clock() - gomocup->arrived};
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

static void set_turn_time(struct mi_gomocup *gomocup, double value)
{
    gomocup->info.turn = seconds_of(value);
}

static void set_match_time(struct mi_gomocup *gomocup, double value)
{
    gomocup->info.match = seconds_of(value);
}

/* The largest int means unlimited time. */
static void set_time_left(struct mi_gomocup *gomocup, double value)
{
    gomocup->info.left = value >= 2147483647 ? -1 : seconds_of(value);
}

static void set_number_option(struct mi_gomocup *gomocup, const char *option, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.0f", value);
    miai_set_option(gomocup->engine, option, text);
}

/* The limit is for the whole program, so its memory besides the tree or table is subtracted.  The
 * result never exceeds the option's own value. */
static void set_max_memory(struct mi_gomocup *gomocup, double value)
{
    /* The program needs 6 to 7 MiB; the rest is a margin. */
    const double mebibyte = 1 << 20, program_mib = 20;
    char text[32];
    double max_mib = value / mebibyte - program_mib;
    if (gomocup->info.memory <= 0 &&
        miai_get_option(gomocup->engine, "memory", text, sizeof text) > 0)
        gomocup->own_memory = strtod(text, NULL);
    gomocup->info.memory = value;
    if (value <= 0 || max_mib > gomocup->own_memory)
        max_mib = gomocup->own_memory;
    set_number_option(gomocup, "memory", max_mib < 1 ? 1 : max_mib);
}

/* New rules apply to the next board, and to the current one while it is empty.  Numbers that are
 * not a sum of known bits are ignored. */
static void set_rule_bits(struct mi_gomocup *gomocup, double value)
{
    if (!(value >= 0 && value <= RULES_MAX))
        return;
    gomocup->info.rule = (int)value;
    if (gomocup->started && miai_plies(gomocup->engine) == 0)
        miai_set_option(gomocup->engine, "rules", mi_gomocup_rules(gomocup));
}

/* 0 human, 1 brain, 2 tournament, 3 network: the program plays the same in all. */
static void set_game_type(struct mi_gomocup *gomocup, double value)
{
    (void)gomocup, (void)value;
}

/* Extensions of Yixin and Rapfi; the hash size is in KiB. */
static void set_threads(struct mi_gomocup *gomocup, double value)
{
    set_number_option(gomocup, "threads", value);
}

static void set_hash(struct mi_gomocup *gomocup, double value)
{
    set_number_option(gomocup, "memory", value < 1024 ? 1 : value / 1024);
}

static void set_nodes(struct mi_gomocup *gomocup, double value)
{
    set_number_option(gomocup, "playouts", value > 0 ? value : 0);
}

static void set_depth(struct mi_gomocup *gomocup, double value)
{
    set_number_option(gomocup, "depth", value > 0 ? value : 0);
}

static const struct info_key {
    const char *name;
    void (*set)(struct mi_gomocup *gomocup, double value);
} info_keys[] = {
    {"timeout_turn", set_turn_time}, {"timeout_match", set_match_time},
    {"time_left", set_time_left},    {"max_memory", set_max_memory},
    {"game_type", set_game_type},    {"rule", set_rule_bits},
    {"thread_num", set_threads},     {"hash_size", set_hash},
    {"max_node", set_nodes},         {"max_depth", set_depth},
};

/* INFO evaluate: the mouse is on a point; writes its value in the last search. */
static void report_point_value(struct mi_gomocup *gomocup, const char *args)
{
    char move[MIAI_MOVE_TEXT];
    miai_choice choice;
    int x, y;
    if (!gomocup->started || !mi_gomocup_read_point(gomocup, args, &x, &y))
        return;
    mi_gomocup_point_to_move(gomocup, x, y, move);
    for (int i = 0; miai_choice_at(gomocup->engine, i, &choice); i++)
        if (strcasecmp(choice.move, move) == 0)
            mi_reply_format(&gomocup->reply, "MESSAGE %d,%d: %.0f %% to win\n", x, y,
                            100 * choice.value);
}

/* Unknown keys are ignored, and so is the folder for persistent files. */
void mi_gomocup_info(struct mi_gomocup *gomocup, char *args)
{
    const char *name = mi_next_word(&args);
    double value;
    if (name && strcasecmp(name, "evaluate") == 0)
        report_point_value(gomocup, args);
    if (!name || !mi_read_word_real(args, &value))
        return;
    for (size_t i = 0; i < sizeof info_keys / sizeof *info_keys; i++)
        if (strcasecmp(info_keys[i].name, name) == 0)
            info_keys[i].set(gomocup, value);
}
