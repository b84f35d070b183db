/* network.h - the network in integers, as miai-network(5) has it. */
#ifndef MI_TOOLS_CHESS_NNUE_NETWORK_H
#define MI_TOOLS_CHESS_NNUE_NETWORK_H

#include "game/chess/nnue/nnue.h"
#include "model.h"

/* The content of its file: the integers next to the numbers.  NULL without memory; the caller frees
 * it. */
unsigned char *nnue_file(const struct nnue_model *m, size_t *length);

/* Writes a file beside that one and renames it, so that there is always a whole one.  write writes
 * its content. */
bool nnue_replace(const char *path, bool (*write)(void *context, FILE *file), void *context);

bool nnue_write(const unsigned char *bytes, size_t length, const char *path);

/* Makes the weights of the first layer behind the products what the integers can be: they are few
 * steps wide. */
void nnue_round_first(struct nnue_model *m);

/* A network of the engine with the accumulators of one thread. */
struct nnue_evaluator {
    struct mi_nnue *network;
    void *accumulators;
};

/* Opens a network, miai's or Stockfish's.  False after a message on stderr; the evaluator is to be
 * closed in both cases. */
bool nnue_evaluator_open(struct nnue_evaluator *e, const char *path);

void nnue_evaluator_close(struct nnue_evaluator *e);

/* Centipawns from the view of the side to move. */
int nnue_evaluator_value(const struct nnue_evaluator *e, const struct mi_chess *p);

/* Makes the model that of a file.  False if it cannot, and says why. */
bool nnue_take(struct nnue_model *m, const char *path);

#endif
