/* samples.h - training positions in memory. */
#ifndef MI_TOOLS_CHESS_NNUE_SAMPLES_H
#define MI_TOOLS_CHESS_NNUE_SAMPLES_H

#include "train.h"

/* Adjacent records of a file, from one block and mostly from one game, form a group that is trained
 * together: what they have in common is computed once. */
enum { GROUP = 8 };

struct nnue_samples {
    struct nnue_record *record; /* in groups; owned; held-out groups are last */
    size_t count, capacity;
    size_t learned; /* number of training records; the rest are held out */
};

/* Positions by whether a capture or promotion gains material: quiet ones, where none does; loud
 * ones, where one does; all. */
enum nnue_kind { NNUE_QUIET, NNUE_LOUD, NNUE_ALL };

/* Adds the groups of a file's valid records of a kind.  Returns false if there are none, or if out
 * of memory. */
bool nnue_read(struct nnue_samples *s, enum nnue_kind kind, const char *path);

/* Moves one block in 32 to the end, and shuffles the other groups. */
void nnue_hold_out(struct nnue_samples *s);

void nnue_samples_free(struct nnue_samples *s);

/* ---- scale.c ---- */

/* Compares the teacher's scores with the engine's evaluation without a network in undecided
 * middlegames, and prints the result. Returns the factor by which the teacher's scores must be
 * multiplied to have the same spread. */
double nnue_scale(const struct nnue_samples *s);

#endif
