/* referee.h - the rules of Go for tests, as plainly as they can be written: the whole history of
 * boards is kept, and each rule looks through it.  Shares nothing with src/game/go except the
 * numbering of moves and the terms of rules. */
#ifndef MI_TESTS_GAME_GO_REFEREE_H
#define MI_TESTS_GAME_GO_REFEREE_H

#include "game/go/board/rules.h"

#include <stdbool.h>

enum { REFEREE_POINTS = 81, REFEREE_PLIES = 400 };

struct referee {
    struct mi_go_rules rules;
    int width, height, ply;
    char board[REFEREE_PLIES + 1][REFEREE_POINTS]; /* after each ply: '.', 'X' or 'O' */
    int move[REFEREE_PLIES];                       /* the number of points is a pass */
    int history;                                   /* boards before this ply may be repeated */
    int passes_from;                               /* passes before this ply are forgotten */
    int passes;                                    /* in a row that count */
    int phase;                                     /* 1 and 2: the encore */
    int phase_from;                                /* the ply at which it began */
    bool mark[REFEREE_PLIES + 1][REFEREE_POINTS];  /* ko marks of the encore, after each ply */
    bool took_ko[REFEREE_PLIES];                   /* plies of the encore that took a ko */
    bool button;                                   /* is it still there? */
    int button_score;                              /* 1/100 of a point for Black */
    bool over, no_result;
};

void referee_init(struct referee *r, int width, int height, const struct mi_go_rules *rules);

/* The player to move: players alternate. */
int referee_turn(const struct referee *r);
bool referee_legal(const struct referee *r, int move);
void referee_play(struct referee *r, int move);

#endif
