/* From the history, the options and the clock to a move. */
#include "book.h"
#include "draw.h"
#include "engine/engine.h"
#include "engine/position.h"
#include "engine/result/analysis.h"
#include "engine/root.h"
#include "engine/scoring/remove_dead.h"
#include "engine/scoring/score.h"
#include "engine/scoring/status.h"
#include "engine/setup/client.h"
#include "engine/setup/level.h"
#include "engine/setup/network_file.h"
#include "engine/setup/settings.h"
#include "find_win.h"
#include "strength.h"
#include "tablebase.h"
#include "think.h"

#include "base/clock.h"
#include "base/fmath.h"
#include "base/text.h"

#include <stdio.h>

/* A request for a move: what is searched, and within which limits. */
struct request {
    int player;
    struct mi_root root;
    struct mi_limits limits;
    miai_move only[MIAI_MAX_LEGAL];
    bool lost; /* the pass ends the game, and loses it: only if the search sees no hope either */
};

static enum mi_search search_of(const miai_engine *engine)
{
    return mi_options_search(&engine->options, mi_history_game(engine->history),
                             mi_engine_has_network(engine));
}

/* Does it look ahead ply by ply? */
static bool deepens(const miai_engine *engine)
{
    enum mi_search search = search_of(engine);
    return search == MI_SEARCH_ALPHABETA || search == MI_SEARCH_MINIMAX;
}

/* Do the options bound the search at all?  A depth does where the search deepens. */
static bool is_bounded(const miai_engine *engine)
{
    const struct mi_options *options = &engine->options;
    return options->time > 0 || options->playouts > 0 || (options->depth > 0 && deepens(engine));
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
    if (!is_bounded(engine))
        limits.seconds = 1;
    return limits;
}

/* There is no search, so that nobody can mean it: what was said before is not for the next one. */
static int no_search(miai_engine *engine, int result)
{
    engine->announced = false;
    return result;
}

/* Fills in all but root.only. */
static int begin(miai_engine *engine, int player, struct request *request)
{
    double start = mi_clock();
    mi_engine_ready_network(engine);
    request->player = mi_engine_player(engine, player);
    if (request->player < 0)
        return no_search(engine, MIAI_BAD_VALUE);
    if (!mi_engine_root(engine, request->player, engine->pos, &request->root))
        return no_search(engine, mi_engine_no_root(engine));
    request->limits = option_limits(engine, start);
    engine->tablebase_root.count = 0;
    request->lost = false;
    return MIAI_OK;
}

static void write_best(const miai_engine *engine, const struct request *request, char *text,
                       size_t size)
{
    const struct mi_root *root = &request->root;
    root->game->move_text(root->pos, engine->result->move, text, size);
}

/* How many more moves the player has to make, by which a clock is divided: what the game says, or a
 * guess by its legal moves.  Where the client tells the clock before each search, as UCI's do, some
 * for the endgame and a third of those there are now; mi_time_moves() is for Go. */
static int moves_left(const struct mi_root *root, bool told)
{
    miai_move list[MIAI_MAX_LEGAL];
    if (mi_hints(root->game)->moves_left)
        return mi_hints(root->game)->moves_left(root->pos);
    int n = root->game->moves(root->pos, list);
    return told ? 10 + n / 3 : mi_time_moves(n, root->plies);
}

/* 0 is no bound, a spent clock the shortest of times. */
static double at_least_some(double seconds)
{
    return seconds > 1e-6 ? seconds : 1e-6;
}

static void bound_by_share(struct mi_limits *limits, struct mi_time_budget share)
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
    int moves = moves_left(&request->root, false);
    request->limits.seconds = 0;
    bound_by_share(&request->limits, mi_time_budget_for_move(&engine->time, request->player, moves,
                                                             engine->options.move_overhead));
}

/* Was the last move a pass, so that another one may end the game? */
static bool after_pass(const struct mi_root *root)
{
    if (!mi_editing(root->game)->pass || root->plies == 0)
        return false;
    miai_move pass = mi_editing(root->game)->pass(root->pos);
    return pass != MIAI_NO_MOVE && root->line[root->plies - 1].move == pass;
}

/* When the game must be judged.  An answer to a pass may end it, and deserves more time. */
static double judging_deadline(const struct mi_limits *limits, bool answer)
{
    double seconds = limits->soft_seconds > 0 ? limits->soft_seconds : limits->seconds;
    return seconds > 0 ? limits->start + seconds * (answer ? 0.5 : 0.1) : 0;
}

/* Lets the search choose among the pass alone, or all but the pass. */
static void restrict_to(miai_engine *engine, struct request *request, miai_move pass, bool passes)
{
    struct mi_root *root = &request->root;
    miai_move list[MIAI_MAX_LEGAL];
    root->only_count = 0;
    int n = mi_root_moves(root, true, engine->scratch, list);
    for (int i = 0; i < n; i++)
        if ((list[i] == pass) == passes)
            request->only[root->only_count++] = list[i];
    root->only = request->only;
}

