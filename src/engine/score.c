/* The end of the game: which stones live, and the score. */
#include "engine.h"

#include "../base/clock.h"
#include "../base/text.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYOUTS = 1000 };

static const double NO_DEADLINE = 0;

/* A chain that comes through fewer of the playouts than dead_below is dead; one that comes through
 * fewer than seki_below depends on who plays first, as in seki.  Life is in doubt from doubt_from
 * to seki_below. */
static const double doubt_from = 1.0 / 3, dead_below = 1.0 / 2, seki_below = 2.0 / 3;

static bool has_status(const miai_game *game)
{
    return game->settle && game->ownership && game->chains && game->board && game->set_turn &&
           game->playout;
}

/* Counts for each point how many more playouts leave it to the first player than to the second; the
 * players begin in turn.  False if the deadline came first. */
static bool own(const miai_engine *engine, double deadline, int *sum)
{
    const struct mi_record *record = engine->record;
    const miai_game *game = mi_record_game(record);
    int points = miai_width(engine) * miai_height(engine);
    int bound = mi_playout_max(game, mi_record_setup(record));
    int8_t owner[MIAI_MAX_POINTS];
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(mi_record_position(record)));
    memset(sum, 0, (size_t)points * sizeof *sum);
    for (int i = 0; i < PLAYOUTS; i++) {
        if (deadline > 0 && mi_clock() >= deadline)
            return false;
        memcpy(engine->scratch, mi_record_position(record), mi_record_size(record));
        game->set_turn(engine->scratch, i % 2);
        mi_playout(game, MI_PLAYOUT_HEAVY, engine->scratch, &rng, NULL, bound);
        game->ownership(engine->scratch, owner);
        for (int p = 0; p < points; p++)
            sum[p] += owner[p];
    }
    return true;
}

enum status { ALIVE, DEAD, SEKI, NO_STONE };

/* The status of each point's chain, which is the average of its points.  *open is set if the life
 * of some chain is in doubt, or the deadline came before that is known. */
static void judge(const miai_engine *engine, double deadline, enum status *status, int16_t *chain,
                  bool *open)
{
    const miai_game *game = mi_record_game(engine->record);
    const void *pos = mi_record_position(engine->record);
    int points = miai_width(engine) * miai_height(engine);
    int sum[MIAI_MAX_POINTS], total[MIAI_MAX_POINTS] = {0}, stones[MIAI_MAX_POINTS] = {0};
    int8_t piece[MIAI_MAX_POINTS];
    *open = !own(engine, deadline, sum);
    game->board(pos, piece);
    game->chains(pos, chain);
    for (int p = 0; p < points; p++) {
        if (piece[p] >= 0) {
            total[chain[p]] += piece[p] == 0 ? sum[p] : -sum[p];
            stones[chain[p]]++;
        }
    }
    for (int p = 0; p < points; p++) {
        status[p] = NO_STONE;
        if (piece[p] < 0)
            continue;
        double survival = (1 + (double)total[chain[p]] / (stones[chain[p]] * PLAYOUTS)) / 2;
        status[p] = survival < dead_below ? DEAD : survival < seki_below ? SEKI : ALIVE;
        *open |= survival >= doubt_from && survival < seki_below;
    }
}

/* The score in the first player's view, what is dead taken off; *open as judge() sets it. */
static int settle(const miai_engine *engine, double deadline, bool *open)
{
    enum status status[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
    int8_t dead[MIAI_MAX_POINTS];
    judge(engine, deadline, status, chain, open);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        dead[p] = status[p] == DEAD;
    return mi_record_game(engine->record)->settle(mi_record_position(engine->record), dead);
}

enum mi_ending mi_engine_ending(const miai_engine *engine, int player, double deadline)
{
    const miai_game *game = mi_record_game(engine->record);
    bool open;
    if (!has_status(game))
        return MI_ENDING_OPEN;
    const void *pos = mi_record_position(engine->record);
    int sign = player == 0 ? 1 : -1, score = sign * settle(engine, deadline, &open);
    if (open)
        return MI_ENDING_OPEN;
    if (score < 0)
        return MI_ENDING_LOST;
    bool costly = game->territory && game->territory(pos);
    return score > 0 && (costly || sign * game->settle(pos, NULL) > 0) ? MI_ENDING_WON
                                                                       : MI_ENDING_OPEN;
}

/* "B+3.5", with the score in the first player's view. */
static void write_score(int score, char *text, size_t size)
{
    char number[32];
    struct mi_out out;
    mi_out_init(&out, text, size);
    mi_write_real(abs(score) / (double)MIAI_POINT_SCORE, number, sizeof number);
    if (score == 0)
        mi_out_add(&out, "0");
    else
        mi_out_format(&out, "%c+%s", score > 0 ? 'B' : 'W', number);
}

int miai_final_score(miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    int score;
    bool open;
    if (has_status(game)) {
        score = settle(engine, NO_DEADLINE, &open);
    } else {
        if (!mi_record_outcome(engine->record, &score))
            return MIAI_NO_SCORE;
        if (game->points == 0)
            score = ((score > 0) - (score < 0)) * MIAI_POINT_SCORE;
    }
    write_score(score, text, size);
    return MIAI_OK;
}

/* Adds the points of one chain, a line of its own. */
static void add_chain(const miai_engine *engine, struct mi_out *out, const int16_t *chain, int id)
{
    char name[MIAI_MOVE_TEXT];
    int width = miai_width(engine), points = width * miai_height(engine);
    if (out->length > 0)
        mi_out_char(out, '\n');
    for (int p = id; p < points; p++) {
        if (chain[p] != id)
            continue;
        miai_point_text(p % width, p / width, name, sizeof name);
        mi_out_format(out, "%s%s", p == id ? "" : " ", name);
    }
}

int miai_final_status(miai_engine *engine, const char *word, char *text, size_t size)
{
    static const char *const words[] = {"alive", "dead", "seki"};
    enum status status[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
    struct mi_out out;
    int wanted = 0;
    bool open;
    while (wanted < 3 && strcmp(words[wanted], word) != 0)
        wanted++;
    if (wanted == 3)
        return MIAI_SYNTAX;
    mi_out_init(&out, text, size);
    if (!has_status(mi_record_game(engine->record)))
        return MIAI_UNSUPPORTED;
    judge(engine, NO_DEADLINE, status, chain, &open);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (chain[p] == p && (int)status[p] == wanted)
            add_chain(engine, &out, chain, p);
    return MIAI_OK;
}
