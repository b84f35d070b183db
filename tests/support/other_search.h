/* other_search.h - the peer of a search, played by a test: it hears what the search tells, and says
 * what another one told before. */
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
    struct mi_peers peers;              /* for the settings; rank 1 of 2 at first */
    struct other_message *says, *heard; /* [OTHER_MESSAGES] */
    int said, say_count, heard_count;
    uint64_t every; /* playouts, or nodes, between exchanges */
    uint64_t done;  /* of the peer */
    uint64_t last;
};

extern struct other_search other;

void begin_other(uint64_t every);
void end_other(void);

/* What has been heard becomes what is said. */
void turn_round(void);

/* Turns bits of all that has been heard, and cuts some of it short. */
void damage_heard(miai_rng *rng);

/* The same number of messages of nothing but random bytes. */
void say_nonsense(miai_rng *rng, int count);

#endif
