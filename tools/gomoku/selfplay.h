/* selfplay.h - self-play games of Gomoku from random openings, for the programs that gather
 * positions. */
#ifndef MI_TOOLS_GOMOKU_SELFPLAY_H
#define MI_TOOLS_GOMOKU_SELFPLAY_H

#include "game/games.h"
#include "game/gomoku/board/position.h"
#include "miai.h"

#include <stdio.h>

enum {
    SELFPLAY_SIDE = 15,
    SELFPLAY_POINTS = SELFPLAY_SIDE * SELFPLAY_SIDE,
    SELFPLAY_BLOCK = 50,    /* games per file */
    SELFPLAY_WILD_PLIES = 8 /* plies after the opening, with moves drawn by visits */
};

/* A game in the engine, and the same position outside it. */
struct selfplay {
    miai_engine *engine;
    struct mi_gomoku *position; /* memory of any size of board */
    miai_rng rng;
};

/* Makes an engine that plays the game with that name by the line network in the file, with that
 * number of playouts a move; game: a game to add to the engine's, or NULL.  Prints an error and
 * returns false on failure. */
bool selfplay_make_engine(struct selfplay *play, const miai_game *game, const char *playouts,
                          const char *network);

/* Places random stones near each other that give nobody an immediate win. */
void selfplay_open(struct selfplay *play);

void selfplay_move(struct selfplay *play, miai_move move);
miai_move selfplay_read_move(const char *text);

/* Draws a visited move in proportion to its visits. */
miai_move selfplay_draw_move(struct selfplay *play);

/* Is the game over, or does the solver know its result? */
bool selfplay_is_certain(const struct mi_gomoku *position);

int selfplay_random_below(struct selfplay *play, int n);

/* Writes the blocks of the command line ("BLOCKS" or "FIRST:COUNT") that do not exist into
 * DIRECTORY/SEED-BLOCK.bin, each by write(), with a generator that depends on the seed and the
 * number of the block.  Other processes may write other blocks of the same run at the same time.
 * Prints an error and returns false on failure. */
struct selfplay_run {
    const char *directory, *seed, *blocks;
    bool (*write)(void *context, uint64_t seed, FILE *out);
    void *context;
};
bool selfplay_write_blocks(const struct selfplay_run *run);

#endif
