#include "simulation.h"

#include "cluster/messenger.h"
#include "engine/cluster/ranks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rank {
    struct simulation *simulation;
    struct mi_ranks ranks; /* owned by the engine; rank 0 calls no other rank by itself */
    miai_engine *engine;
    struct mi_thread thread;
    double begun, next; /* playouts of the search, and time of the next exchange; INFINITY: none */
    uint64_t limit;
    bool takes_part;
    char move[MIAI_MOVE_TEXT];
    int error;
};

struct simulation {
    struct simulation_terms terms;
    struct wire *wire;
    pthread_mutex_t lock; /* guards the clock and each rank's next event */
    pthread_cond_t changed;
    double now;
    uint64_t playouts;
    struct rank rank[];
};

static double simulated_time(void *context)
{
    return ((struct simulation *)context)->now;
}

/* ---- exchanges, in the order of their times ---- */

/* The rank whose exchange is next. */
static const struct rank *first_of(const struct simulation *simulation)
{
    const struct rank *first = &simulation->rank[0];
    for (int i = 1; i < simulation->terms.ranks; i++)
        if (simulation->rank[i].next < first->next)
            first = &simulation->rank[i];
    return first;
}

/* From here to the end of share_with_ranks() this rank owns the clock. */
static bool wait_for_turn(void *context, uint64_t done)
{
    struct rank *rank = context;
    struct simulation *simulation = rank->simulation;
    if (rank->begun + (double)done / simulation->terms.rate < rank->next)
        return false;
    pthread_mutex_lock(&simulation->lock);
    while (first_of(simulation) != rank)
        pthread_cond_wait(&simulation->changed, &simulation->lock);
    simulation->now = rank->next;
    mi_messenger_round(rank->ranks.cluster, simulation->now);
    return true;
}

static void next_exchange(struct rank *rank, double next)
{
    rank->next = next;
    pthread_cond_broadcast(&rank->simulation->changed);
    pthread_mutex_unlock(&rank->simulation->lock);
}

static void share_with_ranks(void *context, uint64_t done, const unsigned char *bytes,
                             size_t length)
{
    struct rank *rank = context;
    mi_cluster_share(rank->ranks.cluster, done, bytes, length);
    mi_messenger_round(rank->ranks.cluster, rank->simulation->now);
    rank->ranks.exchanged = rank->simulation->now;
    next_exchange(rank, mi_ranks_next_exchange(&rank->ranks));
}

static size_t take_share(void *context, unsigned char *bytes)
{
    struct rank *rank = context;
    return mi_cluster_take_share(rank->ranks.cluster, bytes, MI_EXCHANGE_BYTES);
}

static uint64_t done_by_others(void *context)
{
    struct rank *rank = context;
    return mi_cluster_done(rank->ranks.cluster);
}

/* ---- making ranks ---- */

static bool set_options(miai_engine *engine, const char *const *options)
{
    for (; *options; options += 2)
        if (miai_set_option(engine, options[0], options[1]) != MIAI_OK)
            return false;
    return true;
}

static bool make_rank(struct simulation *simulation, int i)
{
    struct rank *rank = &simulation->rank[i];
    struct mi_link link = wire_link(simulation->wire, i);
    rank->simulation = simulation;
    rank->engine = miai_new();
    rank->ranks.cluster = mi_cluster_new(&link, 0);
    /* No engine has rank 0, since it would call the others. */
    rank->ranks.peers = (struct mi_peers){.context = rank,
                                          .rank = i + 1,
                                          .size = simulation->terms.ranks,
                                          .due = wait_for_turn,
                                          .send = share_with_ranks,
                                          .receive = take_share,
                                          .done = done_by_others};
    if (!rank->engine || !rank->ranks.cluster ||
        !set_options(rank->engine, simulation->terms.options))
        return false;
    rank->engine->options.seed = (int64_t)simulation->terms.seed;
    rank->engine->ranks = &rank->ranks;
    return true;
}

void simulation_free(struct simulation *simulation)
{
    if (!simulation)
        return;
    for (int i = 0; i < simulation->terms.ranks; i++) {
        miai_free(simulation->rank[i].engine);
        if (simulation->rank[i].ranks.cluster)
            mi_cluster_delete(simulation->rank[i].ranks.cluster);
    }
    wire_free(simulation->wire);
    pthread_cond_destroy(&simulation->changed);
    pthread_mutex_destroy(&simulation->lock);
    free(simulation);
}

