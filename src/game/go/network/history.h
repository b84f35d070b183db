/* history.h - how KataGo plays by each set of rules, and what the past says of a position by them.
 */
#ifndef MI_GAME_GO_NETWORK_HISTORY_H
#define MI_GAME_GO_NETWORK_HISTORY_H

#include "game/go/board/board.h"

/* How KataGo plays by rules. */
struct go_katago_rules {
    bool superko, situational, suicide, territory;
    bool clean_up; /* dead stones are taken off after two passes, without playing on: a pass that is
                      answered by a pass does not end the game before the players agree */
};

const struct go_katago_rules *mi_go_katago_rules(const struct mi_go *b);

/* What the past says of a position. */
struct go_network_past {
    const miai_past *past;
    int since;      /* plies before that are forgotten: somebody moved twice in a row */
    int shown;      /* the last moves that are shown */
    bool pass_ends; /* a pass would end the game */
};

struct go_network_past mi_go_network_past(const struct mi_go *b,
                                          const struct go_katago_rules *manner,
                                          const miai_past *past);

/* The key of the position after so many plies, if it is known. */
bool mi_go_network_past_key(const struct go_network_past *line, int ply, uint64_t *key);

#endif
