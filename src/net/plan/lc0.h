/* lc0.h - parts of the plan of a network of lc0's, for the files that make it. */
#ifndef MI_NET_PLAN_LC0_H
#define MI_NET_PLAN_LC0_H

#include "maker.h"

/* Lets a vector have at least that many numbers. */
void mi_lc0_lengthen(struct mi_maker *m, int vector, int length);

/* Steps: a layer from a buffer to another; a dense layer from a vector to another; and the first
 * channels of all squares of a buffer, one square after the other, in MI_VECTOR_FLAT. */
struct mi_step *mi_lc0_layer_step(struct mi_maker *m, const struct mi_lc0_layer *layer, int from,
                                  int to);
struct mi_step *mi_lc0_dense_step(struct mi_maker *m, const struct mi_dense *dense, int read,
                                  int write);
void mi_lc0_flatten_step(struct mi_maker *m, int from, int channels);

/* Packs the weights of smolgen that all encoders share, before these. */
void mi_plan_lc0_smolgen(struct mi_maker *m, const struct mi_dense *dense);

/* The embedding of the buffer from as a new trunk, and its encoders. */
void mi_plan_lc0_attention(struct mi_maker *m, const struct mi_lc0 *lc0, int from);

/* A policy of attention. */
void mi_plan_lc0_pairs(struct mi_maker *m, const struct mi_lc0_policy *policy);

/* How many steps so many encoders have at the most. */
size_t mi_plan_lc0_encoder_steps(int encoders);

#endif
