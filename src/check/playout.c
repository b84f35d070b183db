/* Compares the game's own playouts with uniform random play. */
#include "check.h"

#include "search/common/search.h"

#include <math.h>
#include <stdlib.h>

enum { TRACE_CAPACITY = 3 * MIAI_MAX_MOVES };

/* A playout function of the game and its name. */
struct playout_kind {
    const char *function;
    bool heavy;
};

static int run_playout(struct mi_check *check, const struct playout_kind *playout_kind, void *pos,
                       miai_trace *trace)
{
    const miai_playouts *playouts = mi_playouts(check->game);
    return playout_kind->heavy ? playouts->heavy(NULL, pos, &check->rng, trace)
                               : playouts->uniform(pos, &check->rng, trace);
}

/* The traced moves must be legal and lead to the returned score, unless the trace is full. */
static bool check_replay(struct mi_check *check, const char *function, const miai_trace *trace,
                         int score)
{
    const miai_game *game = check->game;
    int replayed = 0;
    mi_check_init(check, check->two, MI_CHECK_ZEROS);
    for (int i = 0; i < trace->length && !game->outcome(check->two, &replayed); i++) {
        miai_move move = trace->move[i] & ~MIAI_TRACE_SECOND;
        int player = (trace->move[i] & MIAI_TRACE_SECOND) != 0;
        if (game->turn(check->two) != player)
            return mi_report_fault(check, function,
                                   "() traces move %d as player %d's, but it is the other "
                                   "player's turn",
                                   i, player);
        if (!game->legal(check->two, move))
            return mi_report_fault(check, function,
                                   "() traces %s as move %d, which is not legal there",
                                   mi_move_name(check, move), i);
        game->play(check->two, move);
    }
    if (trace->length < trace->capacity && game->outcome(check->two, &replayed) &&
        replayed != score)
        return mi_report_fault(check, function,
                               "() returns %d, but the moves that it traces lead to %d", score,
                               replayed);
    return true;
}

static bool check_trace(struct mi_check *check, const struct playout_kind *playout_kind,
                        uint16_t *moves)
{
    const char *function = playout_kind->function;
    uint16_t short_trace[3] = {1, 2, 3};
    miai_trace trace = {.length = 0, .capacity = TRACE_CAPACITY, .move = moves};
    miai_trace small = {.length = 1, .capacity = 2, .move = short_trace};
    mi_check_init(check, check->one, MI_CHECK_ZEROS);
    int score = run_playout(check, playout_kind, check->one, &trace);
    if (trace.length < 0 || trace.length > TRACE_CAPACITY)
        return mi_report_fault(check, function, "() leaves a trace of %d moves", trace.length);
    if (!mi_check_guard(check, function, check->one) || !mi_check_score(check, function, score) ||
        !check_replay(check, function, &trace, score))
        return false;
    mi_check_init(check, check->one, MI_CHECK_ZEROS);
    run_playout(check, playout_kind, check->one, &small);
    return (small.length == 2 && short_trace[0] == 1 && short_trace[2] == 3) ||
           mi_report_fault(check, function, "() does not append to the trace up to its capacity");
}

struct mean_and_error {
    double value, error;
};

/* The mean result of playouts of a kind; NULL: of uniform random play. */
static struct mean_and_error mean_result(struct mi_check *check,
                                         const struct playout_kind *playout_kind, int games)
{
    const miai_game *game = check->game;
    int bound = mi_playout_max(game, &check->setup);
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < games; i++) {
        mi_check_init(check, check->one, MI_CHECK_ZEROS);
        int score = playout_kind ? run_playout(check, playout_kind, check->one, NULL)
                                 : mi_playout_plain(game, check->one, &check->rng, NULL, bound);
        double result = game->points ? score : (score > 0) - (score < 0);
        sum += result;
        squares += result * result;
    }
    double mean_and_error = sum / games,
           variance = squares / games - mean_and_error * mean_and_error;
    return (struct mean_and_error){mean_and_error, sqrt((variance > 0 ? variance : 0) / games)};
}

/* Uniform playouts must have the same mean result as uniform random play. */
static void check_mean(struct mi_check *check, const struct playout_kind *playout_kind)
{
    int games = check->move_count > 100 ? 20000 / check->move_count + 1 : 4000;
    struct mean_and_error plain = mean_result(check, NULL, games),
                          own = mean_result(check, playout_kind, games);
    double error = sqrt(plain.error * plain.error + own.error * own.error);
    if (fabs(plain.value - own.value) > 4.0 * error + 1e-9)
        mi_report_fault(check, playout_kind->function,
                        "() has the mean result %g; uniform random play has %g, "
                        "and chance does not explain the difference",
                        own.value, plain.value);
}

static bool check_traces(struct mi_check *check, const struct playout_kind *playout_kind,
                         uint16_t *moves)
{
    bool good = true;
    for (int i = 0; good && i < 10; i++)
        good = check_trace(check, playout_kind, moves);
    return good;
}

void mi_check_playouts(struct mi_check *check)
{
    static const struct playout_kind uniform = {"playouts.uniform", false},
                                     heavy = {"playouts.heavy", true};
    const miai_playouts *playouts = mi_playouts(check->game);
    uint16_t *moves = malloc(TRACE_CAPACITY * sizeof *moves);
    if (moves && playouts->uniform && check_traces(check, &uniform, moves))
        check_mean(check, &uniform);
    if (moves && playouts->heavy)
        check_traces(check, &heavy, moves);
    free(moves);
}
