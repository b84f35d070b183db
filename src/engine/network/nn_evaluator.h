/* nn_evaluator.h - the network evaluator of one thread: what evaluator.c asks, and answer.c makes
 * of it.
 */
#ifndef MI_ENGINE_NETWORK_NN_EVALUATOR_H
#define MI_ENGINE_NETWORK_NN_EVALUATOR_H

#include "network.h"

#include "search/common/score.h"

/* A leaf that the network is asked for. */
struct question {
    struct mi_eval *leaf;
    uint64_t key;
    int symmetry;
    bool fair; /* of the lead alone, with the leaf's fair komi */
    float optimism;
};

/* Of one thread.  Owns its block. */
struct nn_evaluator {
    struct mi_network *network;
    struct nn_evaluator *human; /* that tells what people would do; owned, or NULL */
    bool is_human;         /* it is that one */
    const struct mi_root *root;
    const struct mi_settings *settings;
    struct mi_net_work *work;
    struct mi_network_input input;
    struct mi_scale scale; /* of a playout */
    int playout_plies;
    uint64_t seed;
    void *block;                                   /* all that follows, and what the input needs */
    struct question *question;                     /* [batch] */
    void *fair_pos;                                /* the leaf's, with another komi */
    float *plane, *number, *turned;                /* [batch] inputs; turned: of one */
    float *policy, *optimistic, *ownership, *back; /* [batch] outputs; back: one plane */
    struct mi_net_in *in;                          /* [batch] */
    struct mi_net_out *out;                        /* [batch] */
    struct mi_cached_output *answer;
    float *mean; /* policy and ownership of several answers */
    miai_move legal[MIAI_MAX_LEGAL];
    double chance[MIAI_MAX_LEGAL]; /* of these */
};

/* Makes t->answer of what the network has said in reply to that question. */
void mi_nn_evaluator_answer(struct nn_evaluator *t, const struct question *question,
                            struct mi_net_out *out);

/* The answer's ownership, [points] in 1/127, as the network has the board. */
int8_t *mi_nn_evaluator_ownership(const struct nn_evaluator *t);

/* Tells a leaf t->answer.  The value last: a playout plays on in the leaf's position. */
void mi_nn_evaluator_fill_leaf(const struct nn_evaluator *t, struct mi_eval *leaf, bool fair);

#endif
