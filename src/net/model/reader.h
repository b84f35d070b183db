/* reader.h - the layers of a file of KataGo's, one after the other: a name, sizes, weights.
 *
 * The first error sticks (content.h).  What a function returns is whether there has been none. */
#ifndef MI_NET_MODEL_READER_H
#define MI_NET_MODEL_READER_H

#include "content.h"
#include "model.h"

/* More than any network has that is known. */
enum { MI_BLOCKS_MAX = 1000, MI_CHANNELS_MAX = 4096 };

struct mi_reader {
    struct mi_content *in;
    struct mi_model *model;
    char what[MI_WORD]; /* the layer that is being read */
};

/* Says why the layer cannot be read; false. */
bool mi_layer_fail(struct mi_reader *r, const char *why);
/* Fails unless its channels fit. */
bool mi_layer_fits(struct mi_reader *r, bool fitting);

void mi_layer_name(struct mi_reader *r);
int mi_layer_int(struct mi_reader *r, int min, int max);
int mi_layer_channels(struct mi_reader *r);
/* The next count weights; NULL, and a failure, if there are not so many. */
float *mi_layer_floats(struct mi_reader *r, size_t count);

/* Each with so many channels in. */
bool mi_layer_conv(struct mi_reader *r, struct mi_conv *conv, int in);
bool mi_layer_norm(struct mi_reader *r, struct mi_norm *norm, int channels);
/* The norm in a transformer's block or, with more to it, behind the trunk. */
bool mi_layer_rms_norm(struct mi_reader *r, struct mi_rms_norm *norm, int channels, bool tip);
bool mi_layer_dense(struct mi_reader *r, struct mi_dense *dense, int in);
bool mi_layer_bias(struct mi_reader *r, struct mi_dense *dense);
bool mi_layer_activation(struct mi_reader *r, enum mi_activation *activation);
/* The norm of a pool, whose convolution was read, and what follows. */
bool mi_layer_pool_norm(struct mi_reader *r, struct mi_global_pool *pool);

/* What makes the kind of transformer_*_block; each with its norm. */
bool mi_read_attention(struct mi_reader *r, struct mi_model_block *block, int channels);
bool mi_read_feed_forward(struct mi_reader *r, struct mi_model_block *block, int channels);

/* count blocks on a trunk of so many channels, within depth others. */
bool mi_read_blocks(struct mi_reader *r, struct mi_model_block **block, int count, int channels,
                    int depth);

#endif
