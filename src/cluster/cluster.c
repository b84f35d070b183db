/* The interface of the cluster to the searches. */
#include "messenger.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double CLOSE_TIMEOUT = 1; /* seconds that rank 0 waits for the others when closing */

/* ---- opening and closing ---- */

static void free_cluster(struct mi_cluster *cluster)
{
    if (cluster->inbox)
        mi_messenger_empty_inbox(cluster);
    mi_packet_drop(cluster->call);
    mi_packet_drop(cluster->share);
    pthread_cond_destroy(&cluster->called);
    pthread_mutex_destroy(&cluster->lock);
    free(cluster->inbox);
    free(cluster->peer);
    free(cluster);
}

struct mi_cluster *mi_cluster_new(const struct mi_link *link, double now)
{
    struct mi_cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster)
        return NULL;
    pthread_mutex_init(&cluster->lock, NULL);
    pthread_cond_init(&cluster->called, NULL);
    cluster->link = *link;
    cluster->inbox_capacity = 64 + 2 * link->size;
    cluster->inbox = calloc((size_t)cluster->inbox_capacity, sizeof *cluster->inbox);
    cluster->peer = calloc((size_t)link->size, sizeof *cluster->peer);
    cluster->last_round = now;
    if (!cluster->inbox || !cluster->peer) {
        free_cluster(cluster);
        return NULL;
    }
    for (int i = 0; i < link->size; i++)
        cluster->peer[i].last_received = now;
    return cluster;
}

void mi_cluster_delete(struct mi_cluster *cluster)
{
    cluster->link.close(cluster->link.self, cluster->all_closing);
    free_cluster(cluster);
}

struct mi_cluster *mi_cluster_open(const struct mi_link *link)
{
    struct mi_cluster *cluster = mi_cluster_new(link, mi_clock());
    if (!cluster) {
        link->close(link->self, false);
        return NULL;
    }
    if (mi_thread_start(&cluster->thread, mi_messenger_run, cluster))
        return cluster;
    mi_cluster_delete(cluster);
    return NULL;
}

/* Marks a message as due (or not due) for all other ranks. */
static void mark_due_for_all(struct mi_cluster *cluster, enum mi_message_kind kind, bool due)
{
    for (int i = 0; i < cluster->link.size; i++)
        cluster->peer[i].due[kind] = due && i != cluster->link.rank;
}

/* Have all other ranks sent MI_MESSAGE_BYE? */
static bool all_peers_left(const struct mi_cluster *cluster)
{
    int gone = 1;
    for (int i = 1; i < cluster->link.size; i++)
        gone += cluster->peer[i].said_bye;
    return gone == cluster->link.size;
}

static bool no_message_due(const struct mi_cluster *cluster, enum mi_message_kind kind)
{
    for (int i = 0; i < cluster->link.size; i++)
        if (cluster->peer[i].due[kind])
            return false;
    return true;
}

/* Is there nothing left to wait for when closing? */
static bool may_close(struct mi_cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    bool leads = cluster->link.rank == 0, all = leads && all_peers_left(cluster);
    if (all && !cluster->all_closing) {
        cluster->all_closing = true;
        mark_due_for_all(cluster, MI_MESSAGE_ALL_CLOSE, true);
    }
    bool done = leads ? all && no_message_due(cluster, MI_MESSAGE_ALL_CLOSE) : cluster->all_closing;
    pthread_mutex_unlock(&cluster->lock);
    return done;
}

static void wait_for_others(struct mi_cluster *cluster)
{
    const struct timespec rest = {.tv_nsec = 1000000};
    double start = mi_clock();
    pthread_mutex_lock(&cluster->lock);
    if (cluster->link.rank == 0)
        mark_due_for_all(cluster, MI_MESSAGE_QUIT, true);
    pthread_mutex_unlock(&cluster->lock);
    while (!may_close(cluster) && mi_clock() - start < CLOSE_TIMEOUT)
        nanosleep(&rest, NULL);
}

void mi_cluster_close(struct mi_cluster *cluster)
{
    if (!cluster)
        return;
    wait_for_others(cluster);
    pthread_mutex_lock(&cluster->lock);
    cluster->stop_thread = true;
    pthread_mutex_unlock(&cluster->lock);
    mi_thread_join(&cluster->thread);
    mi_cluster_delete(cluster);
}

int mi_cluster_rank(const struct mi_cluster *cluster)
{
    return cluster->link.rank;
}

int mi_cluster_size(const struct mi_cluster *cluster)
{
    return cluster->link.size;
}

/* ---- rank 0 ---- */

/* Replaces the packet that is to be sent to all ranks. */
static void replace_packet(struct mi_packet **packet, struct mi_packet *by)
{
    mi_packet_drop(*packet);
    *packet = by;
}

