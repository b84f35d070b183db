#include "match.h"

#include "game.h"
#include "plan.h"
#include "print.h"
#include "table.h"

#include "base/clock.h"
#include "base/shared/ranks.h"
#include "base/system.h"
#include "base/thread.h"

#include "protocol/io/file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted; /* set by the signal handler, which has no other access */

static void note_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---- shared by threads and processes: all under the lock ---- */

static bool match_is_decided(const struct mi_match *match)
{
    return match->args->use_sprt &&
           mi_sprt_state(&match->args->sprt, &match->pairs) != MI_SPRT_OPEN;
}

/* Locks the files; stops the match if results of other processes have decided it.  False: the
 * lock was not acquired; after an error the match stops. */
static bool lock_and_check_stop(struct mi_match *match)
{
    if (mi_match_lock_files(match)) {
        if (match_is_decided(match))
            atomic_store(&match->stop, true);
        return true;
    }
    if (match->error[0])
        atomic_store(&match->stop, true);
    return false;
}

/* Claims an open game for this process; -1: there is none. */
static long claim_game(struct mi_match *match)
{
    long number;
    while (match->next < match->count &&
           (match->claimed[match->next] || match->results[match->next].points >= 0))
        match->next++;
    for (number = match->next; number < match->count; number++)
        if (!match->claimed[number] && match->results[number].points < 0 &&
            !mi_match_is_dropped(match, number) &&
            mi_ledger_claim(&match->ledger, (uint64_t)number)) {
            match->claimed[number] = true;
            return number;
        }
    return -1;
}

/* Claims a game, with the lock; -1: none.  *wait: other processes still play, and their games
 * become free if they die. */
static long try_to_claim_game(struct mi_match *match, bool *wait)
{
    long number = -1;
    pthread_mutex_lock(&match->lock);
    if (!atomic_load(&match->stop) && lock_and_check_stop(match)) {
        if (!atomic_load(&match->stop))
            number = claim_game(match);
        mi_match_unlock_files(match);
    }
    *wait = number < 0 && mi_match_has_open_games(match) && !atomic_load(&match->stop);
    pthread_mutex_unlock(&match->lock);
    return number;
}

/* Waits for a game to play; -1: all are done. */
static long next_game(struct mi_match *match)
{
    const struct timespec poll_interval = {.tv_nsec = 200000000};
    bool wait;
    long number = try_to_claim_game(match, &wait);
    while (wait) {
        nanosleep(&poll_interval, NULL);
        number = try_to_claim_game(match, &wait);
    }
    return number;
}

/* Stores the result of a game, unless the match is already decided. */
static void store_game(struct mi_match *match, long number, const struct mi_match_outcome *outcome,
                       const miai_engine *referee, const char *start)
{
    bool locked = lock_and_check_stop(match);
    while (!locked && !match->error[0] && !atomic_load(&match->stop))
        locked = lock_and_check_stop(match);
    if (!locked)
        return;
    if (!match_is_decided(match) && match->results[number].points < 0) {
        bool stored = mi_match_store_result(match, number, outcome, referee, start);
        if (stored)
            mi_match_add_result(match, number,
                                (struct mi_stored_result){outcome->points, outcome->forfeit_by});
        if (!stored || match_is_decided(match))
            atomic_store(&match->stop, true);
    }
    mi_ledger_release(&match->ledger, (uint64_t)number);
    mi_match_unlock_files(match);
}

/* A player could not start a game.  The other players continue, and another process may play the
 * game. */
static void drop_player(struct mi_match *match, long number, const struct mi_match_outcome *outcome)
{
    struct mi_match_pairing game = mi_match_pairing_of(match, number);
    int player = outcome->not_started == 0 ? game.first : game.second;
    bool locked = lock_and_check_stop(match);
    mi_ledger_release(&match->ledger, (uint64_t)number);
    if (locked)
        mi_match_unlock_files(match);
    if (match->not_started[player])
        return;
    mi_match_drop_player(match, player);
    mi_progress_line_erase(&match->progress);
    mi_print_clean(stderr, "%s: game %ld: %s\n", match->program, number + 1, outcome->reason);
}

/* Records the outcome of a game. */
static void record_outcome(struct mi_match *match, long number,
                           const struct mi_match_outcome *outcome, const miai_engine *referee,
                           const char *start)
{
    pthread_mutex_lock(&match->lock);
    if (outcome->fatal && outcome->not_started >= 0 && !atomic_load(&match->stop)) {
        drop_player(match, number, outcome);
    } else if (outcome->fatal && !match->error[0] && !atomic_load(&match->stop)) {
        snprintf(match->error, sizeof match->error, "game %ld: %s", number + 1, outcome->reason);
        atomic_store(&match->stop, true);
    } else if (outcome->points >= 0) {
        store_game(match, number, outcome, referee, start);
        if (outcome->forfeit_by >= 0 && match->results[number].points >= 0)
            mi_match_print_forfeit(match, number, outcome);
        mi_match_print_progress(match);
    }
    pthread_mutex_unlock(&match->lock);
}

/* ---- a thread, with its own referee and players ---- */

