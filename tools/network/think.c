#include "think.h"

#include "miai.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct nn_evaluator {
    miai_engine *engine;
    struct think_effort effort;
};

static const float unseen_log_share = -20; /* log share of a move without visits */

static const char *const options[][2] = {
    {"search", "mcts"}, {"memory", "64"}, {"resign", "0"}, {"book", "false"}};

struct nn_evaluator *think_open(const miai_game *game, const char *file,
                                const struct think_effort *effort, char *error, size_t size)
{
    struct nn_evaluator *t = calloc(1, sizeof *t);
    if (!t || !(t->engine = miai_new())) {
        snprintf(error, size, "no memory");
        free(t);
        return NULL;
    }
    t->effort = *effort;
    int failed = miai_set_game(t->engine, game->name);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (miai_option_find(t->engine, options[i][0]))
            miai_set_option(t->engine, options[i][0], options[i][1]);
    if (failed == MIAI_OK)
        failed = miai_set_option(t->engine, "network", file);
    if (failed == MIAI_OK)
        return t;
    snprintf(error, size, "%s", miai_error_reason(t->engine, failed));
    think_close(t);
    return NULL;
}

void think_close(struct nn_evaluator *t)
{
    if (t)
        miai_free(t->engine);
    free(t);
}

/* Synchronizes the engine with the game. */
static bool follow_game(struct nn_evaluator *t, const struct course *course)
{
    const miai_game *game = course->plan->game;
    const struct mi_history *history = course->history;
    char text[MIAI_MOVE_TEXT];
    if (miai_width(t->engine) != course->setup.width ||
        miai_height(t->engine) != course->setup.height)
        miai_set_size(t->engine, course->setup.width, course->setup.height);
    bool fine = miai_clear(t->engine) == MIAI_OK;
    if (game->rules)
        fine &= miai_set_option(t->engine, "rules", game->rules[course->setup.rules]) == MIAI_OK;
    if (game->setup.komi != 0)
        fine &= miai_set_komi(t->engine, course->setup.komi) == MIAI_OK;
    for (int i = 0; fine && i < mi_history_plies(history); i++) {
        const miai_ply *ply = &mi_history_line(history)[i];
        game->move_text(mi_history_position(history), ply->move, text, sizeof text);
        fine = miai_play(t->engine, ply->player, text) == MIAI_OK;
    }
    return fine;
}

/* Root noise and forced playouts, only in searches with a network alone. */
static void set_exploration(struct nn_evaluator *t, bool full)
{
    char text[32];
    snprintf(text, sizeof text, "%g", full ? t->effort.noise : 0);
    miai_set_option(t->engine, "root-noise", text);
    snprintf(text, sizeof text, "%g", full ? t->effort.forced : 0);
    miai_set_option(t->engine, "forced-playouts", text);
}

bool search_position(struct nn_evaluator *t, const struct course *course, bool full,
                     struct mi_net_out *out, int *proof)
{
    const void *pos = mi_history_position(course->history);
    int area = course->setup.width * course->setup.height, turn = course->plan->game->turn(pos);
    char text[MIAI_MOVE_TEXT];
    miai_limits limits = {.playouts = (uint64_t)(full ? t->effort.playouts : t->effort.cheap)};
    miai_choice choice;
    miai_info info;
    set_exploration(t, full);
    miai_forget(t->engine);
    if (!follow_game(t, course) ||
        miai_search(t->engine, turn, &limits, text, sizeof text) != MIAI_OK)
        return false;
    for (int i = 0; i <= area; i++)
        out->policy[i] = unseen_log_share;
    memset(out->ownership, 0, (size_t)area * sizeof *out->ownership);
    for (int i = 0; miai_choice_at(t->engine, i, &choice); i++) {
        miai_move move;
        if (choice.visits > 0 &&
            mi_history_read(course->history, turn, choice.move, &move) == MI_READ_MOVE)
            out->policy[course->plan->encoding->policy(pos, move)] = logf((float)choice.share);
    }
    miai_last_search(t->engine, &info);
    *proof = info.proof;
    out->win = (float)info.value;
    out->loss = 1 - out->win;
    out->no_result = out->score = out->deviation = 0;
    out->lead = info.leads ? (float)info.lead : 0;
    return true;
}
