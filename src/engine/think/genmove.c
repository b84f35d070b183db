/* Move generation: from the history, the options and the clock to a move. */
#include "appraise.h"
#include "book.h"
#include "draw.h"
#include "engine/engine.h"
#include "engine/error.h"
#include "engine/position.h"
#include "engine/result/analysis.h"
#include "engine/root.h"
#include "engine/scoring/status.h"
#include "engine/setup/client.h"
#include "engine/setup/level.h"
#include "engine/setup/network_file.h"
#include "engine/setup/settings.h"
#include "find_win.h"
#include "pass.h"
#include "tablebase.h"
#include "think.h"

#include "base/clock.h"
#include "base/fmath.h"
#include "base/text.h"

#include <stdio.h>

static enum mi_search active_search(const miai_engine *engine)
{
    return mi_options_search(&engine->options, mi_history_game(engine->history),
                             mi_engine_has_network(engine));
}

/* Does the search deepen iteratively? */
static bool uses_iterative_deepening(const miai_engine *engine)
{
    enum mi_search search = active_search(engine);
    return search == MI_SEARCH_ALPHABETA || search == MI_SEARCH_MINIMAX;
}

/* Do the options limit the search? A depth does only if the search deepens. */
static bool options_limit_search(const miai_engine *engine)
{
    const struct mi_options *options = &engine->options;
    return options->time > 0 || options->playouts > 0 ||
           (options->depth > 0 && uses_iterative_deepening(engine));
}

/* The limits set by the options: one second if there are none. */
static struct mi_limits option_limits(miai_engine *engine, double start)
{
    const struct mi_options *options = &engine->options;
    struct mi_limits limits = {.seconds = options->time,
                               .start = start,
                               .playouts = (uint64_t)options->playouts,
                               .depth = (int)options->depth,
                               .stop = &engine->stop};
    if (!options_limit_search(engine))
        limits.seconds = 1;
    return limits;
}

/* Returns without a search: a stop that arrived for it must not end the next one. */
static int fail_without_search(miai_engine *engine, int result)
{
    engine->search_armed = false;
    return result;
}

/* Fills in the request, except root.only, for a search that keeps its state or starts afresh.  This
 * loads the game's weights if no search has needed them yet, and allocates the memory that is kept.
 * Both may take a page seconds: the search starts after that. */
static int begin_request(miai_engine *engine, int player, bool fresh,
                         struct mi_move_request *request)
{
    request->asked = mi_clock();
    mi_engine_update_builtin_network(engine);
    request->player = mi_engine_player(engine, player);
    if (request->player < 0)
        return fail_without_search(engine, MIAI_BAD_VALUE);
    if (!mi_engine_root(engine, request->player, engine->pos, &request->root))
        return fail_without_search(engine, mi_engine_root_error(engine));
    if (!fresh)
        mi_engine_allocate_search(engine, &request->root);
    request->limits = option_limits(engine, mi_clock());
    request->caller_playouts = request->limits.playouts;
    engine->tablebase_root.count = 0;
    request->lost = request->gives_up = false;
    engine->plays_best = false;
    return MIAI_OK;
}

static void write_best_move(const miai_engine *engine, const struct mi_move_request *request,
                            char *text, size_t size)
{
    const struct mi_root *root = &request->root;
    root->game->move_text(root->pos, engine->result->move, text, size);
}

/* Estimates the number of moves that the player still has to make, to divide the time left: from
 * the game, or from the number of legal moves. If the client reports the clock before each search,
 * as in UCI, the estimate is a third of the legal moves plus 10 for the endgame; mi_time_moves() is
 * meant for Go. */
static int estimate_moves_left(const struct mi_root *root, bool clock_reported)
{
    miai_move list[MIAI_MAX_LEGAL];
    if (mi_hints(root->game)->moves_left)
        return mi_hints(root->game)->moves_left(root->pos);
    int n = root->game->moves(root->pos, list);
    return clock_reported ? 10 + n / 3 : mi_time_moves(n, root->plies);
}

/* A limit of 0 means none, so a clock that has run out becomes the shortest time. */
static double nonzero_time(double seconds)
{
    return seconds > 1e-6 ? seconds : 1e-6;
}

static void limit_to_budget(struct mi_limits *limits, struct mi_time_budget budget)
{
    if (limits->seconds == 0 || limits->seconds > budget.hard)
        limits->seconds = nonzero_time(budget.hard);
    limits->soft_seconds = budget.soft < limits->seconds ? nonzero_time(budget.soft) : 0;
}

/* The clock replaces the option of a fixed time per move.  Divides the time that is left after the
 * weights were loaded. */
static void limit_by_clock(const miai_engine *engine, struct mi_move_request *request)
{
    if (!mi_time_limited(&engine->time, request->player))
        return;
    int moves = estimate_moves_left(&request->root, false);
    struct mi_time time = engine->time;
    time.left[request->player].seconds -= request->limits.start - request->asked;
    request->limits.seconds = 0;
    limit_to_budget(&request->limits, mi_time_budget_for_move(&time, request->player, moves,
                                                              engine->options.move_overhead));
}

