/* planes.h - Go as networks see it: the encoding "katago-7", the inputs of KataGo's networks from
 * model version 8 on (its inputs "V7").
 *
 *     planes.c    the planes, the numbers, the encoding
 *     metadata.c  who plays
 *     history.c   what the past says
 *     superko.c   where superko forbids to play
 *     network.c   the network that Go brings along
 *
 * A network says something sensible only of what it was taught on, so that all is done as KataGo
 * does it, its oddities included: each rule set here stands for KataGo's of the same name. */
#ifndef MI_GAME_GO_NETWORK_PLANES_H
#define MI_GAME_GO_NETWORK_PLANES_H

#include "game/go/board/board.h"

enum { GO_PLANES = 22, GO_NUMBERS = 19, GO_METADATA = 192, GO_SHOWN = 5 /* moves at most */ };

/* Planes: 1 where it is so, otherwise 0.  20 and 21 speak of a second phase that Japanese games
 * have in KataGo alone, 7 and 8 too. */
enum {
    GO_PLANE_BOARD,
    GO_PLANE_OWN,
    GO_PLANE_OTHER,
    GO_PLANE_LIBERTIES,        /* three: chains with 1, 2, 3 of them */
    GO_PLANE_KO = 6,           /* by ko */
    GO_PLANE_LAST = 9,         /* five: the last move, the one before ... */
    GO_PLANE_LADDER = 14,      /* chains that a ladder takes */
    GO_PLANE_LADDER_BEFORE,    /* two: in the position before, and the one before that */
    GO_PLANE_LADDER_MOVE = 17, /* moves that begin such a ladder */
    GO_PLANE_OWN_AREA,         /* if nobody plays on */
    GO_PLANE_OTHER_AREA
};

enum {
    GO_NUMBER_PASS,       /* five: was the last move a pass, the one before ... */
    GO_NUMBER_KOMI = 5,   /* in the view of who is to move, / 20 */
    GO_NUMBER_SUPERKO,    /* 1 */
    GO_NUMBER_SUPERKO_OF, /* 0.5 of positions, -0.5 of positions with who is to move */
    GO_NUMBER_SUICIDE,
    GO_NUMBER_TERRITORY,
    GO_NUMBER_SEKI,           /* eyes in seki are no territory */
    GO_NUMBER_PASS_ENDS = 14, /* would a pass end the game? */
    GO_NUMBER_PARITY = 18     /* of the komi and the board */
};

/* ---- planes.c ---- */

extern const miai_encoding mi_go_katago_7;

/* ---- metadata.c ---- */

/* As miai_encoding has it: "rank_20k" to "rank_9d", "preaz_..." with the openings of 2016, both
 * also of two ranks, "rank_5k_3d", Black's first; "proyear_1800" to "proyear_2023"; "" is
 * "rank_9d". */
bool mi_go_network_players(const miai_setup *setup, int player, const char *profile,
                           float *metadata);

/* ---- network.c ---- */

extern const miai_planes mi_go_planes;

#endif
