#include "aliases.h"

#include <stdlib.h>
#include <string.h>

/* Alone on the command line: "" means nothing. */
static const char *const flags[][2] = {
    {"--never-resign", "--resign=0"},
    {"--resign-allowed", "--resign=auto"},
    {"--gtp", "--mode=gtp"}, /* Leela Zero's, as Lizzie has them */
    {"-g", "--mode=gtp"},
    {"--quiet", ""},
    {"-quiet", ""},
    {"-quit-without-waiting", "--quit-without-waiting"},
};

/* With a value, behind "=" or as the next argument. */
static const char *const valued[][2] = {
    {"--boardsize", "--size"},
    {"--cache-size", "--memory"},
    {"-config", "--config"},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Arguments that are put together in one block: pointers, and the texts behind them. */
struct line {
    char **argv;
    int count;
    char *text;
};

static void add(struct line *line, const char *first, const char *second)
{
    size_t begin = strlen(first), end = strlen(second);
    line->argv[line->count++] = line->text;
    memcpy(line->text, first, begin);
    memcpy(line->text + begin, second, end + 1);
    line->text += begin + end + 1;
}

/* -override-config a=b,c=d: two settings. */
static void add_settings(struct line *line, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        add(line, "--set", "");
        line->argv[line->count++] = line->text;
        memcpy(line->text, list, length);
        line->text += length;
        *line->text++ = '\0';
        list += length + (list[length] == ',');
    }
}

static bool add_flag(struct line *line, const char *argument)
{
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (strcmp(flags[i][0], argument) != 0)
            continue;
        if (flags[i][1][0])
            add(line, flags[i][1], "");
        return true;
    }
    return false;
}

/* --NAME-rules, for the rules of any game. */
static bool add_rules(struct line *line, const miai_engine *engine, const char *argument)
{
    for (int i = 0; i < miai_game_count(engine); i++) {
        const char *const *rules = miai_game_at(engine, i)->rules;
        for (; rules && *rules; rules++) {
            size_t length = strlen(*rules);
            if (strncmp(argument, "--", 2) != 0 || strncmp(argument + 2, *rules, length) != 0 ||
                strcmp(argument + 2 + length, "-rules") != 0)
                continue;
            add(line, "--rules=", *rules);
            return true;
        }
    }
    return false;
}

static bool add_valued(struct line *line, const char *argument)
{
    for (size_t i = 0; i < COUNT(valued); i++) {
        size_t length = strlen(valued[i][0]);
        if (strncmp(valued[i][0], argument, length) != 0 ||
            (argument[length] && argument[length] != '='))
            continue;
        add(line, valued[i][1], argument + length);
        return true;
    }
    return false;
}

static void add_all(struct line *line, const miai_engine *engine, int argc, char **argv)
{
    const char *network = miai_option_find(engine, "network") ? "--network=" : "--eval-file=";
    for (int i = 0; i < argc; i++) {
        bool more = i + 1 < argc;
        if (i > 0 && strcmp(argv[i], "--") == 0) {
            for (; i < argc; i++)
                add(line, argv[i], "");
        } else if (i > 0 && more && strcmp(argv[i], "-model") == 0) {
            add(line, network, argv[++i]);
        } else if (i > 0 && more && strcmp(argv[i], "-override-config") == 0) {
            add_settings(line, argv[++i]);
        } else if (i == 0 || !(add_flag(line, argv[i]) || add_rules(line, engine, argv[i]) ||
                               add_valued(line, argv[i]))) {
            add(line, argv[i], "");
        }
    }
}

char **mi_aliases(const miai_engine *engine, int argc, char **argv, int *count)
{
    enum { LONGER = 24 }; /* what an argument may become longer by, and more than it is many */
    size_t bytes = 0, most = 1;
    for (int i = 0; i < argc; i++) {
        bytes += 5 * strlen(argv[i]) + LONGER; /* "a=b,": an argument "--set" for each comma */
        most += 1 + strlen(argv[i]);
    }
    struct line line = {.argv = malloc(most * 2 * sizeof *line.argv + bytes * 2)};
    if (!line.argv)
        return NULL;
    line.text = (char *)(line.argv + most * 2);
    add_all(&line, engine, argc, argv);
    line.argv[line.count] = NULL;
    *count = line.count;
    return line.argv;
}
