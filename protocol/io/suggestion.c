#include "suggestion.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_LENGTH = 40, MAX_SIDE = 9999 };

/* The edit distance: letters changed, inserted, deleted, or exchanged with their neighbour,
 * regardless of case (Damerau 1964, optimal string alignment). */
static int edit_distance(const char *a, const char *b)
{
    int row[3][NAME_MAX_LENGTH + 1], n = (int)strlen(a), m = (int)strlen(b);
    if (n > NAME_MAX_LENGTH || m > NAME_MAX_LENGTH)
        return NAME_MAX_LENGTH;
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            int min = last[j - 1] + (x != y);
            min = last[j] + 1 < min ? last[j] + 1 : min;
            min = now[j - 1] + 1 < min ? now[j - 1] + 1 : min;
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                y == tolower((unsigned char)a[i - 2]) && before[j - 2] + 1 < min)
                min = before[j - 2] + 1;
            now[j] = min;
        }
    }
    return row[n % 3][m];
}

void mi_nearest_offer(struct mi_nearest *nearest, const char *name)
{
    size_t length = strlen(nearest->name);
    bool begins = length >= 3 && strncasecmp(name, nearest->name, length) == 0;
    int far = begins ? 1 : edit_distance(nearest->name, name);
    if (far >= (int)strlen(name) ||
        far > (length < 5   ? 1
               : length < 8 ? 2
                            : 3) ||
        (nearest->best && far >= nearest->distance))
        return;
    snprintf(nearest->kept, sizeof nearest->kept, "%s", name);
    nearest->best = nearest->kept;
    nearest->distance = far;
}

void mi_nearest_write(const struct mi_nearest *nearest, struct mi_reply *reply)
{
    if (nearest->best)
        mi_reply_format(reply, "; did you mean %s?", nearest->best);
}

const char *mi_word_alias(const struct mi_word_alias *words, const char *text)
{
    for (; words->said; words++) {
        size_t length = strlen(words->said);
        if (strncasecmp(text, words->said, length) == 0 && text[length] != '.' &&
            !isalpha((unsigned char)text[length]))
            return words->meant;
    }
    return NULL;
}

