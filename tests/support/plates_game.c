#include "plates_game.h"

#define main plates_main
#include "examples/plates.c"
#undef main

const miai_game *const plates_game = &plates;
