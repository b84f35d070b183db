/* lc0.h - parts of the plan of an lc0 network, for the files that build it. */
#ifndef MI_NET_PLAN_LC0_H
#define MI_NET_PLAN_LC0_H

#include "builder.h"

/* ---- lc0_layers.c ---- */

/* Makes a vector at least `length` floats long. */
void mi_lc0_extend_vector(struct mi_plan_builder *m, int vector, int length);

/* Append a step: a layer from buffer to buffer; a dense layer from vector to vector; a copy of the
 * first channels of each square of a buffer to MI_VECTOR_FLAT. */
struct mi_step *mi_lc0_layer_step(struct mi_plan_builder *m, const struct mi_lc0_layer *layer,
                                  int from, int to);
struct mi_step *mi_lc0_dense_step(struct mi_plan_builder *m, const struct mi_dense *dense, int read,
                                  int write);
void mi_lc0_flatten_step(struct mi_plan_builder *m, int from, int channels);

/* ---- encoder.c ---- */

/* Packs the smolgen weights that all encoders share.  Call it before the encoders are planned. */
void mi_plan_lc0_smolgen(struct mi_plan_builder *m, const struct mi_dense *dense);

/* Plans the embedding of the buffer `from`, which becomes the new trunk, and the encoders. */
void mi_plan_lc0_attention(struct mi_plan_builder *m, const struct mi_lc0 *lc0, int from);

/* Plans an attention policy. */
void mi_plan_lc0_attention_policy(struct mi_plan_builder *m, const struct mi_lc0_policy *policy);

/* The maximum number of steps of `encoders` encoders. */
size_t mi_plan_lc0_encoder_steps(int encoders);

#endif
