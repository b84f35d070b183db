#include "arguments.h"

#include "base/shared/ranks.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

static bool read_seconds(const char *text, double *value)
{
    return mi_read_word_real(text, value) && *value >= 0 && *value <= 1e6;
}

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

static bool take_games(struct mi_match_words *words, const char *text)
{
    int games;
    if (!mi_read_word_count(text, 1, 10000000, &games))
        return false;
    words->games = games + games % 2L;
    return true;
}

static bool take_parallel(struct mi_match_words *words, const char *text)
{
    return mi_read_word_count(text, 0, MI_PARALLEL_MAX, &words->parallel);
}

static bool take_most(struct mi_match_words *words, const char *text)
{
    return mi_read_word_count(text, 0, 1000000, &words->most);
}

static bool take_sprt(struct mi_match_words *words, const char *text)
{
    struct mi_sprt *sprt = &words->sprt;
    words->tested = true;
    return read_two(text, ':', &sprt->elo0, &sprt->elo1) && sprt->elo0 < sprt->elo1 &&
           sprt->elo0 > -2000 && sprt->elo1 < 2000;
}

static bool take_risk(double *risk, const char *text)
{
    return mi_read_word_real(text, risk) && *risk > 0 && *risk < 0.5;
}

static bool take_alpha(struct mi_match_words *words, const char *text)
{
    return take_risk(&words->sprt.alpha, text);
}

static bool take_beta(struct mi_match_words *words, const char *text)
{
    return take_risk(&words->sprt.beta, text);
}

static bool take_movetime(struct mi_match_words *words, const char *text)
{
    return read_seconds(text, &words->pace.move);
}

static bool take_clock(struct mi_match_words *words, const char *text)
{
    struct mi_pace *pace = &words->pace;
    if (!strchr(text, '+'))
        return read_seconds(text, &pace->main) && pace->main > 0;
    return read_two(text, '+', &pace->main, &pace->increment) && pace->main > 0 &&
           pace->main <= 1e6 && pace->increment >= 0 && pace->increment <= 1e6;
}

static bool take_margin(struct mi_match_words *words, const char *text)
{
    return read_seconds(text, &words->pace.margin);
}

static bool take_patience(struct mi_match_words *words, const char *text)
{
    return read_seconds(text, &words->pace.patience) && words->pace.patience > 0;
}

static bool take_plies(struct mi_match_words *words, const char *text)
{
    return mi_read_word_count(text, 0, 1000, &words->openings.plies);
}

static bool take_balance(struct mi_match_words *words, const char *text)
{
    double *balance = &words->openings.balance;
    return mi_read_word_real(text, balance) && *balance > 0 && *balance <= 0.5;
}

static bool take_seed(struct mi_match_words *words, const char *text)
{
    return mi_read_word_seed(text, &words->openings.seed);
}

static bool take_openings(struct mi_match_words *words, const char *text)
{
    return mi_read_word_name(text, words->openings_file, sizeof words->openings_file);
}

static bool take_table(struct mi_match_words *words, const char *text)
{
    return mi_read_word_name(text, words->table, sizeof words->table);
}

static bool take_record(struct mi_match_words *words, const char *text)
{
    return mi_read_word_name(text, words->record, sizeof words->record);
}

static bool take_form(struct mi_match_words *words, const char *text)
{
    words->gauntlet = strcmp(text, "gauntlet") == 0;
    return words->gauntlet || strcmp(text, "robin") == 0;
}

static const struct entry {
    const char *name;
    bool (*take)(struct mi_match_words *words, const char *text);
    const char *range;
    bool match_alone, tournament_alone;
} entries[] = {
    {"games", take_games, "a number of games of each pairing", false, false},
    {"parallel", take_parallel, "0 to 256 games at once", false, false},
    {"plies", take_plies, "0 to 1000 moves of an opening", false, false},
    {"openings", take_openings, "a file of records", false, false},
    {"balance", take_balance, "above 0 and up to 0.5", false, false},
    {"seed", take_seed, "0 to 2147483647", false, false},
    {"movetime", take_movetime, "seconds a move", false, false},
    {"clock", take_clock, "SECONDS or SECONDS+INCREMENT", false, false},
    {"margin", take_margin, "seconds", false, false},
    {"patience", take_patience, "seconds", false, false},
    {"most", take_most, "0 to 1000000 moves", false, false},
    {"table", take_table, "a file", false, false},
    {"record", take_record, "a file, .sgf, .pgn, .epd or .txt", false, false},
    {"sprt", take_sprt, "ELO0:ELO1, the lower one first", true, false},
    {"alpha", take_alpha, "above 0 and below 0.5", true, false},
    {"beta", take_beta, "above 0 and below 0.5", true, false},
    {"form", take_form, "robin or gauntlet", false, true},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

/* "NAME=VALUE" */
static bool take_setting(struct mi_match_words *words, const char *word, bool tournament,
                         char *complaint)
{
    char name[40];
    size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    struct mi_nearest nearest = {.name = name};
    for (int i = 0; i < ENTRIES; i++) {
        const struct entry *entry = &entries[i];
        if (tournament ? entry->match_alone : entry->tournament_alone)
            continue;
        mi_nearest_offer(&nearest, entry->name);
        if (strcmp(entry->name, name) == 0)
            return entry->take(words, word + length + 1) ||
                   mi_complain(complaint, word, entry->range);
    }
    return mi_complain_of_setting(complaint, word, nearest.best);
}

static bool take_player(struct mi_match_words *words, const char *word,
                        const struct mi_ground *ground, miai_engine *engine, char *complaint)
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
    return true;
}

bool mi_match_read(struct mi_match_words *words, char *const *list, bool tournament,
                   const struct mi_ground *ground, miai_engine *engine, char *complaint)
{
    *words = (struct mi_match_words){
        .games = 100,
        .parallel = 1,
        .sprt = {.alpha = 0.05, .beta = 0.05},
        .pace = {.margin = 0.1, .patience = 600},
        .openings = {.balance = 0.15, .plies = -1},
    };
    for (; *list; list++) {
        bool setting = (*list)[strcspn(*list, "=:")] == '=';
        if (setting ? !take_setting(words, *list, tournament, complaint)
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
