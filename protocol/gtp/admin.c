/* GTP commands about the program and its games. */
#include "gtp.h"

#include <time.h>

static const char *gtp_protocol_version(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, "2");
    return NULL;
}

/* Lizzie begins with "1 name" and "2 version". */
static const char *gtp_name(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->is_lizzie = gtp->line_number == 1 && gtp->id == 1;
    mi_reply_add(&gtp->reply, "miai");
    return NULL;
}

/* Lizzie takes every program for Leela Zero and rejects versions whose second number is below 15,
 * whatever the first one is.  So it gets the version of Leela Zero whose commands miai supports. */
static const char *gtp_version(struct mi_gtp *gtp, char *args)
{
    (void)args;
    if (gtp->is_lizzie && gtp->id == 2)
        mi_reply_add(&gtp->reply, "0.17 of Leela Zero's commands, by miai ");
    mi_reply_add(&gtp->reply, miai_version());
    return NULL;
}

static const char *gtp_known_command(struct mi_gtp *gtp, char *args)
{
    mi_reply_add(&gtp->reply, mi_gtp_find_command(gtp, args) ? "true" : "false");
    return NULL;
}

static const char *gtp_list_commands(struct mi_gtp *gtp, char *args)
{
    const struct mi_gtp_command *command;
    (void)args;
    for (int i = 0; (command = mi_gtp_command_at(gtp, i)) != NULL; i++)
        mi_reply_format(&gtp->reply, "%s\n", command->name);
    return NULL;
}

static const char *gtp_quit(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->quit = true;
    return NULL;
}

/* CPU seconds of all threads. */
static const char *gtp_cputime(struct mi_gtp *gtp, char *args)
{
    struct timespec used;
    (void)args;
    double seconds = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0
                         ? (double)used.tv_sec + (double)used.tv_nsec * 1e-9
                         : (double)clock() / CLOCKS_PER_SEC;
    mi_reply_format(&gtp->reply, "%.3f", seconds);
    return NULL;
}

/* If listed, GoGui sends the comment "# interrupt" to stop a search. */
static const char *gtp_gogui_interrupt(struct mi_gtp *gtp, char *args)
{
    (void)args;
    gtp->is_gogui = true;
    return NULL;
}

static const char *gtp_list_games(struct mi_gtp *gtp, char *args)
{
    (void)args;
    for (int i = 0; i < miai_game_count(gtp->engine); i++)
        mi_reply_format(&gtp->reply, "%s\n", miai_game_name(gtp->engine, i));
    return NULL;
}

static const char *gtp_set_game(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_explain_bad_value(gtp, "game", args, miai_set_game(gtp->engine, args));
}

const struct mi_gtp_command mi_gtp_admin_commands[] = {
    {"protocol_version", "", 0, 0, gtp_protocol_version},
    {"name", "", 0, 0, gtp_name},
    {"version", "", 0, 0, gtp_version},
    {"known_command", "COMMAND", 1, 1, gtp_known_command},
    {"list_commands", "", 0, 0, gtp_list_commands},
    {"quit", "", 0, 0, gtp_quit},
    {"cputime", "", 0, 0, gtp_cputime},
    {"gomill-cpu_time", "", 0, 0, gtp_cputime},
    {"gogui-interrupt", "", 0, 0, gtp_gogui_interrupt},
    {"list_games", "", 0, 0, gtp_list_games},
    {"set_game", "NAME", 1, 1, gtp_set_game},
    {0},
};
