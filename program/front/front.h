/* front.h - serves KataGo's JSON protocol with several engines that speak it.
 *
 *     client --lines--> main thread --positions, by urgency--> queue --> a thread per engine
 * client <--------------- answers, in the order in which they come ---------------+
 *
 * A query about several positions is split into one per position, with an id of the front's own;
 * the answers get the client's id again. */
#ifndef MI_PROGRAM_FRONT_FRONT_H
#define MI_PROGRAM_FRONT_FRONT_H

#include "miai.h"
#include "protocol/io/protocol.h"
#include "protocol/katago/query.h"

#include <pthread.h>

enum { MI_FRONT_WORKERS = 256 };

struct mi_front {
    struct mi_session *session;
    const char *program;    /* the prefix of error messages */
    pthread_mutex_t lock;   /* guards the members below, and the output */
    pthread_cond_t changed; /* signals changes of queue, closing or worker[].wait */
    struct mi_queue queue;
    uint64_t query_id;   /* the id of the last query sent to an engine */
    long clear_requests; /* requests to clear the caches */
    int running_workers; /* workers that still run */
    bool closing; /* the input has ended */
    bool client_gone; /* the client no longer reads the answers */
    struct mi_worker {
        struct mi_front *front;
        const char *command;
        struct mi_queue_entry *entry; /* the position it works on, or NULL */
    } worker[MI_FRONT_WORKERS];
    int workers;
};

/* Serves the client of the session, whose input is open, with the engines of these commands
 * until the end of input.  False: none could be started, or out of memory. */
bool mi_front_run(struct mi_session *session, char *const *commands, const char *program);

/* ---- internal ---- */

/* The thread of a worker. */
void *mi_front_worker_main(void *worker);

/* Writes a reply and frees it; call with the lock held. */
void mi_front_send(struct mi_front *front, struct mi_reply *reply);

/* A parsed answer of an engine. */
struct mi_front_answer {
    uint64_t query_id; /* its id; 0: not an id of the front */
    bool error, warning, final;
    size_t id_begin, id_end; /* position of the id in the line */
};

void mi_front_parse_answer(const char *line, struct mi_front_answer *answer);

/* Adds a query for an engine: about one turn, with this id. */
void mi_front_write_query(const char *text, int turn, uint64_t query_id, struct mi_reply *reply);

#endif
