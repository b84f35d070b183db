/* Exact results: by the game's solver if it supports the set-up, otherwise by proof-number
 * search. */
#include "engine/engine.h"
#include "engine/error.h"
#include "engine/root.h"
#include "think.h"

#include "base/clock.h"
#include "search/proof/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REPORT_SECONDS = 0.25;

struct miai_solving {
    miai_engine *engine;
    const miai_game *game;
    uint64_t setup_key;
    void *own; /* the game's solver; NULL: prover is used instead */
    struct mi_prover *prover;
    void *pos; /* buffer for a position */

    void (*tell)(void *context, const miai_solution *so_far);
    void *context;
    miai_solution *so_far;
    double start, last_report; /* mi_clock() */
};

/* ---- life of a solver ---- */

/* The first rule set of the game by which it can be solved; NULL: none. */
static const char *provable_rules(const struct mi_root *root)
{
    const char *const *names = root->game->rules;
    for (int i = 0; names && names[i]; i++) {
        miai_setup setup = *root->setup;
        setup.rules = i;
        void *pos = malloc(root->game->size(&setup));
        if (!pos)
            return NULL;
        root->game->init(pos, &setup);
        bool provable = mi_provable(
            &(struct mi_root){.game = root->game, .setup = &setup, .pos = pos});
        free(pos);
        if (provable)
            return names[i];
    }
    return NULL;
}

static int fail_repetition(miai_engine *engine, const struct mi_root *root)
{
    char text[160];
    const char *rules = provable_rules(root);
    int n = snprintf(text, sizeof text, "the result depends on earlier moves, since a repeated "
                                        "position is a draw");
    if (rules)
        snprintf(text + n, sizeof text - (size_t)n, "; it can be solved with rules=%s", rules);
    return mi_engine_fail(engine, MIAI_UNSUPPORTED, text);
}

/* The root of the current position. False if the game is over. */
static bool solving_root(miai_solving *solving, struct mi_root *root)
{
    return !miai_over(solving->engine, NULL) &&
           mi_engine_root(solving->engine, miai_turn(solving->engine), solving->pos, root);
}

static bool open_solver(miai_solving *solving, const struct mi_root *root, size_t memory)
{
    const miai_solver *solver = mi_solver(solving->game);
    if (solver->open)
        solving->own = solver->open(root->setup, memory);
    if (!solving->own)
        solving->prover = mi_prover_open(memory);
    return solving->own || solving->prover;
}

static int solving_begin(miai_solving *solving)
{
    const struct mi_history *history = solving->engine->history;
    struct mi_root root = {.game = solving->game,
                           .setup = mi_history_setup(history),
                           .pos = mi_history_position(history),
                           .tables = solving->engine->tables.object};
    if (!mi_solver(solving->game)->open && !mi_provable(&root))
        return fail_repetition(solving->engine, &root);
    mi_engine_drop_search(solving->engine);
    solving->pos = malloc(mi_history_size(history));
    size_t memory = (size_t)solving->engine->options.memory << 20;
    return solving->pos && open_solver(solving, &root, memory) ? MIAI_OK : MIAI_NO_MEMORY;
}

int miai_solving_new(miai_engine *engine, miai_solving **solving)
{
    miai_solving *made = calloc(1, sizeof *made);
    if (!made)
        return MIAI_NO_MEMORY;
    made->engine = engine;
    made->game = mi_history_game(engine->history);
    made->setup_key = mi_engine_setup_key(engine->history, made->game);
    int error = solving_begin(made);
    if (error == MIAI_OK)
        *solving = made;
    else
        miai_solving_free(made);
    return error;
}

void miai_solving_free(miai_solving *solving)
{
    if (!solving)
        return;
    if (solving->own)
        mi_solver(solving->game)->close(solving->own);
    mi_prover_close(solving->prover);
    free(solving->pos);
    free(solving);
}

/* ---- solving ---- */

static bool solving_is_stopped(void *context, uint64_t nodes, double part)
{
    miai_solving *solving = context;
    double now = mi_clock();
    /* Also reports when the positions have doubled, so that a caller who limits them overshoots at
     * most by a factor of two. */
    if (solving->tell &&
        (now - solving->last_report >= REPORT_SECONDS || nodes >= 2 * solving->so_far->nodes)) {
        solving->last_report = now;
        solving->so_far->nodes = nodes;
        solving->so_far->seconds = now - solving->start;
        solving->so_far->part = part;
        solving->tell(solving->context, solving->so_far);
    }
    return atomic_load_explicit(&solving->engine->stop, memory_order_relaxed);
}

