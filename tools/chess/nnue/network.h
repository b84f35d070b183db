/* network.h - the network in integers, as miai-network(5) has it. */
#ifndef MI_TOOLS_CHESS_NNUE_NETWORK_H
#define MI_TOOLS_CHESS_NNUE_NETWORK_H

#include "model.h"

struct nnue_network {
    int hidden, sets;
    int16_t *weight;        /* [sets][INPUTS][hidden], and the owner of the following */
    int16_t *bias;          /* [hidden] */
    int16_t *output_weight; /* [BUCKETS][2][hidden] */
    int32_t output_bias[BUCKETS];
};

/* The integers next to the numbers.  False without memory.  Release with nnue_network_free(). */
bool nnue_round(const struct nnue_model *m, struct nnue_network *n);

/* Makes the weights of the output what the integers can be: they are few steps wide. */
void nnue_round_output(struct nnue_model *m);

void nnue_network_free(struct nnue_network *n);

/* Centipawns in view of the player to move, to the bit what the engine says. */
int nnue_evaluate(const struct nnue_network *n, const struct nnue_input *input);

bool nnue_write(const struct nnue_network *n, const char *path);

/* Makes the hidden units from the first one on those of a file, so that share times its output is
 * added to the model's.  Returns how many they are, or 0 if it cannot, and says why. */
int nnue_take(struct nnue_model *m, int first, float share, const char *path);

#endif
