/* net_file.h - networks with random weights, written as KataGo writes its own. */
#ifndef MI_TESTS_SUPPORT_NET_FILE_H
#define MI_TESTS_SUPPORT_NET_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* The heads of attention, and what feeds forward. */
struct net_file_heads {
    int heads, groups, query, value, hidden;
};

/* How a trunk ends: batch normalisation, or by the root of the mean square of each point or of the
 * board. */
enum net_file_tip { NET_FILE_BATCH, NET_FILE_POINT, NET_FILE_BOARD };

/* The blocks of a network: o ordinary, g with global pooling, n nested around those in brackets:
 * "ogn(og)"; a attention, t with angles by theta, l with angles of its own; f feed forward. */
struct net_file {
    const char *name; /* of the file */
    int version, planes, numbers;
    int channels, mid, pool; /* of the trunk, within blocks, pooled */
    int filter;              /* size of the first one */
    const char *blocks;
    const char *activation; /* from version 11 on: "ACTIVATION_MISH" */
    bool binary, packed;
    uint64_t seed;
    struct net_file_heads attention; /* of blocks a, t, l and f */
    enum net_file_tip tip;
    int policies;  /* from version 17 on: 2 or 4 channels of the policy; 0: 2 */
    bool metadata; /* it asks who plays, from version 15 on */
    /* The weights of its convolutions fit into bytes; but the last one of each does not. */
    bool whole, but_last;
};

/* Writes it; whatever fails stops the test. */
void net_file_write(const struct net_file *file);

/* The same under a name that its makers gave it. */
void net_file_write_as(const struct net_file *file, const char *title);

/* Writes the least one that plays Go, of version 8, into the file of that name. */
void net_file_write_least(const char *name);

#endif
