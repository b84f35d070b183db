#include "arguments.h"

#include "base/shared/ranks.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- settings ---- */

/* The two numbers of "A:B" or "A+B". */
static bool read_two(const char *text, char between, double *a, double *b)
{
    char first[40];
    const char *sign = strchr(text + (*text == '-'), between);
    if (!sign || sign - text >= (long)sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(sign - text), text);
    return mi_read_word_real(first, a) && mi_read_word_real(sign + 1, b);
}

static bool take_games(void *self, const char *text)
{
    struct mi_match_words *words = self;
    int games;
    if (!mi_read_word_count(text, 1, 10000000, &games))
        return false;
    words->games = games + games % 2L;
    return true;
}

static bool take_sprt(void *self, const char *text)
{
    struct mi_match_words *words = self;
    struct mi_sprt *sprt = &words->sprt;
    words->tested = true;
    return read_two(text, ':', &sprt->elo0, &sprt->elo1) && sprt->elo0 < sprt->elo1 &&
           sprt->elo0 > -2000 && sprt->elo1 < 2000;
}

static bool take_risk(double *risk, const char *text)
{
    return mi_read_word_real(text, risk) && *risk > 0 && *risk < 0.5;
}

static bool take_alpha(void *self, const char *text)
{
    struct mi_match_words *words = self;
    return take_risk(&words->sprt.alpha, text);
}

static bool take_beta(void *self, const char *text)
{
    struct mi_match_words *words = self;
    return take_risk(&words->sprt.beta, text);
}

static bool take_clock(void *self, const char *text)
{
    struct mi_match_words *words = self;
    struct mi_match_time_control *pace = &words->pace;
    if (!strchr(text, '+')) {
        pace->increment = 0;
        return mi_read_word_real(text, &pace->main) && pace->main > 0 && pace->main <= 1e6;
    }
    return read_two(text, '+', &pace->main, &pace->increment) && pace->main > 0 &&
           pace->main <= 1e6 && pace->increment >= 0 && pace->increment <= 1e6;
}

static bool take_form(void *self, const char *text)
{
    struct mi_match_words *words = self;
    words->gauntlet = strcmp(text, "gauntlet") == 0;
    return words->gauntlet || strcmp(text, "robin") == 0;
}

static const char seconds[] = "0 to 1000000 seconds";

#define AT(field) offsetof(struct mi_match_words, field)
/* clang-format off */
static const struct mi_word_row rows[] = {
    MI_ROW_TAKE("games", take_games, NULL, "a number of games of each pairing"),
    MI_ROW_NUMBER("parallel", COUNT, AT(parallel), 0, MI_PARALLEL_MAX, "0 to 256 games at once"),
    MI_ROW_NUMBER("plies", COUNT, AT(openings.plies), 0, 1000, "0 to 1000 moves of an opening"),
    MI_ROW_FILE("openings", AT(openings_file), "a file of records"),
    MI_ROW_NUMBER("balance", ABOVE, AT(openings.balance), 0, 0.5, "above 0 and up to 0.5"),
    MI_ROW_SEED("seed", AT(openings.seed)),
    MI_ROW_NUMBER("movetime", REAL, AT(pace.move), 0, 1e6, seconds),
    MI_ROW_TAKE("clock", take_clock, NULL, "SECONDS or SECONDS+INCREMENT"),
    MI_ROW_NUMBER("margin", REAL, AT(pace.margin), 0, 1e6, seconds),
    MI_ROW_NUMBER("patience", ABOVE, AT(pace.patience), 0, 1e6, "above 0 and up to 1000000 seconds"),
    MI_ROW_NUMBER("most", COUNT, AT(most), 0, 1000000, "0 to 1000000 moves"),
    MI_ROW_FILE("table", AT(table), "a file"),
    MI_ROW_FILE("record", AT(record), "a file, .sgf, .pgn, .epd or .txt"),
    MI_ROW_TAKE("sprt", take_sprt, "match", "ELO0:ELO1, the lower one first"),
    MI_ROW_TAKE("alpha", take_alpha, "match", "above 0 and below 0.5"),
    MI_ROW_TAKE("beta", take_beta, "match", "above 0 and below 0.5"),
    MI_ROW_TAKE("form", take_form, "tournament", "robin or gauntlet"),
    MI_ROW_END,
};
/* clang-format on */

/* ---- players ---- */

static bool take_player(struct mi_match_words *words, const char *word,
                        const struct mi_player_defaults *ground, miai_engine *engine,
                        char *complaint)
{
    struct mi_player *player = &words->player[words->players];
    if (words->players == MI_RATED_MAX)
        return mi_complain(complaint, word, "64 players are the most");
    if (!mi_player_read(player, word, ground, engine, complaint))
        return false;
    words->players++;
    for (int i = 0; i < words->players - 1; i++)
        if (strcmp(words->player[i].name, player->name) == 0)
            return mi_complain(complaint, player->name, "two players have this name");
    return true;
}

static bool is_whole(const struct mi_match_words *words, bool tournament, char *complaint)
{
    if (words->players < 2 || (!tournament && words->players > 2))
        return mi_complain(complaint, "wrong use",
                           tournament
                               ? "miai tournament [SETTING=VALUE ...] PLAYER PLAYER ..."
                               : "miai match [SETTING=VALUE ...] PLAYER PLAYER, a player being "
                                 "'NAME: OPTION=VALUE ...' or 'NAME: PROTOCOL COMMAND', of gtp, "
                                 "uci and gomocup");
    int rank;
    if (!words->table[0] && (words->parallel == 0 || mi_is_rank(&rank)))
        return mi_complain(complaint, words->parallel == 0 ? "parallel=0" : "several ranks",
                           "table=FILE is wanted, which all that play have in common");
    if (words->pace.main > 0 && words->pace.move > 0)
        return mi_complain(complaint, "clock and movetime", "one or the other");
    return mi_word_row_files_differ(rows, words, complaint);
}

bool mi_match_read(struct mi_match_words *words, char *const *list, bool tournament,
                   const struct mi_player_defaults *ground, miai_engine *engine, char *complaint)
{
    *words = (struct mi_match_words){
        .games = 100,
        .parallel = 1,
        .sprt = {.alpha = 0.05, .beta = 0.05},
        .pace = {.margin = 0.1},
        .openings = {.balance = 0.15, .plies = -1},
    };
    const char *command = tournament ? "tournament" : "match";
    for (; *list; list++) {
        bool setting = (*list)[strcspn(*list, "=:")] == '=';
        if (setting ? !mi_word_row_read(rows, command, words, *list, complaint)
                    : !take_player(words, *list, ground, engine, complaint))
            return false;
    }
    if (words->openings.plies < 0)
        words->openings.plies = words->openings_file[0] ? 0 : 4;
    return is_whole(words, tournament, complaint) &&
           (!words->openings_file[0] ||
            mi_openings_read(&words->openings, words->openings_file, engine, complaint));
}

void mi_match_words_free(struct mi_match_words *words)
{
    for (int i = 0; i < words->players; i++)
        mi_player_free(&words->player[i]);
    mi_openings_free(&words->openings);
}
