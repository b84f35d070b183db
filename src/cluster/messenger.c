/* The thread that moves messages between the link and the state of the cluster. */
#include "messenger.h"

#include "base/clock.h"

#include <time.h>

/* Seconds between rounds: a fraction of the time since the search began, between MIN_PAUSE and
 * MAX_PAUSE. Rounds cost search time, most of it in the system. New results matter less the longer
 * the search has lasted; with fast moves, the next search starts soon. */
static const double MIN_PAUSE = 0.001, MAX_PAUSE = 0.004;
/* The fraction during a search, and between searches. */
static const double PAUSE_IN_SEARCH = 0.01, PAUSE_BETWEEN_SEARCHES = 0.002;
/* Seconds without a message after which a keep-alive is due. */
static const double KEEP_ALIVE = 0.5;

/* ---- receiving ---- */

static void stop_search(struct mi_cluster *cluster)
{
    cluster->searching = false;
    if (cluster->stop)
        cluster->stop(cluster->context);
}

static void keep_share(struct mi_cluster *cluster, struct mi_packet *packet)
{
    if (cluster->inbox_count == cluster->inbox_capacity) {
        mi_packet_drop(cluster->inbox[cluster->inbox_first]);
        cluster->inbox_first = (cluster->inbox_first + 1) % cluster->inbox_capacity;
        cluster->inbox_count--;
    }
    int at = (cluster->inbox_first + cluster->inbox_count++) % cluster->inbox_capacity;
    cluster->inbox[at] = mi_packet_hold(packet);
}

void mi_messenger_empty_inbox(struct mi_cluster *cluster)
{
    for (; cluster->inbox_count > 0; cluster->inbox_count--) {
        mi_packet_drop(cluster->inbox[cluster->inbox_first]);
        cluster->inbox_first = (cluster->inbox_first + 1) % cluster->inbox_capacity;
    }
}

void mi_messenger_begin_search(struct mi_cluster *cluster, uint32_t search)
{
    cluster->search = search;
    cluster->searching = true;
    cluster->search_began = mi_clock();
    cluster->done = 0;
    for (int i = 0; i < cluster->link.size; i++)
        cluster->peer[i].rank.done = 0;
    mi_messenger_empty_inbox(cluster);
}

/* A new call replaces one that was not answered yet. */
static void keep_call(struct mi_cluster *cluster, struct mi_packet *packet,
                      const struct mi_message *message)
{
    mi_packet_drop(cluster->call);
    cluster->call = mi_packet_hold(packet);
    cluster->call_message = *message;
    pthread_cond_broadcast(&cluster->called);
}

static void obey_leader(struct mi_cluster *cluster, struct mi_packet *packet,
                        const struct mi_message *message)
{
    bool newer = (int32_t)(message->search - cluster->search) > 0;
    bool over = message->kind == MI_MESSAGE_STOP && message->search == cluster->search;
    if (newer || over || message->kind == MI_MESSAGE_QUIT)
        stop_search(cluster);
    if (over || (newer && cluster->call)) { /* the waiting call is outdated as well */
        mi_packet_drop(cluster->call);
        cluster->call = NULL;
    }
    if (newer && message->kind == MI_MESSAGE_CALL) {
        mi_messenger_begin_search(cluster, message->search);
        keep_call(cluster, packet, message);
    }
    cluster->all_closing |= message->kind == MI_MESSAGE_ALL_CLOSE;
    if (message->kind == MI_MESSAGE_QUIT) {
        cluster->quits = cluster->peer[0].due[MI_MESSAGE_BYE] = true;
        pthread_cond_broadcast(&cluster->called);
    }
}

static void process_message(struct mi_cluster *cluster, int from, struct mi_packet *packet,
                            const struct mi_message *message)
{
    struct mi_peer *peer = &cluster->peer[from];
    bool same = message->search == cluster->search;
    peer->serial = message->serial;
    if (same && message->done > peer->rank.done)
        peer->rank.done = message->done;
    peer->said_bye |= message->kind == MI_MESSAGE_BYE;
    if (message->kind != MI_MESSAGE_SHARE && from == 0)
        obey_leader(cluster, packet, message);
    else if (message->kind == MI_MESSAGE_SHARE && same && cluster->searching)
        keep_share(cluster, packet);
    else
        peer->rank.missed += message->kind == MI_MESSAGE_SHARE;
}

static void process_packet(struct mi_cluster *cluster, int from, struct mi_packet *packet,
                           double now)
{
    struct mi_peer *peer = &cluster->peer[from];
    struct mi_message message;
    peer->rank.received += packet->length;
    peer->rank.heard++;
    if (mi_message_read(&message, packet) && (int32_t)(message.serial - peer->serial) > 0) {
        peer->last_received = now;
        process_message(cluster, from, packet, &message);
    } else {
        peer->rank.missed++;
    }
}

static void receive_all(struct mi_cluster *cluster, double now)
{
    struct mi_packet *packet;
    int from;
    while ((packet = cluster->link.receive(cluster->link.self, &from)) != NULL) {
        pthread_mutex_lock(&cluster->lock);
        process_packet(cluster, from, packet, now);
        pthread_mutex_unlock(&cluster->lock);
        mi_packet_drop(packet);
    }
}

