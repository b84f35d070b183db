/* nn_evaluator.h - the network evaluator of one thread. */
#ifndef MI_ENGINE_NETWORK_NN_EVALUATOR_H
#define MI_ENGINE_NETWORK_NN_EVALUATOR_H

#include "network.h"

#include "search/common/score.h"

/* A leaf to evaluate. */
struct question {
    struct mi_eval *leaf;
    uint64_t key;
    int symmetry;
    bool fair; /* evaluate only the lead, with the leaf's fair komi */
    float optimism;
};

/* The evaluator of one thread. Owns its block. */
struct nn_evaluator {
    struct mi_network *network;
    struct nn_evaluator *human; /* the evaluator that predicts human moves; owned, or NULL */
    bool is_human;              /* this is that evaluator */
    const struct mi_root *root;
    const struct mi_settings *settings;
    struct mi_net_workspace *work;
    struct mi_network_input input;
    struct mi_scale scale; /* for the results of playouts */
    int playout_plies;
    uint64_t seed;
    void *block; /* contains the buffers below and those of input */
    struct question *question;                     /* [batch] */
    void *fair_pos;                                /* a copy of the leaf's position with another
                                                    * komi */
    float *plane, *number, *turned;                /* [batch] inputs; turned: for one leaf */
    float *policy, *optimistic, *ownership, *back; /* [batch] outputs; back: one plane */
    struct mi_net_in *in;                          /* [batch] */
    struct mi_net_out *out;                        /* [batch] */
    struct mi_cached_output *answer;
    float *mean; /* sums of the policy and ownership of several outputs */
    miai_move legal[MIAI_MAX_LEGAL];
    double chance[MIAI_MAX_LEGAL]; /* probability of each move in legal */
};

/* Converts the network's output for a question to t->answer. */
void mi_nn_evaluator_answer(struct nn_evaluator *t, const struct question *question,
                            struct mi_net_out *out);

/* The ownership in t->answer: [points], in 1/127, in the network's order of points. */
int8_t *mi_nn_evaluator_ownership(const struct nn_evaluator *t);

/* Copies t->answer to a leaf. Call it last: a playout may change the leaf's position. */
void mi_nn_evaluator_fill_leaf(const struct nn_evaluator *t, struct mi_eval *leaf, bool fair);

#endif
