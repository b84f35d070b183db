/* mm.h - strengths of features from choices that players made (Coulom 2007, "Computing Elo ratings
 * of move patterns in the game of Go"): the generalized Bradley-Terry model, in which a move is a
 * team of features, its strength the product of theirs, and chosen with a probability proportional
 * to it. */
#ifndef MM_H
#define MM_H

#include <stddef.h>
#include <stdint.h>

/* Positions, each with its moves.  A move is `groups` features; the one played comes first. */
struct mm_data {
    int groups, features;
    size_t positions, moves, room_positions, room_moves;
    size_t *first;     /* of each position, its first move; and one behind the last */
    uint16_t *feature; /* of each move, one for each group */
};

/* Makes room for one move more and returns where its features belong. */
uint16_t *mm_add_move(struct mm_data *data);
/* The moves added since are one position. */
void mm_end_position(struct mm_data *data);
void mm_free(struct mm_data *data);

/* One round of minorization-maximization over all groups, from gamma and to it.  Returns the mean
 * logarithm of the chosen moves' probabilities before it. */
double mm_round(const struct mm_data *data, double *gamma);

/* How often the move played was among the n strongest, n from 1 to most. */
void mm_rank(const struct mm_data *data, const double *gamma, int most, double *share);

#endif
