/* twin.h - a second implementation of Go for tests: slow, and simple enough to be obviously
 * correct.
 *
 * A board is a table of letters, a chain is found by walking over it, and a ko by comparing with
 * the board before.  It shares nothing with src/game/go except the numbering of moves. */
#ifndef MI_TESTS_GAME_GO_TWIN_H
#define MI_TESTS_GAME_GO_TWIN_H

#include <stdbool.h>

enum { TWIN_SIDE = 25, TWIN_POINTS = TWIN_SIDE * TWIN_SIDE };

struct twin {
    int width, height, turn, passes;
    bool suicide;
    int prisoners[2];           /* captured by each player */
    int handicap;               /* Black's stones before White's first */
    bool white_has_played;      /* a stone */
    char stone[TWIN_POINTS];    /* by move number: '.', 'X' or 'O' */
    char previous[TWIN_POINTS]; /* before the last move */
};

void twin_init(struct twin *t, int width, int height, bool suicide);

/* Is the move legal for the side to move (the number of points is the pass), ignoring superko? */
bool twin_legal(const struct twin *t, int move);
void twin_play(struct twin *t, int move);

/* Lists the legal moves in order. */
int twin_moves(const struct twin *t, int *list);

/* The chain of the stone at p: numbers of liberties and stones, the lowest stone, and one of the
 * liberties. */
struct twin_chain {
    int liberties, stones, lowest, liberty;
};
struct twin_chain twin_chain(const struct twin *t, int p);

/* Is the empty point p an eye that a random player leaves alone: all neighbours of the colour 'X'
 * or 'O', at most one diagonal point of the other, and none at the edge? */
bool twin_eye(const struct twin *t, int p, char colour);

/* Black's points minus White's: stones and surrounded points, or surrounded points and
 * prisoners. */
int twin_area(const struct twin *t);
int twin_territory(const struct twin *t);

/* The number of move sequences of that length. */
unsigned long twin_perft(const struct twin *t, int depth);

#endif
