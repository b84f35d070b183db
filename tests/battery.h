/* battery.h - what must hold of every game, tested with check's assertions. */
#ifndef BATTERY_H
#define BATTERY_H

#include "miai_game.h"

/* Tests the game at its default, smallest, largest and oblong set-ups and with each of its rules.
 */
void battery_run(const miai_game *game);

#endif