static void write_solution_text(const miai_solving *solving, const void *pos,
                                miai_solution *solution)
{
    const miai_solver *solver = mi_solver(solving->game);
    solution->text[0] = '\0';
    if (solving->own && solver->text)
        solver->text(pos, solution->score, solution->plies, solution->text, sizeof solution->text);
}

/* Solves a root that is not over. False if it was not solved completely. */
static bool solve_root(miai_solving *solving, const struct mi_root *root, miai_solution *solution)
{
    struct mi_score_bounds bounds;
    miai_watch watch = {.bytes = sizeof watch, .over = solving_is_stopped, .context = solving};
    if (solving->own) {
        solution->solved =
            mi_solver(solving->game)
                ->solve(solving->own, root->pos, &watch, &solution->score, &solution->plies);
        bounds.min = bounds.max = solution->score;
    } else {
        solution->solved = mi_prover_run(solving->prover, root, &watch, &bounds);
        solution->plies = 0;
    }
    if (solution->solved)
        solution->score = bounds.min;
    if (solution->solved || solving->prover) {
        solution->least = bounds.min;
        solution->most = bounds.max;
    }
    if (solution->solved)
        write_solution_text(solving, root->pos, solution);
    return solution->solved;
}

static void solution_begin(miai_solving *solving, miai_solution *solution)
{
    int points = solving->game->points > 0 ? solving->game->points : 1;
    *solution = (miai_solution){.least = -points, .most = points};
    solving->so_far = solution;
}

static int unsolved_error(const miai_solving *solving)
{
    return atomic_load_explicit(&solving->engine->stop, memory_order_relaxed) ? MIAI_STOPPED
                                                                              : MIAI_NO_MEMORY;
}

int miai_solve(miai_solving *solving, miai_solution *solution,
               void (*tell)(void *context, const miai_solution *so_far), void *context)
{
    struct mi_root root;
    miai_engine *engine = solving->engine;
    if (mi_history_game(engine->history) != solving->game ||
        mi_engine_setup_key(engine->history, solving->game) != solving->setup_key)
        return MIAI_BAD_VALUE;
    if (!solving_root(solving, &root))
        return MIAI_OVER;
    root.game = solving->game;
    solution_begin(solving, solution);
    solving->tell = tell;
    solving->context = context;
    solving->start = solving->last_report = mi_clock();
    mi_engine_arm_stop(engine);
    bool solved = solve_root(solving, &root, solution);
    solution->seconds = mi_clock() - solving->start;
    return solved ? MIAI_OK : unsolved_error(solving);
}

/* ---- saving and loading ---- */

enum { HEADER_WORDS = 3 }; /* words of the header: set-up, kind of solver, check sum */

static uint64_t check_sum(const uint64_t *word, size_t words)
{
    uint64_t sum = words;
    for (size_t i = 0; i < words; i++)
        sum = miai_mix(sum ^ word[i]);
    return sum;
}

size_t miai_solving_save(const miai_solving *solving, uint64_t *word, size_t words)
{
    if (words < HEADER_WORDS)
        return 0;
    size_t n = 0;
    if (!solving->own)
        n = mi_prover_save(solving->prover, word + HEADER_WORDS, words - HEADER_WORDS);
    else if (mi_solver(solving->game)->save)
        n = mi_solver(solving->game)->save(solving->own, word + HEADER_WORDS, words - HEADER_WORDS);
    word[0] = solving->setup_key;
    word[1] = solving->own != NULL;
    word[2] = check_sum(word + HEADER_WORDS, n);
    return HEADER_WORDS + n;
}

int miai_solving_load(miai_solving *solving, const uint64_t *word, size_t words)
{
    if (words < HEADER_WORDS || word[0] != solving->setup_key ||
        word[1] != (solving->own != NULL) ||
        word[2] != check_sum(word + HEADER_WORDS, words - HEADER_WORDS))
        return MIAI_BAD_VALUE;
    if (!solving->own)
        mi_prover_load(solving->prover, word + HEADER_WORDS, words - HEADER_WORDS);
    else if (mi_solver(solving->game)->load)
        mi_solver(solving->game)->load(solving->own, word + HEADER_WORDS, words - HEADER_WORDS);
    return MIAI_OK;
}
