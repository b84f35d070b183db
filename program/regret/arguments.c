#include "regret.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 1000 }; /* the limit of the option depth */

/* ---- settings ---- */

/* "A-B" */
static bool set_plies(void *self, const char *text)
{
    struct mi_regret_args *args = self;
    char first[16];
    const char *hyphen = strchr(text, '-');
    if (!hyphen || hyphen - text >= (long)sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(hyphen - text), text);
    return mi_read_word_count(first, 0, 10000, &args->min_plies) &&
           mi_read_word_count(hyphen + 1, args->min_plies, 10000, &args->max_plies);
}

static bool set_unit(void *self, const char *text)
{
    static const char *const names[] = {"playouts", "depth", "time"};
    struct mi_regret_args *args = self;
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], text) == 0) {
            args->by = (enum mi_regret_by)i;
            return true;
        }
    return false;
}

#define AT(field) offsetof(struct mi_regret_args, field)
/* clang-format off */
static const struct mi_arg_row argument_rows[] = {
    MI_ARG_ROW_NUMBER("positions", COUNT, AT(positions), 1, 100000, "1 to 100000"),
    MI_ARG_ROW_CUSTOM("plies", set_plies, NULL, "MIN-MAX"),
    MI_ARG_ROW_NUMBER("searches", COUNT, AT(searches), 1, 100000, "1 to 100000 of each position"),
    MI_ARG_ROW_SEED("seed", AT(seed)),
    MI_ARG_ROW_NUMBER("patience", ABOVE, AT(patience), 0, 1e12, "seconds"),
    MI_ARG_ROW_CUSTOM("by", set_unit, NULL, "playouts, depth or time"),
    MI_ARG_ROW_NUMBER("from", ABOVE, AT(from), 0, 1e12, "above 0"),
    MI_ARG_ROW_NUMBER("to", ABOVE, AT(to), 0, 1e12, "above 0"),
    MI_ARG_ROW_NUMBER("step", ABOVE, AT(step), 0, 1e12, "above 1; of depths, above 0"),
    MI_ARG_ROW_FILE("file", AT(file), "a file"),
    MI_ARG_ROW_FILE("csv", AT(csv), "a file"),
    MI_ARG_ROW_FILE("svg", AT(svg), "a file"),
    MI_ARG_ROW_END,
};
/* clang-format on */

/* ---- methods ---- */

static const char position_options[] = " game size komi rules ";

/* Adds "OPTION=VALUE", which the engine validates. */
static bool add_option(struct mi_method *method, const char *word, miai_engine *engine,
                       char *complaint)
{
    char before[256], name[64];
    struct mi_settings_list *options = &method->options;
    if (!mi_settings_parse(options, word, word, complaint))
        return false;
    const struct mi_setting *last = &options->list[options->count - 1];
    snprintf(name, sizeof name, " %.60s ", last->name);
    if (strstr(position_options, name))
        return mi_write_complaint(complaint, last->name,
                                  "is the same for all methods; put it before \"regret\"");
    if (miai_get_option(engine, last->name, before, sizeof before) < 0)
        return mi_write_complaint(complaint, last->name, miai_error_text(MIAI_NO_OPTION));
    int error = miai_set_option(engine, last->name, last->value);
    if (error != MIAI_OK)
        return mi_write_complaint(complaint, word, miai_error_reason(engine, error));
    miai_set_option(engine, last->name, before);
    return true;
}

/* Adds a method "NAME: OPTION=VALUE ...". */
static bool add_method(struct mi_regret_args *args, const char *word, miai_engine *engine,
                       char *complaint)
{
    struct mi_method *method = &args->method[args->methods];
    size_t length = strcspn(word, ":");
    if (args->methods == MI_REGRET_METHODS)
        return mi_write_complaint(complaint, word, "at most 32 methods");
    if (word[length] != ':' || length == 0 || length >= sizeof method->name ||
        strcspn(word, " ,\t\n") < length)
        return mi_write_complaint(complaint, word,
                                  "expected SETTING=VALUE or 'NAME: OPTION=VALUE ...'");
    args->methods++;
    snprintf(method->name, sizeof method->name, "%.*s", (int)length, word);
    char *rest = strdup(word + length + 1), *next = rest, *option;
    bool good =
        rest || mi_write_complaint(complaint, method->name, miai_error_text(MIAI_NO_MEMORY));
    if (good)
        mi_squeeze(rest, strlen(rest));
    while (good && (option = mi_next_word(&next)) != NULL)
        good = add_option(method, option, engine, complaint);
    free(rest);
    return good;
}

/* ---- all arguments ---- */

/* Fills in the defaults. */
static void set_defaults(struct mi_regret_args *args, miai_engine *engine)
{
    static const double from[] = {10, 1, 0.001}, to[] = {10000, 6, 0.1},
                        step[] = {3.16227766, 1, 3.16227766};
    int points = miai_width(engine) * miai_height(engine);
    args->from = args->from > 0 ? args->from : from[args->by];
    args->to = args->to > 0 ? args->to : to[args->by];
    args->step = args->step > 0 ? args->step : step[args->by];
    if (args->min_plies < 0) {
        args->min_plies = points / 3;
        args->max_plies = points;
    }
    if (args->methods == 0)
        snprintf(args->method[args->methods++].name, MI_REGRET_NAME, "miai");
}

bool mi_regret_read(struct mi_regret_args *args, char *const *list, miai_engine *engine,
                    char *complaint)
{
    *args = (struct mi_regret_args){.positions = 100,
                                    .min_plies = -1,
                                    .max_plies = -1,
                                    .searches = 1,
                                    .seed = 1,
                                    .patience = 10};
    for (; *list; list++) {
        bool setting = (*list)[strcspn(*list, "=:")] == '=';
        if (setting ? !mi_arg_row_read(argument_rows, "regret", args, *list, complaint)
                    : !add_method(args, *list, engine, complaint))
            return false;
    }
    set_defaults(args, engine);
    if (args->by != MI_BY_DEPTH && args->step <= 1)
        return mi_write_complaint(complaint, "step", "must be above 1");
    if (args->by != MI_BY_TIME && args->from < 1) /* 0 means no limit */
        return mi_write_complaint(complaint, "from", "must be 1 or more playouts or plies");
    if (args->by == MI_BY_DEPTH && args->to > DEPTH_MAX)
        return mi_write_complaint(complaint, "to", "at most 1000 plies");
    if (args->from > args->to)
        return mi_write_complaint(complaint, "from, to", "from must not exceed to");
    return mi_arg_rows_name_different_files(argument_rows, args, complaint);
}

void mi_regret_args_free(struct mi_regret_args *args)
{
    for (int i = 0; i < args->methods; i++)
        mi_settings_free(&args->method[i].options);
}
