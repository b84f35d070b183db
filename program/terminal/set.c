/* Commands that set options: the level, the game and its board, the time, and any other. */
#include "program/cli/cli.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "terminal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Sets an option, or prints what would be valid. */
static bool set_option(struct mi_terminal *terminal, const char *name, const char *value)
{
    char text[MI_SUGGESTION];
    int error = miai_set_option(terminal->engine, name, value);
    if (error == MIAI_OK)
        return true;
    mi_suggest_typed(terminal->engine, name, value, error, text);
    mi_terminal_print("%s", text);
    return false;
}

void mi_terminal_level(struct mi_terminal *terminal, char *args)
{
    char now[32];
    enum miai_scale scale;
    int min_level, max_level;
    char weakest[16], strongest[16];
    if (!miai_level_range(terminal->engine, &scale, &min_level, &max_level)) {
        puts("This game has no levels.");
        return;
    }
    if (*args && !set_option(terminal, "level", strcasecmp(args, "off") == 0 ? "" : args))
        return;
    miai_level_text(scale, min_level, weakest, sizeof weakest);
    miai_level_text(scale, max_level, strongest, sizeof strongest);
    bool set = miai_get_option(terminal->engine, "level", now, sizeof now) > 0;
    printf("level = %s (%s to %s, or off)\n", set ? now : "off", weakest, strongest);
}

void mi_terminal_set(struct mi_terminal *terminal, char *args)
{
    char value[256];
    size_t length = strcspn(args, " =");
    if (args[length] == '=') /* the form of the command line */
        args[length] = ' ';
    const char *name = mi_next_word(&args);
    args += strspn(args, " ");
    if (!name) {
        mi_cli_print_options(terminal->engine, false);
        return;
    }
    if (*args == '=')
        args += 1 + (args[1] == ' ');
    if (*args && !set_option(terminal, name, args))
        return;
    if (miai_get_option(terminal->engine, name, value, sizeof value) >= 0)
        printf("%s = %s\n", name, value);
    else
        set_option(terminal, name, "");
}

/* A command named after an option of the position; without a value it prints the current one.  False
 * if the value was refused. */
static bool set_option_by_name(struct mi_terminal *terminal, const char *name, const char *value)
{
    char now[256];
    if (!miai_option_applies(terminal->engine, name)) {
        printf("\"%s\" does not apply to %s.\n", name, mi_current_game(terminal->engine)->title);
        return false;
    }
    if (*value) {
        bool good = set_option(terminal, name, value);
        if (good)
            mi_terminal_show_board(terminal);
        return good;
    }
    miai_get_option(terminal->engine, name, now, sizeof now);
    printf("%s = %s\n", name, now);
    return true;
}

void mi_terminal_game(struct mi_terminal *terminal, char *args)
{
    if (!*args)
        mi_cli_print_games(terminal->engine);
    else
        set_option_by_name(terminal, "game", args);
}

void mi_terminal_size(struct mi_terminal *terminal, char *args)
{
    set_option_by_name(terminal, "size", args);
}

void mi_terminal_komi(struct mi_terminal *terminal, char *args)
{
    set_option_by_name(terminal, "komi", args);
}

/* Also prints in words what the rules are. */
void mi_terminal_rules(struct mi_terminal *terminal, char *args)
{
    char words[512];
    bool has_sets = miai_option_applies(terminal->engine, "rules");
    if (!*args)
        mi_terminal_print_how_to_play(mi_current_game(terminal->engine));
    if ((*args || has_sets) && !set_option_by_name(terminal, "rules", args))
        return;
    if (mi_explain_current_rules(terminal->engine, words, sizeof words) > 0)
        printf("%s\n", words);
}

void mi_terminal_time(struct mi_terminal *terminal, char *args)
{
    char now[64];
    if (*args)
        set_option(terminal, "time", args);
    miai_get_option(terminal->engine, "time", now, sizeof now);
    printf("time = %s%s\n", now,
           strcmp(now, "0") == 0 ? " (1 second unless another limit is set)" : "");
}