/* ---- sending ---- */

static struct mi_packet *write_short_message(struct mi_cluster *cluster, enum mi_message_kind kind)
{
    const struct mi_message message = {.kind = kind,
                                       .search = cluster->search,
                                       .serial = ++cluster->serial,
                                       .done = cluster->done};
    return mi_message_write(&message);
}

static struct mi_packet *hold_or_null(struct mi_packet *packet)
{
    return packet ? mi_packet_hold(packet) : NULL;
}

/* The next packet to send to a rank, held, and its kind; NULL: none. Kinds are sent in their order,
 * so that a call is never sent after a later message. */
static struct mi_packet *next_packet(struct mi_cluster *cluster, int to, double now,
                                     enum mi_message_kind *kind)
{
    struct mi_peer *peer = &cluster->peer[to];
    bool leads = cluster->link.rank == 0, sends_to_leader = to == 0;
    int kind_due = MI_MESSAGE_CALL;
    while (kind_due <= MI_MESSAGE_BYE && !peer->due[kind_due])
        kind_due++;
    *kind = (enum mi_message_kind)kind_due;
    if (kind_due == MI_MESSAGE_CALL)
        return hold_or_null(cluster->call);
    if (kind_due == MI_MESSAGE_SHARE)
        return hold_or_null(cluster->share);
    if (kind_due > MI_MESSAGE_BYE &&
        (!(leads || sends_to_leader) || now - peer->last_sent < KEEP_ALIVE))
        return NULL;
    if (kind_due > MI_MESSAGE_BYE)
        *kind = leads && !cluster->searching ? MI_MESSAGE_STOP : MI_MESSAGE_ALIVE;
    return write_short_message(cluster, *kind);
}

/* Marks a message as sent, unless a newer packet of the same kind has replaced it meanwhile. */
static void mark_sent(struct mi_cluster *cluster, int to, enum mi_message_kind kind,
                      const struct mi_packet *packet, double now)
{
    struct mi_peer *peer = &cluster->peer[to];
    bool another = (kind == MI_MESSAGE_CALL && packet != cluster->call) ||
                   (kind == MI_MESSAGE_SHARE && packet != cluster->share);
    peer->rank.sent += packet->length;
    peer->last_sent = now;
    if (!another)
        peer->due[kind] = false;
}

/* The link is used without the lock, so that only this thread hangs if the link does. */
static bool send_next(struct mi_cluster *cluster, int to, double now)
{
    enum mi_message_kind kind;
    pthread_mutex_lock(&cluster->lock);
    struct mi_packet *packet = next_packet(cluster, to, now, &kind);
    pthread_mutex_unlock(&cluster->lock);
    bool sent = packet && cluster->link.send(cluster->link.self, to, packet);
    if (sent) {
        pthread_mutex_lock(&cluster->lock);
        mark_sent(cluster, to, kind, packet, now);
        pthread_mutex_unlock(&cluster->lock);
    }
    mi_packet_drop(packet);
    return sent;
}

/* ---- rounds ---- */

/* Is rank 0 dead? Gives it more time if this process itself was suspended. */
static bool leader_is_lost(struct mi_cluster *cluster, double now)
{
    struct mi_peer *leader = &cluster->peer[0];
    if (now - cluster->last_round > 1)
        leader->last_received = now;
    return now - leader->last_received > MI_CLUSTER_LOST;
}

static void check_leader(struct mi_cluster *cluster, double now)
{
    pthread_mutex_lock(&cluster->lock);
    if (cluster->link.rank != 0 && !cluster->quits && leader_is_lost(cluster, now)) {
        cluster->quits = true;
        stop_search(cluster);
        pthread_cond_broadcast(&cluster->called);
    }
    cluster->last_round = now;
    pthread_mutex_unlock(&cluster->lock);
}

void mi_messenger_round(struct mi_cluster *cluster, double now)
{
    receive_all(cluster, now);
    for (int i = 0; i < cluster->link.size; i++)
        while (i != cluster->link.rank && send_next(cluster, i, now))
            continue;
    check_leader(cluster, now);
}

/* Seconds until the next round; 0: end the thread. */
static double next_pause(struct mi_cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    double fraction = cluster->searching ? PAUSE_IN_SEARCH : PAUSE_BETWEEN_SEARCHES,
           pause = fraction * (mi_clock() - cluster->search_began);
    pause = cluster->stop_thread ? 0
            : pause < MIN_PAUSE  ? MIN_PAUSE
            : pause > MAX_PAUSE  ? MAX_PAUSE
                                 : pause;
    pthread_mutex_unlock(&cluster->lock);
    return pause;
}

void *mi_messenger_run(void *context)
{
    struct mi_cluster *cluster = context;
    double pause;
    while ((pause = next_pause(cluster)) > 0) {
        const struct timespec rest = {.tv_nsec = (long)(pause * 1e9)};
        mi_messenger_round(cluster, mi_clock());
        nanosleep(&rest, NULL);
    }
    return NULL;
}
