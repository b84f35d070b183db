/* peers.h - other processes that search the same position at the same time.
 *
 * A search tells them now and then what it has found since it told them last, and adds what they
 * tell.  None of these functions waits.  What is sent may be lost, but comes at most once, whole,
 * and not from another search. */
#ifndef MI_SEARCH_COMMON_PEERS_H
#define MI_SEARCH_COMMON_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MI_EXCHANGE_BYTES = 64 << 10 /* of a message, at most */ };

struct mi_peers {
    void *context;
    int rank, size; /* which of how many this one is; rank 0 makes the move */
    /* Is it time to exchange?  done: playouts, or nodes, of this run.  Asked by one thread. */
    bool (*due)(void *context, uint64_t done);
    /* To each of the others, with how many playouts, or nodes, this run has done. */
    void (*send)(void *context, uint64_t done, const unsigned char *bytes, size_t length);
    /* The next that has come, MI_EXCHANGE_BYTES at most; 0: there is no other. */
    size_t (*receive)(void *context, unsigned char *bytes);
    /* Playouts, or nodes, that the others have done, as far as they told. */
    uint64_t (*done)(void *context);
};

#endif
