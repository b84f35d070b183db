/* From the record, the options and the clock to a move. */
#include "engine.h"

#include "../base/clock.h"

#include <stdio.h>
#include <string.h>

/* A request for a move: what is searched, and within which limits. */
struct request {
    int player;
    struct mi_root root;
    struct mi_limits limits;
    miai_move only[MIAI_MAX_LEGAL];
};

/* Do the options bound the search at all?  A depth does where the search deepens step by step. */
static bool is_bounded(const struct mi_options *options)
{
    const char *search = mi_search_names[options->search];
    bool deepens = strcmp(search, "alphabeta") == 0 || strcmp(search, "minimax") == 0;
    return options->time > 0 || options->playouts > 0 || (options->depth > 0 && deepens);
}

/* What the options allow a search that nothing else bounds. */
static struct mi_limits option_limits(miai_engine *engine, double start)
{
    const struct mi_options *options = &engine->options;
    struct mi_limits limits = {.seconds = options->time,
                               .start = start,
                               .playouts = (uint64_t)options->playouts,
                               .depth = (int)options->depth,
                               .stop = &engine->stop};
    if (!is_bounded(options))
        limits.seconds = 1;
    return limits;
}

/* Fills in all but root.only. */
static int begin(miai_engine *engine, int player, struct request *request)
{
    double start = mi_clock();
    request->player = mi_engine_player(engine, player);
    if (request->player < 0)
        return MIAI_BAD_VALUE;
    if (!mi_engine_root(engine, request->player, &request->root))
        return MIAI_OVER;
    request->limits = option_limits(engine, start);
    return MIAI_OK;
}

static void write_best(const miai_engine *engine, const struct request *request, char *text,
                       size_t size)
{
    const struct mi_root *root = &request->root;
    root->game->move_text(root->pos, engine->result->move, text, size);
}

/* How many more moves a player may have to make: a third of the moves there are now, as Go's board
 * fills, and some for the endgame. */
static int moves_to_go(const struct mi_root *root)
{
    miai_move list[MIAI_MAX_LEGAL];
    return 10 + root->game->moves(root->pos, list) / 3;
}

/* 0 is no bound, a spent clock the shortest of times. */
static double at_least_some(double seconds)
{
    return seconds > 1e-6 ? seconds : 1e-6;
}

static void bound_by_share(struct mi_limits *limits, struct mi_share share)
{
    if (limits->seconds == 0 || limits->seconds > share.hard)
        limits->seconds = at_least_some(share.hard);
    limits->soft_seconds = share.soft < limits->seconds ? at_least_some(share.soft) : 0;
}

/* The clock takes the place of the option of a time for each move. */
static void bound_by_clock(const miai_engine *engine, struct request *request)
{
    if (!mi_time_limited(&engine->time, request->player))
        return;
    const struct mi_root *root = &request->root;
    miai_move list[MIAI_MAX_LEGAL];
    int moves = mi_time_moves(root->game->moves(root->pos, list), root->plies);
    request->limits.seconds = 0;
    bound_by_share(&request->limits,
                   mi_time_budget(&engine->time, request->player, moves, engine->options.lag));
}

/* Was the last move a pass, so that another one may end the game? */
static bool after_pass(const struct mi_root *root)
{
    if (!root->game->pass || root->plies == 0)
        return false;
    miai_move pass = root->game->pass(root->pos);
    return pass != MIAI_NO_MOVE && root->line[root->plies - 1].move == pass;
}

/* Where a pass ends the game, the stones that the playouts hold for dead decide whether it is a
 * good move: a search that counts them as alive would pass with dead stones of its own on the
 * board, or play on for nothing.  Restricts the root moves to the pass, or to the others. */
static void decide_pass(miai_engine *engine, struct request *request)
{
    struct mi_root *root = &request->root;
    if (!after_pass(root))
        return;
    miai_move pass = root->game->pass(root->pos);
    const struct mi_limits *limits = &request->limits;
    double deadline = limits->seconds > 0 ? limits->start + limits->seconds / 2 : 0;
    enum mi_ending ending = mi_engine_ending(engine, request->player, deadline);
    if (ending == MI_ENDING_OPEN)
        return;
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_root_moves(root, true, engine->scratch, list);
    for (int i = 0; i < n; i++)
        if ((list[i] == pass) == (ending == MI_ENDING_WON))
            request->only[root->only_count++] = list[i];
    root->only = request->only;
}

int miai_genmove(miai_engine *engine, int player, char *text, size_t size)
{
    struct request request;
    int error = begin(engine, player, &request);
    if (error != MIAI_OK)
        return error;
    bound_by_clock(engine, &request);
    if (!mi_engine_ask_book(engine, &request.root)) {
        decide_pass(engine, &request);
        error = mi_engine_think(engine, &request.root, &request.limits);
    }
    if (error != MIAI_OK)
        return error;
    if (engine->result->value < engine->options.resign) {
        snprintf(text, size, "resign");
    } else {
        write_best(engine, &request, text, size);
        if (mi_record_play(engine->record, request.player, engine->result->move) != MI_PLAYED)
            return MIAI_NO_MEMORY;
    }
    mi_time_spend(&engine->time, request.player, mi_clock() - request.limits.start);
    return MIAI_OK;
}

