#include "aliases.h"

#include <stdlib.h>
#include <string.h>

/* Options without a value; "" drops the option. */
static const char *const flags[][2] = {
    {"--never-resign", "--resign=0"},
    {"--resign-allowed", "--resign=auto"},
    {"--gtp", "--mode=gtp"}, /* Leela Zero's options, which Lizzie passes */
    {"-g", "--mode=gtp"},
    {"--quiet", ""},
    {"-quiet", ""},
    {"-quit-without-waiting", "--quit-without-waiting"},
};

/* Options with a value, after "=" or as the next argument. */
static const char *const valued_options[][2] = {
    {"--boardsize", "--size"},
    {"--cache-size", "--memory"},
    {"-config", "--config"},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The translated arguments, in one block: first the pointers, then the texts. */
struct arg_list {
    char **argv;
    int count;
    char *text;
};

static void arg_list_add(struct arg_list *args, const char *first, const char *second)
{
    size_t begin = strlen(first), end = strlen(second);
    args->argv[args->count++] = args->text;
    memcpy(args->text, first, begin);
    memcpy(args->text + begin, second, end + 1);
    args->text += begin + end + 1;
}

/* -override-config a=b,c=d becomes "--set a=b --set c=d". */
static void add_override_settings(struct arg_list *args, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        arg_list_add(args, "--set", "");
        args->argv[args->count++] = args->text;
        memcpy(args->text, list, length);
        args->text += length;
        *args->text++ = '\0';
        list += length + (list[length] == ',');
    }
}

static bool translate_flag(struct arg_list *args, const char *argument)
{
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (strcmp(flags[i][0], argument) != 0)
            continue;
        if (flags[i][1][0])
            arg_list_add(args, flags[i][1], "");
        return true;
    }
    return false;
}

/* --NAME-rules becomes --rules=NAME, for the rule sets of every game. */
static bool translate_rules_flag(struct arg_list *args, const miai_engine *engine,
                                 const char *argument)
{
    for (int i = 0; i < miai_game_count(engine); i++) {
        const char *const *rules = miai_game_at(engine, i)->rules;
        for (; rules && *rules; rules++) {
            size_t length = strlen(*rules);
            if (strncmp(argument, "--", 2) != 0 || strncmp(argument + 2, *rules, length) != 0 ||
                strcmp(argument + 2 + length, "-rules") != 0)
                continue;
            arg_list_add(args, "--rules=", *rules);
            return true;
        }
    }
    return false;
}

static bool translate_valued_option(struct arg_list *args, const char *argument)
{
    for (size_t i = 0; i < COUNT(valued_options); i++) {
        size_t length = strlen(valued_options[i][0]);
        if (strncmp(valued_options[i][0], argument, length) != 0 ||
            (argument[length] && argument[length] != '='))
            continue;
        arg_list_add(args, valued_options[i][1], argument + length);
        return true;
    }
    return false;
}

static void translate_args(struct arg_list *args, const miai_engine *engine, int argc, char **argv)
{
    const char *network = miai_option_find(engine, "network") ? "--network=" : "--eval-file=";
    for (int i = 0; i < argc; i++) {
        bool has_next = i + 1 < argc;
        if (i > 0 && strcmp(argv[i], "--") == 0) {
            for (; i < argc; i++)
                arg_list_add(args, argv[i], "");
        } else if (i > 0 && has_next && strcmp(argv[i], "-model") == 0) {
            arg_list_add(args, network, argv[++i]);
        } else if (i > 0 && has_next && strcmp(argv[i], "-override-config") == 0) {
            add_override_settings(args, argv[++i]);
        } else if (i == 0 ||
                   !(translate_flag(args, argv[i]) || translate_rules_flag(args, engine, argv[i]) ||
                     translate_valued_option(args, argv[i]))) {
            arg_list_add(args, argv[i], "");
        }
    }
}

char **mi_translate_args(const miai_engine *engine, int argc, char **argv, int *count)
{
    enum { MAX_GROWTH = 24 }; /* bytes by which a translation can lengthen an argument */
    size_t bytes = 0, max_args = 1;
    for (int i = 0; i < argc; i++) {
        /* Each comma of -override-config adds an argument "--set". */
        bytes += 5 * strlen(argv[i]) + MAX_GROWTH;
        max_args += 1 + strlen(argv[i]);
    }
    struct arg_list args = {.argv = malloc(max_args * 2 * sizeof *args.argv + bytes * 2)};
    if (!args.argv)
        return NULL;
    args.text = (char *)(args.argv + max_args * 2);
    translate_args(&args, engine, argc, argv);
    args.argv[args.count] = NULL;
    *count = args.count;
    return args.argv;
}
