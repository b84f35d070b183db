/* reader.h - reads the layers of a KataGo file; each has a name, sizes and weights.
 *
 * Only the first error is reported (content.h).  Functions return false after an error. */
#ifndef MI_NET_MODEL_READER_H
#define MI_NET_MODEL_READER_H

#include "content.h"
#include "model.h"

/* Sanity limits, above those of all known networks. */
enum { MI_BLOCKS_MAX = 1000, MI_CHANNELS_MAX = 4096 };

struct mi_reader {
    struct mi_content *in;
    struct mi_model *model;
    char what[MI_WORD]; /* name of the current layer */
};

/* Fails with the name of the layer and the reason; returns false. */
bool mi_layer_fail(struct mi_reader *r, const char *why);
/* Fails if `fitting` is false: the channels do not match. */
bool mi_layer_check(struct mi_reader *r, bool fitting);

void mi_layer_name(struct mi_reader *r);
int mi_layer_int(struct mi_reader *r, int min, int max);
int mi_layer_channels(struct mi_reader *r);
/* Reads the next count weights.  NULL after an error. */
float *mi_layer_floats(struct mi_reader *r, size_t count);

/* Read a layer with `in` input channels. */
bool mi_layer_conv(struct mi_reader *r, struct mi_conv *conv, int in);
bool mi_layer_norm(struct mi_reader *r, struct mi_norm *norm, int channels);
/* The norm of a transformer block; or, if tip, the one after the trunk, which has more fields. */
bool mi_layer_rms_norm(struct mi_reader *r, struct mi_rms_norm *norm, int channels, bool tip);
bool mi_layer_dense(struct mi_reader *r, struct mi_dense *dense, int in);
bool mi_layer_bias(struct mi_reader *r, struct mi_dense *dense);
bool mi_layer_activation(struct mi_reader *r, enum mi_activation *activation);
/* The norm and dense layer of global pooling, after its convolution. */
bool mi_layer_pool_norm(struct mi_reader *r, struct mi_global_pool *pool);

/* The body of a transformer_attention_block or transformer_ffn_block, including its norm. */
bool mi_read_attention(struct mi_reader *r, struct mi_model_block *block, int channels);
bool mi_read_feed_forward(struct mi_reader *r, struct mi_model_block *block, int channels);

/* Reads count blocks on a trunk of `channels` channels, at nesting depth `depth`. */
bool mi_read_blocks(struct mi_reader *r, struct mi_model_block **block, int count, int channels,
                    int depth);

#endif