/* Reads the moves of a text with spaces between into list; unknown ones are left out. */
static int read_moves(const miai_engine *engine, int player, const char *text, miai_move *list)
{
    char word[64];
    int n = 0, used;
    for (; sscanf(text, " %63s%n", word, &used) == 1 && n < MIAI_MAX_LEGAL; text += used)
        if (mi_record_read(engine->record, player, word, &list[n]) == MI_READ_MOVE)
            n++;
    return n;
}

static void share_clock(const miai_engine *engine, const miai_clock *clock, struct request *request)
{
    struct mi_share share = mi_time_share(clock->left, clock->increment, clock->moves_to_go,
                                          moves_to_go(&request->root), engine->options.lag);
    bound_by_share(&request->limits, share);
}

/* Puts the caller's bounds in the place of the options'. */
static void bound_by(miai_engine *engine, const miai_limits *bounds, struct request *request)
{
    struct mi_limits *limits = &request->limits;
    *limits = (struct mi_limits){
        .seconds = bounds->seconds,
        .start = limits->start - bounds->late,
        .playouts = bounds->playouts,
        .depth = bounds->depth,
        .stop = limits->stop,
        .ponder_end = bounds->ponder ? &engine->ponder_end : NULL,
        .mate = bounds->mate,
        .lines = bounds->lines,
    };
    if (bounds->clock)
        share_clock(engine, bounds->clock, request);
    if (bounds->moves) {
        request->root.only = request->only;
        request->root.only_count =
            read_moves(engine, request->player, bounds->moves, request->only);
    }
}

int miai_search(miai_engine *engine, int player, const miai_limits *bounds, char *text, size_t size)
{
    struct request request;
    int error = begin(engine, player, &request);
    if (error != MIAI_OK)
        return error;
    if (bounds)
        bound_by(engine, bounds, &request);
    if (!bounds || !bounds->book || !mi_engine_ask_book(engine, &request.root))
        error = mi_engine_think(engine, &request.root, &request.limits);
    if (error == MIAI_OK)
        write_best(engine, &request, text, size);
    return error;
}

int miai_search_fresh(miai_engine *engine, int player, char *text, size_t size)
{
    struct request request;
    int error = begin(engine, player, &request);
    if (error != MIAI_OK)
        return error;
    decide_pass(engine, &request);
    error = mi_engine_think_fresh(engine, &request.root, &request.limits);
    if (error == MIAI_OK)
        write_best(engine, &request, text, size);
    return error;
}

int miai_ponder(miai_engine *engine)
{
    struct request request;
    int error = begin(engine, MIAI_TURN, &request);
    if (error != MIAI_OK)
        return error;
    request.limits =
        (struct mi_limits){.start = request.limits.start, .stop = &engine->stop, .prompt = true};
    return mi_engine_ponder(engine, &request.root, &request.limits);
}

/* ---- clock ---- */

int miai_time_settings(miai_engine *engine, double main_time, double byoyomi, int stones)
{
    struct mi_time_control control = {.main_time = main_time > 0 ? main_time : 0};
    if (byoyomi > 0) {
        control.period = byoyomi;
        control.moves = stones;
    }
    mi_time_set(&engine->time, byoyomi > 0 && stones <= 0 ? NULL : &control);
    return MIAI_OK;
}

int miai_time_byoyomi(miai_engine *engine, double main_time, double period, int periods)
{
    struct mi_time_control control = {.main_time = main_time};
    if (!(main_time >= 0 && period >= 0) || periods < 0)
        return MIAI_BAD_VALUE;
    if (period > 0 && periods > 0) {
        control.period = period;
        control.moves = 1;
        control.periods = periods;
    }
    mi_time_set(&engine->time, &control);
    return MIAI_OK;
}

int miai_time_fischer(miai_engine *engine, double main_time, double increment, double most_left,
                      double most_used)
{
    if (!(main_time >= 0 && increment >= 0 && most_left >= 0 && most_used >= 0))
        return MIAI_BAD_VALUE;
    struct mi_time_control control = {.main_time = main_time,
                                      .increment = increment,
                                      .most_left = most_left,
                                      .most_used = most_used};
    mi_time_set(&engine->time, &control);
    return MIAI_OK;
}

int miai_time_left(miai_engine *engine, int player, double seconds, int count)
{
    if (player != 0 && player != 1)
        return MIAI_BAD_VALUE;
    mi_time_tell(&engine->time, player, seconds, count > 0 ? count : 0);
    return MIAI_OK;
}