bool mi_cluster_call(struct mi_cluster *cluster, const void *bytes, size_t length)
{
    pthread_mutex_lock(&cluster->lock);
    const struct mi_message message = {.kind = MI_MESSAGE_CALL,
                                       .search = cluster->search + 1,
                                       .serial = ++cluster->serial,
                                       .content = bytes,
                                       .length = length};
    struct mi_packet *packet = mi_message_write(&message);
    replace_packet(&cluster->call, packet);
    mark_due_for_all(cluster, MI_MESSAGE_CALL, packet != NULL);
    mark_due_for_all(cluster, MI_MESSAGE_STOP, packet == NULL);
    mark_due_for_all(cluster, MI_MESSAGE_SHARE, false);
    mi_messenger_begin_search(cluster, message.search);
    pthread_mutex_unlock(&cluster->lock);
    return packet != NULL;
}

/* A rank that has not received the call needs no stop for it, but may need one for an earlier
 * search. */
void mi_cluster_stop(struct mi_cluster *cluster, uint64_t done)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->searching = false;
    cluster->done = done;
    mark_due_for_all(cluster, MI_MESSAGE_CALL, false);
    mark_due_for_all(cluster, MI_MESSAGE_SHARE, false);
    mark_due_for_all(cluster, MI_MESSAGE_STOP, true);
    mi_messenger_empty_inbox(cluster);
    pthread_mutex_unlock(&cluster->lock);
}

/* ---- the others ---- */

struct mi_packet *mi_cluster_wait(struct mi_cluster *cluster, struct mi_message *call)
{
    pthread_mutex_lock(&cluster->lock);
    while (!cluster->quits && !cluster->call)
        pthread_cond_wait(&cluster->called, &cluster->lock);
    struct mi_packet *packet = cluster->quits ? NULL : cluster->call;
    if (packet) {
        *call = cluster->call_message;
        cluster->call = NULL;
    }
    pthread_mutex_unlock(&cluster->lock);
    return packet;
}

void mi_cluster_begin(struct mi_cluster *cluster, const struct mi_message *call,
                      void (*stop)(void *context), void *context)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->stop = stop;
    cluster->context = context;
    if (!cluster->searching || cluster->search != call->search)
        stop(context);
    pthread_mutex_unlock(&cluster->lock);
}

void mi_cluster_end(struct mi_cluster *cluster, uint64_t done)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->stop = NULL;
    if (done > cluster->done) {
        cluster->done = done;
        cluster->peer[0].due[MI_MESSAGE_ALIVE] = true;
    }
    pthread_mutex_unlock(&cluster->lock);
}

/* ---- shares ---- */

bool mi_cluster_may_share(struct mi_cluster *cluster)
{
    int due_kind = 0;
    pthread_mutex_lock(&cluster->lock);
    for (int i = 0; i < cluster->link.size; i++)
        due_kind += cluster->peer[i].due[MI_MESSAGE_SHARE];
    pthread_mutex_unlock(&cluster->lock);
    return due_kind < cluster->link.size - 1;
}

void mi_cluster_share(struct mi_cluster *cluster, uint64_t done, const void *bytes, size_t length)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->done = done;
    const struct mi_message message = {.kind = MI_MESSAGE_SHARE,
                                       .search = cluster->search,
                                       .serial = ++cluster->serial,
                                       .done = done,
                                       .content = bytes,
                                       .length = length};
    struct mi_packet *packet = cluster->searching ? mi_message_write(&message) : NULL;
    for (int i = 0; i < cluster->link.size && packet; i++)
        cluster->peer[i].rank.lost += cluster->peer[i].due[MI_MESSAGE_SHARE];
    if (packet) {
        replace_packet(&cluster->share, packet);
        mark_due_for_all(cluster, MI_MESSAGE_SHARE, true);
    }
    pthread_mutex_unlock(&cluster->lock);
}

size_t mi_cluster_take_share(struct mi_cluster *cluster, void *bytes, size_t capacity)
{
    struct mi_message message;
    size_t length = 0;
    pthread_mutex_lock(&cluster->lock);
    while (length == 0 && cluster->inbox_count > 0) {
        struct mi_packet *packet = cluster->inbox[cluster->inbox_first];
        cluster->inbox_first = (cluster->inbox_first + 1) % cluster->inbox_capacity;
        cluster->inbox_count--;
        if (mi_message_read(&message, packet) && message.length <= capacity)
            length = message.length;
        if (length > 0)
            memcpy(bytes, message.content, length);
        mi_packet_drop(packet);
    }
    pthread_mutex_unlock(&cluster->lock);
    return length;
}

uint64_t mi_cluster_done(struct mi_cluster *cluster)
{
    uint64_t done = 0;
    pthread_mutex_lock(&cluster->lock);
    for (int i = 0; i < cluster->link.size; i++)
        done += i != cluster->link.rank ? cluster->peer[i].rank.done : 0;
    pthread_mutex_unlock(&cluster->lock);
    return done;
}

void mi_cluster_get_rank_status(struct mi_cluster *cluster, int rank, struct mi_rank_status *found)
{
    pthread_mutex_lock(&cluster->lock);
    const struct mi_peer *peer = &cluster->peer[rank];
    bool self = rank == cluster->link.rank;
    *found = peer->rank;
    found->done = self ? cluster->done : peer->rank.done;
    found->away = !self && mi_clock() - peer->last_received > MI_CLUSTER_AWAY;
    pthread_mutex_unlock(&cluster->lock);
}
