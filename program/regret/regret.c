#include "regret.h"

#include "protocol/io/file.h"
#include "protocol/io/reply.h"
#include "protocol/picture/png.h"

#include "protocol/io/words.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

static bool regret_fail(const struct mi_regret *regret, const char *about, const char *what)
{
    fputs(regret->show_progress ? "\r" : "", stderr);
    mi_print_clean(stderr, "%s: %s: %s\n", regret->program, about, what);
    return false;
}

/* ---- preparation ---- */

/* Lists the limits, the same for all methods. */
static void list_limits(struct mi_regret *regret)
{
    const struct mi_regret_args *args = regret->args;
    bool additive = args->by == MI_BY_DEPTH;
    double bound = args->from;
    for (; bound < args->to * 1.001 && regret->limits < MI_REGRET_LIMITS; regret->limits++) {
        for (int m = 0; m < args->methods; m++)
            regret->result[m][regret->limits].bound = args->by == MI_BY_TIME ? bound : round(bound);
        bound = additive ? bound + args->step : bound * args->step;
    }
}

/* Creates an engine with the options of a method. */
static miai_engine *new_method_engine(const struct mi_regret *regret,
                                      const struct mi_method *method)
{
    char complaint[MI_COMPLAINT];
    miai_engine *engine = miai_new();
    int count = engine ? miai_game_count(engine) : 0;
    bool good = engine != NULL;
    for (int i = count; good && i < miai_game_count(regret->engine); i++)
        good = miai_add_game(engine, miai_game_at(regret->engine, i)) == MIAI_OK;
    if (good && mi_settings_apply(regret->settings, engine, complaint) &&
        mi_settings_apply(&method->options, engine, complaint))
        return engine;
    miai_free(engine);
    return NULL;
}

/* ---- one search ---- */

static int best_value(const struct mi_regret_position *position)
{
    int best = 0;
    for (int i = 0; i < position->count; i++)
        best = position->list[i].half_points > best ? position->list[i].half_points : best;
    return best;
}

/* The regret of a move; an unknown move counts as the worst. */
static double regret_of(const struct mi_regret_position *position, const char *move)
{
    int best = best_value(position), half_points = 0;
    for (int i = 0; i < position->count; i++)
        if (strcmp(position->list[i].move, move) == 0)
            half_points = position->list[i].half_points;
    return (best - half_points) / 2.0;
}

static void add_regret(struct mi_regret_result *result, double regret, bool proven)
{
    result->searches++;
    result->best += regret <= 0;
    result->proven += proven;
    result->sum += regret;
    result->squares += regret * regret;
}

static miai_limits limits_of(enum mi_regret_by by, double bound)
{
    miai_limits limits = {.seconds = 0};
    if (by == MI_BY_PLAYOUTS)
        limits.playouts = (uint64_t)bound;
    else if (by == MI_BY_DEPTH)
        limits.depth = (int)bound;
    else
        limits.seconds = bound;
    return limits;
}

/* Writes the first cell of a CSV row. */
static bool write_method(struct mi_regret *regret, int m)
{
    struct mi_reply cell = {.text = NULL};
    mi_reply_csv(&cell, regret->args->method[m].name);
    bool good = !cell.failed && fputs(cell.text, regret->csv.out) >= 0;
    mi_reply_free(&cell);
    return good;
}

/* Runs one search from an empty tree, so that its result does not depend on earlier ones. */
static bool run_regret_search(struct mi_regret *regret, miai_engine *method_engine, int m,
                              int number, int result, uint64_t seed)
{
    const struct mi_regret_position *position = &regret->position[number];
    double bound = regret->result[m][result].bound;
    const miai_limits limits = limits_of(regret->args->by, bound);
    char move[MIAI_MOVE_TEXT], text[32];
    miai_info info;
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    miai_forget(method_engine);
    if (miai_set_option(method_engine, "seed", text) != MIAI_OK)
        return false;
    int error = miai_search(method_engine, MIAI_TURN, &limits, move, sizeof move);
    if (error != MIAI_OK)
        return regret_fail(regret, regret->args->method[m].name,
                           miai_error_reason(method_engine, error));
    miai_last_search(method_engine, &info);
    double loss = regret_of(position, move);
    add_regret(&regret->result[m][result], loss, info.proof != 0);
    if (regret->csv.out && write_method(regret, m))
        fprintf(regret->csv.out, ",%d,%d,%llu,%g,%s,%g,%.4f,%d\n", number + 1,
                miai_plies(method_engine), (unsigned long long)seed, bound, move, loss, info.value,
                info.proof);
    return true;
}

