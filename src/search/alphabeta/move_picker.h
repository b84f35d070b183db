/* move_picker.h - staged move ordering: the hash move, noisy moves, killers, quiet moves by
 * history, and last the noisy moves that lose material by static exchange evaluation.  Moves of
 * equal score keep the order of the game's list. */
#ifndef MI_SEARCH_ALPHABETA_MOVE_PICKER_H
#define MI_SEARCH_ALPHABETA_MOVE_PICKER_H

#include "history.h"

/* The quiet moves that are still returned. */
enum mi_quiets { MI_QUIETS_ALL, MI_QUIETS_THREATS, MI_QUIETS_NONE };

/* Returns the moves of a node one at a time. Lists are generated as late as possible: if the hash
 * move causes a cut-off, none is. */
struct mi_picker {
    const miai_game *game;
    const struct mi_ab_history *history; /* borrowed */
    struct mi_move_context context;
    struct mi_killers killers;
    miai_move hash_move; /* legal, or MIAI_NO_MOVE */
    enum mi_quiets quiets;
    bool evasions;     /* return all moves, ordered by capture value, without exchange evaluation */
    bool skip_losing;  /* do not return noisy moves that lose material */
    int min_capture;   /* noisy moves must capture more than this */
    bool quiet;        /* the last returned move is quiet */
    int history_score; /* score of that move if quiet; MI_AB_HISTORY_MAX for a killer */
    int stage;
    uint64_t *items;  /* array with one item per move; borrowed */
    int killer_index; /* of the next killer */
    int next, count;  /* of the items */
    int noisy_count;  /* items that are noisy moves; they come first */
    uint64_t noisy_filter;
};

/* Begins a node; the caller then sets the context.  items: an array for move_count() or
 * MIAI_MAX_LEGAL moves, whichever is less. */
void mi_picker_init(struct mi_picker *picker, const struct mi_ab_history *history, uint64_t *items);

/* The next move, or MIAI_NO_MOVE.  list: scratch space for MIAI_MAX_LEGAL moves, not kept between
 * calls. */
miai_move mi_picker_next(struct mi_picker *picker, miai_move *list);

#endif