bool mi_is_other_game(const char *word)
{
    static const char *const games[] = {
        "checkers", "draughts",     "dames",  "shogi",       "xiangqi", "janggi",
        "makruk",   "mancala",      "kalah",  "oware",       "awari",   "amazons",
        "havannah", "abalone",      "arimaa", "backgammon",  "poker",   "bridge",
        "quoridor", "breakthrough", "nim",    "domineering", "yinsh",   "catan",
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (strcasecmp(word, games[i]) == 0)
            return true;
    return false;
}

void mi_list_games(const miai_engine *engine, char *text, size_t size)
{
    size_t n = 0;
    *text = '\0';
    for (int i = 0; i < miai_game_count(engine) && n + 64 < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%.40s", i ? " " : "",
                              miai_game_name(engine, i));
}

const char *mi_error_details(const miai_engine *engine, int error)
{
    const char *text = miai_error_text(error), *reason = miai_error_reason(engine, error);
    size_t length = strlen(text);
    return strncmp(reason + length, ": ", 2) == 0 ? reason + length + 2 : reason;
}

const miai_game *mi_current_game(const miai_engine *engine)
{
    int i = 0;
    while (strcmp(miai_game_name(engine, i), miai_current_game(engine)) != 0)
        i++;
    return miai_game_at(engine, i);
}

miai_presentation mi_current_presentation(const miai_engine *engine)
{
    miai_presentation presentation = {.bytes = sizeof presentation};
    miai_presentation_of(mi_current_game(engine), &presentation);
    return presentation;
}

int mi_explain_current_rules(const miai_engine *engine, char *text, size_t size)
{
    miai_presentation presentation = mi_current_presentation(engine);
    char rules[512];
    text[0] = '\0';
    if (!presentation.explain_rules || !presentation.read_rules ||
        miai_get_option(engine, "rules", rules, sizeof rules) <= 0)
        return 0;
    return presentation.explain_rules(presentation.read_rules(rules), text, size);
}

/* Writes "a, b, c". */
static void join_names(const char *const *names, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; names && names[i] && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", i ? ", " : "", names[i]);
}

const char *const *mi_suggest_choices(const miai_engine *engine, const miai_option *option)
{
    if (strcmp(option->name, "rules") == 0)
        return mi_current_game(engine)->rules;
    return option->type == MIAI_OPTION_CHOICE ? option->choices : NULL;
}

void mi_suggest_values(const miai_engine *engine, const miai_option *option, char *text,
                       size_t size)
{
    text[0] = '\0';
    if (option->type == MIAI_OPTION_INT || option->type == MIAI_OPTION_REAL)
        snprintf(text, size, "%.16g to %.16g", option->min, miai_option_max(engine, option));
    else if (option->type == MIAI_OPTION_BOOL)
        snprintf(text, size, "true, false");
    else if (option->type == MIAI_OPTION_FILE)
        snprintf(text, size, "a file");
    else
        join_names(option->choices ? option->choices : mi_suggest_choices(engine, option), text,
                   size);
}

/* Appends "; did you mean X?". */
static void add_nearest(const struct mi_nearest *nearest, char text[MI_SUGGESTION])
{
    size_t n = strlen(text);
    if (nearest->best)
        snprintf(text + n, MI_SUGGESTION - n, "; did you mean %s?", nearest->best);
}

static void suggest_game(const miai_engine *engine, const char *value, char text[MI_SUGGESTION])
{
    struct mi_nearest nearest = {.name = value};
    char games[MI_SUGGESTION - 120];
    mi_list_games(engine, games, sizeof games);
    snprintf(text, MI_SUGGESTION, "unknown game \"%.40s\" (%s)", value, games);
    for (int i = 0; i < miai_game_count(engine) && !mi_is_other_game(value); i++)
        mi_nearest_offer(&nearest, miai_game_name(engine, i));
    add_nearest(&nearest, text);
}

static void suggest_name(const miai_engine *engine, const char *name, char text[MI_SUGGESTION])
{
    const miai_option *option;
    struct mi_nearest nearest = {.name = name};
    snprintf(text, MI_SUGGESTION, "unknown option \"%.40s\"", name);
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
        mi_nearest_offer(&nearest, option->name);
    add_nearest(&nearest, text);
}

/* Can the game be played on a board of that size? */
static bool is_legal_size(const miai_game *game, int width, int height)
{
    miai_setup setup = game->setup;
    setup.width = width;
    setup.height = height;
    return width >= game->min_width && width <= game->max_width && height >= game->min_height &&
           height <= game->max_height && game->size(&setup) > 0;
}

/* The most points that a board of the game can have; 0 if the maximum width and height can be
 * combined, so that there is no such limit. */
static int max_points(const miai_game *game)
{
    int max = 0;
    for (int width = game->min_width; width <= game->max_width; width++)
        for (int height = game->min_height; height <= game->max_height; height++)
            if (width * height > max && is_legal_size(game, width, height))
                max = width * height;
    return max == game->max_width * game->max_height ? 0 : max;
}

/* Finds the legal size nearest to an illegal one: with the same width if possible, else with the
 * smallest difference in either direction. */
static void find_nearest_size(const miai_game *game, int width, int height, int nearest[2])
{
    int min = INT_MAX;
    for (int x = game->min_width; x <= game->max_width; x++)
        for (int y = game->min_height; y <= game->max_height; y++) {
            int across = abs(x - width), up = abs(y - height), larger = across > up ? across : up;
            int far = ((x != width) * 2 * MAX_SIDE + larger) * 4 * MAX_SIDE + across + up;
            if (far < min && is_legal_size(game, x, y)) {
                min = far;
                nearest[0] = x;
                nearest[1] = y;
            }
        }
}

/* Parses "9" or "9x7"; false if the value is neither. */
static bool parse_size(const char *value, int *width, int *height)
{
    char *end;
    long x = strtol(value, &end, 10), y = x;
    if (end > value && *end && strchr("xX*: ", *end))
        y = strtol(end + 1, &end, 10);
    *width = x < 0 ? 0 : x > MAX_SIDE ? MAX_SIDE : (int)x;
    *height = y < 0 ? 0 : y > MAX_SIDE ? MAX_SIDE : (int)y;
    return end > value && !*end;
}

/* Adds ": Go boards are 2x2 to 25x25", and the nearest size unless the range implies it. */
static void suggest_size(const miai_engine *engine, const char *value, char text[MI_SUGGESTION])
{
    const miai_game *game = mi_current_game(engine);
    size_t n = strlen(text);
    int width = 0, height = 0, nearest[2] = {0, 0};
    n += (size_t)snprintf(text + n, MI_SUGGESTION - n, ": %s boards are %dx%d", game->title,
                          game->min_width, game->min_height);
    if (game->min_width == game->max_width && game->min_height == game->max_height)
        return;
    n += (size_t)snprintf(text + n, MI_SUGGESTION - n, " to %dx%d", game->max_width,
                          game->max_height);
    int points = max_points(game);
    if (points > 0 && n < MI_SUGGESTION)
        n += (size_t)snprintf(text + n, MI_SUGGESTION - n, ", with at most %d points", points);
    bool parsed = parse_size(value, &width, &height);
    bool in_range = width >= game->min_width && width <= game->max_width &&
                    height >= game->min_height && height <= game->max_height;
    if (n >= MI_SUGGESTION || (parsed && !in_range && points == 0))
        return;
    if (parsed)
        find_nearest_size(game, width, height, nearest);
    snprintf(text + n, MI_SUGGESTION - n, parsed ? "; nearest: %dx%d" : "; write 9 or 9x7",
             nearest[0], nearest[1]);
}

static void suggest_value(const miai_engine *engine, const miai_option *option, const char *value,
                          char text[MI_SUGGESTION])
{
    char values[MI_SUGGESTION / 2];
    struct mi_nearest nearest = {.name = value};
    const char *const *choices =
        option->choices ? option->choices : mi_suggest_choices(engine, option);
    size_t n = strlen(text);
    mi_suggest_values(engine, option, values, sizeof values);
    if (strcmp(option->name, "komi") == 0)
        snprintf(values, sizeof values, "a number");
    if (values[0])
        snprintf(text + n, MI_SUGGESTION - n, " (%s)", values);
    else if (strcmp(option->name, "rules") == 0)
        snprintf(text + n, MI_SUGGESTION - n, " (%s has only one rule set)",
                 mi_current_game(engine)->title);
    for (int i = 0; choices && choices[i]; i++)
        mi_nearest_offer(&nearest, choices[i]);
    add_nearest(&nearest, text);
}

void mi_suggest_option(const miai_engine *engine, const char *name, const char *value, int error,
                       char text[MI_SUGGESTION])
{
    const miai_option *option = miai_option_find(engine, name);
    snprintf(text, MI_SUGGESTION, "%.250s", miai_error_reason(engine, error));
    if (error == MIAI_NO_OPTION)
        suggest_name(engine, name, text);
    else if (error == MIAI_NO_GAME)
        suggest_game(engine, value, text);
    else if (option && strcmp(option->name, "size") == 0 &&
             (error == MIAI_SIZE || error == MIAI_BAD_VALUE))
        suggest_size(engine, value, text);
    else if (option && error == MIAI_BAD_VALUE &&
             strcmp(text, miai_error_text(MIAI_BAD_VALUE)) == 0)
        suggest_value(engine, option, value, text);
}

void mi_suggest_typed(const miai_engine *engine, const char *name, const char *value, int error,
                      char text[MI_SUGGESTION])
{
    const miai_option *option = miai_option_find(engine, name);
    mi_suggest_option(engine, name, value, error, text);
    size_t n = strlen(text);
    if (!option || error != MIAI_BAD_VALUE || !value[strspn(value, "-+.0123456789")])
        return;
    if (option->type == MIAI_OPTION_INT || option->type == MIAI_OPTION_REAL)
        snprintf(text + n, MI_SUGGESTION - n, ": %.*s", (int)strcspn(option->help, ";"),
                 option->help);
    else if (strcmp(option->name, "komi") == 0)
        snprintf(text + n, MI_SUGGESTION - n, "; write it like 6.5");
}
