/* A win that the game finds itself, before a search. */
#include "find_win.h"

#include "base/clock.h"

struct win_search_limits {
    const struct mi_limits *limits;
    double end; /* mi_clock(); 0: none */
};

static bool win_search_may_go_on(void *arg)
{
    const struct win_search_limits *win_search_limits = arg;
    bool stopped = win_search_limits->limits->stop &&
                   atomic_load_explicit(win_search_limits->limits->stop, memory_order_relaxed);
    return !stopped && (win_search_limits->end <= 0 || mi_clock() < win_search_limits->end);
}

/* If the caller wants more than a move, the search must also report on the other moves. */
static bool wants_only_a_move(const struct mi_root *root, const struct mi_limits *limits)
{
    return root->only_count == 0 && limits->lines <= 1 && limits->mate == 0 &&
           limits->avoid_count == 0 && !limits->ponder_end &&
           (limits->seconds > 0 || limits->soft_seconds > 0 || limits->playouts > 0);
}

void mi_engine_find_win(struct mi_root *root, struct mi_limits *limits, miai_move *only)
{
    const double part = 0.25, confirm = 0.05; /* share of the time for finding the win; seconds for
                                               * the search after it */
    const miai_solver *solver = mi_solver(root->game);
    double seconds = limits->soft_seconds > 0 ? limits->soft_seconds : limits->seconds;
    struct win_search_limits win_search_limits = {limits,
                                                  seconds > 0 ? limits->start + part * seconds : 0};
    int64_t positions = limits->playouts > 0 ? (int64_t)limits->playouts : INT64_MAX;
    if (!solver->find_win || !wants_only_a_move(root, limits))
        return;
    miai_move move =
        solver->find_win(root->pos, positions, win_search_may_go_on, &win_search_limits);
    if (move == MIAI_NO_MOVE)
        return;
    only[0] = move;
    root->only = only;
    root->only_count = 1;
    root->only_best = root->only_wins = true;
    double used = mi_clock() - limits->start;
    if (limits->seconds > used + confirm)
        limits->seconds = used + confirm;
}

void mi_engine_report_win(const struct mi_root *root, struct mi_result *result)
{
    if (!root->only_wins || result->proof != MI_UNPROVEN || result->choice_count == 0)
        return;
    result->proof = result->choice[0].proof = MI_WIN;
    result->value = result->root_value = result->choice[0].value = 1;
}