struct simulation *simulation_new(const struct simulation_terms *terms)
{
    struct simulation *simulation =
        calloc(1, sizeof *simulation + (size_t)terms->ranks * sizeof(struct rank));
    if (!simulation)
        return NULL;
    simulation->terms = *terms;
    simulation->terms.wire.clock = simulated_time;
    simulation->terms.wire.context = simulation;
    pthread_mutex_init(&simulation->lock, NULL);
    pthread_cond_init(&simulation->changed, NULL);
    simulation->wire = wire_new(terms->ranks, &simulation->terms.wire);
    bool made = simulation->wire != NULL;
    for (int i = 0; i < terms->ranks && made; i++)
        made = make_rank(simulation, i);
    if (made)
        return simulation;
    simulation_free(simulation);
    return NULL;
}

/* ---- the game ---- */

miai_engine *simulation_engine(struct simulation *simulation)
{
    return simulation->rank[0].engine;
}

bool simulation_clear(struct simulation *simulation)
{
    bool cleared = true;
    for (int i = 0; i < simulation->terms.ranks; i++)
        cleared &= miai_new_game(simulation->rank[i].engine) == MIAI_OK;
    return cleared;
}

bool simulation_play(struct simulation *simulation, const char *move)
{
    bool played = true;
    for (int i = 0; i < simulation->terms.ranks; i++)
        played &= miai_play(simulation->rank[i].engine, MIAI_TURN, move) == MIAI_OK;
    return played;
}

/* ---- a search ---- */

static void pass_turn(struct simulation *simulation, double seconds)
{
    simulation->now += seconds;
    for (int i = 0; i < simulation->terms.ranks; i++)
        mi_messenger_round(simulation->rank[i].ranks.cluster, simulation->now);
}

static void *run_rank(void *context)
{
    struct rank *rank = context;
    const miai_limits limits = {.playouts = rank->limit};
    rank->error = miai_search(rank->engine, MIAI_TURN, &limits, rank->move, sizeof rank->move);
    pthread_mutex_lock(&rank->simulation->lock);
    next_exchange(rank, INFINITY);
    return NULL;
}

static void stop_ranks(void *context)
{
    miai_stop(context);
}

/* Has the call arrived? */
static bool answer_call(struct rank *rank)
{
    struct mi_message call;
    if (!rank->ranks.cluster->call)
        return false;
    struct mi_packet *packet = mi_cluster_wait(rank->ranks.cluster, &call);
    miai_arm_search(rank->engine);
    mi_cluster_begin(rank->ranks.cluster, &call, stop_ranks, rank->engine);
    mi_packet_drop(packet);
    return true;
}

static void start_ranks(struct rank *rank, uint64_t playouts, double now)
{
    rank->limit = playouts;
    rank->begun = rank->ranks.begun = rank->ranks.exchanged = now;
    rank->next = mi_ranks_next_exchange(&rank->ranks);
    rank->ranks.on = true;
}

bool simulation_search(struct simulation *simulation, uint64_t playouts, char *move, size_t size)
{
    const int n = simulation->terms.ranks;
    struct rank *rank = simulation->rank;
    mi_cluster_call(rank[0].ranks.cluster, "search", 6);
    pass_turn(simulation, 0);
    pass_turn(simulation, 2 * simulation->terms.wire.latency + 1e-6);
    for (int i = 0; i < n; i++) {
        rank[i].takes_part = i == 0 || answer_call(&rank[i]);
        rank[i].next = INFINITY;
        if (rank[i].takes_part)
            start_ranks(&rank[i], playouts, simulation->now);
    }
    double end = simulation->now + (double)playouts / simulation->terms.rate;
    for (int i = 0; i < n; i++)
        rank[i].takes_part =
            rank[i].takes_part && mi_thread_start(&rank[i].thread, run_rank, &rank[i]);
    for (int i = 0; i < n; i++)
        if (rank[i].takes_part) {
            mi_thread_join(&rank[i].thread);
            simulation->playouts += rank[i].engine->result->own_playouts;
        }
    simulation->now = end;
    mi_cluster_stop(rank[0].ranks.cluster, 0);
    pass_turn(simulation, 0);
    pass_turn(simulation, 1);
    snprintf(move, size, "%s", rank[0].move);
    return rank[0].takes_part && rank[0].error == MIAI_OK;
}

struct simulation_sums simulation_sums(struct simulation *simulation)
{
    struct simulation_sums sums = {.playouts = simulation->playouts,
                                   .messages = wire_sent(simulation->wire)};
    struct mi_rank_status found;
    for (int i = 0; i < simulation->terms.ranks; i++)
        for (int k = 0; k < simulation->terms.ranks; k++) {
            mi_cluster_get_rank_status(simulation->rank[i].ranks.cluster, k, &found);
            sums.bytes += found.sent;
            sums.lost += found.lost;
        }
    return sums;
}
