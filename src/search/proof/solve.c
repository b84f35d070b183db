/* The searcher "solve": the game's own solver, then Monte-Carlo tree search if time is too short.
 *
 * The solver gets half of the time and a quarter of the memory.  It solves the position, then the
 * positions after the moves, until one is as good as the position; all of them in an analysis. */
#include "base/clock.h"
#include "contract/capability.h"
#include "search/common/limits.h"
#include "search/common/score.h"

#include <stdlib.h>
#include <string.h>

static const double TIME_SHARE = 0.5;        /* the solver's share of the time */
static const double UNLIMITED_SECONDS = 0.1; /* the solver's time in an analysis without limit;
                                                short, so that results of the tree appear soon */
static const double REPORT_SECONDS = 0.5;

enum {
    NODES_PER_PLAYOUT = 8, /* solver nodes that take as long as one playout */
    MEMORY_DIVISOR = 4     /* divisor of the memory */
};

struct solve_searcher {
    void *tree;        /* of mi_mcts_searcher; owned */
    size_t tree_bytes; /* bytes that the tree keeps */
    bool solved;       /* the last run needed no tree search */

    const miai_solver *part; /* the game's capability; NULL: no solver is open */
    void *object;            /* the game's solver; owned */
    uint64_t setup_key;
    size_t bytes;
};

/* One run. */
struct solver_run {
    struct solve_searcher *solver;
    const struct mi_root *root;
    const struct mi_limits *limits;
    const struct mi_progress *progress;
    struct mi_result *result;
    double end, next_report; /* mi_clock() */
    uint64_t max_nodes;      /* 0: no limit */
    uint64_t nodes_before;   /* nodes of earlier positions of this run */
};

/* The result of a move, in the view of the player who makes it. */
struct solved_move {
    int score, plies;
};

/* ---- the object ---- */

static void close_game_solver(struct solve_searcher *s)
{
    if (s->part)
        s->part->close(s->object);
    s->part = NULL;
}

static void solve_free(void *self)
{
    struct solve_searcher *s = self;
    close_game_solver(s);
    mi_mcts_searcher.free(s->tree);
    free(s);
}

static void *solve_make(void)
{
    struct solve_searcher *s = calloc(1, sizeof *s);
    if (s)
        s->tree = mi_mcts_searcher.make();
    if (s && s->tree)
        return s;
    free(s);
    return NULL;
}

static void solve_clear(void *self)
{
    struct solve_searcher *s = self;
    close_game_solver(s);
    s->solved = false;
    mi_mcts_searcher.clear(s->tree);
}

/* Opens the game's solver for the root's setup, if it has one; false otherwise. */
static bool open_game_solver(struct solve_searcher *s, const struct mi_root *root, size_t bytes)
{
    const miai_solver *part = mi_solver(root->game);
    if (s->part && s->setup_key == root->setup_key && s->bytes == bytes)
        return true;
    close_game_solver(s);
    s->object = part->open ? part->open(root->setup, bytes) : NULL;
    if (!s->object)
        return false;
    s->part = part;
    s->setup_key = root->setup_key;
    s->bytes = bytes;
    return true;
}

/* ---- limits ---- */

/* Does one best move suffice, because the search is for a move and not an analysis? */
static bool needs_one_move(const struct mi_limits *limits)
{
    return limits->seconds > 0 || limits->soft_seconds > 0 || limits->playouts > 0;
}

static double solver_seconds(const struct mi_limits *limits, double now)
{
    double seconds = limits->soft_seconds > 0 ? limits->soft_seconds : limits->seconds;
    double used = mi_limits_used(limits, now);
    if (seconds <= 0 || used < 0)
        return UNLIMITED_SECONDS;
    return seconds > used ? TIME_SHARE * (seconds - used) : 0;
}

static bool is_solver_over(void *context, uint64_t nodes, double part)
{
    struct solver_run *run = context;
    double now = mi_clock();
    (void)part;
    run->result->nodes = run->nodes_before + nodes;
    run->result->seconds = now - run->limits->start;
    if (run->progress && run->progress->report && now >= run->next_report) {
        run->next_report = now + REPORT_SECONDS;
        run->progress->report(run->progress->context, run->result);
    }
    return now >= run->end || mi_limits_over(run->limits, now) ||
           (run->max_nodes > 0 && run->result->nodes >= run->max_nodes);
}

/* ---- positions ---- */

/* Solves a position, in the view of player.  False: aborted. */
static bool solve_with_game(struct solver_run *run, const void *pos, int player,
                            struct solved_move *solved)
{
    const miai_game *game = run->root->game;
    miai_watch watch = {.bytes = sizeof watch, .over = is_solver_over, .context = run};
    int score = 0, plies = 0;
    run->nodes_before = run->result->nodes;
    if (!game->outcome(pos, &score) &&
        !run->solver->part->solve(run->solver->object, pos, &watch, &score, &plies))
        return false;
    *solved = (struct solved_move){player == 0 ? score : -score, plies};
    return true;
}

/* Prefers short wins and long losses. */
static bool is_better_result(struct solved_move a, struct solved_move b)
{
    if (a.score != b.score)
        return a.score > b.score;
    return a.score > 0 ? a.plies < b.plies : a.score < 0 && a.plies > b.plies;
}

static enum mi_proof solved_proof(struct solved_move solved)
{
    return solved.score > 0 ? MI_WIN : solved.score < 0 ? MI_LOSS : MI_DRAW;
}

/* Inserts the solved i-th choice into the sorted ones before it. */
static void insert_choice(struct mi_result *result, struct solved_move *solved, int i)
{
    struct mi_choice choice = result->choice[i];
    struct solved_move one = solved[i];
    for (; i > 0 && is_better_result(one, solved[i - 1]); i--) {
        result->choice[i] = result->choice[i - 1];
        solved[i] = solved[i - 1];
    }
    result->choice[i] = choice;
    solved[i] = one;
}

