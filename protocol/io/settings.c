#include "settings.h"

#include "base/folder.h"
#include "base/text.h"
#include "file.h"
#include "suggestion.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_setting(struct mi_setting *setting)
{
    free(setting->name);
    free(setting->value);
    free(setting->origin);
}

void mi_settings_free(struct mi_settings_list *settings)
{
    for (int i = 0; i < settings->count; i++)
        free_setting(&settings->list[i]);
    free(settings->list);
    *settings = (struct mi_settings_list){0};
}

bool mi_settings_add(struct mi_settings_list *settings, const char *name, const char *value,
                     const char *origin)
{
    size_t count = (size_t)settings->count + 1;
    struct mi_setting *list = realloc(settings->list, count * sizeof *list);
    if (!list)
        return false;
    settings->list = list;
    struct mi_setting *added = &list[settings->count];
    *added = (struct mi_setting){strdup(name), strdup(value), strdup(origin)};
    bool complete = added->name && added->value && added->origin;
    settings->count += complete;
    if (!complete)
        free_setting(added);
    return complete;
}

void mi_settings_remove_last(struct mi_settings_list *settings)
{
    free_setting(&settings->list[--settings->count]);
}

bool mi_write_complaint(char *complaint, const char *what, const char *about)
{
    snprintf(complaint, MI_COMPLAINT, "%.150s: %.300s", what, about);
    return false;
}

static bool complain_at_origin(char *complaint, const char *origin, const char *what)
{
    snprintf(complaint, MI_COMPLAINT, "%.400s: %s", origin, what);
    return false;
}

bool mi_settings_parse(struct mi_settings_list *settings, const char *text, const char *origin,
                       char *complaint)
{
    char *name = strdup(text);
    if (!name)
        return complain_at_origin(complaint, origin, miai_error_text(MIAI_NO_MEMORY));
    char *value = strchr(name, '=');
    bool fits = false;
    if (value) {
        *value++ = '\0';
        fits = mi_squeeze(name, strlen(name)) > 0;
        mi_squeeze(value, strlen(value));
    }
    bool added = fits && mi_settings_add(settings, name, value, origin);
    free(name);
    if (!fits)
        return complain_at_origin(complaint, origin, "expected name = value");
    return added || complain_at_origin(complaint, origin, miai_error_text(MIAI_NO_MEMORY));
}

/* Is it a key of KataGo's configuration that means nothing here, such as logDir?  Keys of rules are
 * not among them: without them another game would be played. */
static bool is_foreign_key(const char *line)
{
    static const char *const prefixes[] = {
        "log",
        "nn",
        "numNN",
        "cuda",
        "opencl",
        "trt",
        "metal",
        "eigen",
        "gpuToUse",
        "deviceToUse",
        "searchFactor",
        "cpuct",
        "fpu",
        "rootFpu",
        "rootNoise",
        "rootSymmetry",
        "rootEnding",
        "rootPolicyTemperature",
        "rootDesired",
        "useUncert",
        "uncertainty",
        "useNoise",
        "noisePrune",
        "useGraph",
        "graphSearch",
        "subtreeValue",
        "winLossUtil",
        "staticScore",
        "dynamicScore",
        "drawEquiv",
        "wideRoot",
        "analysisWide",
        "playoutDoub",
        "dynamicPlayout",
        "ogsChat",
        "startupPrint",
        "assumeMult",
        "avoidMYT",
        "conservativePass",
        "preventClean",
        "delayMove",
        "numVirtual",
        "valueWeight",
        "useLcb",
        "lcbStdevs",
        "minVisitProp",
        "homeData",
        "antiMirror",
        "reportAnalysis",
        "maxBoard",
        "analysisPV",
        "numAnalysis",
        "numSearchThreadsPer",
        "chosenPolicy",
    };
    size_t length = strcspn(line, " \t=");
    bool capital = false;
    for (size_t i = 1; i < length; i++)
        capital |= line[i] >= 'A' && line[i] <= 'Z';
    for (size_t i = 0; capital && i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(line, prefixes[i], strlen(prefixes[i])) == 0)
            return strchr(line, '=') != NULL;
    return false;
}

static bool parse_config_line(struct mi_settings_list *settings, char *line, const char *file,
                              int number, char *complaint)
{
    char origin[MI_COMPLAINT];
    snprintf(origin, sizeof origin, "%.300s:%d", file, number);
    line[strcspn(line, "#")] = '\0';
    if (mi_squeeze(line, strlen(line)) == 0)
        return true;
    if (is_foreign_key(line)) {
        mi_print_clean(stderr, "miai: %s: note: %.*s has no meaning here and is ignored\n", origin,
                       (int)strcspn(line, " \t="), line);
        return true;
    }
    return mi_settings_parse(settings, line, origin, complaint);
}

/* The null device, although no regular file: the usual way to name no configuration. */
static bool is_null_device(const char *file)
{
#ifdef _WIN32
    return mi_same_text(file, "nul");
#else
    return strcmp(file, "/dev/null") == 0;
#endif
}

