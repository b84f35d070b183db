/* The search of go, in its own thread, and its info and bestmove lines. */
#include "uci.h"

#include "base/clock.h"
#include "base/text.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The least time between two reports, in seconds. */
static const double INFO_INTERVAL = 0.02;

/* ---- info ---- */

static void add_uci_pv(const struct mi_uci *uci, struct mi_reply *reply, const char *pv)
{
    char word[MIAI_MOVE_TEXT], move[MIAI_MOVE_TEXT];
    while (mi_read_word(&pv, word, sizeof word)) {
        mi_uci_move_from_engine(uci->engine, word, move);
        mi_reply_format(reply, " %s", move);
    }
}

static void add_info_line(const struct mi_uci *uci, struct mi_reply *reply, const miai_info *info)
{
    uint64_t nodes = info->playouts ? info->playouts : info->nodes;
    mi_reply_format(reply, "info depth %d", info->depth > 0 ? info->depth : 1);
    if (info->max_ply > 0)
        mi_reply_format(reply, " seldepth %d", info->max_ply);
    if (info->line > 0)
        mi_reply_format(reply, " multipv %d", info->line);
    mi_uci_add_score(uci, reply, info);
    mi_reply_format(reply, " nodes %" PRIu64 " nps %.0f hashfull %d", nodes,
                    info->seconds > 0 ? (double)nodes / info->seconds : 0, info->full);
    if (info->hits > 0)
        mi_reply_format(reply, " tbhits %" PRIu64, info->hits);
    mi_reply_format(reply, " time %.0f pv", 1000 * info->seconds);
    add_uci_pv(uci, reply, info->pv);
    mi_reply_add(reply, "\n");
}

/* Writes the root move that is being searched.  Without the depth, since some clients, such as Cute
 * Chess, would show an empty line for each depth they see. */
static void write_current_move(struct mi_uci *uci, const miai_info *info, double now)
{
    struct mi_reply reply = {0};
    char move[MIAI_MOVE_TEXT];
    if (now - uci->last_current < INFO_INTERVAL)
        return;
    mi_uci_move_from_engine(uci->engine, info->current, move);
    mi_reply_format(&reply, "info currmove %s currmovenumber %d\n", move, info->number);
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
    uci->last_current = now;
}

/* Reports are sent at limited intervals, but then with all their lines. */
static void report_line(struct mi_uci *uci, const miai_info *info, double now)
{
    if (info->line <= 1) {
        mi_reply_clear(&uci->report);
        uci->sending_report = now - uci->last_info >= INFO_INTERVAL;
    }
    if (uci->sending_report && info->line <= 1 && uci->log_live_stats && uci->verbose_move_stats)
        mi_uci_add_move_stats(uci, &uci->report);
    add_info_line(uci, &uci->report, info);
    if (!uci->sending_report)
        return;
    mi_uci_send(uci, &uci->report);
    mi_reply_clear(&uci->report);
    uci->last_info = now;
}

void mi_uci_on_info(void *context, const miai_info *info)
{
    struct mi_uci *uci = context;
    if (atomic_load_explicit(&uci->client_gone, memory_order_relaxed))
        miai_stop(uci->engine);
    if (info->number > 0)
        write_current_move(uci, info, mi_clock());
    else
        report_line(uci, info, mi_clock());
}

static bool plays_at_level(const struct mi_uci *uci)
{
    char level[16];
    return uci->go.limits.level && miai_get_option(uci->engine, "level", level, sizeof level) > 0;
}

/* Writes the result.  A multi-PV search has already reported all its lines. */
static void write_result(struct mi_uci *uci)
{
    struct mi_reply reply = {0};
    miai_info info;
    char shortage[MI_SHORTAGE_TEXT];
    miai_last_search(uci->engine, &info);
    if (mi_write_memory_shortage(&info, shortage))
        mi_uci_complain(uci, shortage, NULL);
    mi_uci_report_faults(uci);
    int lines = info.line > 0 ? 0 : uci->lines;
    if (info.line > 0)
        mi_uci_send(uci, &uci->report);
    /* The move chosen at a level may be in none of the lines. */
    if (info.line > 0 && plays_at_level(uci)) {
        info.line = 1;
        add_info_line(uci, &reply, &info);
    }
    for (int i = 0; i < lines && miai_line_at(uci->engine, i, &info); i++) {
        info.line = uci->lines > 1 ? i + 1 : 0;
        add_info_line(uci, &reply, &info);
    }
    if (uci->verbose_move_stats)
        mi_uci_add_move_stats(uci, &reply);
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
}

