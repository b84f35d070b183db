#include "plan.h"

#include <stdlib.h>

/* Pairs of games alternate among the pairings; each pairing gets the same openings. */
struct mi_match_pairing mi_match_pairing_of(const struct mi_match *match, long number)
{
    long pair = number / 2;
    const int *players = match->pairing[pair % match->pairings];
    bool swapped = number % 2 != 0;
    return (struct mi_match_pairing){.first = players[swapped],
                                     .second = players[!swapped],
                                     .opening = (unsigned long)(pair / match->pairings)};
}

/* Updates the totals, since these are read after each game. */
void mi_match_add_result(struct mi_match *match, long number, struct mi_stored_result result)
{
    bool swapped = number % 2 != 0;
    int points = swapped ? 2 - result.points : result.points;
    int pairing = (int)(number / 2 % match->pairings), other = match->results[number ^ 1].points;
    struct mi_score *score = &match->score[pairing];
    score->won += points == 2;
    score->drawn += points == 1;
    score->lost += points == 0;
    if (pairing == 0 && other >= 0)
        match->pairs.count[points + (swapped ? other : 2 - other)]++;
    match->results[number] = result;
    match->done++;
    match->dropped -= mi_match_is_dropped(match, number);
}

bool mi_match_is_dropped(const struct mi_match *match, long number)
{
    struct mi_match_pairing game = mi_match_pairing_of(match, number);
    return match->not_started[game.first] || match->not_started[game.second];
}

void mi_match_drop_player(struct mi_match *match, int player)
{
    match->not_started[player] = true;
    match->dropped = 0;
    for (long i = 0; i < match->count; i++)
        match->dropped += match->results[i].points < 0 && mi_match_is_dropped(match, i);
}

bool mi_match_has_open_games(const struct mi_match *match)
{
    return match->done + match->dropped < match->count;
}

struct mi_score mi_match_score(const struct mi_match *match, int a, int b)
{
    for (int i = 0; i < match->pairings; i++) {
        const int *players = match->pairing[i];
        struct mi_score score = match->score[i];
        if (players[0] == a && players[1] == b)
            return score;
        if (players[0] == b && players[1] == a)
            return (struct mi_score){score.lost, score.drawn, score.won};
    }
    return (struct mi_score){.won = 0};
}

static void list_pairings(struct mi_match *match)
{
    int players = match->args->players;
    for (int i = 0; i < players; i++)
        for (int k = i + 1; k < players; k++)
            if (i == 0 || !match->args->gauntlet) {
                match->pairing[match->pairings][0] = i;
                match->pairing[match->pairings][1] = k;
                match->pairings++;
            }
}

bool mi_match_plan(struct mi_match *match)
{
    size_t players = (size_t)match->args->players;
    match->pairing = calloc(players * players, sizeof *match->pairing);
    if (!match->pairing)
        return false;
    list_pairings(match);
    match->count = match->args->games * match->pairings;
    match->results = calloc((size_t)match->count, sizeof *match->results);
    match->claimed = calloc((size_t)match->count, sizeof *match->claimed);
    match->score = calloc((size_t)match->pairings, sizeof *match->score);
    for (long i = 0; match->results && i < match->count; i++)
        match->results[i] = (struct mi_stored_result){-1, -1};
    return match->results && match->claimed && match->score;
}

void mi_match_plan_free(struct mi_match *match)
{
    free(match->pairing);
    free(match->results);
    free(match->claimed);
    free(match->score);
}

miai_engine *mi_match_new_engine(const struct mi_match *match)
{
    miai_engine *engine = miai_new();
    int count = engine ? miai_game_count(engine) : 0;
    for (int i = count; engine && i < miai_game_count(match->engine); i++)
        if (miai_add_game(engine, miai_game_at(match->engine, i)) != MIAI_OK) {
            miai_free(engine);
            engine = NULL;
        }
    return engine;
}

miai_engine *mi_match_new_referee(const struct mi_match *match)
{
    char complaint[MI_COMPLAINT];
    miai_engine *referee = mi_match_new_engine(match);
    bool good = referee && mi_settings_apply(match->settings, referee, complaint) &&
                miai_set_option(referee, "time", "0") == MIAI_OK;
    if (good)
        return referee;
    miai_free(referee);
    return NULL;
}
