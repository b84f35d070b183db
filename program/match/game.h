/* game.h - one game of a match, supervised by a referee. */
#ifndef MI_PROGRAM_MATCH_GAME_H
#define MI_PROGRAM_MATCH_GAME_H

#include "plan.h"

/* Plays a game.  procs: the processes of all players, by player.  The referee is an engine that
 * ends up with the final position.  start: the initial position, if it is not the default one and
 * the game can write positions. */
void mi_match_play_game(const struct mi_match *match, long number, struct mi_player_process *procs,
                        miai_engine *referee, struct mi_match_outcome *outcome,
                        char start[MI_OPENING_START]);

#endif
