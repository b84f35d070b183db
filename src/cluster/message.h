/* message.h - what ranks tell each other.
 *
 *     magic 4 | kind 1 | search 4 | serial 4 | done 8 | digest 8 | content
 *
 * search is the number of the search that it is about, by rank 0; serial grows with each message
 * of one sender; done is how many playouts, or nodes, the sender has done in that
 * search; digest is of all the rest. */
#ifndef MI_CLUSTER_MESSAGE_H
#define MI_CLUSTER_MESSAGE_H

#include "link.h"

#include <stdint.h>

enum mi_message_kind {
    MI_MESSAGE_CALL = 1, /* from rank 0: search this */
    MI_MESSAGE_STOP,     /* from rank 0: that search is over, or none is on */
    MI_MESSAGE_QUIT,     /* from rank 0: the end */
    MI_MESSAGE_WHOLE,    /* from rank 0, the last: all ranks are there to end together */
    MI_MESSAGE_SHARE,    /* what the sender has found since it told last */
    MI_MESSAGE_ALIVE,    /* to rank 0: nothing else is to be said */
    MI_MESSAGE_BYE       /* to rank 0: the sender ends */
};

enum { MI_MESSAGE_HEAD = 29 };

struct mi_message {
    enum mi_message_kind kind;
    uint32_t search, serial;
    uint64_t done;
    const unsigned char *content; /* borrowed */
    size_t length;
};

/* A packet that the caller holds; NULL: no memory, or it would be too long. */
struct mi_packet *mi_message_write(const struct mi_message *message);

/* False: it is none, or was damaged.  The content lives as long as the packet. */
bool mi_message_read(struct mi_message *message, struct mi_packet *packet);

#endif
