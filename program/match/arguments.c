#include "arguments.h"

#include "base/shared/ranks.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ---- */

/* Parses the two numbers of "A:B" or "A+B". */
static bool read_number_pair(const char *text, char separator, double *a, double *b)
{
    char first[40];
    const char *found = strchr(text + (*text == '-'), separator);
    if (!found || found - text >= (long)sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(found - text), text);
    return mi_read_word_real(first, a) && mi_read_word_real(found + 1, b);
}

static bool set_games(void *self, const char *text)
{
    struct mi_match_args *args = self;
    int games;
    if (!mi_read_word_count(text, 1, 10000000, &games))
        return false;
    args->games = games + games % 2L; /* pairs: each opening is played with both colours */
    args->requested_games = games;
    return true;
}

static bool set_sprt(void *self, const char *text)
{
    struct mi_match_args *args = self;
    struct mi_sprt *sprt = &args->sprt;
    args->use_sprt = true;
    return read_number_pair(text, ':', &sprt->elo0, &sprt->elo1) && sprt->elo0 < sprt->elo1 &&
           sprt->elo0 > -2000 && sprt->elo1 < 2000;
}

static bool read_error_rate(double *rate, const char *text)
{
    return mi_read_word_real(text, rate) && *rate > 0 && *rate < 0.5;
}

static bool set_alpha(void *self, const char *text)
{
    struct mi_match_args *args = self;
    return read_error_rate(&args->sprt.alpha, text);
}

static bool set_beta(void *self, const char *text)
{
    struct mi_match_args *args = self;
    return read_error_rate(&args->sprt.beta, text);
}

static bool set_match_clock(void *self, const char *text)
{
    struct mi_match_args *args = self;
    struct mi_match_time_control *time_control = &args->time_control;
    if (!strchr(text, '+')) {
        time_control->increment = 0;
        return mi_read_word_real(text, &time_control->main) && time_control->main > 0 &&
               time_control->main <= 1e6;
    }
    return read_number_pair(text, '+', &time_control->main, &time_control->increment) &&
           time_control->main > 0 && time_control->main <= 1e6 && time_control->increment >= 0 &&
           time_control->increment <= 1e6;
}

static bool set_tournament_form(void *self, const char *text)
{
    struct mi_match_args *args = self;
    args->gauntlet = strcmp(text, "gauntlet") == 0;
    return args->gauntlet || strcmp(text, "robin") == 0;
}

static const char seconds_range[] = "0 to 1000000 seconds";

#define AT(field) offsetof(struct mi_match_args, field)
/* clang-format off */
static const struct mi_arg_row argument_rows[] = {
    MI_ARG_ROW_CUSTOM("games", set_games, NULL, "1 to 10000000 games per pairing"),
    MI_ARG_ROW_NUMBER("parallel", COUNT, AT(parallel), 0, MI_PARALLEL_MAX, "0 to 256 games at once"),
    MI_ARG_ROW_NUMBER("plies", COUNT, AT(openings.plies), 0, 1000, "0 to 1000 moves per opening"),
    MI_ARG_ROW_FILE("openings", AT(openings_file), "a file of game records"),
    MI_ARG_ROW_NUMBER("balance", ABOVE, AT(openings.balance), 0, 0.5, "above 0 and up to 0.5"),
    MI_ARG_ROW_SEED("seed", AT(openings.seed)),
    MI_ARG_ROW_NUMBER("movetime", REAL, AT(time_control.move), 0, 1e6, seconds_range),
    MI_ARG_ROW_CUSTOM("clock", set_match_clock, NULL, "SECONDS or SECONDS+INCREMENT"),
    MI_ARG_ROW_NUMBER("margin", REAL, AT(time_control.margin), 0, 1e6, seconds_range),
    MI_ARG_ROW_NUMBER("patience", ABOVE, AT(time_control.patience), 0, 1e6, "above 0 and up to 1000000 seconds"),
    MI_ARG_ROW_NUMBER("most", COUNT, AT(max_moves), 0, 1000000, "0 to 1000000 moves"),
    MI_ARG_ROW_FILE("table", AT(table), "a file"),
    MI_ARG_ROW_FILE("record", AT(record), "a file, .sgf, .pgn, .epd or .txt"),
    MI_ARG_ROW_CUSTOM("sprt", set_sprt, "match", "ELO0:ELO1 with ELO0 < ELO1"),
    MI_ARG_ROW_CUSTOM("alpha", set_alpha, "match", "above 0 and below 0.5"),
    MI_ARG_ROW_CUSTOM("beta", set_beta, "match", "above 0 and below 0.5"),
    MI_ARG_ROW_CUSTOM("form", set_tournament_form, "tournament", "robin or gauntlet"),
    MI_ARG_ROW_END,
};
/* clang-format on */

