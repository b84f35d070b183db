/* battery.h - what must hold of every game, tested with check's assertions. */
#ifndef MI_TESTS_CONTRACT_BATTERY_H
#define MI_TESTS_CONTRACT_BATTERY_H

#include "miai_game.h"

/* Tests the game by miai_check_game(), and that the texts of its moves are read. */
void battery_run(const miai_game *game);

#endif