/* ---- a move ---- */

/* Charges the move to the clock. A client that does not report clocks also counts the time for
 * transmission: a fifth of move-overhead stands for that. */
static void spend_time(miai_engine *engine, const struct mi_move_request *request)
{
    bool clock_reported = engine->time.left[request->player].reported;
    double transmission = clock_reported ? 0 : engine->options.move_overhead / 5;
    mi_time_spend(&engine->time, request->player, mi_clock() - request->asked + transmission);
}

static int play_best(miai_engine *engine, const struct mi_move_request *request, char *text,
                     size_t size)
{
    write_best_move(engine, request, text, size);
    return mi_history_play(engine->history, request->player, engine->result->move) == MI_PLAYED
               ? MIAI_OK
               : MIAI_NO_MEMORY;
}

/* Is the player, by the value of the last search, so far ahead that it should play the best move?
 * Only searches by evaluation, in games without points: 0.99 is a queen or more in chess. */
static bool is_far_ahead(const miai_engine *engine)
{
    const double far_ahead = 0.99;
    return engine->result->scored && !mi_history_game(engine->history)->points &&
           engine->result->value >= far_ahead;
}

/* A weak level's search finds the value of each move that it may draw, which leaves few nodes for
 * each.  A player who is far ahead draws no move: it searches once more, with all nodes for the
 * best move, to find the win. */
static int search_at_level(miai_engine *engine, struct mi_move_request *request)
{
    int error = mi_engine_think_at_level(engine, request);
    engine->plays_best = error == MIAI_OK && is_far_ahead(engine);
    if (!engine->plays_best || !mi_engine_appraises(engine))
        return error;
    request->limits.exact_log_odds = 0;
    engine->search_armed = true; /* a stop during the search before counts */
    return mi_engine_think_at_level(engine, request);
}

/* Searches with the limits of the request, and those of the level if it applies. */
static int search_for_move(miai_engine *engine, struct mi_move_request *request, bool level)
{
    if (level)
        mi_engine_limit_to_level(engine, &request->limits);
    mi_engine_apply_analysis(engine, &request->root, &request->limits, request->only);
    mi_engine_probe_tablebase(engine, &request->root, &request->limits, request->only);
    mi_engine_find_win(&request->root, &request->limits, request->only);
    return level ? search_at_level(engine, request)
                 : mi_engine_think(engine, &request->root, &request->limits);
}

/* The ways in which genmove() may use the move. */
enum genmove_flags { MAY_RESIGN = 1, PLAYS_MOVE = 2 };

static int give_move(miai_engine *engine, const struct mi_move_request *request, unsigned flags,
                     bool from_book, char *text, size_t size)
{
    if (flags & MAY_RESIGN && !from_book)
        mi_engine_offer_draw(engine, request);
    if (flags & PLAYS_MOVE)
        return play_best(engine, request, text, size);
    write_best_move(engine, request, text, size);
    return MIAI_OK;
}

static int genmove(miai_engine *engine, int player, unsigned flags, char *text, size_t size)
{
    struct mi_move_request request;
    int error = begin_request(engine, player, false, &request);
    if (error != MIAI_OK)
        return error;
    limit_by_clock(engine, &request);
    mi_engine_clamp_limits(engine, &request.limits);
    bool from_book = mi_engine_probe_book(engine, &request.root);
    if (!from_book) {
        mi_engine_decide_pass(engine, &request);
        error = search_for_move(engine, &request, true);
    }
    if (error != MIAI_OK)
        return error;
    mi_engine_draw_move(engine, &request.root);
    mi_engine_review_pass(engine, &request);
    if (!from_book)
        mi_engine_appraise(engine, &request);
    if (flags & MAY_RESIGN && mi_engine_should_resign(engine, &request))
        snprintf(text, size, "resign");
    else
        error = give_move(engine, &request, flags, from_book, text, size);
    spend_time(engine, &request);
    return error;
}

int miai_genmove(miai_engine *engine, int player, char *text, size_t size)
{
    return genmove(engine, player, MAY_RESIGN | PLAYS_MOVE, text, size);
}

int miai_choose(miai_engine *engine, int player, char *text, size_t size)
{
    return genmove(engine, player, MAY_RESIGN, text, size);
}

/* A standing offer of the same player needs no search. */
int miai_accepts_draw(miai_engine *engine, int player, bool *accepts)
{
    struct mi_move_request request;
    *accepts = false;
    if (!miai_has_draw_offers(engine))
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "the game has no draws by agreement");
    if (player != 0 && player != 1)
        return MIAI_BAD_VALUE;
    int error = begin_request(engine, MIAI_TURN, false, &request);
    if (error != MIAI_OK)
        return error;
    *accepts = miai_offers_draw(engine) && player != request.player;
    if (*accepts)
        return fail_without_search(engine, MIAI_OK);
    mi_engine_clamp_limits(engine, &request.limits);
    return mi_engine_accept_draw(engine, &request, player, accepts);
}

