/* Lets the engine search as one of several ranks (processes). */
#include "ranks.h"

#include "base/clock.h"
#include "call.h"
#include "cluster/mpi_link.h"

#include <math.h>
#include <stdlib.h>

/* Seconds between exchanges with two ranks. The interval grows with the square root of the number
 * of ranks. Each rank sends to all others, so the data that a rank receives grows equally. */
#define EXCHANGE_INTERVAL 0.02
/* Early in a search, exchanges are more frequent: the elapsed time grows by this factor from one
 * exchange to the next. */
#define EARLY_GROWTH 1.07
/* The minimum interval is the usual interval divided by this. */
#define MIN_INTERVAL_DIVISOR 16

/* ---- exchanges ---- */

double mi_ranks_next_exchange(const struct mi_ranks *ranks)
{
    double interval = EXCHANGE_INTERVAL * sqrt(ranks->peers.size / 2.0);
    double early = ranks->begun + EARLY_GROWTH * (ranks->exchanged - ranks->begun);
    double soon = ranks->exchanged + interval / MIN_INTERVAL_DIVISOR,
           late = ranks->exchanged + interval;
    return late < early ? late : soon > early ? soon : early;
}

static bool exchange_is_due(void *context, uint64_t done)
{
    struct mi_ranks *ranks = context;
    double now = mi_clock();
    (void)done;
    if (now < mi_ranks_next_exchange(ranks) || !mi_cluster_may_share(ranks->cluster))
        return false;
    ranks->entered = ranks->exchanged = now;
    return true;
}

static void send_exchange(void *context, uint64_t done, const unsigned char *bytes, size_t length)
{
    struct mi_ranks *ranks = context;
    mi_cluster_share(ranks->cluster, done, bytes, length);
    ranks->seconds += mi_clock() - ranks->entered;
}

static size_t receive_exchange(void *context, unsigned char *bytes)
{
    struct mi_ranks *ranks = context;
    return mi_cluster_take_share(ranks->cluster, bytes, MI_EXCHANGE_BYTES);
}

static uint64_t peers_done(void *context)
{
    struct mi_ranks *ranks = context;
    return mi_cluster_done(ranks->cluster);
}

bool mi_ranks_join(miai_engine *engine, const struct mi_link *link)
{
    struct mi_ranks *ranks = calloc(1, sizeof *ranks);
    struct mi_cluster *cluster = mi_cluster_open(link);
    if (!ranks || !cluster) {
        mi_cluster_close(cluster);
        free(ranks);
        return false;
    }
    ranks->cluster = cluster;
    ranks->peers = (struct mi_peers){.context = ranks,
                                     .rank = link->rank,
                                     .size = link->size,
                                     .due = exchange_is_due,
                                     .send = send_exchange,
                                     .receive = receive_exchange,
                                     .done = peers_done};
    engine->ranks = ranks;
    return true;
}

int miai_join_ranks(miai_engine *engine)
{
    struct mi_link link;
    if (engine->ranks || !mi_mpi_open(&link))
        return 0;
    return mi_ranks_join(engine, &link) ? link.size : 0;
}

void miai_leave_ranks(miai_engine *engine)
{
    if (!engine->ranks)
        return;
    mi_cluster_close(engine->ranks->cluster);
    free(engine->ranks);
    engine->ranks = NULL;
}

/* ---- searches ---- */

static void begin_shared_search(struct mi_ranks *ranks)
{
    ranks->on = true;
    ranks->begun = ranks->exchanged = mi_clock();
    ranks->seconds = 0;
}

void mi_ranks_begin(miai_engine *engine)
{
    begin_shared_search(engine->ranks);
}

/* Only a tree or a transposition table can be shared. */
static bool can_share(const miai_engine *engine)
{
    return engine->searcher == &mi_mcts_searcher || engine->searcher == &mi_alphabeta_searcher;
}

void mi_ranks_call(miai_engine *engine, const struct mi_root *root, const struct mi_limits *limits)
{
    struct mi_ranks *ranks = engine->ranks;
    const size_t size = MI_PACKET_BYTES - MI_MESSAGE_HEAD;
    if (!ranks || ranks->peers.rank != 0 || !can_share(engine))
        return;
    unsigned char *buffer = malloc(size);
    struct mi_bytes bytes = mi_bytes_of(buffer, buffer ? size : 0);
    mi_call_write(engine, root, limits, mi_clock(), &bytes);
    if (!bytes.failed && mi_cluster_call(ranks->cluster, buffer, mi_bytes_done(&bytes)))
        begin_shared_search(ranks);
    free(buffer);
}

const struct mi_peers *mi_ranks_peers(const miai_engine *engine)
{
    return engine->ranks && engine->ranks->on ? &engine->ranks->peers : NULL;
}

void mi_ranks_stop(miai_engine *engine, uint64_t done)
{
    struct mi_ranks *ranks = engine->ranks;
    if (!ranks || !ranks->on)
        return;
    ranks->on = false;
    if (ranks->peers.rank == 0)
        mi_cluster_stop(ranks->cluster, done);
    else
        mi_cluster_end(ranks->cluster, done);
}

/* ---- information ---- */

int miai_rank(const miai_engine *engine)
{
    return engine->ranks ? engine->ranks->peers.rank : 0;
}

int miai_ranks(const miai_engine *engine)
{
    return engine->ranks ? engine->ranks->peers.size : 1;
}

bool miai_rank_at(const miai_engine *engine, int i, miai_rank_info *info)
{
    struct mi_rank_status rank;
    if (!engine->ranks || i < 0 || i >= engine->ranks->peers.size)
        return false;
    mi_cluster_get_rank_status(engine->ranks->cluster, i, &rank);
    *info = (miai_rank_info){.away = rank.away,
                             .done = rank.done,
                             .received_bytes = rank.received,
                             .sent_bytes = rank.sent,
                             .received = rank.heard,
                             .missed = rank.missed,
                             .lost = rank.lost};
    return true;
}

double miai_exchange_seconds(const miai_engine *engine)
{
    return engine->ranks ? engine->ranks->seconds : 0;
}
