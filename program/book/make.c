#include "book.h"

#include "base/interrupt.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_SIZE = 256, CANDIDATE_SIZE = 80, PATH_SIZE = 1 << 14 };

/* ---- one search ---- */

/* Are all legal moves in the list? */
static bool avoids_all(miai_engine *engine, const char *avoid)
{
    char *legal = malloc(PATH_SIZE), move[MIAI_MOVE_TEXT], avoided[MIAI_MOVE_TEXT];
    bool all = legal && miai_legal_moves(engine, MIAI_TURN, legal, PATH_SIZE) > 0;
    for (const char *rest = legal; all && miai_next_move(&rest, move);) {
        const char *other = avoid;
        all = false;
        while (!all && miai_next_move(&other, avoided))
            all = strcmp(move, avoided) == 0;
    }
    free(legal);
    return all;
}

/* The value of the last search, for the player of it. */
static double search_value(const miai_info *info)
{
    static const double proven[] = {0, 0, 0.5, 1};
    return info->proof != 0 ? proven[info->proof] : fmin(fmax(info->value, 0), 1);
}

/* Searches the current position, which is not over. */
static bool search_without(struct mi_open_book *open, const char *avoid, char *text, size_t size)
{
    const miai_avoid avoided = {.player = miai_turn(open->engine), .moves = avoid, .depth = 1};
    const miai_analysis_request request = {.avoid = &avoided, .avoid_count = *avoid ? 1 : 0};
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    miai_forget(open->engine); /* so that the result does not depend on earlier searches */
    int error = miai_request_analysis(open->engine, &request);
    if (error == MIAI_OK)
        error = miai_search(open->engine, MIAI_TURN, NULL, move, sizeof move);
    miai_request_analysis(open->engine, NULL);
    if (mi_interrupted())
        return false;
    if (error != MIAI_OK)
        return mi_book_fail(open, miai_error_reason(open->engine, error));
    miai_last_search(open->engine, &info);
    uint64_t visits = info.root_visits > 0 ? info.root_visits : info.nodes;
    snprintf(text, size, "%s %.4f %" PRIu64, move, search_value(&info), visits);
    return true;
}

bool mi_book_search(struct mi_open_book *open, const char *avoid, char *text, size_t size)
{
    int score;
    if (miai_over(open->engine, &score)) {
        score = miai_turn(open->engine) == 0 ? score : -score;
        snprintf(text, size, "- %g 0", score > 0 ? 1 : score < 0 ? 0 : 0.5);
        return true;
    }
    if (!avoids_all(open->engine, avoid))
        return search_without(open, avoid, text, size);
    snprintf(text, size, "- 0 0");
    return true;
}

/* ---- one step ---- */

/* Is this a move of the book in position i, the one that is added ("": none), or a mirror image of
 * one? */
static bool is_taken(const struct mi_open_book *open, int i, const char *move, const char *added)
{
    miai_book_move known;
    bool taken = miai_book_mirrored(open->book, i, move, added);
    for (int j = 0; !taken && miai_book_move_at(open->book, i, j, &known); j++)
        taken = miai_book_mirrored(open->book, i, move, known.move);
    return taken;
}

/* Lists the legal moves of position i, which the engine has, that are taken. False: out of memory.
 */
static bool list_taken(const struct mi_open_book *open, int i, const char *added,
                       struct mi_reply *list)
{
    char *legal = malloc(PATH_SIZE), move[MIAI_MOVE_TEXT];
    mi_reply_format(list, "%s", "");
    if (legal)
        miai_legal_moves(open->engine, MIAI_TURN, legal, PATH_SIZE);
    for (const char *rest = legal; legal && miai_next_move(&rest, move);)
        if (is_taken(open, i, move, added))
            mi_reply_format(list, "%s%s", list->length > 0 ? " " : "", move);
    free(legal);
    return legal && !list->failed;
}

/* Finds the next candidate of position i when a move goes into the book. */
static bool find_next_candidate(struct mi_open_book *open, int i, const char *move, char *text,
                                size_t size)
{
    miai_book_position position;
    struct mi_reply avoid = {.text = NULL};
    miai_book_position_at(open->book, i, &position);
    if (!miai_book_mirrored(open->book, i, position.candidate, move)) {
        snprintf(text, size, "%s %.4f %" PRIu64, *position.candidate ? position.candidate : "-",
                 position.candidate_value, position.visits);
        return true;
    }
    if (!mi_book_set_up(open, i))
        return false;
    bool good = list_taken(open, i, move, &avoid)
                    ? mi_book_search(open, avoid.text, text, size)
                    : mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    mi_reply_free(&avoid);
    return good;
}

