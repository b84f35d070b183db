#include "match.h"

#include "game.h"
#include "plan.h"
#include "print.h"
#include "table.h"

#include "base/clock.h"
#include "base/system.h"
#include "base/thread.h"

#include <signal.h>
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

/* ---- a thread: it has a referee and players of its own ---- */

/* A game that is open, or -1. */
static long take_game(struct mi_match *match)
{
    long number = -1;
    pthread_mutex_lock(&match->lock);
    while (match->next < match->count &&
           (match->taken[match->next] || match->outcome[match->next].points >= 0))
        match->next++;
    if (match->next < match->count && !atomic_load(&match->stop)) {
        number = match->next;
        match->taken[number] = true;
    }
    pthread_mutex_unlock(&match->lock);
    return number;
}

static bool is_decided(const struct mi_match *match)
{
    struct mi_pairs pairs;
    if (!match->words->tested)
        return false;
    pairs = mi_match_pairs(match, 0);
    return mi_sprt_state(&match->words->sprt, &pairs) != MI_SPRT_OPEN;
}

/* Takes what a thread has found out. */
static void take_outcome(struct mi_match *match, long number, const struct mi_outcome *outcome,
                         const miai_engine *referee, const char *start)
{
    pthread_mutex_lock(&match->lock);
    if (outcome->fatal && !match->trouble[0] && !atomic_load(&match->stop)) {
        snprintf(match->trouble, sizeof match->trouble, "game %ld: %s", number + 1, outcome->why);
        atomic_store(&match->stop, true);
    } else if (outcome->points >= 0) {
        match->outcome[number] = *outcome;
        match->done++;
        if (!mi_match_keep(match, number, referee, start) || is_decided(match))
            atomic_store(&match->stop, true);
        if (outcome->guilty >= 0)
            mi_match_tell_fault(match, number);
        mi_match_tell_live(match);
    }
    pthread_mutex_unlock(&match->lock);
}

static void *work(void *context)
{
    struct mi_match *match = context;
    int players = match->words->players;
    struct mi_seat *seats = calloc((size_t)players, sizeof *seats);
    miai_engine *referee = mi_match_referee(match);
    struct mi_outcome outcome;
    char start[MI_OPENING_START];
    long number;
    for (int i = 0; seats && i < players; i++) {
        seats[i].player = &match->words->player[i];
        seats[i].process.stop = &match->stop;
    }
    while (seats && referee && (number = take_game(match)) >= 0) {
        mi_match_play(match, number, seats, referee, &outcome, start);
        take_outcome(match, number, &outcome, referee, start);
    }
    for (int i = 0; seats && i < players; i++)
        mi_seat_close(&seats[i]);
    miai_free(referee);
    free(seats);
    return NULL;
}

/* ---- all of them ---- */

/* Waits for the threads, and for a signal that wants them to stop. */
static void watch(struct mi_match *match, struct mi_thread *threads, int count)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    bool open = true;
    for (double told = 0; open && !atomic_load(&match->stop); nanosleep(&moment, NULL)) {
        if (interrupted)
            atomic_store(&match->stop, true);
        pthread_mutex_lock(&match->lock);
        open = match->done < match->count;
        if (open && mi_clock() - told >= 1) {
            mi_match_tell_live(match);
            told = mi_clock();
        }
        pthread_mutex_unlock(&match->lock);
    }
    for (int i = 0; i < count; i++)
        mi_thread_join(&threads[i]);
}

static void play_all(struct mi_match *match)
{
    struct mi_thread threads[MI_PARALLEL_MAX];
    int count = 0;
    match->begun = mi_clock();
    for (long i = 0; i < match->count; i++)
        match->done += match->outcome[i].points >= 0;
    match->before = match->done;
    if (match->done == match->count || is_decided(match))
        return;
    while (count < match->words->parallel && mi_thread_start(&threads[count], work, match))
        count++;
    if (count > 0)
        watch(match, threads, count);
    else
        snprintf(match->trouble, sizeof match->trouble, "no thread can be started");
}

static void tell_broken_off(const struct mi_match *match)
{
    const struct mi_match_words *words = match->words;
    fprintf(stderr, "%s: broken off after %ld of %ld games; ", match->program, match->done,
            match->count);
    if (words->table[0])
        fprintf(stderr, "%s has them, and the same command goes on\n", words->table);
    else if (words->record[0])
        fprintf(stderr, "%s has their moves; with table=FILE the same command goes on\n",
                words->record);
    else
        fputs("nothing is kept; with table=FILE the same command goes on\n", stderr);
}

/* What ended it, and the exit status that says so. */
static int conclude(struct mi_match *match)
{
    struct mi_pairs pairs = mi_match_pairs(match, 0);
    if (match->done > 0 || match->count == 0)
        mi_match_tell_end(match);
    else
        mi_match_wipe(match);
    if (match->trouble[0])
        fprintf(stderr, "%s: %s\n", match->program, match->trouble);
    else if (match->done < match->count && !is_decided(match))
        tell_broken_off(match);
    else
        return match->words->tested && mi_sprt_state(&match->words->sprt, &pairs) == MI_SPRT_ELO0
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
    match.program = program;
    match.live = isatty(STDERR_FILENO);
    pthread_mutex_init(&match.lock, NULL);
    interrupted = 0;
    mi_interrupts_begin(&interrupts, interrupt, true);
    if (!mi_match_plan(&match)) {
        fprintf(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
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
