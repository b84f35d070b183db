#include "plan.h"

#include <stdlib.h>

/* The pairs go round the pairings; each pairing has the same openings. */
struct mi_game mi_match_game(const struct mi_match *match, long number)
{
    long pair = number / 2;
    const int *players = match->pairing[pair % match->pairings];
    bool turned = number % 2 != 0;
    return (struct mi_game){.first = players[turned],
                            .second = players[!turned],
                            .opening = (unsigned long)(pair / match->pairings)};
}

struct mi_pairs mi_match_pairs(const struct mi_match *match, int pairing)
{
    struct mi_pairs pairs = {.count = {0}};
    for (long i = 2L * pairing; i < match->count; i += 2L * match->pairings) {
        int straight = match->outcome[i].points, turned = match->outcome[i + 1].points;
        if (straight >= 0 && turned >= 0)
            pairs.count[straight + 2 - turned]++;
    }
    return pairs;
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
    match->outcome = calloc((size_t)match->count, sizeof *match->outcome);
    match->taken = calloc((size_t)match->count, sizeof *match->taken);
    for (long i = 0; match->outcome && i < match->count; i++)
        match->outcome[i].points = -1;
    return match->outcome && match->taken;
}

void mi_match_plan_free(struct mi_match *match)
{
    free(match->pairing);
    free(match->outcome);
    free(match->taken);
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