static bool search_position(struct mi_regret *regret, miai_engine *method_engine, int m, int number)
{
    bool good = mi_regret_set_up(method_engine, &regret->position[number]);
    for (int i = 0; good && i < regret->args->searches; i++)
        for (int result = 0; good && result < regret->limits; result++)
            good = run_regret_search(regret, method_engine, m, number, result, (uint64_t)i + 1);
    return good;
}

static bool measure_method(struct mi_regret *regret, int m)
{
    const struct mi_method *method = &regret->args->method[m];
    miai_engine *method_engine = new_method_engine(regret, method);
    bool good = method_engine || regret_fail(regret, method->name, miai_error_text(MIAI_NO_MEMORY));
    for (int i = 0; good && i < regret->positions; i++) {
        mi_regret_print_progress(regret, method->name, i, regret->positions);
        good = search_position(regret, method_engine, m, i);
    }
    miai_free(method_engine);
    return good;
}

/* ---- the measurement ---- */

static bool open_csv(struct mi_regret *regret)
{
    char error[MI_FILE_MESSAGE];
    const char *name = regret->args->csv;
    if (name[0] == '\0')
        return true;
    if (!mi_begin_file(&regret->csv, name, error))
        return regret_fail(regret, name, error);
    fputs("method,position,ply,seed,bound,move,regret,value,proof\n", regret->csv.out);
    return true;
}

static bool end_regret_file(const struct mi_regret *regret, struct mi_draft *draft,
                            const char *name)
{
    char error[MI_FILE_MESSAGE];
    return !draft->out || mi_end_file(draft, error) || regret_fail(regret, name, error);
}

static void draw_regret_svg(void *context, FILE *svg)
{
    mi_regret_draw(context, svg);
}

static bool draw_png(struct mi_regret *regret, struct mi_draft *draft, const char *name)
{
    char error[MI_PNG_MESSAGE];
    if (mi_png_write(draw_regret_svg, regret, draft->out, error))
        return true;
    mi_draft_discard(draft);
    return regret_fail(regret, name, error);
}

static bool draw_curves(struct mi_regret *regret)
{
    char error[MI_FILE_MESSAGE];
    const char *name = regret->args->svg;
    struct mi_draft draft;
    if (name[0] == '\0')
        return true;
    if (!mi_begin_file(&draft, name, error))
        return regret_fail(regret, name, error);
    if (!mi_png_named(name))
        mi_regret_draw(regret, draft.out);
    else if (!draw_png(regret, &draft, name))
        return false;
    return end_regret_file(regret, &draft, name);
}

static bool measure_methods(struct mi_regret *regret)
{
    bool good = open_csv(regret);
    for (int m = 0; good && m < regret->args->methods; m++)
        good = measure_method(regret, m);
    good = end_regret_file(regret, &regret->csv, regret->args->csv) && good;
    if (!good)
        return false;
    mi_regret_print(regret);
    return draw_curves(regret);
}

int mi_regret_run(const struct mi_regret_args *args, const struct mi_settings_list *settings,
                  miai_engine *engine, const char *program)
{
    char complaint[MI_COMPLAINT];
    struct mi_regret *regret = calloc(1, sizeof *regret);
    bool good = false;
    if (!regret) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    regret->args = args;
    regret->settings = settings;
    regret->engine = engine;
    regret->program = program;
    regret->show_progress = isatty(STDERR_FILENO);
    list_limits(regret);
    if (mi_regret_find(regret, complaint))
        good = measure_methods(regret);
    else
        regret_fail(regret, "regret", complaint);
    mi_regret_free_positions(regret);
    free(regret);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