static void set_best_choice(struct solver_run *run, struct solved_move best)
{
    struct mi_result *result = run->result;
    int sign = (best.score > 0) - (best.score < 0);
    result->move = result->pv[0] = result->choice[0].move;
    result->proof = solved_proof(best);
    result->value = result->root_value = result->choice[0].value;
    result->mate = sign * (best.plies + 1);
}

/* Solves the choices one by one: all, or until one is as good as the position.  Returns false if
 * the best one was not found. */
static bool solve_choices(struct solver_run *run, struct solved_move target)
{
    const miai_game *game = run->root->game;
    struct mi_result *result = run->result;
    struct solved_move solved[MIAI_MAX_LEGAL];
    int player = game->turn(run->root->pos), n = 0;
    bool all = !needs_one_move(run->limits) || run->limits->lines > 1, found = false;
    void *pos = malloc(run->root->size);
    while (pos && n < result->choice_count && (all || !found)) {
        struct mi_choice *choice = &result->choice[n];
        uint64_t before = result->nodes;
        memcpy(pos, run->root->pos, run->root->size);
        game->play(pos, choice->move);
        if (!solve_with_game(run, pos, player, &solved[n]))
            break;
        choice->visits = result->nodes - before + 1;
        choice->proof = solved_proof(solved[n]);
        choice->value = mi_scale_proof(choice->proof);
        found = found || (solved[n].score == target.score &&
                          (target.score == 0 || solved[n].plies + 1 == target.plies));
        insert_choice(result, solved, n++);
    }
    free(pos);
    if (found || (n > 0 && n == result->choice_count))
        set_best_choice(run, solved[0]);
    return found || (n > 0 && n == result->choice_count);
}

/* ---- the run ---- */

static void begin_solve_result(struct solver_run *run, size_t memory)
{
    struct mi_result *result = run->result;
    const struct mi_root *root = run->root;
    miai_move list[MIAI_MAX_LEGAL];
    void *scratch = malloc(root->size);
    int n = scratch ? mi_root_moves(root, false, scratch, list) : 0;
    free(scratch);
    n = mi_drop_avoided_moves(run->limits, root->game->turn(root->pos), 0, list, n);
    memset(result, 0, sizeof *result);
    result->value = result->root_value = 0.5;
    result->move = n > 0 ? list[0] : MIAI_NO_MOVE;
    result->pv[0] = result->move;
    result->pv_length = n > 0;
    result->choice_count = n;
    result->limit_bytes = memory;
    result->tree_bytes = run->solver->bytes;
    for (int i = 0; i < n; i++)
        result->choice[i] = (struct mi_choice){.move = list[i], .value = 0.5};
}

static void finish_solve_result(struct solver_run *run)
{
    struct mi_result *result = run->result;
    uint64_t sum = 0;
    result->seconds = mi_clock() - run->limits->start;
    result->leaves = result->nodes;
    for (int i = 0; i < result->choice_count; i++)
        sum += result->choice[i].visits;
    for (int i = 0; i < result->choice_count && sum > 0; i++)
        result->choice[i].share = (double)result->choice[i].visits / (double)sum;
    result->root_visits = sum;
    result->held_bytes = run->solver->bytes + run->solver->tree_bytes;
}

/* Has the solver found the result? */
static bool try_solver(struct solver_run *run, size_t memory)
{
    const struct mi_root *root = run->root;
    struct solved_move target;
    double now = mi_clock();
    run->end = now + solver_seconds(run->limits, now);
    run->next_report = now + REPORT_SECONDS;
    run->max_nodes = NODES_PER_PLAYOUT * run->limits->playouts;
    begin_solve_result(run, memory);
    bool solved = run->result->choice_count > 0 &&
                  solve_with_game(run, root->pos, root->game->turn(root->pos), &target) &&
                  solve_choices(run, target);
    finish_solve_result(run);
    return solved;
}

static bool solve_run(void *self, const struct mi_root *root, const struct mi_settings *settings,
                      const struct mi_limits *limits, const struct mi_progress *progress,
                      struct mi_result *result)
{
    struct solve_searcher *s = self;
    struct mi_settings rest = *settings;
    bool wanted = settings->solver && !limits->ownership && limits->depth == 0;
    s->solved = false;
    if (wanted && open_game_solver(s, root, settings->memory / MEMORY_DIVISOR)) {
        struct solver_run run = {s, root, limits, progress, result, 0, 0, 0, 0};
        s->solved = try_solver(&run, settings->memory);
        rest.memory -= s->bytes;
    }
    if (s->solved)
        return true;
    if (!mi_mcts_searcher.run(s->tree, root, &rest, limits, progress, result))
        return false;
    s->tree_bytes = (size_t)result->held_bytes;
    result->held_bytes += s->part ? s->bytes : 0;
    result->limit_bytes = settings->memory;
    return true;
}

static int solve_follow(void *self, miai_move first, miai_move *pv, uint64_t *visits)
{
    struct solve_searcher *s = self;
    if (!s->solved)
        return mi_mcts_searcher.follow(s->tree, first, pv, visits);
    pv[0] = first;
    visits[0] = 0;
    return 1;
}

static const struct mi_ownership *solve_ownership(void *self)
{
    struct solve_searcher *s = self;
    return s->solved ? NULL : mi_mcts_searcher.ownership(s->tree);
}

const struct mi_searcher mi_solve_searcher = {
    .name = "solve",
    .make = solve_make,
    .free = solve_free,
    .clear = solve_clear,
    .run = solve_run,
    .follow = solve_follow,
    .ownership = solve_ownership,
};
