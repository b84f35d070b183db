/* Games small enough to be known by heart, and a game in progress as a search is given it. */
#ifndef MI_TESTS_SUPPORT_TOY_GAMES_H
#define MI_TESTS_SUPPORT_TOY_GAMES_H

#include "search/common/search.h"

/* Take 1 to 3 of `width` matches; who takes the last one wins.  Lost for the mover at multiples of
 * 4.  Move m takes m + 1. */
extern const miai_game toy_nim;

/* One move, and the game is over: 20, -50 or 60 points of 100 for moves 0, 1, 2. */
extern const miai_game toy_fan;

/* A token on a ring of 5 cells, at first in cell 0, moves left (0), right (1), or stays and ends
 * the game (2), which the first player wins if it is in cell 2 then.  Rule set 0 forbids a cell
 * that the token was in before, rule set 1 makes that a draw. */
extern const miai_game toy_ring;
enum { TOY_LEFT, TOY_RIGHT, TOY_STOP, TOY_CELLS = 5 };

enum { TOY_PLIES = 64, TOY_BYTES = 16384 /* of a position, at most */ };

struct toy {
    struct mi_root root; /* points to what follows */
    miai_setup setup;
    miai_ply line[TOY_PLIES];
    uint64_t keys[TOY_PLIES + 1];
    _Alignas(max_align_t) char start[TOY_BYTES], pos[TOY_BYTES];
};

void toy_begin(struct toy *toy, const miai_game *game, int width, int rules);
void toy_play(struct toy *toy, miai_move move);
void toy_undo(struct toy *toy, int plies);
bool toy_over(const struct toy *toy, int *score);

/* Settings as plain as they can be: one thread, UCT, 16 MiB, no reuse. */
struct mi_settings toy_settings(void);

#endif