int miai_genmove_cleanup(miai_engine *engine, int player, char *text, size_t size)
{
    struct mi_move_request request;
    int error = begin_request(engine, player, false, &request);
    if (error != MIAI_OK)
        return error;
    if (!mi_editing(request.root.game)->pass || !mi_engine_has_status(request.root.game))
        return genmove(engine, player, PLAYS_MOVE, text, size);
    limit_by_clock(engine, &request);
    mi_engine_clamp_limits(engine, &request.limits);
    mi_engine_restrict_to_cleanup(engine, &request);
    mi_engine_apply_analysis(engine, &request.root, &request.limits, request.only);
    error = mi_engine_think(engine, &request.root, &request.limits);
    if (error == MIAI_OK)
        error = play_best(engine, &request, text, size);
    spend_time(engine, &request);
    return error;
}

/* Reads moves separated by spaces into list, skipping those that cannot be read. */
static int read_moves(const miai_engine *engine, int player, const char *text, miai_move *list)
{
    char word[MIAI_MOVE_TEXT];
    int n = 0;
    while (n < MIAI_MAX_LEGAL && mi_read_word(&text, word, sizeof word))
        if (mi_history_read(engine->history, player, word, &list[n]) == MI_READ_MOVE &&
            !mi_is_listed(list, n, list[n]))
            n++;
    return n;
}

static void limit_by_given_clock(const miai_engine *engine, const miai_clock *clock,
                                 struct mi_move_request *request)
{
    struct mi_time_budget budget = mi_time_budget_for_clock(
        clock->left, clock->increment, clock->moves_to_go,
        estimate_moves_left(&request->root, true), engine->options.move_overhead);
    limit_to_budget(&request->limits, budget);
}

/* Is the search limited only by a depth that it may never reach? Without the solver, or in a game
 * with points, a tree does not get deeper once its best line ends the game. */
static bool depth_may_be_unreachable(const miai_engine *engine, const miai_limits *caller)
{
    bool only_depth =
        caller->depth > 0 && caller->seconds <= 0 && caller->playouts == 0 && caller->mate == 0;
    return only_depth && !uses_iterative_deepening(engine) &&
           (active_search(engine) == MI_SEARCH_FLAT || !engine->options.solver ||
            mi_history_game(engine->history)->points);
}

/* Replaces the limits from the options by the caller's. */
static void apply_caller_limits(miai_engine *engine, const miai_limits *caller,
                                struct mi_move_request *request)
{
    struct mi_limits *limits = &request->limits;
    *limits = (struct mi_limits){
        .seconds = caller->seconds,
        .start = request->asked - caller->late,
        .playouts = caller->playouts,
        .depth = caller->depth,
        .stop = limits->stop,
        .ponder_end = caller->ponder ? &engine->ponder_end : NULL,
        .mate = caller->mate,
        .lines = caller->lines,
    };
    if (caller->clock)
        limit_by_given_clock(engine, caller->clock, request);
    else if (depth_may_be_unreachable(engine, caller))
        limits->seconds = 1;
    if (caller->moves) {
        request->root.only = request->only;
        request->root.only_count =
            read_moves(engine, request->player, caller->moves, request->only);
    }
}

int miai_search(miai_engine *engine, int player, const miai_limits *caller, char *text, size_t size)
{
    struct mi_move_request request;
    int error = begin_request(engine, player, false, &request);
    if (error != MIAI_OK)
        return error;
    if (caller)
        apply_caller_limits(engine, caller, &request);
    request.caller_playouts = request.limits.playouts;
    mi_engine_clamp_limits(engine, &request.limits);
    if (!caller || !caller->book || !mi_engine_probe_book(engine, &request.root)) {
        bool level = caller && caller->level;
        error = search_for_move(engine, &request, level);
        if (error == MIAI_OK && level) {
            mi_engine_draw_level(engine, &request.root);
            mi_engine_appraise(engine, &request);
        }
    }
    if (error == MIAI_OK)
        write_best_move(engine, &request, text, size);
    return error;
}

int miai_search_fresh(miai_engine *engine, int player, char *text, size_t size)
{
    struct mi_move_request request;
    int error = begin_request(engine, player, true, &request);
    if (error != MIAI_OK)
        return error;
    mi_engine_clamp_limits(engine, &request.limits);
    mi_engine_decide_pass(engine, &request);
    mi_engine_probe_tablebase(engine, &request.root, &request.limits, request.only);
    error = mi_engine_think_fresh(engine, &request.root, &request.limits);
    if (error == MIAI_OK)
        write_best_move(engine, &request, text, size);
    return error;
}

int miai_ponder(miai_engine *engine)
{
    struct mi_move_request request;
    miai_level level;
    if (mi_engine_level(engine, &level)) /* a level limits the playouts, so pondering would make it
                                          * stronger */
        return fail_without_search(engine, MIAI_OK);
    int error = begin_request(engine, MIAI_TURN, false, &request);
    if (error != MIAI_OK)
        return error;
    request.limits = (struct mi_limits){.start = request.limits.start, .stop = &engine->stop};
    return mi_engine_ponder(engine, &request.root, &request.limits);
}
