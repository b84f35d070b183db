#include "territory.h"

#include "contract/parts.h"

#include <string.h>

/* Playouts that tell which stones are dead: as many again while that of some is in doubt. */
enum { STEP = 8, MOST = 32 };

static const double doubt_from = 0.2, sure_from = 0.8;

bool mi_ending_counts(const miai_game *game, const void *pos)
{
    const miai_scoring *scoring = mi_scoring(game);
    return scoring->territory && scoring->count && scoring->play_freely && scoring->ownership &&
           scoring->settle && scoring->chains && mi_editing(game)->board &&
           mi_editing(game)->set_turn && scoring->territory(pos);
}

struct mi_ending_playout mi_ending_make(const struct mi_root *root, enum mi_playout kind)
{
    return (struct mi_ending_playout){
        .game = root->game,
        .weights = root->weights,
        .kind = kind,
        .plies = mi_playout_max(root->game, root->setup),
        .points = root->setup->width * root->setup->height,
        .bytes = root->size,
    };
}

int mi_ending_play_out(const struct mi_ending_playout *playout, void *pos, void *before,
                       int8_t *owner, miai_rng *rng, miai_trace *trace)
{
    const miai_scoring *scoring = mi_scoring(playout->game);
    scoring->play_freely(pos);
    mi_playout(playout->game, playout->weights, playout->kind, pos, rng, trace, playout->plies);
    scoring->ownership(pos, owner);
    return scoring->count(before, owner);
}

void mi_ending_survival(const int *owner, int playouts, const int8_t *piece, const int16_t *chain,
                        int points, double *survival)
{
    int total[MIAI_MAX_POINTS] = {0}, stones[MIAI_MAX_POINTS] = {0};
    for (int p = 0; p < points; p++)
        if (piece[p] >= 0) {
            total[chain[p]] += piece[p] == 0 ? owner[p] : -owner[p];
            stones[chain[p]]++;
        }
    for (int p = 0; p < points; p++)
        if (piece[p] >= 0) {
            int n = stones[chain[p]] * playouts;
            survival[p] = n > 0 ? (1 + (double)total[chain[p]] / n) / 2 : 0.5;
        }
}

/* ---- a finished game ---- */

/* What playouts say of its stones. */
struct judging {
    int points, playouts;
    int sum[MIAI_MAX_POINTS];
    int8_t piece[MIAI_MAX_POINTS], life[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
};

/* True if the life of some is in doubt. */
static bool judge(struct judging *judging)
{
    double survival[MIAI_MAX_POINTS];
    bool doubt = false;
    mi_ending_survival(judging->sum, judging->playouts, judging->piece, judging->chain,
                       judging->points, survival);
    for (int p = 0; p < judging->points; p++) {
        if (judging->piece[p] < 0)
            continue;
        judging->life[p] = survival[p] < 0.5 ? MIAI_DEAD : MIAI_ALIVE;
        doubt |= survival[p] > doubt_from && survival[p] < sure_from;
    }
    return doubt;
}

int mi_ending_score(const struct mi_ending_playout *playout, const void *pos, void *one, void *two)
{
    const miai_game *game = playout->game;
    struct judging judging = {0};
    int8_t owner[MIAI_MAX_POINTS];
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(pos));
    judging.points = playout->points;
    mi_editing(game)->board(pos, judging.piece);
    mi_scoring(game)->chains(pos, judging.chain);
    for (bool doubt = true; doubt && judging.playouts < MOST;) {
        for (int i = 0; i < STEP; i++, judging.playouts++) {
            memcpy(one, pos, playout->bytes);
            mi_editing(game)->set_turn(one, i % 2);
            memcpy(two, one, playout->bytes);
            mi_ending_play_out(playout, one, two, owner, &rng, NULL);
            for (int p = 0; p < judging.points; p++)
                judging.sum[p] += owner[p];
        }
        doubt = judge(&judging);
    }
    return mi_scoring(game)->settle(pos, judging.life);
}
