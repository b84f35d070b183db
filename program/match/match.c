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

static volatile sig_atomic_t interrupted; /* by a signal, which finds nothing else */

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* ---- what is shared, by threads and by processes: all under the lock ---- */

static bool is_decided(const struct mi_match *match)
{
    return match->words->tested &&
           mi_sprt_state(&match->words->sprt, &match->pairs) != MI_SPRT_OPEN;
}

/* Keeps other processes from writing until it leaves, and hears from them whether it is over.
 * False: it cannot, and unless another process is at it for long, the match stops. */
static bool enter(struct mi_match *match)
{
    if (mi_match_enter(match)) {
        if (is_decided(match))
            atomic_store(&match->stop, true);
        return true;
    }
    if (match->trouble[0])
        atomic_store(&match->stop, true);
    return false;
}

/* A game that is open and that no other process has, or -1. */
static long claim_game(struct mi_match *match)
{
    long number;
    while (match->next < match->count &&
           (match->taken[match->next] || match->ending[match->next].points >= 0))
        match->next++;
    for (number = match->next; number < match->count; number++)
        if (!match->taken[number] && match->ending[number].points < 0 &&
            !mi_match_is_left_out(match, number) &&
            mi_ledger_claim(&match->ledger, (uint64_t)number)) {
            match->taken[number] = true;
            return number;
        }
    return -1;
}

/* The same; *wait: there may be one later, of a process that breaks down. */
static long try_to_take_game(struct mi_match *match, bool *wait)
{
    long number = -1;
    pthread_mutex_lock(&match->lock);
    if (!atomic_load(&match->stop) && enter(match)) {
        if (!atomic_load(&match->stop))
            number = claim_game(match);
        mi_match_leave(match);
    }
    *wait = number < 0 && mi_match_is_open(match) && !atomic_load(&match->stop);
    pthread_mutex_unlock(&match->lock);
    return number;
}

/* A game to play, or -1 when all are done. */
static long take_game(struct mi_match *match)
{
    const struct timespec moment = {.tv_nsec = 200000000};
    bool wait;
    long number = try_to_take_game(match, &wait);
    while (wait) {
        nanosleep(&moment, NULL);
        number = try_to_take_game(match, &wait);
    }
    return number;
}

/* Writes a game down that has come to its end, unless the match has. */
static void keep(struct mi_match *match, long number, const struct mi_match_outcome *outcome,
                 const miai_engine *referee, const char *start)
{
    bool entered = enter(match);
    while (!entered && !match->trouble[0] && !atomic_load(&match->stop))
        entered = enter(match);
    if (!entered)
        return;
    if (!is_decided(match) && match->ending[number].points < 0) {
        bool kept = mi_match_keep(match, number, outcome, referee, start);
        if (kept)
            mi_match_note(match, number,
                          (struct mi_stored_result){outcome->points, outcome->guilty});
        if (!kept || is_decided(match))
            atomic_store(&match->stop, true);
    }
    mi_ledger_release(&match->ledger, (uint64_t)number);
    mi_match_leave(match);
}

/* A player cannot begin a game.  The others play on, and another process may play the game. */
static void leave_out_player(struct mi_match *match, long number,
                             const struct mi_match_outcome *outcome)
{
    struct mi_match_pairing game = mi_match_game(match, number);
    int player = outcome->absent == 0 ? game.first : game.second;
    bool entered = enter(match);
    mi_ledger_release(&match->ledger, (uint64_t)number);
    if (entered)
        mi_match_leave(match);
    if (match->absent[player])
        return;
    mi_match_leave_out(match, player);
    mi_live_wipe(&match->live);
    mi_print_clean(stderr, "%s: game %ld: %s\n", match->program, number + 1, outcome->why);
}

/* Records what became of a game. */
static void take_outcome(struct mi_match *match, long number,
                         const struct mi_match_outcome *outcome, const miai_engine *referee,
                         const char *start)
{
    pthread_mutex_lock(&match->lock);
    if (outcome->fatal && outcome->absent >= 0 && !atomic_load(&match->stop)) {
        leave_out_player(match, number, outcome);
    } else if (outcome->fatal && !match->trouble[0] && !atomic_load(&match->stop)) {
        snprintf(match->trouble, sizeof match->trouble, "game %ld: %s", number + 1, outcome->why);
        atomic_store(&match->stop, true);
    } else if (outcome->points >= 0) {
        keep(match, number, outcome, referee, start);
        if (outcome->guilty >= 0 && match->ending[number].points >= 0)
            mi_match_tell_fault(match, number, outcome);
        mi_match_tell_live(match);
    }
    pthread_mutex_unlock(&match->lock);
}

/* ---- a thread: it has a referee and players of its own ---- */

