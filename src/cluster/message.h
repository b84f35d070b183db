/* message.h - the messages between ranks.
 *
 *     magic 4 | kind 1 | search 4 | serial 4 | done 8 | digest 8 | content
 *
 * The numbers are lengths in bytes. search: number of the search, assigned by rank 0. serial:
 * increases with each message of a sender. done: playouts or nodes of the sender in that search.
 * digest: checksum of everything else. */
#ifndef MI_CLUSTER_MESSAGE_H
#define MI_CLUSTER_MESSAGE_H

#include "link.h"

#include <stdint.h>

enum mi_message_kind {
    MI_MESSAGE_CALL = 1,  /* from rank 0: search this */
    MI_MESSAGE_STOP,      /* from rank 0: that search is over, or none is running */
    MI_MESSAGE_QUIT,      /* from rank 0: quit */
    MI_MESSAGE_ALL_CLOSE, /* from rank 0, last: all ranks are ready to close together */
    MI_MESSAGE_SHARE,     /* results of the sender since its last share */
    MI_MESSAGE_ALIVE,     /* keep-alive, if there is nothing else to send */
    MI_MESSAGE_BYE        /* to rank 0: the sender quits */
};

enum { MI_MESSAGE_HEAD = 29 };

struct mi_message {
    enum mi_message_kind kind;
    uint32_t search, serial;
    uint64_t done;
    const unsigned char *content; /* borrowed */
    size_t length;
};

/* Writes a message into a new packet, held by the caller. NULL if out of memory or the message is
 * too long. */
struct mi_packet *mi_message_write(const struct mi_message *message);

/* Reads a packet. Returns false if it is not a message or is damaged. The content is valid as long
 * as the packet. */
bool mi_message_read(struct mi_message *message, struct mi_packet *packet);

#endif
