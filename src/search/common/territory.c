#include "territory.h"

#include "contract/capability.h"

#include <string.h>

/* Playouts to judge dead stones: PLAYOUTS_PER_STEP at a time until no stone is in doubt, at most
 * PLAYOUTS_MAX.
 */
enum { PLAYOUTS_PER_STEP = 8, PLAYOUTS_MAX = 32 };

static const double min_doubt = 0.2, max_doubt = 0.8;

bool mi_territory_counts(const miai_game *game, const void *pos)
{
    const miai_scoring *scoring = mi_scoring(game);
    return scoring->territory && scoring->count && scoring->play_freely && scoring->ownership &&
           scoring->settle && mi_editing(game)->board && mi_editing(game)->set_turn &&
           scoring->territory(pos);
}

struct mi_territory_playout mi_territory_make(const struct mi_root *root, enum mi_playout_kind kind)
{
    return (struct mi_territory_playout){
        .game = root->game,
        .weights = root->weights,
        .kind = kind,
        .plies = mi_playout_max(root->game, root->setup),
        .width = root->setup->width,
        .points = root->setup->width * root->setup->height,
        .bytes = root->size,
    };
}

int mi_territory_play_out(const struct mi_territory_playout *playout, void *pos, void *before,
                          int8_t *owner, miai_rng *rng, miai_trace *trace)
{
    const miai_scoring *scoring = mi_scoring(playout->game);
    scoring->play_freely(pos);
    mi_playout(playout->game, playout->weights, playout->kind, pos, rng, trace, playout->plies);
    scoring->ownership(pos, owner);
    return scoring->count(before, owner);
}

/* ---- chains ---- */

/* Gives the number p to the stone on p and all stones connected to it. */
static void number_chain(const int8_t *piece, int width, int points, int p, int16_t *chain)
{
    int16_t list[MIAI_MAX_POINTS];
    int n = 0;
    list[n++] = (int16_t)p;
    chain[p] = (int16_t)p;
    for (int i = 0; i < n; i++) {
        int at = list[i], x = at % width;
        const int neighbour[4] = {x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width,
                                  at + width < points ? at + width : -1};
        for (int k = 0; k < 4; k++) {
            int next = neighbour[k];
            if (next < 0 || piece[next] != piece[p] || chain[next] >= 0)
                continue;
            chain[next] = (int16_t)p;
            list[n++] = (int16_t)next;
        }
    }
}

void mi_find_chains(const int8_t *piece, int width, int points, int16_t *chain)
{
    for (int p = 0; p < points; p++)
        chain[p] = -1;
    for (int p = 0; p < points; p++)
        if (piece[p] >= 0 && chain[p] < 0)
            number_chain(piece, width, points, p, chain);
}

/* ---- a finished game ---- */

/* Playout statistics of a finished game's stones. */
struct stone_stats {
    int points, playouts;
    int sum[MIAI_MAX_POINTS];
    int8_t piece[MIAI_MAX_POINTS], life[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
};

/* Sets each stone's life by the share of playouts that its chain survives. Returns true if any
 * stone is in doubt.
 */
static bool judge_stones(struct stone_stats *stone_stats)
{
    int total[MIAI_MAX_POINTS] = {0}, stones[MIAI_MAX_POINTS] = {0};
    bool doubt = false;
    for (int p = 0; p < stone_stats->points; p++)
        if (stone_stats->piece[p] >= 0) {
            total[stone_stats->chain[p]] +=
                stone_stats->piece[p] == 0 ? stone_stats->sum[p] : -stone_stats->sum[p];
            stones[stone_stats->chain[p]]++;
        }
    for (int p = 0; p < stone_stats->points; p++)
        if (stone_stats->piece[p] >= 0) {
            int chain = stone_stats->chain[p], n = stones[chain] * stone_stats->playouts;
            double survival = (1 + (double)total[chain] / n) / 2;
            stone_stats->life[p] = survival < 0.5 ? MIAI_DEAD : MIAI_ALIVE;
            doubt |= survival > min_doubt && survival < max_doubt;
        }
    return doubt;
}

int mi_territory_score(const struct mi_territory_playout *playout, const void *pos, void *scratch,
                       void *scratch_leaf)
{
    const miai_game *game = playout->game;
    struct stone_stats stone_stats = {0};
    int8_t owner[MIAI_MAX_POINTS];
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(pos));
    stone_stats.points = playout->points;
    mi_editing(game)->board(pos, stone_stats.piece);
    mi_find_chains(stone_stats.piece, playout->width, stone_stats.points, stone_stats.chain);
    for (bool doubt = true; doubt && stone_stats.playouts < PLAYOUTS_MAX;) {
        for (int i = 0; i < PLAYOUTS_PER_STEP; i++, stone_stats.playouts++) {
            memcpy(scratch, pos, playout->bytes);
            mi_editing(game)->set_turn(scratch, i % 2);
            memcpy(scratch_leaf, scratch, playout->bytes);
            mi_territory_play_out(playout, scratch, scratch_leaf, owner, &rng, NULL);
            for (int p = 0; p < stone_stats.points; p++)
                stone_stats.sum[p] += owner[p];
        }
        doubt = judge_stones(&stone_stats);
    }
    return mi_scoring(game)->settle(pos, stone_stats.life);
}
