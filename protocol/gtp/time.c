/* GTP commands for time controls. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

enum { MAX_NUMBERS = 4 };

/* time_settings MAIN BYOYOMI STONES */
static const char *gtp_time_settings(struct mi_gtp *gtp, char *args)
{
    double main_time, byoyomi;
    int stones;
    if (!mi_read_word_real(mi_next_word(&args), &main_time) ||
        !mi_read_word_real(mi_next_word(&args), &byoyomi) ||
        !mi_read_word_int(mi_next_word(&args), &stones))
        return mi_gtp_syntax_error;
    if (main_time < 0 || byoyomi < 0 || stones < 0)
        return mi_gtp_syntax_error;
    return mi_gtp_error_text(miai_time_settings(gtp->engine, main_time, byoyomi, stones));
}

/* time_left COLOR SECONDS STONES; with Japanese byo-yomi, STONES is the number of periods left. */
static const char *gtp_time_left(struct mi_gtp *gtp, char *args)
{
    double seconds;
    int player, stones;
    if (!mi_read_word_player(mi_next_word(&args), &player) ||
        !mi_read_word_real(mi_next_word(&args), &seconds) ||
        !mi_read_word_int(mi_next_word(&args), &stones) || stones < 0)
        return mi_gtp_syntax_error;
    return mi_gtp_error_text(miai_time_left(gtp->engine, player, seconds, stones));
}

/* ---- time controls by name, for KGS and KataGo ---- */

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

/* A cap that is not positive means no cap. */
static int set_fischer_capped(miai_engine *engine, const double *number)
{
    return miai_time_fischer(engine, number[0], number[1], number[2] > 0 ? number[2] : 0,
                             number[3] > 0 ? number[3] : 0);
}

static const struct time_control {
    const char *name;
    int numbers; /* how many numbers follow; the first two must not be negative */
    int (*set)(miai_engine *engine, const double *number);
} time_controls[] = {
    {"none", 0, set_none},       {"absolute", 1, set_absolute},
    {"byoyomi", 3, set_byoyomi}, {"canadian", 3, set_canadian},
    {"fischer", 2, set_fischer}, {"fischer-capped", 4, set_fischer_capped},
};

enum { TIME_CONTROLS = sizeof time_controls / sizeof *time_controls };

static const char *gtp_list_time_controls(struct mi_gtp *gtp, char *args)
{
    (void)args;
    for (int i = 0; i < TIME_CONTROLS; i++)
        mi_reply_format(&gtp->reply, "%s%s", i ? " " : "", time_controls[i].name);
    return NULL;
}

static bool read_time_numbers(char *args, int n, double *number)
{
    const double min = -1, max = 1e9;
    for (int i = 0; i < n; i++) {
        if (!mi_read_word_real(mi_next_word(&args), &number[i]) || (i < 2 && number[i] < 0))
            return false;
        number[i] = number[i] < min ? min : number[i] > max ? max : number[i];
    }
    return *args == '\0';
}

static const char *gtp_set_time_control(struct mi_gtp *gtp, char *args)
{
    double number[MAX_NUMBERS] = {0};
    const char *name = mi_next_word(&args);
    for (int i = 0; i < TIME_CONTROLS; i++)
        if (strcmp(time_controls[i].name, name) == 0 &&
            mi_count_words(args) == time_controls[i].numbers &&
            read_time_numbers(args, time_controls[i].numbers, number))
            return mi_gtp_error_text(time_controls[i].set(gtp->engine, number));
    return mi_gtp_syntax_error;
}

#define TIME_CONTROL_USAGE                                                                         \
    "none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES, "              \
    "fischer MAIN INCREMENT, or fischer-capped MAIN INCREMENT MOST_LEFT MOST_USED"

const struct mi_gtp_command mi_gtp_time_commands[] = {
    {"time_settings", "MAIN BYOYOMI STONES, none negative", 3, 3, gtp_time_settings},
    {"time_left", "b|w SECONDS STONES", 3, 3, gtp_time_left},
    {"kgs-time_settings", TIME_CONTROL_USAGE, 1, 1 + MAX_NUMBERS, gtp_set_time_control},
    {"kata-list_time_settings", "", 0, 0, gtp_list_time_controls},
    {"kata-time_settings", TIME_CONTROL_USAGE, 1, 1 + MAX_NUMBERS, gtp_set_time_control},
    {0},
};