bool mi_settings_load(struct mi_settings_list *settings, const char *file, char *complaint)
{
    size_t length;
    if (is_null_device(file))
        return true;
    char error[MI_FILE_MESSAGE], *text = mi_load_file(file, &length, error);
    if (!text)
        return mi_write_complaint(complaint, file, error);
    mi_print_note("miai", file, 0, error);
    char *line = text + mi_utf8_mark(text, length);
    bool good = true;
    for (int number = 1; good && line < text + length; number++) {
        char *end = memchr(line, '\n', (size_t)(text + length - line));
        if (!end)
            end = text + length;
        *end = '\0';
        good = parse_config_line(settings, line, file, number, complaint);
        line = end + 1;
    }
    free(text);
    return good;
}

/* Is the setting for that option, by miai's name or an alias? */
static bool setting_is_for(const struct mi_setting *setting, const miai_engine *engine,
                           const char *name)
{
    const miai_option *option = miai_option_find(engine, setting->name);
    return option && strcmp(option->name, name) == 0;
}

const char *mi_settings_value(const struct mi_settings_list *settings, const miai_engine *engine,
                              const char *name)
{
    for (int i = settings->count - 1; i >= 0; i--)
        if (setting_is_for(&settings->list[i], engine, name))
            return settings->list[i].value;
    return NULL;
}

bool mi_settings_contain(const struct mi_settings_list *settings, const miai_engine *engine,
                         const char *name)
{
    return mi_settings_value(settings, engine, name) != NULL;
}

static bool apply_setting(const struct mi_setting *setting, miai_engine *engine, char *complaint)
{
    char suggestion[MI_SUGGESTION];
    int error = miai_set_option(engine, setting->name, setting->value);
    if (error == MIAI_OK)
        return true;
    mi_suggest_typed(engine, setting->name, setting->value, error, suggestion);
    snprintf(complaint, MI_COMPLAINT, "%.120s: %s", setting->origin, suggestion);
    return false;
}

bool mi_settings_apply(const struct mi_settings_list *settings, miai_engine *engine,
                       char *complaint)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < settings->count; i++) {
            bool is_game = setting_is_for(&settings->list[i], engine, "game");
            if (is_game == (pass == 0) && !apply_setting(&settings->list[i], engine, complaint))
                return false;
        }
    return true;
}

/* ---- of a command ---- */

static bool read_real_in_range(const struct mi_arg_row *row, const char *text, double *value)
{
    return mi_read_word_real(text, value) && *value <= row->max &&
           (row->kind == MI_ARG_ABOVE ? *value > row->min : *value >= row->min);
}

static bool read_row_value(const struct mi_arg_row *row, void *args, const char *text)
{
    void *at = (char *)args + row->offset;
    switch (row->kind) {
    case MI_ARG_COUNT:
        return mi_read_word_count(text, (int)row->min, (int)row->max, at);
    case MI_ARG_REAL:
    case MI_ARG_ABOVE:
        return read_real_in_range(row, text, at);
    case MI_ARG_SEED:
        return mi_read_word_seed(text, at);
    case MI_ARG_NAME:
        return mi_read_word_name(text, at, MI_ARG_NAME_SIZE);
    case MI_ARG_OTHER:
        break;
    }
    return row->parse(args, text);
}

static bool complain_unknown_argument(char *complaint, const char *word, const char *nearest)
{
    if (!nearest)
        return mi_write_complaint(
            complaint, word, "unknown setting; options of miai belong before the command, with --");
    snprintf(complaint, MI_COMPLAINT, "%.200s: unknown setting; did you mean %s?", word, nearest);
    return false;
}

bool mi_arg_row_read(const struct mi_arg_row *rows, const char *command, void *args,
                     const char *word, char *complaint)
{
    char name[40];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    struct mi_nearest nearest = {.name = name};
    for (const struct mi_arg_row *row = rows; row->name; row++) {
        if (row->command && strcmp(row->command, command) != 0)
            continue;
        mi_nearest_offer(&nearest, row->name);
        if (strcmp(row->name, name) == 0)
            return read_row_value(row, args, word + length + 1) ||
                   mi_write_complaint(complaint, word, row->range);
    }
    return complain_unknown_argument(complaint, word, nearest.best);
}

/* The file given for this row; NULL if it takes none or none was given. */
static const char *file_of_row(const struct mi_arg_row *row, const void *args)
{
    const char *name = row->kind == MI_ARG_NAME ? (const char *)args + row->offset : "";
    return *name ? name : NULL;
}

bool mi_arg_rows_name_different_files(const struct mi_arg_row *rows, const void *args,
                                      char *complaint)
{
    char both[80];
    for (const struct mi_arg_row *row = rows; row->name; row++)
        for (const struct mi_arg_row *other = rows; other < row; other++) {
            const char *name = file_of_row(row, args), *other_name = file_of_row(other, args);
            if (!name || !other_name || !mi_is_same_path(name, other_name))
                continue;
            snprintf(both, sizeof both, "%s and %s", other->name, row->name);
            return mi_write_complaint(complaint, both,
                                      "both name the same file; give two different files");
        }
    return true;
}

void mi_settings_effort(const miai_engine *engine, double *seconds, uint64_t *playouts)
{
    char value[32] = "0";
    miai_get_option(engine, "time", value, sizeof value);
    *seconds = atof(value);
    miai_get_option(engine, "playouts", value, sizeof value);
    *playouts = strtoull(value, NULL, 10);
}
