/* parts.h - functions that read the parts of an lc0 network. */
#ifndef MI_NET_MODEL_LC0_PARTS_H
#define MI_NET_MODEL_LC0_PARTS_H

#include "layer.h"

enum { MI_LC0_HEADS_MAX = 256 };

/* Parameters that all encoders of a stack share. */
struct mi_lc0_encoder_params {
    const char *what; /* name for error texts */
    int channels, heads;
    enum mi_activation feed, smolgen;
    float alpha, epsilon;
};

/* Reads a stack of encoders, perhaps empty; number and heads_number are the fields of the encoders
 * and of their number of heads. */
bool mi_lc0_encoders(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                     uint32_t heads_number, struct mi_lc0_encoder_params style,
                     struct mi_lc0_encoder **encoder, int *count);

/* Reads a feed-forward block: two layers at each square, back to `channels` channels. */
bool mi_lc0_feed_forward(struct mi_lc0_reader *r, struct mi_wire from, int channels,
                         enum mi_activation activation, struct mi_lc0_layer *first,
                         struct mi_lc0_layer *last);

/* Reads the body: from the planes to the input of the heads. */
bool mi_lc0_body(struct mi_lc0_reader *r, struct mi_wire weights);

/* Reads policy, value and, if moves_left, the moves-left head, on r->model->channels channels. */
bool mi_lc0_heads(struct mi_lc0_reader *r, struct mi_wire weights, bool moves_left);

#endif
