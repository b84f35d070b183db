/* Playing about as well as a rating says, and no better: a search of few nodes, which overlooks
 * some of the moves. */
#include "strength.h"

#include "engine/root.h"

#include "base/fmath.h"

bool miai_elo_range(const miai_engine *engine, int *least, int *most)
{
    const miai_rating *rating = mi_hints(mi_history_game(engine->history))->ratings;
    if (!rating)
        return false;
    *least = rating->elo;
    while (rating[1].elo)
        rating++;
    *most = rating->elo;
    return true;
}

static double between(double a, double b, double part)
{
    return a + (b - a) * part;
}

/* The strength between those of two neighbours in the list, or at its end. */
static miai_rating strength_of(const miai_rating *rating, int elo)
{
    while (rating[1].elo && rating[1].elo <= elo)
        rating++;
    const miai_rating *next = rating + 1;
    if (elo <= rating->elo || !next->elo)
        return *rating;
    double part = (double)(elo - rating->elo) / (next->elo - rating->elo);
    return (miai_rating){elo, mi_exp(between(mi_ln(rating->nodes), mi_ln(next->nodes), part)),
                         between(rating->overlooked, next->overlooked, part)};
}

/* Takes so great a part of the root's moves away, at random; where that would be all, none. */
static void overlook(miai_engine *engine, struct mi_root *root, miai_move *only, double part)
{
    miai_move list[MIAI_MAX_LEGAL];
    miai_rng rng;
    int n = mi_root_moves(root, true, engine->scratch, list), kept = 0;
    miai_rng_seed(
        &rng, miai_mix(mi_engine_seed(engine, engine->games_before) ^ root->game->hash(root->pos)));
    for (int i = 0; i < n; i++)
        if (miai_rng_below(&rng, 1 << 16) >= (uint32_t)(part * (1 << 16)))
            only[kept++] = list[i];
    if (kept > 0) {
        root->only = only;
        root->only_count = kept;
    }
}

void mi_engine_weaken(miai_engine *engine, struct mi_root *root, struct mi_limits *limits,
                      miai_move *only)
{
    if (engine->options.elo == 0 || !mi_hints(root->game)->ratings)
        return;
    miai_rating strength = strength_of(mi_hints(root->game)->ratings, (int)engine->options.elo);
    if (limits->playouts == 0 || limits->playouts > (uint64_t)strength.nodes)
        limits->playouts = (uint64_t)strength.nodes;
    overlook(engine, root, only, strength.overlooked);
}
