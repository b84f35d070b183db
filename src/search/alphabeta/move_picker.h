/* move_picker.h - in which order a node tries its moves: the hash move, the noisy moves, the
 * killers, the rest by their history, and as the game lists them where nothing else is known.
 * Noisy moves whose exchange loses come last. */
#ifndef MI_SEARCH_ALPHABETA_MOVE_PICKER_H
#define MI_SEARCH_ALPHABETA_MOVE_PICKER_H

#include "history.h"

/* Which quiet moves are still wanted. */
enum mi_quiets { MI_QUIETS_ALL, MI_QUIETS_THREATS, MI_QUIETS_NONE };

/* Gives the moves of one node, one by one, and lists no more than it must: a node that the hash
 * move refutes lists none. */
struct mi_picker {
    const miai_game *game;
    const struct mi_ab_history *history; /* borrowed */
    struct mi_move_context place;
    struct mi_killers killers;
    miai_move hash_move; /* legal, or MIAI_NO_MOVE */
    enum mi_quiets wanted;
    bool plain;        /* gives all moves, what takes most first, and looks at no exchange */
    bool sound;        /* gives no noisy move whose exchange loses */
    int least;         /* noisy moves that take no more than this are not listed */
    bool quiet;        /* the move given last is a quiet one */
    int history_score; /* of that move by its history, if quiet; a killer has much */
    int stage;
    uint64_t *items; /* room for the moves of a position; borrowed */
    int killer;      /* the next one */
    int next, count; /* of the items */
    int noisy;       /* items that are noisy moves, the first ones */
    uint64_t noisy_traces;
};

/* Begins a node, whose place is to be filled in.  items has room for move_count() or MIAI_MAX_LEGAL
 * moves, whichever is less. */
void mi_picker_init(struct mi_picker *picker, const struct mi_ab_history *history, uint64_t *items);

/* The next move, or MIAI_NO_MOVE.  list is room for MIAI_MAX_LEGAL moves, not used between calls.
 */
miai_move mi_picker_next(struct mi_picker *picker, miai_move *list);

#endif
