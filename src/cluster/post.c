/* The post: a thread that moves messages between the link and what others see of the cluster. */
#include "post.h"

#include "base/clock.h"

#include <time.h>

/* Seconds between rounds: at least SOON, at most LATER, and between them a part of the time since
 * the last search began.  Each takes time from the search, most of it the system's; what news are
 * worth hangs on how long it has lasted, and where moves are fast the next search is near. */
static const double SOON = 0.001, LATER = 0.004;
static const double IN_SEARCH = 0.01, BETWEEN = 0.002; /* that part */
static const double SILENCE = 0.5;                     /* after which a word is due */

/* ---- what has come ---- */

static void end_search(struct mi_cluster *cluster)
{
    cluster->on = false;
    if (cluster->stop)
        cluster->stop(cluster->context);
}

static void keep_share(struct mi_cluster *cluster, struct mi_packet *packet)
{
    if (cluster->inbox_count == cluster->inbox_room) {
        mi_packet_drop(cluster->inbox[cluster->inbox_first]);
        cluster->inbox_first = (cluster->inbox_first + 1) % cluster->inbox_room;
        cluster->inbox_count--;
    }
    int at = (cluster->inbox_first + cluster->inbox_count++) % cluster->inbox_room;
    cluster->inbox[at] = mi_packet_hold(packet);
}

void mi_post_empty_inbox(struct mi_cluster *cluster)
{
    for (; cluster->inbox_count > 0; cluster->inbox_count--) {
        mi_packet_drop(cluster->inbox[cluster->inbox_first]);
        cluster->inbox_first = (cluster->inbox_first + 1) % cluster->inbox_room;
    }
}

void mi_post_begin(struct mi_cluster *cluster, uint32_t search)
{
    cluster->search = search;
    cluster->on = true;
    cluster->began = mi_clock();
    cluster->done = 0;
    for (int i = 0; i < cluster->link.size; i++)
        cluster->peer[i].rank.done = 0;
    mi_post_empty_inbox(cluster);
}

/* The newest call takes the place of one that was not answered yet. */
static void keep_call(struct mi_cluster *cluster, struct mi_packet *packet,
                      const struct mi_message *message)
{
    mi_packet_drop(cluster->call);
    cluster->call = mi_packet_hold(packet);
    cluster->call_message = *message;
    pthread_cond_broadcast(&cluster->called);
}

static void heed_leader(struct mi_cluster *cluster, struct mi_packet *packet,
                        const struct mi_message *message)
{
    bool newer = (int32_t)(message->search - cluster->search) > 0;
    bool over = message->kind == MI_MESSAGE_STOP && message->search == cluster->search;
    if (newer || over || message->kind == MI_MESSAGE_QUIT)
        end_search(cluster);
    if (over || (newer && cluster->call)) { /* what waits to be taken is over, too */
        mi_packet_drop(cluster->call);
        cluster->call = NULL;
    }
    if (newer && message->kind == MI_MESSAGE_CALL) {
        mi_post_begin(cluster, message->search);
        keep_call(cluster, packet, message);
    }
    cluster->whole |= message->kind == MI_MESSAGE_WHOLE;
    if (message->kind == MI_MESSAGE_QUIT) {
        cluster->quits = cluster->peer[0].owes[MI_MESSAGE_BYE] = true;
        pthread_cond_broadcast(&cluster->called);
    }
}

static void note(struct mi_cluster *cluster, int from, struct mi_packet *packet,
                 const struct mi_message *message)
{
    struct mi_peer *peer = &cluster->peer[from];
    bool same = message->search == cluster->search;
    peer->serial = message->serial;
    if (same && message->done > peer->rank.done)
        peer->rank.done = message->done;
    peer->gone |= message->kind == MI_MESSAGE_BYE;
    if (message->kind != MI_MESSAGE_SHARE && from == 0)
        heed_leader(cluster, packet, message);
    else if (message->kind == MI_MESSAGE_SHARE && same && cluster->on)
        keep_share(cluster, packet);
    else
        peer->rank.missed += message->kind == MI_MESSAGE_SHARE;
}

static void take_in(struct mi_cluster *cluster, int from, struct mi_packet *packet, double now)
{
    struct mi_peer *peer = &cluster->peer[from];
    struct mi_message message;
    peer->rank.received += packet->length;
    peer->rank.heard++;
    if (mi_message_read(&message, packet) && (int32_t)(message.serial - peer->serial) > 0) {
        peer->heard = now;
        note(cluster, from, packet, &message);
    } else {
        peer->rank.missed++;
    }
}