/* ---- players ---- */

static bool add_player(struct mi_match_args *args, const char *word,
                       const struct mi_player_defaults *defaults, miai_engine *engine,
                       char *complaint)
{
    struct mi_player *player = &args->player[args->players];
    if (args->players == MI_RATED_MAX)
        return mi_write_complaint(complaint, word, "at most 64 players");
    if (!mi_player_read(player, word, defaults, engine, complaint))
        return false;
    args->players++;
    for (int i = 0; i < args->players - 1; i++)
        if (strcmp(args->player[i].name, player->name) == 0)
            return mi_write_complaint(complaint, player->name, "two players have the same name");
    return true;
}

static bool check_args(const struct mi_match_args *args, bool tournament, char *complaint)
{
    if (args->players < 2 || (!tournament && args->players > 2))
        return mi_write_complaint(
            complaint, "usage",
            tournament ? "miai tournament [SETTING=VALUE ...] PLAYER PLAYER ..."
                       : "miai match [SETTING=VALUE ...] PLAYER PLAYER; a player is "
                         "'NAME: OPTION=VALUE ...' or 'NAME: PROTOCOL COMMAND', with the "
                         "protocol gtp, uci or gomocup");
    int rank;
    if (!args->table[0] && (args->parallel == 0 || mi_is_rank(&rank)))
        return mi_write_complaint(complaint,
                                  args->parallel == 0 ? "parallel=0" : "several MPI ranks",
                                  "needs table=FILE, the same file for all processes");
    if (args->time_control.main > 0 && args->time_control.move > 0)
        return mi_write_complaint(complaint, "clock and movetime", "use only one of them");
    return mi_arg_rows_name_different_files(argument_rows, args, complaint);
}

bool mi_match_read_args(struct mi_match_args *args, char *const *list, bool tournament,
                        const struct mi_player_defaults *defaults, miai_engine *engine,
                        char *complaint)
{
    *args = (struct mi_match_args){
        .games = 100,
        .requested_games = 100,
        .parallel = 1,
        .sprt = {.alpha = 0.05, .beta = 0.05},
        .time_control = {.margin = 0.1},
        .openings = {.balance = 0.15, .plies = -1},
    };
    const char *command = tournament ? "tournament" : "match";
    for (; *list; list++) {
        bool setting = (*list)[strcspn(*list, "=:")] == '=';
        if (setting ? !mi_arg_row_read(argument_rows, command, args, *list, complaint)
                    : !add_player(args, *list, defaults, engine, complaint))
            return false;
    }
    if (args->openings.plies < 0)
        args->openings.plies = args->openings_file[0] ? 0 : 4;
    return check_args(args, tournament, complaint) &&
           (!args->openings_file[0] ||
            mi_openings_read(&args->openings, args->openings_file, engine, complaint));
}

void mi_match_args_free(struct mi_match_args *args)
{
    for (int i = 0; i < args->players; i++)
        mi_player_free(&args->player[i]);
    mi_openings_free(&args->openings);
}
