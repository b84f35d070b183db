/* peers.h - other processes that search the same position at the same time.
 *
 * At intervals, a search sends them its results since the last message, and adds the results that
 * they send.  None of these functions waits.  A message may be lost, but it never arrives twice or
 * truncated, and never belongs to another search. */
#ifndef MI_SEARCH_COMMON_PEERS_H
#define MI_SEARCH_COMMON_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MI_EXCHANGE_BYTES = 64 << 10 /* maximum size of a message */ };

struct mi_peers {
    void *context;
    int rank, size; /* this process, from 0, and their number; rank 0 makes the move */
    /* Is it time to exchange?  done: playouts, or nodes, of this run.  Called by one thread. */
    bool (*due)(void *context, uint64_t done);
    /* Sends a message to all others, with the playouts, or nodes, of this run. */
    void (*send)(void *context, uint64_t done, const unsigned char *bytes, size_t length);
    /* Receives the next message of at most MI_EXCHANGE_BYTES.  Returns its length; 0: none. */
    size_t (*receive)(void *context, unsigned char *bytes);
    /* Playouts or nodes that the other processes last reported. */
    uint64_t (*done)(void *context);
};

#endif
