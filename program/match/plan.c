#include "plan.h"

#include <stdlib.h>

/* The pairs go round the pairings; each pairing has the same openings. */
struct mi_match_pairing mi_match_game(const struct mi_match *match, long number)
{
    long pair = number / 2;
    const int *players = match->pairing[pair % match->pairings];
    bool turned = number % 2 != 0;
    return (struct mi_match_pairing){.first = players[turned],
                                     .second = players[!turned],
                                     .opening = (unsigned long)(pair / match->pairings)};
}

/* What is asked after each game is summed up game by game. */
void mi_match_note(struct mi_match *match, long number, struct mi_stored_result ending)
{
    bool turned = number % 2 != 0;
    int points = turned ? 2 - ending.points : ending.points;
    int pairing = (int)(number / 2 % match->pairings), other = match->ending[number ^ 1].points;
    struct mi_score *score = &match->score[pairing];
    score->won += points == 2;
    score->drawn += points == 1;
    score->lost += points == 0;
    if (pairing == 0 && other >= 0)
        match->pairs.count[points + (turned ? other : 2 - other)]++;
    match->ending[number] = ending;
    match->done++;
    match->left_out -= mi_match_is_left_out(match, number);
}

bool mi_match_is_left_out(const struct mi_match *match, long number)
{
    struct mi_match_pairing game = mi_match_game(match, number);
    return match->absent[game.first] || match->absent[game.second];
}

void mi_match_leave_out(struct mi_match *match, int player)
{
    match->absent[player] = true;
    match->left_out = 0;
    for (long i = 0; i < match->count; i++)
        match->left_out += match->ending[i].points < 0 && mi_match_is_left_out(match, i);
}

bool mi_match_is_open(const struct mi_match *match)
{
    return match->done + match->left_out < match->count;
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

static void pair_up(struct mi_match *match)
{
    int players = match->words->players;
    for (int i = 0; i < players; i++)
        for (int k = i + 1; k < players; k++)
            if (i == 0 || !match->words->gauntlet) {
                match->pairing[match->pairings][0] = i;
                match->pairing[match->pairings][1] = k;
                match->pairings++;
            }
}

bool mi_match_plan(struct mi_match *match)
{
    size_t players = (size_t)match->words->players;
    match->pairing = calloc(players * players, sizeof *match->pairing);
    if (!match->pairing)
        return false;
    pair_up(match);
    match->count = match->words->games * match->pairings;
    match->ending = calloc((size_t)match->count, sizeof *match->ending);
    match->taken = calloc((size_t)match->count, sizeof *match->taken);
    match->score = calloc((size_t)match->pairings, sizeof *match->score);
    for (long i = 0; match->ending && i < match->count; i++)
        match->ending[i] = (struct mi_stored_result){-1, -1};
    return match->ending && match->taken && match->score;
}

void mi_match_plan_free(struct mi_match *match)
{
    free(match->pairing);
    free(match->ending);
    free(match->taken);
    free(match->score);
}

miai_engine *mi_match_engine(const struct mi_match *match)
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

miai_engine *mi_match_referee(const struct mi_match *match)
{
    char complaint[MI_COMPLAINT];
    miai_engine *referee = mi_match_engine(match);
    bool good = referee && mi_settings_apply(match->settings, referee, complaint) &&
                miai_set_option(referee, "time", "0") == MIAI_OK;
    if (good)
        return referee;
    miai_free(referee);
    return NULL;
}
