/* GTP: clocks. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

enum { MOST_NUMBERS = 4 };

/* time_settings MAIN BYOYOMI STONES. */
static const char *time_settings(struct mi_gtp *gtp, char *args)
{
    double main_time, byoyomi;
    int stones;
    if (!mi_read_word_real(mi_next_word(&args), &main_time) ||
        !mi_read_word_real(mi_next_word(&args), &byoyomi) ||
        !mi_read_word_int(mi_next_word(&args), &stones))
        return mi_gtp_syntax_error;
    if (main_time < 0 || byoyomi < 0 || stones < 0)
        return mi_gtp_syntax_error;
    return mi_gtp_failure(miai_time_settings(gtp->engine, main_time, byoyomi, stones));
}

/* time_left COLOR SECONDS STONES; of byo-yomi, the periods stand for the stones. */
static const char *time_left(struct mi_gtp *gtp, char *args)
{
    double seconds;
    int player, stones;
    if (!mi_read_word_player(mi_next_word(&args), &player) ||
        !mi_read_word_real(mi_next_word(&args), &seconds) ||
        !mi_read_word_int(mi_next_word(&args), &stones) || stones < 0)
        return mi_gtp_syntax_error;
    return mi_gtp_failure(miai_time_left(gtp->engine, player, seconds, stones));
}

/* ---- kinds of clocks by name, as KGS and KataGo have them ---- */

static int set_none(miai_engine *engine, const double *number)
{
    (void)number;
    return miai_time_settings(engine, 0, 1, 0);
}

static int set_absolute(miai_engine *engine, const double *number)
{
    return miai_time_settings(engine, number[0], 0, 0);
}

static int set_byoyomi(miai_engine *engine, const double *number)
{
    return miai_time_byoyomi(engine, number[0], number[1], (int)number[2]);
}

static int set_canadian(miai_engine *engine, const double *number)
{
    if (number[2] < 0)
        return MIAI_BAD_VALUE;
    return miai_time_settings(engine, number[0], number[1], (int)number[2]);
}

static int set_fischer(miai_engine *engine, const double *number)
{
    return miai_time_fischer(engine, number[0], number[1], 0, 0);
}

/* A cap below 0 is none. */
static int set_fischer_capped(miai_engine *engine, const double *number)
{
    return miai_time_fischer(engine, number[0], number[1], number[2] > 0 ? number[2] : 0,
                             number[3] > 0 ? number[3] : 0);
}

static const struct kind {
    const char *name;
    int numbers; /* that follow it; the first two at least 0 */
    int (*set)(miai_engine *engine, const double *number);
} kinds[] = {
    {"none", 0, set_none},       {"absolute", 1, set_absolute},
    {"byoyomi", 3, set_byoyomi}, {"canadian", 3, set_canadian},
    {"fischer", 2, set_fischer}, {"fischer-capped", 4, set_fischer_capped},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *list_kinds(struct mi_gtp *gtp, char *args)
{
    (void)args;
    for (int i = 0; i < KINDS; i++)
        mi_reply_format(&gtp->reply, "%s%s", i ? " " : "", kinds[i].name);
    return NULL;
}

static bool read_numbers(char *args, int n, double *number)
{
    const double least = -1, most = 1e9;
    for (int i = 0; i < n; i++) {
        if (!mi_read_word_real(mi_next_word(&args), &number[i]) || (i < 2 && number[i] < 0))
            return false;
        number[i] = number[i] < least ? least : number[i] > most ? most : number[i];
    }
    return *args == '\0';
}

static const char *set_kind(struct mi_gtp *gtp, char *args)
{
    double number[MOST_NUMBERS] = {0};
    const char *name = mi_next_word(&args);
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0 && mi_count_words(args) == kinds[i].numbers &&
            read_numbers(args, kinds[i].numbers, number))
            return mi_gtp_failure(kinds[i].set(gtp->engine, number));
    return mi_gtp_syntax_error;
}

const struct mi_gtp_command mi_gtp_time_commands[] = {
    {"time_settings", 3, 3, time_settings},
    {"time_left", 3, 3, time_left},
    {"kgs-time_settings", 1, 1 + MOST_NUMBERS, set_kind},
    {"kata-list_time_settings", 0, 0, list_kinds},
    {"kata-time_settings", 1, 1 + MOST_NUMBERS, set_kind},
    {0},
};