static void *match_thread(void *context)
{
    struct mi_match *match = context;
    int players = match->args->players;
    struct mi_player_process *procs = calloc((size_t)players, sizeof *procs);
    miai_engine *referee = mi_match_new_referee(match);
    struct mi_match_outcome outcome;
    char start[MI_OPENING_START];
    long number;
    for (int i = 0; procs && i < players; i++) {
        procs[i].player = &match->args->player[i];
        procs[i].process.stop = &match->stop;
        mi_player_process_set_patience(&procs[i], match->args->time_control.patience);
    }
    while (procs && referee && (number = next_game(match)) >= 0) {
        mi_match_play_game(match, number, procs, referee, &outcome, start);
        record_outcome(match, number, &outcome, referee, start);
    }
    for (int i = 0; procs && i < players; i++)
        mi_player_process_close(&procs[i]);
    miai_free(referee);
    free(procs);
    pthread_mutex_lock(&match->lock);
    match->running_threads--;
    pthread_mutex_unlock(&match->lock);
    return NULL;
}

/* ---- all threads ---- */

/* Reads the results of other processes. */
static void update_from_others(struct mi_match *match)
{
    if (match->args->table[0] && lock_and_check_stop(match))
        mi_match_unlock_files(match);
    mi_match_print_progress(match);
}

/* Waits for the threads; stops them after a signal. */
static void wait_for_threads(struct mi_match *match, struct mi_thread *threads, int count)
{
    const struct timespec poll_interval = {.tv_nsec = 50000000};
    bool unfinished = true;
    for (double updated_at = mi_clock(); unfinished && !atomic_load(&match->stop);
         nanosleep(&poll_interval, NULL)) {
        if (interrupted)
            atomic_store(&match->stop, true);
        pthread_mutex_lock(&match->lock);
        if (mi_clock() - updated_at >= 1) {
            update_from_others(match);
            updated_at = mi_clock();
        }
        unfinished = match->running_threads > 0 || (count == 0 && match->done < match->count);
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < count; i++)
        mi_thread_join(&threads[i]);
}

/* An odd number of games is raised to an even one. */
static void report_pairs(const struct mi_match *match)
{
    const struct mi_match_args *args = match->args;
    if (args->requested_games != args->games && match->rank == 0)
        mi_print_clean(stderr,
                       "%s: games=%ld: playing %ld, because each opening is played twice, with "
                       "colours exchanged\n",
                       match->program, args->requested_games, args->games);
}

static void play_all(struct mi_match *match)
{
    struct mi_thread threads[MI_PARALLEL_MAX];
    int count = 0, requested = match->args->parallel;
    match->started_at = match->progress.shown_at = mi_clock();
    match->done_before = match->done;
    if (match->done == match->count || match_is_decided(match))
        return;
    pthread_mutex_lock(&match->lock);
    while (count < requested && mi_thread_start(&threads[count], match_thread, match))
        count++;
    match->running_threads = count;
    pthread_mutex_unlock(&match->lock);
    if (count > 0 || requested == 0)
        wait_for_threads(match, threads, count);
    else
        snprintf(match->error, sizeof match->error, "cannot start a thread");
}

/* The errors of the players were reported when they occurred. */
static void report_dropped(const struct mi_match *match)
{
    mi_print_clean(stderr,
                   "%s: %ld of %ld games were not played because a player could not start%s\n",
                   match->program, match->dropped, match->count,
                   match->args->table[0] ? "; the same command resumes" : "");
}

static void report_stopped(const struct mi_match *match)
{
    const struct mi_match_args *args = match->args;
    mi_print_clean(stderr, "%s: stopped after %ld of %ld games; ", match->program, match->done,
                   match->count);
    if (args->table[0])
        mi_print_clean(stderr, "they are in %s; the same command resumes\n", args->table);
    else if (args->record[0])
        mi_print_clean(stderr, "their moves are in %s; add table=FILE to be able to resume\n",
                       args->record);
    else
        fputs("nothing was saved; add table=FILE to be able to resume\n", stderr);
}

/* Reports how the match ended; returns the exit status. */
static int report_end(struct mi_match *match)
{
    if (match->done > 0 || match->count == 0)
        mi_match_print_result(match);
    else
        mi_progress_line_erase(&match->progress);
    if (match->error[0])
        mi_print_clean(stderr, "%s: %s\n", match->program, match->error);
    else if (match->done < match->count && !match_is_decided(match)) {
        if (!mi_match_has_open_games(match))
            report_dropped(match);
        else if (match->rank == 0)
            report_stopped(match);
    } else
        return match->args->use_sprt &&
                       mi_sprt_state(&match->args->sprt, &match->pairs) == MI_SPRT_ELO0
                   ? MI_MATCH_NOT_BETTER
                   : EXIT_SUCCESS;
    return EXIT_FAILURE;
}

int mi_match_run(const struct mi_match_args *args, const struct mi_settings_list *settings,
                 const miai_engine *engine, const char *program)
{
    struct mi_match match = {.args = args, .settings = settings, .engine = engine};
    struct mi_saved_handlers interrupts;
    int status = EXIT_FAILURE;
    bool several = mi_is_rank(&match.rank);
    match.program = program;
    match.progress.overwrite = isatty(STDERR_FILENO) && match.rank == 0;
    match.progress.periodic =
        !match.progress.overwrite && match.rank == 0 && (several || args->parallel == 0);
    pthread_mutex_init(&match.lock, NULL);
    interrupted = 0;
    mi_set_interrupt_handler(&interrupts, note_interrupt, true);
    if (!mi_match_plan(&match)) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
    } else {
        report_pairs(&match);
        if (mi_match_open_files(&match))
            play_all(&match);
        mi_match_close_files(&match);
        status = report_end(&match);
    }
    mi_restore_interrupt_handlers(&interrupts);
    pthread_mutex_destroy(&match.lock);
    mi_match_plan_free(&match);
    return status;
}
