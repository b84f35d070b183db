/* The tuning constants of alpha-beta as options, from the table in search/alphabeta/tuning.h. */
#include "tuning_options.h"
#include "engine/engine.h"

#include <stdio.h>

/* The need: a selective search follows the evaluation. */
#define CONSTANT(name_of, option_of, initial_of, min_of, max_of, help_of)                          \
    {                                                                                              \
        .option = {.name = "tune-" option_of,                                                      \
                   .type = MIAI_OPTION_INT,                                                        \
                   .min = min_of,                                                                  \
                   .max = max_of,                                                                  \
                   .initial = #initial_of,                                                         \
                   .help = help_of,                                                                \
                   .scope = MIAI_SCOPE_ALPHABETA},                                                 \
        .need = MI_NEED_EVALUATION,                                                                \
        .offset = offsetof(struct mi_options, tuning.value[MI_TUNING_##name_of]),                  \
        .setting = MI_NO_SETTING,                                                                  \
    },
#define MARGIN(name, option, margin, initial, min, max, step, help)                                \
    CONSTANT(name, option, initial, min, max, help)
#define NUMBER(name, option, initial, min, max, step, help)                                        \
    CONSTANT(name, option, initial, min, max, help)

static const struct mi_option_row rows[] = {MI_TUNING_ROWS(MARGIN, MARGIN, NUMBER)};

#define MARGIN_STEP(name, option, margin, initial, min, max, step, help) step,
#define NUMBER_STEP(name, option, initial, min, max, step, help)         step,

static const double steps[] = {MI_TUNING_ROWS(MARGIN_STEP, MARGIN_STEP, NUMBER_STEP)};

const struct mi_option_row *mi_tuning_option_row(int i)
{
    return i >= 0 && i < MI_TUNING_COUNT ? &rows[i] : NULL;
}

bool mi_is_tuning_option(const struct mi_option_row *row)
{
    return row >= rows && row < rows + MI_TUNING_COUNT;
}

int mi_tuning_option_get(const miai_engine *engine, const struct mi_option_row *row, char *text,
                         size_t size)
{
    int64_t value = mi_ab_tuning_value(mi_history_game(engine->history), &engine->options.tuning,
                                       (int)(row - rows));
    return snprintf(text, size, "%lld", (long long)value);
}

const miai_option *miai_tuning_at(const miai_engine *engine, int i, double *step, double *rate)
{
    const struct mi_option_row *row = mi_tuning_option_row(i);
    (void)engine;
    if (!row)
        return NULL;
    *step = steps[i];
    *rate = MI_TUNING_RATE;
    return &row->option;
}
