/* games.h - game records, read once and kept in memory: 10,000 games take 4 MiB. */
#ifndef MI_TOOLS_GO_PATTERNS_GAMES_H
#define MI_TOOLS_GO_PATTERNS_GAMES_H

#include "game/go/board/board.h"
#include "tools/go/records.h"

#include <stdio.h>

struct games {
    long count;
    size_t *first; /* index of each game's first move, and one past the last move */
    int16_t *move; /* in the engine's numbering, Black first, passes included */
    size_t moves;
};

/* Reads at most `most` games from a stream, one per line, in the format of
 * tools/go/patterns/README.  Exits if there is no memory. */
void games_read(struct games *games, FILE *stream, long most);
void games_free(struct games *games);

/* realloc() that exits if there is no memory. */
void *reallocate_or_exit(void *block, size_t bytes);

/* Calls look(arg, position, move) before each stone of a game, up to the first illegal move.  ply
 * counts from 0.  b: memory for a 19x19 position. */
typedef void game_look(void *arg, const struct mi_go *b, int ply, miai_move move);
void games_replay(const struct games *games, long number, struct mi_go *b, game_look *look,
                  void *arg);

#endif
