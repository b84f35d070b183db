/* games.h - records of games, read once and kept: 10,000 of them are 4 MiB. */
#ifndef MI_TOOLS_GO_PATTERNS_GAMES_H
#define MI_TOOLS_GO_PATTERNS_GAMES_H

#include "game/go/board/board.h"
#include "tools/go/records.h"

#include <stdio.h>

struct games {
    long count;
    size_t *first; /* of each game, its first move; and one behind the last */
    int16_t *move; /* as the engine numbers them, black first, passes too */
    size_t moves;
};

/* Reads games from a stream, one a line as tools/go/patterns/README has them, at most so many; ends
 * the program where there is no memory. */
void games_read(struct games *games, FILE *stream, long most);
void games_free(struct games *games);

/* realloc() that ends the program where there is no memory. */
void *take(void *block, size_t bytes);

/* Calls look(arg, position, move) before each move of a game that is legal and no pass, up to the
 * first one that is illegal; `ply` counts from 0.  b: room for a position of 19x19. */
typedef void game_look(void *arg, const struct mi_go *b, int ply, miai_move move);
void games_replay(const struct games *games, long number, struct mi_go *b, game_look *look,
                  void *arg);

#endif
