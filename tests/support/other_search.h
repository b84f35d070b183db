/* other_search.h - plays the peer of a search: records the messages of a search and replays them to
 * another. */
#ifndef MI_TESTS_SUPPORT_OTHER_SEARCH_H
#define MI_TESTS_SUPPORT_OTHER_SEARCH_H

#include "miai_game.h"
#include "search/common/peers.h"

enum { OTHER_MESSAGES = 4096 };

struct other_message {
    size_t length;
    unsigned char bytes[MI_EXCHANGE_BYTES];
};

struct other_search {
    struct mi_peers peers; /* for the settings; initially rank 1 of 2 */
    struct other_message *says,
        *heard; /* messages to replay, and messages received: [OTHER_MESSAGES] */
    int said, say_count, heard_count;
    uint64_t every; /* interval between exchanges, in playouts or nodes */
    uint64_t done;  /* playouts or nodes of the peer */
    uint64_t last;
};

extern struct other_search other;

void begin_other(uint64_t every);
void end_other(void);

/* The received messages become the messages to replay. */
void replay_received(void);

/* Flips bits of all received messages and cuts some of them short. */
void damage_received(miai_rng *rng);

/* Prepares count messages of random bytes. */
void send_nonsense(miai_rng *rng, int count);

#endif
