/* game.h - one game of a match, under the eyes of a referee. */
#ifndef MI_PROGRAM_MATCH_GAME_H
#define MI_PROGRAM_MATCH_GAME_H

#include "plan.h"

/* Plays it; the seats are those of its players.  The engine is the referee, with the game's last
 * position afterwards; start becomes the first one, where that is not the usual one, as the game
 * writes it. */
void mi_match_play(const struct mi_match *match, long number, struct mi_player_process *seats,
                   miai_engine *referee, struct mi_match_outcome *outcome,
                   char start[MI_OPENING_START]);

#endif
