#include "search/search.h"
#include "trial.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

enum { TRACE = 3 * MIAI_MAX_MOVES };

/* The moves that a playout says it made lead to the result that it gave. */
static void check_trace(struct trial *t)
{
    static uint16_t made[TRACE];
    miai_trace trace = {.length = 0, .capacity = TRACE, .move = made};
    miai_trace full = {.length = 1, .capacity = 2, .move = (uint16_t[3]){1, 2, 3}};
    void *pos = new_position(t), *replay = new_position(t);
    int score = t->game->playout(pos, &t->rng, &trace), replayed = 0;
    for (int i = 0; i < trace.length; i++) {
        miai_move move = made[i] & ~MIAI_TRACE_SECOND;
        ck_assert_int_eq(t->game->turn(replay), (made[i] & MIAI_TRACE_SECOND) != 0);
        ck_assert(t->game->legal(replay, move));
        t->game->play(replay, move);
    }
    if (t->game->outcome(replay, &replayed))
        ck_assert_int_eq(replayed, score);
    t->game->init(pos, t->setup);
    t->game->playout(pos, &t->rng, &full);
    ck_assert(full.length == 2 && full.move[0] == 1 && full.move[2] == 3);
    free(pos);
    free(replay);
}

struct mean {
    double value, error;
};

static struct mean mean_result(struct trial *t, bool hook, int games)
{
    void *pos = new_position(t);
    int bound = mi_playout_max(t->game, t->setup);
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < games; i++) {
        t->game->init(pos, t->setup);
        int score = hook ? t->game->playout(pos, &t->rng, NULL)
                         : mi_playout_plain(t->game, pos, &t->rng, NULL, bound);
        double result = t->game->points ? score : (score > 0) - (score < 0);
        sum += result;
        squares += result * result;
    }
    free(pos);
    double mean = sum / games;
    return (struct mean){mean, sqrt((squares / games - mean * mean) / games)};
}

void check_playouts(struct trial *t)
{
    if (!t->game->playout)
        return;
    int games = t->move_count > 100 ? 20000 / t->move_count : 4000;
    struct mean plain = mean_result(t, false, games), hook = mean_result(t, true, games);
    double error = sqrt(plain.error * plain.error + hook.error * hook.error);
    ck_assert_msg(fabs(plain.value - hook.value) <= 4.0 * error,
                  "%s %dx%d: plain loop %g, hook %g, error %g", t->game->name, t->setup->width,
                  t->setup->height, plain.value, hook.value, error);
    for (int i = 0; i < 10; i++)
        check_trace(t);
}
