/* layer.h - layers out of the fields of a file of lc0's; see net.proto of lczero-common.
 *
 * Each function makes one layer, whose sizes follow from its file, from what it says and from the
 * channels that come in.  False: the reader has failed, and its error says of what and why. */
#ifndef MI_NET_MODEL_LC0_LAYER_H
#define MI_NET_MODEL_LC0_LAYER_H

#include "lc0.h"
#include "wire.h"

struct mi_lc0_reader {
    struct mi_model *model;
    struct mi_lc0 *lc0;
    enum mi_activation activation, feed_activation, smolgen_activation;
    enum mi_activation policy_activation, policy_feed, policy_smolgen;
    bool position_dense; /* not the map of the moves */
    bool wdl;
    char what[40]; /* that is being read */
    bool failed;
    char *error; /* of size bytes, the caller's */
    size_t size;
};

/* Says of what is being read what is wrong, unless something has been already.  Returns false. */
bool mi_lc0_fail(struct mi_lc0_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says what is being read from now on. */
void mi_lc0_name(struct mi_lc0_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A message within another; at is NULL if there is none.  Fails if it is broken. */
struct mi_wire mi_lc0_message(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number);

/* As many as the message has of that number, in zeroed memory of size bytes each; NULL, and a
 * failure, if they are too many. */
void *mi_lc0_each(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t size,
                  int *count);

/* How many numbers the field has. */
size_t mi_lc0_count(struct mi_wire from, uint32_t number);

/* So many numbers of the field. */
float *mi_lc0_floats(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t count);

/* A convolution by filters of side x side. */
bool mi_lc0_conv(struct mi_lc0_reader *r, struct mi_wire block, int side, int in,
                 enum mi_activation activation, struct mi_lc0_layer *layer);

/* The same dense layer at each square; bias 0: it has none, and then as many outs as fit. */
bool mi_lc0_each_square(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight,
                        uint32_t bias, int in, enum mi_activation activation,
                        struct mi_lc0_layer *layer);

/* A dense layer over a vector of so many parts: one, or one for each square, which stands then
 * first in what the layer is given and, if channels_first, last in the file. */
struct mi_lc0_parts {
    int parts, channels;
    bool channels_first;
};
bool mi_lc0_dense(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight, uint32_t bias,
                  struct mi_lc0_parts in, enum mi_activation activation, struct mi_dense *dense);

bool mi_lc0_normal(struct mi_lc0_reader *r, struct mi_wire from, uint32_t gamma, int channels,
                   float epsilon, struct mi_lc0_norm *norm);

#endif
