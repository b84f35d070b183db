#include "territory.h"

#include "contract/capability.h"

#include <string.h>

/* Playouts that tell which stones are dead: as many again while that of some is in doubt. */
enum { STEP = 8, MOST = 32 };

static const double doubt_from = 0.2, sure_from = 0.8;

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

/* Gives the stone on p, and all that hang together with it, the number p. */
static void number_chain(const int8_t *piece, int width, int points, int p, int16_t *chain)
{
    int16_t list[MIAI_MAX_POINTS];
    int n = 0;
    list[n++] = (int16_t)p;
    chain[p] = (int16_t)p;
    for (int i = 0; i < n; i++) {
        int at = list[i], x = at % width;
        const int beside[4] = {x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width,
                               at + width < points ? at + width : -1};
        for (int k = 0; k < 4; k++) {
            int next = beside[k];
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

/* What playouts say of its stones. */
struct judging {
    int points, playouts;
    int sum[MIAI_MAX_POINTS];
    int8_t piece[MIAI_MAX_POINTS], life[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
};

/* True if the life of some is in doubt: by the part of the playouts that their chain comes
 * through. */
static bool judge(struct judging *judging)
{
    int total[MIAI_MAX_POINTS] = {0}, stones[MIAI_MAX_POINTS] = {0};
    bool doubt = false;
    for (int p = 0; p < judging->points; p++)
        if (judging->piece[p] >= 0) {
            total[judging->chain[p]] += judging->piece[p] == 0 ? judging->sum[p] : -judging->sum[p];
            stones[judging->chain[p]]++;
        }
    for (int p = 0; p < judging->points; p++)
        if (judging->piece[p] >= 0) {
            int chain = judging->chain[p], n = stones[chain] * judging->playouts;
            double survival = (1 + (double)total[chain] / n) / 2;
            judging->life[p] = survival < 0.5 ? MIAI_DEAD : MIAI_ALIVE;
            doubt |= survival > doubt_from && survival < sure_from;
        }
    return doubt;
}

int mi_territory_score(const struct mi_territory_playout *playout, const void *pos, void *one,
                       void *two)
{
    const miai_game *game = playout->game;
    struct judging judging = {0};
    int8_t owner[MIAI_MAX_POINTS];
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(pos));
    judging.points = playout->points;
    mi_editing(game)->board(pos, judging.piece);
    mi_find_chains(judging.piece, playout->width, judging.points, judging.chain);
    for (bool doubt = true; doubt && judging.playouts < MOST;) {
        for (int i = 0; i < STEP; i++, judging.playouts++) {
            memcpy(one, pos, playout->bytes);
            mi_editing(game)->set_turn(one, i % 2);
            memcpy(two, one, playout->bytes);
            mi_territory_play_out(playout, one, two, owner, &rng, NULL);
            for (int p = 0; p < judging.points; p++)
                judging.sum[p] += owner[p];
        }
        doubt = judge(&judging);
    }
    return mi_scoring(game)->settle(pos, judging.life);
}
