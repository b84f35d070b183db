#include "player.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { VALUE_BYTES = 256 };

/* ---- arguments ---- */

static bool add_argument(struct mi_player *player, const char *format, const char *a, const char *b)
{
    int count = 0, length = snprintf(NULL, 0, format, a, b);
    while (player->arguments && player->arguments[count])
        count++;
    char **list = realloc(player->arguments, ((size_t)count + 2) * sizeof *list);
    if (!list)
        return false;
    player->arguments = list;
    list[count] = malloc((size_t)length + 1);
    list[count + 1] = NULL;
    if (!list[count])
        return false;
    snprintf(list[count], (size_t)length + 1, format, a, b);
    return true;
}

static bool add_default_arguments(struct mi_player *player,
                                  const struct mi_player_defaults *defaults)
{
    bool good = add_argument(player, "%s%s", defaults->program, "") &&
                add_argument(player, "--mode=gtp%s%s", "", "");
    for (int i = 0; good && i < defaults->load->count; i++)
        good = add_argument(player, "--load=%s%s", defaults->load->list[i].value, "");
    for (int i = 0; good && i < defaults->base->count; i++)
        good = add_argument(player, "--%s=%s", defaults->base->list[i].name,
                            defaults->base->list[i].value);
    return good;
}

/* ---- kinds of players ---- */

/* Checks that the engine accepts the value, then restores the old one. */
static bool check_option(miai_engine *engine, const char *player, const char *name,
                         const char *value, char *complaint)
{
    static const char position_options[] = " game size komi rules ";
    char before[VALUE_BYTES], word[64];
    snprintf(word, sizeof word, " %.60s ", name);
    if (strstr(position_options, word))
        return mi_write_complaint(
            complaint, name,
            "is the same for all players; put it before \"match\" or \"tournament\"");
    bool known = miai_get_option(engine, name, before, sizeof before) >= 0;
    int error = known ? miai_set_option(engine, name, value) : MIAI_NO_OPTION;
    if (error != MIAI_OK) {
        char suggestion[MI_SUGGESTION], subject[160];
        mi_suggest_option(engine, name, value, error, suggestion);
        snprintf(subject, sizeof subject, "%.40s: %.40s=%.60s", player, name, value);
        return mi_write_complaint(complaint, subject, suggestion);
    }
    miai_set_option(engine, name, before);
    return true;
}

static bool parse_miai_player(struct mi_player *player, char *args,
                              const struct mi_player_defaults *defaults, miai_engine *engine,
                              char *complaint)
{
    player->self = true;
    player->protocol = &mi_player_gtp;
    if (!add_default_arguments(player, defaults))
        return mi_write_complaint(complaint, player->name, miai_error_text(MIAI_NO_MEMORY));
    for (char *word; (word = mi_next_word(&args)) != NULL;) {
        char *value = strchr(word, '=');
        if (!value)
            return mi_write_complaint(
                complaint, word, "expected OPTION=VALUE, or gtp, uci or gomocup and a COMMAND");
        *value++ = '\0';
        player->seeded |= strcmp(word, "seed") == 0;
        if (!check_option(engine, player->name, word, value, complaint))
            return false;
        if (!add_argument(player, "--%s=%s", word, value))
            return mi_write_complaint(complaint, player->name, miai_error_text(MIAI_NO_MEMORY));
    }
    return true;
}

static bool parse_command(struct mi_player *player, const struct mi_player_protocol *protocol,
                          const char *command, char *complaint)
{
    player->protocol = protocol;
    if (*command == '\0')
        return mi_write_complaint(complaint, player->name, "the command is missing");
    return (add_argument(player, "/bin/sh%s%s", "", "") && add_argument(player, "-c%s%s", "", "") &&
            add_argument(player, "exec %s%s", command, "")) ||
           mi_write_complaint(complaint, player->name, miai_error_text(MIAI_NO_MEMORY));
}

/* Parses "nodes=N", "depth=N" or "option.NAME=VALUE"; value: the part after the first "=". */
static bool add_uci_setting(struct mi_player *player, const char *word, const char *value)
{
    size_t length = strlen(player->setup), used = strlen(player->go);
    int name = (int)(value - word) - 1;
    if (strncmp(word, "option.", 7) == 0)
        return snprintf(player->setup + length, MI_COMPLAINT - length, "%s\n", word + 7) <
               (int)(MI_COMPLAINT - length);
    snprintf(player->go + used, sizeof player->go - used, " %.*s %.20s", name, word, value);
    return strncmp(word, "nodes=", 6) == 0 || strncmp(word, "depth=", 6) == 0;
}

static bool parse_uci(struct mi_player *player, char *rest, char *complaint)
{
    player->setup = calloc(1, MI_COMPLAINT);
    if (!player->setup)
        return mi_write_complaint(complaint, player->name, miai_error_text(MIAI_NO_MEMORY));
    for (;;) {
        size_t length = strcspn(rest, " ="), word_length = strcspn(rest, " ");
        char word[VALUE_BYTES];
        if (rest[length] != '=' || word_length >= sizeof word)
            return parse_command(player, &mi_player_uci, rest, complaint);
        snprintf(word, sizeof word, "%.*s", (int)word_length, rest);
        if (!add_uci_setting(player, word, word + length + 1))
            return mi_write_complaint(
                complaint, word, "unknown or too long (expected nodes=, depth= or option.NAME=)");
        rest += word_length + (rest[word_length] == ' ');
    }
}

/* ---- parsing a player ---- */

static bool parse_player(struct mi_player *player, char *text,
                         const struct mi_player_defaults *defaults, miai_engine *engine,
                         char *complaint)
{
    size_t name = strcspn(text, ": =");
    if (name == 0 || name >= sizeof player->name || text[name] != ':')
        return mi_write_complaint(
            complaint, text,
            "a player is 'NAME: OPTION=VALUE ...' or 'NAME: PROTOCOL COMMAND', such as 'gnugo: gtp "
            "gnugo --mode gtp'");
    snprintf(player->name, sizeof player->name, "%.*s", (int)name, text);
    text += name + 1;
    text += *text == ' ';
    if (strncasecmp(text, "gtp ", 4) == 0)
        return parse_command(player, &mi_player_gtp, text + 4, complaint);
    if (strncasecmp(text, "gomocup ", 8) == 0)
        return parse_command(player, &mi_player_gomocup, text + 8, complaint);
    if (strncasecmp(text, "uci ", 4) == 0)
        return parse_uci(player, text + 4, complaint);
    return parse_miai_player(player, text, defaults, engine, complaint);
}

bool mi_player_read(struct mi_player *player, const char *text,
                    const struct mi_player_defaults *defaults, miai_engine *engine, char *complaint)
{
    char *copy = strdup(text);
    *player = (struct mi_player){.protocol = NULL};
    if (!copy)
        return mi_write_complaint(complaint, text, miai_error_text(MIAI_NO_MEMORY));
    mi_squeeze(copy, strlen(copy));
    bool good = parse_player(player, copy, defaults, engine, complaint);
    free(copy);
    if (!good)
        mi_player_free(player);
    return good;
}

void mi_player_free(struct mi_player *player)
{
    for (char **argument = player->arguments; argument && *argument; argument++)
        free(*argument);
    free(player->arguments);
    free(player->setup);
    *player = (struct mi_player){.protocol = NULL};
}
