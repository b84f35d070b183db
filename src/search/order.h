/* order.h - in which order a node tries its moves: the hash move, the noisy moves, the killers, the
 * rest by their history, and as the game lists them where nothing else is known. */
#ifndef MI_ORDER_H
#define MI_ORDER_H

#include "../miai_game.h"

/* What searching has taught about moves as such, of one thread. */
struct mi_history {
    int move_count;
    int16_t *score; /* [player][move]: how often a move has refuted, and how often it failed to */
};

size_t mi_history_bytes(int move_count);
bool mi_history_init(struct mi_history *history, int move_count); /* false: no memory */
void mi_history_free(struct mi_history *history);

/* Two quiet moves that refuted at the same ply lately. */
struct mi_killers {
    miai_move move[2];
};

/* Gives the moves of one node, one by one, and lists no more than it must: a node that the hash
 * move refutes lists none. */
struct mi_picker {
    const miai_game *game;
    const void *pos;
    struct mi_history *history; /* NULL: noisy moves only; borrowed */
    struct mi_killers killers;
    miai_move hash_move; /* legal, or MIAI_NO_MOVE */
    int player;
    int stage;
    uint64_t *items; /* room for the moves of a position; borrowed */
    int next, count; /* of the items */
    int noisy;       /* items that are noisy moves, the first ones */
};

/* Begins a node.  items has room for move_count() or MIAI_MAX_LEGAL moves, whichever is less. */
void mi_picker_init(struct mi_picker *picker, const miai_game *game, const void *pos, int player,
                    uint64_t *items);

/* The next move, or MIAI_NO_MOVE.  list is room for MIAI_MAX_LEGAL moves, not used between calls.
 */
miai_move mi_picker_next(struct mi_picker *picker, miai_move *list);

/* The move given last refutes the position, which those before it did not: history and killers
 * learn it, unless the move is noisy.  depth: of the search below. */
void mi_picker_learn(const struct mi_picker *picker, struct mi_killers *killers, int depth);

#endif
