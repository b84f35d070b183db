/* Solves each move of a position. */
#include "regret.h"

#include "base/clock.h"
#include "protocol/io/protocol.h"

#include <stdlib.h>
#include <string.h>

enum { WIN_HALF_POINTS = 2 };

/* The time limit for one position. */
struct deadline {
    miai_engine *engine;
    double seconds; /* mi_clock() */
};

static void stop_at_deadline(void *context, const miai_solution *so_far)
{
    const struct deadline *deadline = context;
    (void)so_far;
    if (mi_clock() >= deadline->seconds)
        miai_stop(deadline->engine);
}

/* Solves the engine's position; score: for the first player. */
static bool solve_score(struct mi_regret *regret, miai_solving *solving, double deadline_seconds,
                        int *score)
{
    struct deadline deadline = {regret->engine, deadline_seconds};
    miai_solution solution;
    if (miai_over(regret->engine, score))
        return true;
    if (miai_solve(solving, &solution, stop_at_deadline, &deadline) != MIAI_OK)
        return false;
    *score = solution.score;
    return true;
}

/* The value of a score for a player, in halves. */
static int halves_of(int score, int player)
{
    int sign = (score > 0) - (score < 0);
    return player == 0 ? 1 + sign : 1 - sign;
}

/* Adds a move; false: it takes too long, or wins at once. */
static bool add_solved_move(struct mi_regret *regret, struct mi_regret_position *position,
                            miai_solving *solving, const char *move, double deadline_seconds)
{
    struct mi_solved_move *solved = &position->list[position->count];
    int player = miai_turn(regret->engine), score;
    if (miai_play(regret->engine, MIAI_TURN, move) != MIAI_OK)
        return false;
    bool over = miai_over(regret->engine, NULL);
    bool known = solve_score(regret, solving, deadline_seconds, &score);
    miai_undo(regret->engine, 1);
    if (!known)
        return false;
    snprintf(solved->move, sizeof solved->move, "%s", move);
    solved->half_points = halves_of(score, player);
    position->count++;
    return !over || solved->half_points < WIN_HALF_POINTS;
}

static bool has_different_values(const struct mi_regret_position *position)
{
    for (int i = 1; i < position->count; i++)
        if (position->list[i].half_points != position->list[0].half_points)
            return true;
    return false;
}

static bool solve_moves(struct mi_regret *regret, struct mi_regret_position *position,
                        miai_solving *solving, const char *moves)
{
    double deadline_seconds = mi_clock() + regret->args->patience;
    bool good = true;
    char move[MIAI_MOVE_TEXT];
    while (good && miai_next_move(&moves, move))
        good = add_solved_move(regret, position, solving, move, deadline_seconds);
    return good && has_different_values(position);
}

bool mi_regret_solve(struct mi_regret *regret, struct mi_regret_position *position,
                     miai_solving *solving)
{
    if (miai_over(regret->engine, NULL))
        return false;
    int size = miai_legal_moves(regret->engine, MIAI_TURN, NULL, 0) + 1;
    char *moves = size > 1 ? malloc((size_t)size) : NULL;
    position->count = 0;
    position->list = moves ? calloc(MIAI_MAX_LEGAL, sizeof *position->list) : NULL;
    bool good = position->list &&
                miai_legal_moves(regret->engine, MIAI_TURN, moves, (size_t)size) > 0 &&
                solve_moves(regret, position, solving, moves);
    free(moves);
    if (good)
        return true;
    free(position->list);
    position->list = NULL;
    position->count = 0;
    return false;
}
