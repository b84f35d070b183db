/* The game's own playouts beside the plain loop. */
#include "check.h"

#include "search/common/search.h"

#include <math.h>
#include <stdlib.h>

enum { TRACE = 3 * MIAI_MAX_MOVES };

/* A kind of playout, and its name. */
struct kind {
    const char *function;
    bool heavy;
};

static int play_out(struct mi_check *check, const struct kind *kind, void *pos, miai_trace *trace)
{
    const miai_playouts *playouts = mi_playouts(check->game);
    return kind->heavy ? playouts->heavy(NULL, pos, &check->rng, trace)
                       : playouts->uniform(pos, &check->rng, trace);
}

/* The moves that a playout says it made lead to the score that it gave, if not all of them are
 * needed for that. */
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
            return mi_fault(check, function,
                            "() traces move %d as player %d's, whose turn it is "
                            "not",
                            i, player);
        if (!game->legal(check->two, move))
            return mi_fault(check, function, "() traces %s as its move %d, where it is not legal",
                            mi_move_name(check, move), i);
        game->play(check->two, move);
    }
    if (trace->length < trace->capacity && game->outcome(check->two, &replayed) &&
        replayed != score)
        return mi_fault(check, function, "() returns %d, and the moves that it traces lead to %d",
                        score, replayed);
    return true;
}

static bool check_trace(struct mi_check *check, const struct kind *kind, uint16_t *moves)
{
    const char *function = kind->function;
    uint16_t few[3] = {1, 2, 3};
    miai_trace trace = {.length = 0, .capacity = TRACE, .move = moves};
    miai_trace full = {.length = 1, .capacity = 2, .move = few};
    mi_check_init(check, check->one, MI_CHECK_ZEROS);
    int score = play_out(check, kind, check->one, &trace);
    if (trace.length < 0 || trace.length > TRACE)
        return mi_fault(check, function, "() leaves a trace of %d moves", trace.length);
    if (!mi_check_guard(check, function, check->one) || !mi_check_score(check, function, score) ||
        !check_replay(check, function, &trace, score))
        return false;
    mi_check_init(check, check->one, MI_CHECK_ZEROS);
    play_out(check, kind, check->one, &full);
    return (full.length == 2 && few[0] == 1 && few[2] == 3) ||
           mi_fault(check, function,
                    "() does not write its trace behind what is there, as far as "
                    "there is room");
}

struct mean {
    double value, error;
};

/* The mean result of playouts of a kind, or by the plain loop where it is NULL. */
static struct mean mean_result(struct mi_check *check, const struct kind *kind, int games)
{
    const miai_game *game = check->game;
    int bound = mi_playout_max(game, &check->setup);
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < games; i++) {
        mi_check_init(check, check->one, MI_CHECK_ZEROS);
        int score = kind ? play_out(check, kind, check->one, NULL)
                         : mi_playout_plain(game, check->one, &check->rng, NULL, bound);
        double result = game->points ? score : (score > 0) - (score < 0);
        sum += result;
        squares += result * result;
    }
    double mean = sum / games, variance = squares / games - mean * mean;
    return (struct mean){mean, sqrt((variance > 0 ? variance : 0) / games)};
}

/* The uniform playouts are those of the plain loop, but fast. */
static void check_mean(struct mi_check *check, const struct kind *kind)
{
    int games = check->move_count > 100 ? 20000 / check->move_count + 1 : 4000;
    struct mean plain = mean_result(check, NULL, games), own = mean_result(check, kind, games);
    double error = sqrt(plain.error * plain.error + own.error * own.error);
    if (fabs(plain.value - own.value) > 4.0 * error + 1e-9)
        mi_fault(check, kind->function,
                 "() has the mean result %g, and the plain loop over the "
                 "moves %g, which is more than chance",
                 own.value, plain.value);
}

static bool check_traces(struct mi_check *check, const struct kind *kind, uint16_t *moves)
{
    bool good = true;
    for (int i = 0; good && i < 10; i++)
        good = check_trace(check, kind, moves);
    return good;
}

void mi_check_playouts(struct mi_check *check)
{
    static const struct kind uniform = {"playouts.uniform", false},
                             heavy = {"playouts.heavy", true};
    const miai_playouts *playouts = mi_playouts(check->game);
    uint16_t *moves = malloc(TRACE * sizeof *moves);
    if (moves && playouts->uniform && check_traces(check, &uniform, moves))
        check_mean(check, &uniform);
    if (moves && playouts->heavy)
        check_traces(check, &heavy, moves);
    free(moves);
}
