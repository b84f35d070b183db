/* samples.h - positions in memory, and what the network is to say of them. */
#ifndef MI_TOOLS_CHESS_NNUE_SAMPLES_H
#define MI_TOOLS_CHESS_NNUE_SAMPLES_H

#include "train.h"

/* Records that lie side by side in a file, of one block of games, most of them of one game, learned
 * from together: what they have in common is computed once. */
enum { GROUP = 8 };

struct nnue_samples {
    struct nnue_record *record; /* in groups; owned; those held out are the last */
    size_t count, capacity;
    size_t learned; /* those before are learned from, those from here on only judge */
};

/* Adds the groups of a file's sound records that are not loud.  False if there are none, or no
 * memory. */
bool nnue_read(struct nnue_samples *s, const char *path);

/* Moves the groups of one block in 32 to the end, and shuffles the others. */
void nnue_hold_out(struct nnue_samples *s);

void nnue_samples_free(struct nnue_samples *s);

/* ---- scale.c ---- */

/* Compares the teacher's scores with the evaluation that the engine has without a network, over the
 * middle games that are not decided, and says it on standard output.  Returns by what the teacher's
 * scores must be multiplied to have the same spread. */
double nnue_scale(const struct nnue_samples *s);

#endif