/* ---- bestmove ----
 *
 * It is sent without allocating memory, since the client would wait for it forever. */

enum { BESTMOVE_BYTES = 64 + 2 * MIAI_MOVE_TEXT }; /* buffer size in bytes */

/* Writes the best move and the expected reply. */
static void write_best_move(struct mi_uci *uci, const char *move)
{
    char lines[BESTMOVE_BYTES], word[MIAI_MOVE_TEXT], expected[MIAI_MOVE_TEXT];
    miai_info info;
    miai_last_search(uci->engine, &info);
    const char *reply = info.pv;
    mi_read_word(&reply, expected, sizeof expected);
    mi_uci_move_from_engine(uci->engine, move, word);
    int n = snprintf(lines, sizeof lines, "bestmove %s", word);
    if (mi_read_word(&reply, expected, sizeof expected)) {
        mi_uci_move_from_engine(uci->engine, expected, word);
        n += snprintf(lines + n, sizeof lines - (size_t)n, " ponder %s", word);
    }
    snprintf(lines + n, sizeof lines - (size_t)n, "\n");
    mi_uci_write_lines(uci, lines);
}

static void write_no_move(struct mi_uci *uci)
{
    mi_uci_write_lines(uci, "info depth 0 score cp 0\nbestmove (none)\n");
}

/* Writes the first legal move, without a search, or that there is none. */
static void write_first_legal_move(struct mi_uci *uci)
{
    char legal[2 * MIAI_MOVE_TEXT], lines[BESTMOVE_BYTES], move[MIAI_MOVE_TEXT],
        word[MIAI_MOVE_TEXT] = "(none)";
    const char *first = legal;
    int score = 0;
    if (miai_legal_moves(uci->engine, MIAI_TURN, legal, sizeof legal) > 0 &&
        miai_next_move(&first, move))
        mi_uci_move_from_engine(uci->engine, move, word);
    else
        miai_over(uci->engine, &score);
    snprintf(lines, sizeof lines, "info depth 0 score %s 0\nbestmove %s\n", score ? "mate" : "cp",
             word);
    mi_uci_write_lines(uci, lines);
}

/* bestmove must not be sent before stop or ponderhit. */
static void wait_for_release(struct mi_uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    while (uci->infinite || uci->pondering)
        pthread_cond_wait(&uci->released, &uci->lock);
    pthread_mutex_unlock(&uci->lock);
}

/* ---- the thread ---- */

static void search_and_answer(struct mi_uci *uci)
{
    char move[MIAI_MOVE_TEXT];
    miai_limits limits = uci->go.limits;
    limits.late = mi_clock() - uci->go.arrived;
    int error = miai_search(uci->engine, MIAI_TURN, &limits, move, sizeof move);
    if (error == MIAI_OK)
        write_result(uci);
    else if (error != MIAI_OVER)
        mi_uci_complain(uci, miai_error_text(error), NULL);
    wait_for_release(uci);
    if (error == MIAI_OK)
        write_best_move(uci, move);
    else
        write_first_legal_move(uci);
}

static void answer_without_search(struct mi_uci *uci)
{
    wait_for_release(uci);
    if (uci->go.perft > 0)
        mi_uci_write_lines(uci, "\nNodes searched: 0\n\n");
    else
        write_no_move(uci);
}

static bool is_stopped(struct mi_uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    bool stopped = uci->stopped;
    pthread_mutex_unlock(&uci->lock);
    return stopped;
}

/* The maximum that the operator allows for the option. */
static double option_max(const struct mi_uci *uci, const char *name)
{
    return miai_option_max(uci->engine, miai_option_find(uci->engine, name));
}