/* Lets it choose among the moves that take dead stones, if there are any. */
static bool restrict_to_captures(miai_engine *engine, struct request *request)
{
    struct mi_root *root = &request->root;
    root->only_count = mi_engine_captures(engine, root, engine->status, request->only);
    root->only = request->only;
    return root->only_count > 0;
}

/* Where passes end the game, the stones that the playouts hold for dead decide whether one is a
 * good move: a search that counts them as alive would pass with dead stones of its own on the
 * board, or play on for nothing. */
static void decide_pass(miai_engine *engine, struct request *request)
{
    struct mi_root *root = &request->root;
    miai_move pass =
        mi_editing(root->game)->pass ? mi_editing(root->game)->pass(root->pos) : MIAI_NO_MOVE;
    if (pass == MIAI_NO_MOVE)
        return;
    bool answer = after_pass(root);
    double deadline = judging_deadline(&request->limits, answer);
    switch (mi_engine_end_state(engine, request->player, deadline, engine->status)) {
    case MI_END_OVER:
        request->lost = answer && mi_engine_settled(engine, request->player) < 0;
        if (!request->lost)
            restrict_to(engine, request, pass, true);
        break;
    case MI_END_WON:
        if (answer)
            restrict_to(engine, request, pass, true);
        break;
    case MI_END_EARLY:
    case MI_END_LOST:
        if (answer)
            restrict_to(engine, request, pass, false);
        break;
    case MI_END_CAPTURE:
        if (!restrict_to_captures(engine, request))
            restrict_to(engine, request, pass, false);
        break;
    default:
        break;
    }
}

/* The game is not over: where another move is as good as the pass, it is made. */
static void avoid_pass(miai_engine *engine, const struct request *request)
{
    const double as_good = 0.01, lead_as_good = 0.25; /* points */
    const struct mi_root *root = &request->root;
    const struct mi_result *result = engine->result;
    miai_move pass =
        mi_editing(root->game)->pass ? mi_editing(root->game)->pass(root->pos) : MIAI_NO_MOVE;
    if (result->move != pass || root->only_count > 0 || request->lost)
        return;
    for (int i = 0; i < result->choice_count; i++) {
        const struct mi_choice *choice = &result->choice[i];
        bool leads = !result->leads || choice->lead >= result->lead - lead_as_good;
        if (choice->move != pass && choice->visits > 0 &&
            choice->value >= result->value - as_good && leads) {
            mi_engine_prefer(engine, root, i);
            return;
        }
    }
}

/* The count says that a pass loses the game.  It is made where the search has no hope either. */
static void give_in(miai_engine *engine, const struct request *request)
{
    const double hope = 0.2;
    const struct mi_root *root = &request->root;
    const struct mi_result *result = engine->result;
    if (!request->lost || result->value >= hope)
        return;
    miai_move pass = mi_editing(root->game)->pass(root->pos);
    for (int i = 1; i < result->choice_count; i++)
        if (result->choice[i].move == pass) {
            mi_engine_prefer(engine, root, i);
            return;
        }
}

/* ---- resigning ---- */

/* Did the first player begin with several moves?  Then they are a handicap. */
static bool has_handicap(const miai_engine *engine, const struct mi_root *root)
{
    return engine->handicap || (root->plies > 1 && root->line[0].player == root->line[1].player);
}

/* An eighth of the game must have been played, or half of it where the position was lost to begin
 * with. */
static bool may_resign(const miai_engine *engine, const struct mi_root *root)
{
    miai_move list[MIAI_MAX_LEGAL];
    int whole = root->game->moves(root->pos, list) + root->plies;
    return root->plies * (has_handicap(engine, root) ? 2 : 8) >= whole;
}

/* Has the player been without hope for so many moves in a row?  A move that was the only one to
 * choose tells nothing: it may be the pass of a game that is won without dead stones, which a
 * search does not take off. */
static bool resigns(miai_engine *engine, const struct request *request)
{
    int *hopeless = &engine->hopeless[request->player];
    if (request->root.only_count == 1)
        return false;
    double least =
        mi_options_resign(&engine->options, request->root.game, mi_engine_has_network(engine));
    bool hope = engine->result->value >= least || !may_resign(engine, &request->root);
    *hopeless = hope ? 0 : *hopeless + 1;
    return *hopeless >= engine->options.resign_moves;
}

/* ---- a move ---- */

/* A client that tells no clock sees the way of the request and of the answer, too: a fifth of the
 * lag, which is the most that it may take, stands for that. */
static void spend_time(miai_engine *engine, const struct request *request)
{
    bool told = engine->time.left[request->player].told;
    double way = told ? 0 : engine->options.move_overhead / 5;
    mi_time_spend(&engine->time, request->player, mi_clock() - request->limits.start + way);
}

static int play_best(miai_engine *engine, const struct request *request, char *text, size_t size)
{
    write_best(engine, request, text, size);
    return mi_history_play(engine->history, request->player, engine->result->move) == MI_PLAYED
               ? MIAI_OK
               : MIAI_NO_MEMORY;
}

