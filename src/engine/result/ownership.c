/* The expected ownership of the points, by the last search. */
#include "analysis.h"
#include "engine/engine.h"

#include "search/mcts/ownership.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From a network's output at the root. */
static void copy_network_ownership(const miai_engine *engine, double *owner, double *deviation)
{
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++) {
        owner[p] = (double)engine->result->ownership[p];
        if (deviation)
            deviation[p] = 0;
    }
}

/* ---- a search without playouts: from the end of its line ---- */

/* Plays the line of the i-th choice in scratch, while it is legal. */
static void play_choice_line(const miai_engine *engine, int i)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_move pv[MI_PV_MAX];
    uint64_t visits[MI_PV_MAX];
    int n = mi_engine_choice_line(engine, i, pv, visits);
    memcpy(engine->scratch, engine->pos, mi_history_size(engine->history));
    for (int k = 0; k < n && game->legal(engine->scratch, pv[k]); k++)
        game->play(engine->scratch, pv[k]);
}

/* Plays out the position in scratch and sums up the ownership; only once if the game is over.
 * Returns the number of playouts. */
static int sum_playouts(const miai_engine *engine, int playouts, void *pos, int *sum, int *squares)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    int8_t owner[MIAI_MAX_POINTS];
    int score;
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(engine->scratch));
    if (game->outcome(engine->scratch, &score))
        playouts = 1;
    for (int n = 0; n < playouts; n++) {
        memcpy(pos, engine->scratch, mi_history_size(engine->history));
        if (playouts > 1)
            mi_playout(game, NULL, MI_PLAYOUT_UNIFORM, pos, &rng, NULL,
                       mi_playout_max(game, setup));
        mi_scoring(game)->ownership(pos, owner);
        for (int p = 0; p < setup->width * setup->height; p++) {
            sum[p] += owner[p];
            squares[p] += owner[p] * owner[p];
        }
    }
    return playouts;
}

static bool ownership_after_line(const miai_engine *engine, int i, double *owner, double *deviation)
{
    enum { PLAYOUTS = 256 };
    int sum[MIAI_MAX_POINTS] = {0}, squares[MIAI_MAX_POINTS] = {0};
    void *pos = malloc(mi_history_size(engine->history));
    if (!pos)
        return false;
    play_choice_line(engine, i < 0 ? 0 : i);
    int n = sum_playouts(engine, PLAYOUTS, pos, sum, squares);
    free(pos);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++) {
        owner[p] = (double)sum[p] / n;
        if (deviation)
            deviation[p] = sqrt(fmax(0, (double)squares[p] / n - owner[p] * owner[p]));
    }
    return true;
}

/* ---- of any search ---- */

/* Ownership in the first player's view. */
static bool find_ownership(const miai_engine *engine, int i, double *owner, double *deviation)
{
    const struct mi_ownership *ownership = mi_engine_leaf_ownership(engine);
    if (i == -1 && !ownership && engine->result->owned) {
        copy_network_ownership(engine, owner, deviation);
        return true;
    }
    if (i < -1 || i >= engine->result->choice_count ||
        !mi_scoring(mi_history_game(engine->history))->ownership)
        return false;
    if (ownership)
        return mi_ownership_mean(ownership, i < 0 ? MIAI_NO_MOVE : engine->result->choice[i].move,
                                 owner, deviation);
    bool asked = i < 0 ? engine->analysis.points : engine->analysis.points_by_move;
    return engine->root_is_current && asked && !engine->result->owned &&
           ownership_after_line(engine, i, owner, deviation);
}

bool miai_ownership(const miai_engine *engine, int i, double *owner, double *deviation)
{
    if (!engine->result_search || !find_ownership(engine, i, owner, deviation))
        return false;
    double sign = engine->result_player == 0 ? 1 : -1;
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        owner[p] = sign * owner[p] + 0.0;
    return true;
}
