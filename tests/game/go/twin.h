/* twin.h - Go a second time, for the tests alone: slow, and simple enough to be seen right.  A
 * board is a table of characters, a chain is found by walking over it, ko is a look at the board
 * before.  It shares nothing with src/game/go but the numbers of moves. */
#ifndef MI_TESTS_GAME_GO_TWIN_H
#define MI_TESTS_GAME_GO_TWIN_H

#include <stdbool.h>

enum { TWIN_SIDE = 25, TWIN_POINTS = TWIN_SIDE * TWIN_SIDE };

struct twin {
    int width, height, turn, passes;
    bool suicide;
    int prisoners[2];           /* taken by each player */
    int handicap;               /* Black's stones before White's first one */
    bool white_has_played;      /* a stone */
    char stone[TWIN_POINTS];    /* by move number: '.', 'X' or 'O' */
    char previous[TWIN_POINTS]; /* before the last move */
};

void twin_init(struct twin *t, int width, int height, bool suicide);

/* May the player to move play there (the number of points passes), superko not heeded? */
bool twin_legal(const struct twin *t, int move);
void twin_play(struct twin *t, int move);

/* Lists the legal moves in order. */
int twin_moves(const struct twin *t, int *list);

/* How many points are empty and beside the chain of the stone at p, and how many stones it has; the
 * chain's lowest stone, and one of the liberties. */
struct twin_chain {
    int liberties, stones, lowest, liberty;
};
struct twin_chain twin_chain(const struct twin *t, int p);

/* Is the empty point p one that a random player leaves alone: its neighbours all of the colour 'X'
 * or 'O', at most one of its diagonal points of the other, and none if it lies at the edge? */
bool twin_eye(const struct twin *t, int p, char colour);

/* Black's points less White's: stones and surrounded points, or surrounded points and prisoners. */
int twin_area(const struct twin *t);
int twin_territory(const struct twin *t);

/* Sequences of so many moves. */
unsigned long twin_perft(const struct twin *t, int depth);

#endif
