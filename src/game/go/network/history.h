/* history.h - the history of a position, as KataGo's networks see it. */
#ifndef MI_GAME_GO_NETWORK_HISTORY_H
#define MI_GAME_GO_NETWORK_HISTORY_H

#include "game/go/board/board.h"

/* The history of a position, as the network inputs need it. */
struct go_network_history {
    const miai_past *past;
    int first_ply;     /* earlier plies are ignored, because a player moved out of turn */
    int first_counted; /* the first ply whose pass or position counts: first_ply, or the ply after
                          the pass that took the button */
    int moves_shown;   /* number of last moves that the network sees */
    bool pass_ends;    /* a pass would end the game or its phase */
};

struct go_network_history mi_go_network_history(const struct mi_go *b, const miai_past *past);

/* Writes the hash of the stones after `ply` plies, without the side to move; false if it is
 * unknown. */
bool mi_go_network_stones(const struct mi_go *b, const struct go_network_history *line, int ply,
                          uint64_t *stones);

#endif
