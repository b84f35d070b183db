/* Tiny games whose results are known, and a game in progress as input of a search. */
#ifndef MI_TESTS_SUPPORT_TOY_GAMES_H
#define MI_TESTS_SUPPORT_TOY_GAMES_H

#include "search/common/search.h"

/* Nim: take 1 to 3 of `width` matches; the player who takes the last one wins. Lost for the side to
 * move at multiples of 4. Move m takes m + 1. */
extern const miai_game toy_nim;

/* The game ends after one move: 20, -50 or 60 points of 100 for moves 0, 1, 2. */
extern const miai_game toy_fan;

/* A token on a ring of 5 cells starts in cell 0. A move goes left (0) or right (1), or stops the
 * game (2); the first player wins if the token is then in cell 2. Rule set 0 forbids visited cells;
 * rule set 1 makes a repetition a draw. */
extern const miai_game toy_ring;
enum { TOY_LEFT, TOY_RIGHT, TOY_STOP, TOY_CELLS = 5 };

enum { TOY_PLIES = 64, TOY_BYTES = 16384 /* largest position */ };

struct toy {
    struct mi_root root; /* points to the members below */
    miai_setup setup;
    miai_ply line[TOY_PLIES];
    uint64_t keys[TOY_PLIES + 1];
    _Alignas(max_align_t) char start[TOY_BYTES], pos[TOY_BYTES];
};

void toy_begin(struct toy *toy, const miai_game *game, int width, int rules);
void toy_play(struct toy *toy, miai_move move);
void toy_undo(struct toy *toy, int plies);
bool toy_over(const struct toy *toy, int *score);

/* The simplest settings: one thread, UCT, 16 MiB, no tree reuse. */
struct mi_settings toy_settings(void);

#endif
