/* Option values as text. */
#include "options.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int find_name(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (mi_same_text(names[i], name))
            return i;
    return -1;
}

static bool read_bool(bool *value, const char *text)
{
    static const char *const names[] = {"false", "true", "0", "1", "no", "yes", "off", "on", NULL};
    int index = find_name(names, text);
    if (index < 0)
        return false;
    *value = index % 2;
    return true;
}

static bool read_choice(int *value, const char *const *choices, const char *text)
{
    int i = find_name(choices, text);
    if (i < 0)
        return false;
    *value = i;
    return true;
}

/* Reads "" or "NAME,NAME". */
static bool read_list(int64_t *bits, const char *const *names, const char *text)
{
    char name[32];
    int64_t found = 0;
    for (size_t length; *text; text += length + (text[length] == ',')) {
        length = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        int i = find_name(names, name);
        if (i < 0)
            return false;
        found |= INT64_C(1) << i;
    }
    *bits = found;
    return true;
}

static bool read_real(double *value, const miai_option *option, const char *text)
{
    double number;
    if (mi_same_text(option->initial, "auto") && mi_same_text(text, "auto"))
        number = NAN;
    else if (!mi_read_real(text, &number) || number < option->min || number > option->max)
        return false;
    *value = number;
    return true;
}

bool mi_options_set(struct mi_options *options, const struct mi_option_row *row, const char *text)
{
    const miai_option *option = &row->option;
    void *value = (char *)options + row->offset;
    switch (option->type) {
    case MIAI_OPTION_BOOL:
        return read_bool(value, text);
    case MIAI_OPTION_INT:
        return mi_read_int(text, (int64_t)option->min, (int64_t)option->max, value);
    case MIAI_OPTION_REAL:
        return read_real(value, option, text);
    case MIAI_OPTION_CHOICE:
        return read_choice(value, option->choices, text);
    default:
        return read_list(value, option->choices, text);
    }
}

void mi_options_init(struct mi_options *options)
{
    const struct mi_option_row *row;
    for (int i = 0; (row = mi_options_row(i)) != NULL; i++)
        if (row->offset != MI_NOT_IN_OPTIONS)
            mi_options_set(options, row, row->option.initial);
    options->level = NAN;
    for (int i = 0; i < MI_TUNING_COUNT; i++)
        options->tuning.value[i] = MI_TUNING_UNSET;
}

static int write_list(int64_t bits, const char *const *names, char *text, size_t size)
{
    size_t n = 0;
    if (size > 0)
        text[0] = '\0';
    for (int i = 0; names[i]; i++)
        if (bits >> i & 1)
            n += (size_t)snprintf(n < size ? text + n : NULL, n < size ? size - n : 0, "%s%s",
                                  n > 0 ? "," : "", names[i]);
    return (int)n;
}

int mi_options_get(const struct mi_options *options, const struct mi_option_row *row, char *text,
                   size_t size)
{
    const void *value = (const char *)options + row->offset;
    const char *const *choices = row->option.choices;
    switch (row->option.type) {
    case MIAI_OPTION_BOOL:
        return snprintf(text, size, "%s", *(const bool *)value ? "true" : "false");
    case MIAI_OPTION_INT:
        return snprintf(text, size, "%lld", (long long)*(const int64_t *)value);
    case MIAI_OPTION_REAL:
        if (isnan(*(const double *)value))
            return snprintf(text, size, "auto");
        return mi_write_real(*(const double *)value, text, size);
    case MIAI_OPTION_CHOICE:
        return snprintf(text, size, "%s", choices[*(const int *)value]);
    default:
        return write_list(*(const int64_t *)value, choices, text, size);
    }
}
