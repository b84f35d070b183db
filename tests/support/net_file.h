/* net_file.h - writes networks with random weights in KataGo's format. */
#ifndef MI_TESTS_SUPPORT_NET_FILE_H
#define MI_TESTS_SUPPORT_NET_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* Sizes of attention heads and of feed-forward layers. */
struct net_file_heads {
    int heads, groups, query, value, hidden;
};

/* The last normalization of the trunk: batch normalization, or RMSNorm per point or over the board.
 */
enum net_file_tip { NET_FILE_BATCH, NET_FILE_POINT, NET_FILE_BOARD };

/* A network. blocks: o ordinary, g global pooling, n nested around the blocks in parentheses, such
 * as "ogn(og)"; a attention, t with rotary angles from theta, l with learned angles; f
 * feed-forward. */
struct net_file {
    const char *name; /* file to write */
    int version, planes, numbers;
    int channels, mid, pool; /* of the trunk, inside blocks, and pooled */
    int filter;              /* size of the first convolution */
    const char *blocks;
    const char *activation; /* since version 11: "ACTIVATION_MISH" */
    bool binary, packed;
    uint64_t seed;
    struct net_file_heads attention; /* for blocks a, t, l and f */
    enum net_file_tip tip;
    int policies;  /* since version 17: policy channels, 2 or 4; 0: 2 */
    bool metadata; /* has metadata inputs, since version 15 */
    /* Convolution weights can be quantized to bytes; but_last: except the last weight of each. */
    bool whole, but_last;
};

/* Writes the file; any failure fails the test. */
void net_file_write(const struct net_file *file);

/* The same with another name in the header. */
void net_file_write_as(const struct net_file *file, const char *title);

/* Writes the smallest network that plays Go, version 8, to the named file. */
void net_file_write_least(const char *name);

#endif
