/* network.h - the quantized network of miai-network(5). */
#ifndef MI_TOOLS_CHESS_NNUE_NETWORK_H
#define MI_TOOLS_CHESS_NNUE_NETWORK_H

#include "game/chess/nnue/nnue.h"
#include "model.h"

/* The file contents: the parameters rounded to integers. NULL if out of memory; the caller frees
 * it. */
unsigned char *nnue_file(const struct nnue_model *m, size_t *length);

/* Writes a temporary file by calling write, and renames it, so that a complete file always
 * exists. */
bool nnue_replace(const char *path, bool (*write)(void *context, FILE *file), void *context);

bool nnue_write(const unsigned char *bytes, size_t length, const char *path);

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

/* ---- mean.c ---- */

/* Writes the mean of the weights of networks of one width, or of learners' states; networks ends
 * with NULL.  Returns false on failure. */
bool nnue_mean(int hidden, char **networks, const char *path);

/* ---- order.c ---- */

/* Writes a network to another file, with the numbers of its accumulator in the order that is
 * fastest in these positions.  Its evaluations stay the same. */
bool nnue_order(const struct nnue_samples *s, const char *network, const char *path);

#endif
