/* Inputs that describe the players to KataGo's human-style networks: ranks on KGS, or professionals
 * of a given year.  See cpp/neuralnet/sgfmetadata.cpp of KataGo. */
#include "planes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Indices of the inputs.  Inputs of the side to move come before the opponent's. */
enum {
    IS_HUMAN = 0,
    RANK = 6, /* thermometer code: the number of ones is the rank counted from 9d = 1 */
    RANKS = 34,
    UNRATED = 74, /* 1 if unrated, 0.5 if unknown */
    TIME_UNKNOWN = 75,
    TIME_BYO_YOMI = 79,
    MAIN_TIME = 82,
    PERIOD_TIME,
    PERIODS,
    CANADIAN_MOVES,
    AREA,
    DATE,
    DATES = 32, /* number of periods, with a cosine and a sine each */
    SOURCE = DATE + 2 * DATES
};

enum { KGS = 2, GOGOD = 5, GO4GO = 6 };
enum { FIRST_YEAR = 1800, FIRST_YEAR_OF_GO4GO = 2021, LAST_YEAR = 2023 };

/* A parsed profile. */
struct player_profile {
    int rank[2]; /* Black's and White's: 1 is 9d, 9 is 1d, 10 is 1k */
    bool rated;
    double main_seconds, period_seconds,
        periods; /* seconds and number of overtime periods; periods 0: time control unknown */
    double days; /* days since 1970-01-01 */
    int source;
};

/* Days from 1970-01-01 to the first of the month, in the Gregorian calendar. */
static double days_to_month(int year, int month)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int last = year - 1;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int leaps = last / 4 - last / 100 + last / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400);
    return 365.0 * (year - 1970) + leaps + before[month - 1] + (leap && month > 2);
}

/* Parses "9d" to "1d" and "1k" to "20k" as 1 to 29; 0 if it is not a rank. */
static int read_player_rank(const char *text)
{
    for (int rank = 1; rank <= 29; rank++) {
        char name[4];
        snprintf(name, sizeof name, "%d%c", rank < 10 ? 10 - rank : rank - 9,
                 rank < 10 ? 'd' : 'k');
        if (strcmp(text, name) == 0)
            return rank;
    }
    return 0;
}

/* Parses "5k", or "5k_3d" for Black and White. */
static bool read_player_ranks(const char *text, int rank[2])
{
    char first[8];
    size_t length = strcspn(text, "_");
    if (length >= sizeof first)
        return false;
    memcpy(first, text, length);
    first[length] = '\0';
    rank[0] = read_player_rank(first);
    rank[1] = text[length] ? read_player_rank(text + length + 1) : rank[0];
    return rank[0] > 0 && rank[1] > 0;
}

static bool read_year(const char *text, int *year)
{
    *year = 0;
    for (; *text >= '0' && *text <= '9' && *year < FIRST_YEAR; text++)
        *year = 10 * *year + *text - '0';
    return *text == '\0' && *year >= FIRST_YEAR && *year <= LAST_YEAR;
}

/* The text after the prefix, or NULL. */
static const char *after_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static bool read_profile(const char *profile, struct player_profile *players)
{
    profile = *profile ? profile : "rank_9d";
    const char *rank = after_prefix(profile, "rank_"), *old = after_prefix(profile, "preaz_");
    const char *year_text = after_prefix(profile, "proyear_");
    int year;
    if (rank || old) {
        *players =
            (struct player_profile){.main_seconds = 1200,
                                    .period_seconds = 30,
                                    .periods = 5,
                                    .days = old ? days_to_month(2016, 9) : days_to_month(2020, 3),
                                    .source = KGS};
        return read_player_ranks(rank ? rank : old, players->rank);
    }
    if (!year_text || !read_year(year_text, &year))
        return false;
    *players = (struct player_profile){.rank = {1, 1},
                                       .rated = true,
                                       .days = days_to_month(year, 6),
                                       .source = year < FIRST_YEAR_OF_GO4GO ? GOGOD : GO4GO};
    return true;
}

static void fill_date(double days, float *metadata)
{
    const double circle = 6.283185307179586476925, factor = pow(80000.0, 1.0 / (DATES - 1));
    double period = 7;
    for (int i = 0; i < DATES; i++, period *= factor) {
        metadata[DATE + 2 * i] = (float)cos(days / period * circle);
        metadata[DATE + 2 * i + 1] = (float)sin(days / period * circle);
    }
}

static void fill_metadata(const struct player_profile *players, int player, int area,
                          float *metadata)
{
    memset(metadata, 0, GO_METADATA * sizeof *metadata);
    metadata[IS_HUMAN] = metadata[IS_HUMAN + 1] = 1.0F;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < players->rank[side == 0 ? player : 1 - player]; i++)
            metadata[RANK + side * RANKS + i] = 1.0F;
    metadata[UNRATED] = players->rated ? 0.0F : 0.5F;
    metadata[players->periods > 0 ? TIME_BYO_YOMI : TIME_UNKNOWN] = 1.0F;
    metadata[MAIN_TIME] = (float)(0.4 * (log(players->main_seconds + 60) - 6.5));
    metadata[PERIOD_TIME] = (float)(0.3 * (log(players->period_seconds + 1) - 3));
    metadata[PERIODS] = (float)(0.5 * (log(players->periods + 2) - 1.5));
    metadata[CANADIAN_MOVES] = (float)(0.25 * (log(2.0) - 1.5));
    metadata[AREA] = (float)(0.5 * log(area / 361.0));
    fill_date(players->days, metadata);
    metadata[SOURCE + players->source] = 1.0F;
}

bool mi_go_network_players(const miai_setup *setup, int player, const char *profile,
                           float *metadata)
{
    struct player_profile players;
    if (!read_profile(profile, &players))
        return false;
    if (metadata)
        fill_metadata(&players, player, setup->width * setup->height, metadata);
    return true;
}