static void *work(void *context)
{
    struct mi_match *match = context;
    int players = match->words->players;
    struct mi_player_process *seats = calloc((size_t)players, sizeof *seats);
    miai_engine *referee = mi_match_referee(match);
    struct mi_match_outcome outcome;
    char start[MI_OPENING_START];
    long number;
    for (int i = 0; seats && i < players; i++) {
        seats[i].player = &match->words->player[i];
        seats[i].process.stop = &match->stop;
        mi_seat_set_patience(&seats[i], match->words->pace.patience);
    }
    while (seats && referee && (number = take_game(match)) >= 0) {
        mi_match_play(match, number, seats, referee, &outcome, start);
        take_outcome(match, number, &outcome, referee, start);
    }
    for (int i = 0; seats && i < players; i++)
        mi_player_process_close(&seats[i]);
    miai_free(referee);
    free(seats);
    pthread_mutex_lock(&match->lock);
    match->working--;
    pthread_mutex_unlock(&match->lock);
    return NULL;
}

/* ---- all of them ---- */

/* Hears from other processes how it stands. */
static void look_on(struct mi_match *match)
{
    if (match->words->table[0] && enter(match))
        mi_match_leave(match);
    mi_match_tell_live(match);
}

/* Waits for the threads, and for a signal that wants them to stop. */
static void watch(struct mi_match *match, struct mi_thread *threads, int count)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    bool open = true;
    for (double looked = mi_clock(); open && !atomic_load(&match->stop); nanosleep(&moment, NULL)) {
        if (interrupted)
            atomic_store(&match->stop, true);
        pthread_mutex_lock(&match->lock);
        if (mi_clock() - looked >= 1) {
            look_on(match);
            looked = mi_clock();
        }
        open = match->working > 0 || (count == 0 && match->done < match->count);
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < count; i++)
        mi_thread_join(&threads[i]);
}

static void play_all(struct mi_match *match)
{
    struct mi_thread threads[MI_PARALLEL_MAX];
    int count = 0, wanted = match->words->parallel;
    match->begun = match->live.told_at = mi_clock();
    match->before = match->done;
    if (match->done == match->count || is_decided(match))
        return;
    pthread_mutex_lock(&match->lock);
    while (count < wanted && mi_thread_start(&threads[count], work, match))
        count++;
    match->working = count;
    pthread_mutex_unlock(&match->lock);
    if (count > 0 || wanted == 0)
        watch(match, threads, count);
    else
        snprintf(match->trouble, sizeof match->trouble, "no thread can be started");
}

/* The players' faults were reported when they occurred. */
static void report_left_out(const struct mi_match *match)
{
    mi_print_clean(stderr,
                   "%s: %ld of %ld games were not played, since a player could not begin%s\n",
                   match->program, match->left_out, match->count,
                   match->words->table[0] ? "; the same command goes on" : "");
}

static void tell_broken_off(const struct mi_match *match)
{
    const struct mi_match_words *words = match->words;
    mi_print_clean(stderr, "%s: broken off after %ld of %ld games; ", match->program, match->done,
                   match->count);
    if (words->table[0])
        mi_print_clean(stderr, "%s has them, and the same command goes on\n", words->table);
    else if (words->record[0])
        mi_print_clean(stderr, "%s has their moves; with table=FILE the same command goes on\n",
                       words->record);
    else
        fputs("nothing is kept; with table=FILE the same command goes on\n", stderr);
}

/* What ended it, and the exit status that says so. */
static int conclude(struct mi_match *match)
{
    if (match->done > 0 || match->count == 0)
        mi_match_tell_end(match);
    else
        mi_live_wipe(&match->live);
    if (match->trouble[0])
        mi_print_clean(stderr, "%s: %s\n", match->program, match->trouble);
    else if (match->done < match->count && !is_decided(match)) {
        if (!mi_match_is_open(match))
            report_left_out(match);
        else if (match->rank == 0)
            tell_broken_off(match);
    } else
        return match->words->tested &&
                       mi_sprt_state(&match->words->sprt, &match->pairs) == MI_SPRT_ELO0
                   ? MI_MATCH_NOT_BETTER
                   : EXIT_SUCCESS;
    return EXIT_FAILURE;
}

int mi_match_run(const struct mi_match_words *words, const struct mi_settings_list *settings,
                 const miai_engine *engine, const char *program)
{
    struct mi_match match = {.words = words, .settings = settings, .engine = engine};
    struct mi_interrupts interrupts;
    int status = EXIT_FAILURE;
    bool several = mi_is_rank(&match.rank);
    match.program = program;
    match.live.shown = isatty(STDERR_FILENO) && match.rank == 0;
    match.live.told = !match.live.shown && match.rank == 0 && (several || words->parallel == 0);
    pthread_mutex_init(&match.lock, NULL);
    interrupted = 0;
    mi_interrupts_begin(&interrupts, interrupt, true);
    if (!mi_match_plan(&match)) {
        mi_print_clean(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
    } else {
        if (mi_match_open(&match))
            play_all(&match);
        mi_match_close(&match);
        status = conclude(&match);
    }
    mi_interrupts_end(&interrupts);
    pthread_mutex_destroy(&match.lock);
    mi_match_plan_free(&match);
    return status;
}
