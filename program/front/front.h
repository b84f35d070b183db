/* front.h - KataGo's JSON protocol before several engines that speak it.
 *
 *     client --lines--> main thread --positions, by urgency--> queue --> a thread for each engine
 *     client <------------------ answers, as they come --------------------------+
 *
 * A question about several positions becomes one about each, with an id of the front's own; its
 * answers have the client's again. */
#ifndef MI_PROGRAM_FRONT_FRONT_H
#define MI_PROGRAM_FRONT_FRONT_H

#include "miai.h"
#include "protocol/io/protocol.h"
#include "protocol/katago/query.h"

#include <pthread.h>

enum { MI_FRONT_WORKERS = 256 };

struct mi_front {
    struct mi_session *session;
    const char *program;    /* the name to complain under */
    pthread_mutex_t lock;   /* guards what follows, and what is written */
    pthread_cond_t changed; /* the queue, closing, or how many waits are out */
    struct mi_queue queue;
    uint64_t tag; /* of the last position that was asked about: its id */
    long clears;  /* how often caches were to be cleared */
    int living;   /* workers that have not given up */
    bool closing; /* no further line comes */
    bool deaf;    /* nobody reads what is written, or waits for it */
    struct mi_worker {
        struct mi_front *front;
        const char *command;
        struct mi_wait *wait; /* that it works at, or NULL */
    } worker[MI_FRONT_WORKERS];
    int workers;
};

/* Serves the client of the session, whose input is open, by such commands, until the end of its
 * lines.  False: none could be started, or no memory. */
bool mi_front_run(struct mi_session *session, char *const *commands, const char *program);

/* ---- for its own files ---- */

/* The thread of a worker. */
void *mi_front_work(void *worker);

/* Writes a reply, and frees it; the lock is held. */
void mi_front_send(struct mi_front *front, struct mi_reply *reply);

/* What an answer of an engine says. */
struct mi_front_answer {
    uint64_t tag; /* its id; 0: none of the front's */
    bool error, warning, final;
    size_t id_begin, id_end; /* of the id's text in the line */
};

void mi_front_read(const char *line, struct mi_front_answer *answer);

/* Adds a question as it is to be asked of an engine: about one turn, with the tag as its id. */
void mi_front_question(const char *text, int turn, uint64_t tag, struct mi_reply *reply);

#endif