/* Finds what the line of a step says about the position after the move. */
static bool search_child(struct mi_open_book *open, int i, const char *move, char *text,
                         size_t size)
{
    if (miai_book_find(open->book, i, move) >= 0) {
        *text = '\0'; /* the number is written when the file is locked */
        return true;
    }
    if (!mi_book_set_up(open, i))
        return false;
    int error = miai_play(open->engine, MIAI_TURN, move);
    if (error != MIAI_OK)
        return mi_book_fail(open, miai_error_reason(open->engine, error));
    return mi_book_search(open, "", text, size);
}

/* Puts a move of position i, which this process has claimed, into the book. */
static bool add_move(struct mi_open_book *open, int i, const char *move)
{
    char child[CANDIDATE_SIZE], candidate[CANDIDATE_SIZE], line[LINE_SIZE];
    if (!search_child(open, i, move, child, sizeof child) ||
        !find_next_candidate(open, i, move, candidate, sizeof candidate) || !mi_book_lock(open))
        return false;
    int known = miai_book_find(open->book, i, move);
    if (known >= 0)
        snprintf(child, sizeof child, "= %d", known);
    snprintf(line, sizeof line, "%d %s %s %s", i, move, child, candidate);
    bool good = mi_book_append(open, line);
    mi_ledger_release(&open->ledger, (uint64_t)i);
    mi_book_unlock(open);
    return good;
}

static void release(struct mi_open_book *open, int i)
{
    if (mi_book_lock(open)) {
        mi_ledger_release(&open->ledger, (uint64_t)i);
        mi_book_unlock(open);
    }
}

static void wait_for_others(void)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    nanosleep(&pause, NULL);
}

/* Puts a move into the book unless it or a mirror image is there; waits while another process has
 * the position. */
static bool add_given_move(struct mi_open_book *open, int i, const char *move)
{
    while (!mi_interrupted()) {
        if (!mi_book_lock(open))
            return false;
        bool known = is_taken(open, i, move, "");
        bool mine = !known && mi_ledger_claim(&open->ledger, (uint64_t)i);
        mi_book_unlock(open);
        if (known)
            return true;
        if (mine) {
            bool good = add_move(open, i, move);
            if (!good)
                release(open, i);
            return good;
        }
        wait_for_others();
    }
    return false;
}

/* Adds the first position. */
static bool add_start(struct mi_open_book *open)
{
    char candidate[CANDIDATE_SIZE], line[LINE_SIZE];
    while (!mi_interrupted()) {
        if (!mi_book_lock(open))
            return false;
        bool known = miai_book_positions(open->book) > 0;
        bool mine = !known && mi_ledger_claim(&open->ledger, 0);
        mi_book_unlock(open);
        if (known)
            return true;
        if (!mine) {
            wait_for_others();
            continue;
        }
        if (miai_clear(open->engine) != MIAI_OK ||
            !mi_book_search(open, "", candidate, sizeof candidate) || !mi_book_lock(open))
            return false;
        snprintf(line, sizeof line, "start %s", candidate);
        bool good = mi_book_append(open, line);
        mi_ledger_release(&open->ledger, 0);
        mi_book_unlock(open);
        return good;
    }
    return false;
}

/* ---- given moves ---- */

/* Puts all moves of a line into the book, and stores the position after them. */
static bool add_line(struct mi_open_book *open, const char *moves, int plies, int *last)
{
    char move[MIAI_MOVE_TEXT];
    miai_book_position position;
    *last = 0;
    for (int n = 0; n < plies && miai_next_move(&moves, move); n++) {
        if (!add_given_move(open, *last, move))
            return false;
        *last = miai_book_find(open->book, *last, move);
        if (!miai_book_position_at(open->book, *last, &position) || position.over)
            break;
    }
    return true;
}

static bool load_record(struct mi_open_book *open, const miai_game_record *record,
                        const char *format, bool first)
{
    const char *name = open->args->records, *why;
    long line = 0;
    int error = miai_game_record_load(open->engine, record, 0, &line);
    if (error == MIAI_OK)
        return true;
    why = miai_error_reason(open->engine, error);
    return mi_book_fail_in(open, name, line,
                           first ? mi_first_record_fault(name, format, error, why) : why);
}

/* Puts the first plies of the game on the board into the book. */
static bool add_game(struct mi_open_book *open)
{
    struct mi_reply line = {.text = NULL};
    char move[MIAI_MOVE_TEXT];
    int last, player;
    for (int i = 0; miai_move_text(open->engine, i, &player, move, sizeof move) > 0; i++)
        mi_reply_format(&line, "%s%s", i ? " " : "", move);
    bool good =
        !line.failed && add_line(open, line.text ? line.text : "", open->args->plies, &last);
    mi_reply_free(&line);
    return good;
}