/* Does the operator allow this depth?  If not, complains and returns false. */
static bool is_perft_allowed(struct mi_uci *uci)
{
    char about[64];
    double max = option_max(uci, "depth");
    snprintf(about, sizeof about, "perft %d: the maximum depth is %.0f (--max-depth)",
             uci->go.perft, max);
    if (uci->go.perft > max)
        mi_uci_complain(uci, miai_error_text(MIAI_REFUSED), about);
    return uci->go.perft <= max;
}

/* Counts the move sequences after each legal move. */
static void run_perft(struct mi_uci *uci)
{
    const double end = mi_clock() + option_max(uci, "time");
    struct mi_reply reply = {0}, moves = {0};
    mi_reply_add_legal_moves(&moves, uci->engine, MIAI_TURN);
    char *rest = moves.text, word[MIAI_MOVE_TEXT], lines[BESTMOVE_BYTES];
    uint64_t count, sum = 0;
    const char *move = NULL;
    int error = MIAI_OK;
    while (rest && (move = mi_next_word(&rest)) != NULL) {
        miai_arm_search(uci->engine); /* before checking stopped, so that no stop is missed */
        if (is_stopped(uci) || mi_clock() >= end ||
            (error = miai_play(uci->engine, MIAI_TURN, move)) != MIAI_OK)
            break;
        error = miai_perft(uci->engine, uci->go.perft - 1, &count);
        miai_undo(uci->engine, 1);
        if (error != MIAI_OK)
            break;
        sum += count;
        mi_uci_move_from_engine(uci->engine, move, word);
        mi_reply_format(&reply, "%s: %" PRIu64 "\n", word, count);
    }
    reply.failed |= moves.failed || error == MIAI_NO_MEMORY;
    mi_uci_send(uci, &reply);
    if (reply.failed || move)
        mi_uci_complain(uci, "perft ended before all moves were counted: the sum is incomplete",
                        NULL);
    snprintf(lines, sizeof lines, "\nNodes searched: %" PRIu64 "\n\n", sum);
    mi_uci_write_lines(uci, lines);
    mi_reply_free(&reply);
    mi_reply_free(&moves);
}

static void *run_search_thread(void *context)
{
    struct mi_uci *uci = context;
    if (mi_uci_was_refused(uci, "searched"))
        answer_without_search(uci);
    else if (uci->go.perft > 0 && !is_perft_allowed(uci))
        answer_without_search(uci);
    else if (uci->go.perft > 0)
        run_perft(uci);
    else
        search_and_answer(uci);
    return NULL;
}

/* ---- called by the main thread ---- */

void mi_uci_start_search(struct mi_uci *uci)
{
    uci->infinite = uci->go.infinite && uci->go.perft == 0;
    uci->pondering = uci->go.limits.ponder && uci->go.perft == 0;
    uci->stopped = false;
    uci->last_info = uci->last_current = 0;
    mi_reply_clear(&uci->report);
    miai_arm_search(uci->engine);
    uci->searching = mi_thread_start(&uci->thread, run_search_thread, uci);
    if (!uci->searching) {
        mi_uci_complain(uci, miai_error_text(MIAI_NO_MEMORY), NULL);
        if (uci->refused)
            write_no_move(uci);
        else
            write_first_legal_move(uci);
    }
}

void mi_uci_stop_search(struct mi_uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    uci->infinite = uci->pondering = false;
    uci->stopped = true;
    pthread_cond_signal(&uci->released);
    pthread_mutex_unlock(&uci->lock);
    miai_stop(uci->engine);
}

void mi_uci_ponderhit(struct mi_uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    if (uci->pondering)
        miai_ponderhit(uci->engine);
    uci->pondering = false;
    pthread_cond_signal(&uci->released);
    pthread_mutex_unlock(&uci->lock);
}

void mi_uci_wait_for_search(struct mi_uci *uci)
{
    if (!uci->searching)
        return;
    pthread_mutex_lock(&uci->lock);
    bool waits = uci->infinite || uci->pondering;
    pthread_mutex_unlock(&uci->lock);
    if (waits)
        mi_uci_stop_search(uci);
    mi_thread_join(&uci->thread);
    uci->searching = false;
}
