/* layer.h - reads layers from the fields of an lc0 file; see net.proto of lczero-common.
 *
 * Each function reads one layer.  Its sizes follow from the number of weights in the file and from
 * the input channels.  On failure the functions set r->error and return false. */
#ifndef MI_NET_MODEL_LC0_LAYER_H
#define MI_NET_MODEL_LC0_LAYER_H

#include "lc0.h"
#include "wire.h"

struct mi_lc0_reader {
    struct mi_model *model;
    struct mi_lc0 *lc0;
    enum mi_activation activation, feed_activation, smolgen_activation;
    enum mi_activation policy_activation, policy_feed, policy_smolgen;
    bool position_dense; /* position encoding by a dense layer, not by the map of moves */
    bool wdl;
    char what[40]; /* name of the current part */
    bool failed;
    char *error; /* of size bytes, owned by the caller */
    size_t size;
};

/* Sets the error, with the name of the current part, unless one is set.  Returns false. */
bool mi_lc0_fail(struct mi_lc0_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the name of the current part. */
void mi_lc0_set_name(struct mi_lc0_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Finds a message within another; at is NULL if there is none.  Fails if it is malformed. */
struct mi_wire mi_lc0_message(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number);

/* Counts the messages with this field number and allocates a zeroed element of `size` bytes for
 * each.  On failure (too many, out of memory) returns NULL. */
void *mi_lc0_alloc_repeated(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                            size_t size, int *count);

/* The number of weights in a field. */
size_t mi_lc0_weight_count(struct mi_wire from, uint32_t number);

/* Reads the weights of a field, which must have exactly count.  NULL on failure. */
float *mi_lc0_floats(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number, size_t count);

/* Reads a convolution with filters of side x side. */
bool mi_lc0_conv(struct mi_lc0_reader *r, struct mi_wire block, int side, int in,
                 enum mi_activation activation, struct mi_lc0_layer *layer);

/* Reads a dense layer that is applied to each square.  bias 0: no bias, and the number of outputs
 * follows from the weights. */
bool mi_lc0_square_layer(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight,
                         uint32_t bias, int in, enum mi_activation activation,
                         struct mi_lc0_layer *layer);

/* Reads a dense layer over a vector of parts: one part, or one per square.  The input is ordered
 * [part][channel]; if channels_first, the file has [channel][part]. */
struct mi_lc0_dense_input {
    int parts, channels;
    bool channels_first;
};
bool mi_lc0_dense(struct mi_lc0_reader *r, struct mi_wire from, uint32_t weight, uint32_t bias,
                  struct mi_lc0_dense_input in, enum mi_activation activation,
                  struct mi_dense *dense);

bool mi_lc0_layer_norm(struct mi_lc0_reader *r, struct mi_wire from, uint32_t gamma, int channels,
                       float epsilon, struct mi_lc0_norm *norm);

#endif
