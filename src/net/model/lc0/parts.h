/* parts.h - the parts of a network of lc0's, for the files that read them. */
#ifndef MI_NET_MODEL_LC0_PARTS_H
#define MI_NET_MODEL_LC0_PARTS_H

#include "layer.h"

enum { MI_LC0_HEADS_MAX = 256 };

/* What all encoders of a stack have. */
struct mi_lc0_style {
    const char *what; /* it is */
    int channels, heads;
    enum mi_activation feed, smolgen;
    float alpha, epsilon;
};

/* A stack of encoders, perhaps none; number and heads_number are the fields of its encoders, and of
 * the count of their heads. */
bool mi_lc0_encoders(struct mi_lc0_reader *r, struct mi_wire from, uint32_t number,
                     uint32_t heads_number, struct mi_lc0_style style,
                     struct mi_lc0_encoder **encoder, int *count);

/* Two layers at each square, back to so many channels. */
bool mi_lc0_feed(struct mi_lc0_reader *r, struct mi_wire from, int channels,
                 enum mi_activation activation, struct mi_lc0_layer *first,
                 struct mi_lc0_layer *last);

/* The body: from the planes to the channels that the heads see. */
bool mi_lc0_body(struct mi_lc0_reader *r, struct mi_wire weights);

/* Policy, value, and moves left if moves_left says so, from a body of r->model->channels. */
bool mi_lc0_heads(struct mi_lc0_reader *r, struct mi_wire weights, bool moves_left);

#endif
