/* battery.h - tests that every game must pass. */
#ifndef MI_TESTS_CONTRACT_BATTERY_H
#define MI_TESTS_CONTRACT_BATTERY_H

#include "miai_game.h"

/* Runs miai_check_game(), and checks that the texts of moves can be read. */
void battery_run(const miai_game *game);

#endif
