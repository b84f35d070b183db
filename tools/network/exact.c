#include "exact.h"

#include "contract/capability.h"

#include <stdlib.h>
#include <string.h>

struct exact {
    const miai_solver *kind;
    void *solver;
    uint64_t nodes;
};

#define MEMORY ((size_t)16 << 20)

struct exact *exact_open(const miai_game *game, const miai_setup *setup, long nodes)
{
    const miai_solver *kind = mi_solver(game);
    struct exact *exact = kind->open ? calloc(1, sizeof *exact) : NULL;
    if (!exact)
        return NULL;
    *exact = (struct exact){kind, kind->open(setup, MEMORY), (uint64_t)nodes};
    if (exact->solver)
        return exact;
    free(exact);
    return NULL;
}

void exact_close(struct exact *exact)
{
    if (exact)
        exact->kind->close(exact->solver);
    free(exact);
}

/* Counts steps instead of time, to be the same on every machine. */
static bool budget_is_spent(void *context, uint64_t nodes, double part)
{
    const struct exact *exact = context;
    (void)part;
    return nodes >= exact->nodes;
}

static bool solve_position(struct exact *exact, const void *pos, int *score, int *plies)
{
    const miai_watch watch = {.bytes = sizeof watch, .over = budget_is_spent, .context = exact};
    return exact->kind->solve(exact->solver, pos, &watch, score, plies);
}

bool exact_find(struct exact *exact, const struct course *course, int *score)
{
    int plies;
    return solve_position(exact, mi_history_position(course->history), score, &plies);
}

/* The score of a position, first player's view, and the plies to the end. */
static bool value_position(struct exact *exact, const miai_game *game, const void *pos, int *score,
                           int *plies)
{
    *plies = 0;
    return game->outcome(pos, score) || solve_position(exact, pos, score, plies);
}

/* In nats: a worse result costs result_logit, a ply more of a win or less of a loss ply_logit. */
static const float result_logit = 4, ply_logit = 0.125F;

static float move_logit(int mine, int plies)
{
    float sign = (float)((mine > 0) - (mine < 0));
    return sign * (result_logit - ply_logit * (float)plies);
}

/* A move, the position after it, and its value under perfect play. */
struct solved_move {
    miai_move move;
    int score, mine; /* first player's view, and that of the player who moves */
    int plies;       /* to the end; 0: the game is over */
    void *after;
};

/* Solves a move of the course's position. */
static bool solve_move(struct exact *exact, const struct course *course, struct solved_move *m)
{
    const miai_game *game = course->plan->game;
    const void *pos = mi_history_position(course->history);
    memcpy(m->after, pos, mi_history_size(course->history));
    game->play(m->after, m->move);
    if (!value_position(exact, game, m->after, &m->score, &m->plies))
        return false;
    m->mine = game->turn(pos) == 0 ? m->score : -m->score;
    return true;
}

/* Solves all n moves into the list; false if one takes too long. */
static bool solve_all_moves(struct exact *exact, const struct course *course,
                            struct solved_move *list, int n)
{
    for (int i = 0; i < n; i++)
        if (!solve_move(exact, course, &list[i]))
            return false;
    return true;
}

/* Writes the policy and the value of the solved moves, and returns the best score. */
static int write_moves(const struct course *course, const struct solved_move *list, int n,
                       struct mi_net_out *out)
{
    const void *pos = mi_history_position(course->history);
    int best = -MIAI_SCORE_MAX;
    for (int i = 0; i < n; i++) {
        float logit = list[i].after ? move_logit(list[i].mine, list[i].plies) : 0;
        out->policy[course->plan->encoding->policy(pos, list[i].move)] = logit;
        best = list[i].mine > best ? list[i].mine : best;
    }
    out->win = best == 0 ? 0.5F : best > 0 ? 1 : 0;
    out->loss = 1 - out->win;
    return best;
}

/* Keeps some of the unfinished positions after the moves. */
static bool keep_some(struct course *course, const struct solved_move *list, int n)
{
    const double wanted = 3;
    bool fine = true;
    for (int i = 0; i < n && fine; i++)
        if (list[i].plies > 0 && course_chance(course, wanted / n))
            fine = course_keep_value(course, list[i].after, list[i].score);
    return fine;
}

bool exact_moves(struct exact *exact, struct course *course, struct mi_net_out *out, bool *found,
                 int *score)
{
    size_t bytes = mi_history_size(course->history);
    int turn = course->plan->game->turn(mi_history_position(course->history));
    miai_move move[MIAI_MAX_LEGAL];
    int n = mi_history_moves(course->history, turn, move);
    struct solved_move *list = calloc((size_t)n + 1, sizeof *list);
    char *positions = malloc(bytes * (size_t)n + 1);
    bool fine = list && positions;
    for (int i = 0; fine && i < n; i++)
        list[i] = (struct solved_move){.move = move[i], .after = positions + bytes * (size_t)i};
    *found = fine && solve_all_moves(exact, course, list, n);
    for (int i = 0; fine && !*found && i < n; i++)
        list[i] = (struct solved_move){.move = move[i]};
    int best = fine ? write_moves(course, list, n, out) : 0;
    *score = turn == 0 ? best : -best;
    fine = fine && (!*found || keep_some(course, list, n));
    free(positions);
    free(list);
    return fine;
}
