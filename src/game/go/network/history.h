/* history.h - KataGo's terms for each rule set, and the history of a position under them. */
#ifndef MI_GAME_GO_NETWORK_HISTORY_H
#define MI_GAME_GO_NETWORK_HISTORY_H

#include "game/go/board/board.h"

/* A rule set in KataGo's terms. */
struct go_katago_rules {
    bool superko, situational, suicide, territory;
    bool clean_up; /* dead stones are removed by agreement: a second pass does not end the game
                      before the players agree */
};

const struct go_katago_rules *mi_go_katago_rules(const struct mi_go *b);

/* The history of a position, as the network inputs need it. */
struct go_network_history {
    const miai_past *past;
    int since;      /* earlier plies are ignored, because a player moved out of turn */
    int shown;      /* number of last moves shown to the network */
    bool pass_ends; /* a pass would end the game */
};

struct go_network_history mi_go_network_history(const struct mi_go *b,
                                                const struct go_katago_rules *terms,
                                                const miai_past *past);

/* Writes the key of the position after `ply` plies; false if it is unknown. */
bool mi_go_network_history_key(const struct go_network_history *line, int ply, uint64_t *key);

#endif
