/* GTP: about the program and the games it knows. */
#include "gtp.h"

#include <time.h>

static const char *protocol_version(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, "2");
    return NULL;
}

/* Lizzie, which numbers its commands, begins with "1 name" and "2 version". */
static const char *name(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->lizzie = gtp->line == 1 && gtp->id == 1;
    mi_reply_add(&gtp->reply, "miai");
    return NULL;
}

/* Lizzie takes any program for Leela Zero and complains of those whose version has a second number
 * below 15, whatever the first one is.  It is told whose commands are understood here. */
static const char *version(struct mi_gtp *gtp, char *args)
{
    (void)args;
    if (gtp->lizzie && gtp->id == 2)
        mi_reply_add(&gtp->reply, "0.17 of Leela Zero's commands, by miai ");
    mi_reply_add(&gtp->reply, miai_version());
    return NULL;
}

static const char *known_command(struct mi_gtp *gtp, char *args)
{
    mi_reply_add(&gtp->reply, mi_gtp_find(gtp, args) ? "true" : "false");
    return NULL;
}

static const char *list_commands(struct mi_gtp *gtp, char *args)
{
    const struct mi_gtp_command *command;
    (void)args;
    for (int i = 0; (command = mi_gtp_command_at(gtp, i)) != NULL; i++)
        mi_reply_format(&gtp->reply, "%s\n", command->name);
    return NULL;
}

static const char *quit(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->quit = true;
    return NULL;
}

/* Processor seconds, all threads. */
static const char *cputime(struct mi_gtp *gtp, char *args)
{
    struct timespec used;
    (void)args;
    double seconds = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0
                         ? (double)used.tv_sec + (double)used.tv_nsec * 1e-9
                         : (double)clock() / CLOCKS_PER_SEC;
    mi_reply_format(&gtp->reply, "%.3f", seconds);
    return NULL;
}

/* Listed, it tells GoGui that the comment "# interrupt" stops a search. */
static const char *gogui_interrupt(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->by_gogui = true;
    return NULL;
}

static const char *list_games(struct mi_gtp *gtp, char *args)
{
    (void)args;
    for (int i = 0; i < miai_game_count(gtp->engine); i++)
        mi_reply_format(&gtp->reply, "%s\n", miai_game_name(gtp->engine, i));
    return NULL;
}

static const char *set_game(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_no_value(gtp, "game", args, miai_set_game(gtp->engine, args));
}

const struct mi_gtp_command mi_gtp_admin_commands[] = {
    {"protocol_version", 0, 0, protocol_version},
    {"name", 0, 0, name},
    {"version", 0, 0, version},
    {"known_command", 1, 1, known_command},
    {"list_commands", 0, 0, list_commands},
    {"quit", 0, 0, quit},
    {"cputime", 0, 0, cputime},
    {"gomill-cpu_time", 0, 0, cputime},
    {"gogui-interrupt", 0, 0, gogui_interrupt},
    {"list_games", 0, 0, list_games},
    {"set_game", 1, 1, set_game},
    {0},
};