static void receive(struct mi_cluster *cluster, double now)
{
    struct mi_packet *packet;
    int from;
    while ((packet = cluster->link.receive(cluster->link.self, &from)) != NULL) {
        pthread_mutex_lock(&cluster->lock);
        take_in(cluster, from, packet, now);
        pthread_mutex_unlock(&cluster->lock);
        mi_packet_drop(packet);
    }
}

/* ---- what is owed ---- */

static struct mi_packet *write_word(struct mi_cluster *cluster, enum mi_message_kind kind)
{
    const struct mi_message message = {.kind = kind,
                                       .search = cluster->search,
                                       .serial = ++cluster->serial,
                                       .done = cluster->done};
    return mi_message_write(&message);
}

static struct mi_packet *held(struct mi_packet *packet)
{
    return packet ? mi_packet_hold(packet) : NULL;
}

/* What is to be sent next to a rank, held, and its kind; NULL: nothing.  In the order of the kinds,
 * so that a call is never behind what was said later. */
static struct mi_packet *next_owed(struct mi_cluster *cluster, int to, double now,
                                   enum mi_message_kind *kind)
{
    struct mi_peer *peer = &cluster->peer[to];
    bool leads = cluster->link.rank == 0, follows = to == 0;
    int owed = MI_MESSAGE_CALL;
    while (owed <= MI_MESSAGE_BYE && !peer->owes[owed])
        owed++;
    *kind = (enum mi_message_kind)owed;
    if (owed == MI_MESSAGE_CALL)
        return held(cluster->call);
    if (owed == MI_MESSAGE_SHARE)
        return held(cluster->share);
    if (owed > MI_MESSAGE_BYE && (!(leads || follows) || now - peer->told < SILENCE))
        return NULL;
    if (owed > MI_MESSAGE_BYE)
        *kind = leads && !cluster->on ? MI_MESSAGE_STOP : MI_MESSAGE_ALIVE;
    return write_word(cluster, *kind);
}

/* Unless the same is owed again, for another packet. */
static void note_sent(struct mi_cluster *cluster, int to, enum mi_message_kind kind,
                      const struct mi_packet *packet, double now)
{
    struct mi_peer *peer = &cluster->peer[to];
    bool another = (kind == MI_MESSAGE_CALL && packet != cluster->call) ||
                   (kind == MI_MESSAGE_SHARE && packet != cluster->share);
    peer->rank.sent += packet->length;
    peer->told = now;
    if (!another)
        peer->owes[kind] = false;
}

/* The link is used without the lock: should it hang, nobody else does. */
static bool send_next(struct mi_cluster *cluster, int to, double now)
{
    enum mi_message_kind kind;
    pthread_mutex_lock(&cluster->lock);
    struct mi_packet *packet = next_owed(cluster, to, now, &kind);
    pthread_mutex_unlock(&cluster->lock);
    bool sent = packet && cluster->link.send(cluster->link.self, to, packet);
    if (sent) {
        pthread_mutex_lock(&cluster->lock);
        note_sent(cluster, to, kind, packet, now);
        pthread_mutex_unlock(&cluster->lock);
    }
    mi_packet_drop(packet);
    return sent;
}

/* ---- rounds ---- */

/* Is rank 0 dead?  Not where it was this process that slept. */
static bool is_lost(struct mi_cluster *cluster, double now)
{
    struct mi_peer *leader = &cluster->peer[0];
    if (now - cluster->looked > 1)
        leader->heard = now;
    return now - leader->heard > MI_CLUSTER_LOST;
}

static void look_after_leader(struct mi_cluster *cluster, double now)
{
    pthread_mutex_lock(&cluster->lock);
    if (cluster->link.rank != 0 && !cluster->quits && is_lost(cluster, now)) {
        cluster->quits = true;
        end_search(cluster);
        pthread_cond_broadcast(&cluster->called);
    }
    cluster->looked = now;
    pthread_mutex_unlock(&cluster->lock);
}

void mi_post_round(struct mi_cluster *cluster, double now)
{
    receive(cluster, now);
    for (int i = 0; i < cluster->link.size; i++)
        while (i != cluster->link.rank && send_next(cluster, i, now))
            continue;
    look_after_leader(cluster, now);
}

/* How long to wait for the next round; 0: there is none. */
static double span_of(struct mi_cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    double part = cluster->on ? IN_SEARCH : BETWEEN, span = part * (mi_clock() - cluster->began);
    span = cluster->ends ? 0 : span < SOON ? SOON : span > LATER ? LATER : span;
    pthread_mutex_unlock(&cluster->lock);
    return span;
}

void *mi_post_work(void *context)
{
    struct mi_cluster *cluster = context;
    double span;
    while ((span = span_of(cluster)) > 0) {
        const struct timespec rest = {.tv_nsec = (long)(span * 1e9)};
        mi_post_round(cluster, mi_clock());
        nanosleep(&rest, NULL);
    }
    return NULL;
}
