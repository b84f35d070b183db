/* net_file.h - networks with random weights, written as KataGo writes its own. */
#ifndef MI_TESTS_SUPPORT_NET_FILE_H
#define MI_TESTS_SUPPORT_NET_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* The blocks of a network: o ordinary, g with global pooling, n nested around those in brackets:
 * "ogn(og)". */
struct net_file {
    const char *name; /* of the file */
    int version, planes, numbers;
    int channels, mid, pool; /* of the trunk, within blocks, pooled */
    int filter;              /* size of the first one */
    const char *blocks;
    const char *activation; /* from version 11 on: "ACTIVATION_MISH" */
    bool binary, packed;
    uint64_t seed;
};

/* Writes it; whatever fails stops the test. */
void net_file_write(const struct net_file *file);

/* The same under a name that its makers gave it. */
void net_file_write_as(const struct net_file *file, const char *title);

#endif