/* What a request for a move may come to. */
enum may { MAY_RESIGN = 1, PLAYS = 2 };

static int genmove(miai_engine *engine, int player, unsigned may, char *text, size_t size)
{
    struct request request;
    int error = begin(engine, player, &request);
    if (error != MIAI_OK)
        return error;
    bound_by_clock(engine, &request);
    mi_engine_bound(engine, &request.limits);
    if (!mi_engine_ask_book(engine, &request.root)) {
        decide_pass(engine, &request);
        mi_engine_weaken(engine, &request.limits);
        mi_engine_apply_analysis(engine, &request.root, &request.limits, request.only);
        mi_engine_probe_tablebase(engine, &request.root, &request.limits, request.only);
        mi_engine_find_win(&request.root, &request.limits, request.only);
        error = mi_engine_think(engine, &request.root, &request.limits);
    }
    if (error != MIAI_OK)
        return error;
    mi_engine_draw_move(engine, &request.root);
    avoid_pass(engine, &request);
    give_in(engine, &request);
    if (may & MAY_RESIGN && resigns(engine, &request))
        snprintf(text, size, "resign");
    else if (may & PLAYS)
        error = play_best(engine, &request, text, size);
    else
        write_best(engine, &request, text, size);
    spend_time(engine, &request);
    return error;
}

int miai_genmove(miai_engine *engine, int player, char *text, size_t size)
{
    return genmove(engine, player, MAY_RESIGN | PLAYS, text, size);
}

int miai_choose(miai_engine *engine, int player, char *text, size_t size)
{
    return genmove(engine, player, MAY_RESIGN, text, size);
}

int miai_genmove_cleanup(miai_engine *engine, int player, char *text, size_t size)
{
    struct request request;
    int error = begin(engine, player, &request);
    if (error != MIAI_OK)
        return error;
    if (!mi_editing(request.root.game)->pass || !mi_engine_has_status(request.root.game))
        return genmove(engine, player, PLAYS, text, size);
    bound_by_clock(engine, &request);
    mi_engine_bound(engine, &request.limits);
    mi_engine_status(engine, false, judging_deadline(&request.limits, true), engine->status);
    if (!restrict_to_captures(engine, &request))
        restrict_to(engine, &request, mi_editing(request.root.game)->pass(request.root.pos), true);
    mi_engine_apply_analysis(engine, &request.root, &request.limits, request.only);
    error = mi_engine_think(engine, &request.root, &request.limits);
    if (error == MIAI_OK)
        error = play_best(engine, &request, text, size);
    spend_time(engine, &request);
    return error;
}

/* Reads the moves of a text with spaces between into list; unknown ones are left out. */
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

static void share_clock(const miai_engine *engine, const miai_clock *clock, struct request *request)
{
    struct mi_time_budget share =
        mi_time_budget_for_clock(clock->left, clock->increment, clock->moves_to_go,
                                 moves_left(&request->root, true), engine->options.move_overhead);
    bound_by_share(&request->limits, share);
}

/* Is a depth all that bounds a search which may never come to it?  Without proofs, and in a game of
 * points with them, a tree grows no deeper where its best move ends the game. */
static bool may_never_end(const miai_engine *engine, const miai_limits *bounds)
{
    bool alone =
        bounds->depth > 0 && bounds->seconds <= 0 && bounds->playouts == 0 && bounds->mate == 0;
    return alone && !deepens(engine) &&
           (search_of(engine) == MI_SEARCH_FLAT || !engine->options.solver ||
            mi_history_game(engine->history)->points);
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
    else if (may_never_end(engine, bounds))
        limits->seconds = 1;
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
    mi_engine_bound(engine, &request.limits);
    if (!bounds || !bounds->book || !mi_engine_ask_book(engine, &request.root)) {
        if (bounds && bounds->level)
            mi_engine_weaken(engine, &request.limits);
        mi_engine_apply_analysis(engine, &request.root, &request.limits, request.only);
        mi_engine_probe_tablebase(engine, &request.root, &request.limits, request.only);
        mi_engine_find_win(&request.root, &request.limits, request.only);
        error = mi_engine_think(engine, &request.root, &request.limits);
        if (error == MIAI_OK && bounds && bounds->level)
            mi_engine_draw_level(engine, &request.root);
    }
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
    mi_engine_bound(engine, &request.limits);
    decide_pass(engine, &request);
    mi_engine_probe_tablebase(engine, &request.root, &request.limits, request.only);
    error = mi_engine_think_fresh(engine, &request.root, &request.limits);
    if (error == MIAI_OK)
        write_best(engine, &request, text, size);
    return error;
}

int miai_ponder(miai_engine *engine)
{
    struct request request;
    miai_level level;
    if (mi_engine_level(engine, &level)) /* has no more time to think than that */
        return no_search(engine, MIAI_OK);
    int error = begin(engine, MIAI_TURN, &request);
    if (error != MIAI_OK)
        return error;
    request.limits = (struct mi_limits){.start = request.limits.start, .stop = &engine->stop};
    return mi_engine_ponder(engine, &request.root, &request.limits);
}
