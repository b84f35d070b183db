#include "script.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void (*const writers[PROTOCOLS])(struct script *script) = {
    [GTP] = write_gtp, [UCI] = write_uci, [GOMOCUP] = write_gomocup, [ANALYSIS] = write_analysis};

static const char *const protocol_modes[PROTOCOLS] = {
    [GTP] = "gtp", [UCI] = "uci", [GOMOCUP] = "gomocup", [ANALYSIS] = "analysis"};

/* ---- lines ---- */

static void finish_line(struct script *script, bool mutated)
{
    if (mutated)
        add_faulty_line(script);
    else if (script->line.length > 0)
        mi_reply_bytes(&script->input, script->line.text, script->line.length);
    mi_reply_add(&script->input, "\n");
    mi_reply_clear(&script->line);
}

void end_line(struct script *script)
{
    finish_line(script, script->broken && one_in(script, 5));
}

void end_sure_line(struct script *script)
{
    finish_line(script, false);
}

void put_line(struct script *script, const char *text)
{
    add_text(script, text);
    end_line(script);
}

void put_sure_line(struct script *script, const char *text)
{
    add_text(script, text);
    end_sure_line(script);
}

void wait_here(struct script *script, int milliseconds)
{
    if (script->pauses < PAUSES_MAX)
        script->pause[script->pauses++] = (struct pause){script->input.length, milliseconds};
}

/* ---- the program's arguments ---- */

__attribute__((format(printf, 2, 3))) static void add_argument(struct script *script,
                                                               const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(script->argument[script->arguments++], sizeof *script->argument, format, values);
    va_end(values);
}

/* Keeps searches small, so that a dialogue is quick. */
static void add_limit_arguments(struct script *script)
{
    add_argument(script, "--playouts=%d", 1 + drawn_number(script, 12));
    add_argument(script, "--memory=%d", one_in(script, 3) ? 1 : 1 << drawn_number(script, 6));
    if (one_in(script, 2))
        add_argument(script, "--threads=%d", 1 + drawn_number(script, 4));
}

/* Is the setting valid?  A level must exist in the game that the program starts with. */
static bool is_valid_setting(const struct script *script, const char *setting)
{
    bool has_game_argument = script->protocol == GTP || script->protocol == UCI;
    const char *value = strchr(setting, '=');
    if (strncmp(setting, "level=", 6) != 0)
        return true;
    bool good = has_game_argument && miai_set_option(script->shadow, "level", value + 1) == MIAI_OK;
    miai_set_option(script->shadow, "level", "");
    return good;
}

static void add_search_arguments(struct script *script)
{
    if (one_in(script, 2))
        add_argument(
            script, "--search=%s",
            ONE_OF(script, "mcts", "mcts", "alphabeta", "alphabeta", "minimax", "flat", "solve"));
    if (one_in(script, 4))
        add_argument(script, "--network=none");
    if (!one_in(script, 4))
        return;
    const char *setting =
        ONE_OF(script, "parallel=root", "transpositions=true", "reuse=false", "batch=3", "rave-equivalence=300",
               "priors=true", "playout=mast", "playout=ngram", "playout=decisive", "widening=1",
               "fpu=0.5", "solver=false", "leaf=evaluation", "ucb=tuned", "implicit=0.3",
               "play-for=result", "ponder", "network-numbers=integer", "level=1500", "level=5k", "level=7",
               "temperature=1", "resign=0.4");
    if (is_valid_setting(script, setting))
        add_argument(script, "--%s", setting);
}

static void add_arguments(struct script *script)
{
    add_limit_arguments(script);
    add_search_arguments(script);
    if (one_in(script, 4))
        add_argument(script, "--files=%s", one_in(script, 2) ? "none" : ".");
    if (script->protocol != GOMOCUP && !(script->protocol == ANALYSIS && !one_in(script, 6)))
        add_argument(script, "--game=%s", miai_current_game(script->shadow));
    add_argument(script, "%s", protocol_modes[script->protocol]);
}

/* ---- the script ---- */

/* Writes a short game as the record. */
static void write_record(struct script *script)
{
    char text[1 << 14];
    for (int plies = drawn_number(script, 30); plies > 0 && add_move(script); plies--)
        ;
    mi_reply_clear(&script->line);
    int length = miai_save_sgf(script->shadow, text, sizeof text);
    if (length > 0 && length < (int)sizeof text)
        mi_reply_add(&script->record, text);
    miai_clear(script->shadow);
}

void script_write(struct script *script, uint64_t seed)
{
    static const enum protocol kinds[] = {GTP, GTP, GTP, GTP, UCI, UCI, GOMOCUP, ANALYSIS};
    miai_rng_seed(&script->rng, seed);
    script->protocol = kinds[drawn_number(script, sizeof kinds / sizeof *kinds)];
    script->broken = one_in(script, 2);
    begin_game(script, miai_game_name(script->shadow,
                                      drawn_number(script, miai_game_count(script->shadow))));
    if (script->protocol == GOMOCUP)
        begin_game(script, "gomoku");
    add_arguments(script);
    write_record(script);
    writers[script->protocol](script);
}

void script_free(struct script *script)
{
    mi_reply_free(&script->line);
    mi_reply_free(&script->input);
    mi_reply_free(&script->record);
}