static bool add_records(struct mi_open_book *open)
{
    const char *name = open->args->records;
    char error[MI_FILE_MESSAGE];
    miai_file file = {.line = 1};
    if (!*name)
        return true;
    char *text = mi_load_text(name, &file.length, error);
    if (!text)
        return mi_book_fail_in(open, name, 0, error);
    file.bytes = text;
    bool good = true, first = true;
    miai_game_record *record;
    const char *format = mi_format_of_file(name, text, file.length);
    while (good && !mi_interrupted() && (record = miai_game_record_read(format, &file)) != NULL) {
        good = load_record(open, record, format, first) && add_game(open);
        first = false;
        miai_game_record_free(record);
    }
    if (file.fault_line != 0)
        good = mi_book_fail_in(open, name, file.fault_line, file.fault);
    free(text);
    return good;
}

/* ---- best first ---- */

/* Stores the least cost of a line from the root to each position; INFINITY if none leads there. */
static void compute_costs(const struct mi_open_book *open, int root, double *cost)
{
    int count = miai_book_positions(open->book);
    bool changed = true;
    for (int i = 0; i < count; i++)
        cost[i] = i == root ? 0 : INFINITY;
    while (changed) {
        changed = false;
        for (int i = 0; i < count; i++) {
            miai_book_position position;
            miai_book_move move;
            miai_book_position_at(open->book, i, &position);
            for (int j = 0; cost[i] < INFINITY && miai_book_move_at(open->book, i, j, &move); j++) {
                double next = cost[i] + position.value - move.value + open->args->ply_cost;
                changed |= next < cost[move.position];
                cost[move.position] = fmin(next, cost[move.position]);
            }
        }
    }
}

/* The cost of the position after the best move outside the book. */
static double cost_of_candidate(const struct mi_open_book *open, int i, const double *cost)
{
    miai_book_position position;
    miai_book_position_at(open->book, i, &position);
    return position.over || !*position.candidate
               ? INFINITY
               : cost[i] + position.value - position.candidate_value + open->args->ply_cost;
}

enum found { FOUND_ONE, FOUND_TAKEN, FOUND_NONE };

/* Claims the position whose candidate costs least among those that no other process has. */
static enum found claim_cheapest(struct mi_open_book *open, double *cost, int *chosen)
{
    int count = miai_book_positions(open->book);
    bool taken = false;
    for (int i = 0; i < count; i++)
        cost[i] = cost_of_candidate(open, i, cost);
    for (;;) {
        *chosen = 0;
        for (int i = 1; i < count; i++)
            *chosen = cost[i] < cost[*chosen] ? i : *chosen;
        if (cost[*chosen] == INFINITY)
            return taken ? FOUND_TAKEN : FOUND_NONE;
        if (mi_ledger_claim(&open->ledger, (uint64_t)*chosen))
            return FOUND_ONE;
        taken = true;
        cost[*chosen] = INFINITY;
    }
}

static void show_step(struct mi_open_book *open, int i, const char *move)
{
    char path[200], line[300];
    if (!mi_progress_line_due(&open->progress))
        return;
    miai_book_path(open->book, i, path, sizeof path);
    snprintf(line, sizeof line, "%d of %d positions; searching after: %.150s%s%s",
             miai_book_positions(open->book), open->args->positions, path, *path ? " " : "", move);
    mi_progress_line_show(&open->progress, line);
}

/* Searches and adds the cheapest move. *done: no move is left, or the book is large
 * enough. */
static bool grow_by_one(struct mi_open_book *open, int root, bool *done)
{
    miai_book_position position = {.candidate = ""};
    enum found found = FOUND_NONE;
    int chosen = 0;
    if (!mi_book_lock(open))
        return false;
    int count = miai_book_positions(open->book);
    double *cost = malloc((size_t)count * sizeof *cost);
    if (cost && count < open->args->positions) {
        compute_costs(open, root, cost);
        found = claim_cheapest(open, cost, &chosen);
    }
    mi_book_unlock(open);
    free(cost);
    *done = found == FOUND_NONE;
    if (!cost)
        return mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    if (found == FOUND_TAKEN)
        wait_for_others();
    if (found != FOUND_ONE)
        return true;
    miai_book_position_at(open->book, chosen, &position);
    show_step(open, chosen, position.candidate);
    bool good = add_move(open, chosen, position.candidate);
    if (!good)
        release(open, chosen);
    return good;
}

bool mi_book_make(struct mi_open_book *open)
{
    int root = 0;
    bool done = false;
    mi_interrupt_search(open->engine);
    bool good =
        add_start(open) && add_records(open) && add_line(open, open->args->moves, INT_MAX, &root);
    while (good && !done && !mi_interrupted())
        good = grow_by_one(open, root, &done);
    bool interrupted = mi_interrupted();
    mi_interrupt_end();
    mi_progress_line_erase(&open->progress);
    if (interrupted)
        return !mi_book_fail(open, "interrupted; the same command continues");
    return good &&
           (miai_book_back_up(open->book) == MIAI_OK ||
            mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY))) &&
           mi_book_check(open);
}
