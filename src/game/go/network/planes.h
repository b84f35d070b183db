/* planes.h - the encoding "katago-7": the inputs of KataGo's networks of model version 8 and later
 * (its inputs "V7").
 *
 *     planes.c    the planes, the numbers, the encoding
 *     metadata.c  who plays
 *     history.c   what depends on the history
 *     superko.c   points forbidden by superko
 *     network.c   the built-in networks
 *
 * A network is only reliable on inputs like those it was trained on, so everything is done exactly
 * as KataGo does it, quirks included. */
#ifndef MI_GAME_GO_NETWORK_PLANES_H
#define MI_GAME_GO_NETWORK_PLANES_H

#include "game/go/board/board.h"

enum {
    GO_PLANES = 22,
    GO_NUMBERS = 19,
    GO_METADATA = 192,
    GO_MOVES_SHOWN = 5 /* maximum moves shown */
};

/* Planes: 1 where the statement holds, otherwise 0.  Plane 8 is not used. */
enum {
    GO_PLANE_BOARD,
    GO_PLANE_OWN,
    GO_PLANE_OTHER,
    GO_PLANE_LIBERTIES,        /* three planes: chains with 1, 2, 3 liberties */
    GO_PLANE_KO = 6,           /* points forbidden by ko or superko */
    GO_PLANE_KO_MARK,          /* encore: stones with a ko mark */
    GO_PLANE_LAST = 9,         /* five planes: the last move, the one before, ... */
    GO_PLANE_LADDER = 14,      /* chains caught in a ladder */
    GO_PLANE_LADDER_BEFORE,    /* two planes: the same, one ply ago and two plies ago */
    GO_PLANE_LADDER_MOVE = 17, /* moves that start such a ladder */
    GO_PLANE_OWN_AREA,         /* area of the side to move if nobody plays on */
    GO_PLANE_OTHER_AREA,
    GO_PLANE_OWN_BEFORE, /* the stones at the start of the encore's phase 2 */
    GO_PLANE_OTHER_BEFORE
};

enum {
    GO_NUMBER_PASS,       /* five numbers: was the last move a pass, the one before, ... */
    GO_NUMBER_KOMI = 5,   /* for the side to move, / 20 */
    GO_NUMBER_SUPERKO,    /* 1 with superko */
    GO_NUMBER_SUPERKO_OF, /* 0.5 positional, -0.5 situational superko */
    GO_NUMBER_SUICIDE,
    GO_NUMBER_TERRITORY,
    GO_NUMBER_TAX_SEKI,       /* eyes in seki are not territory */
    GO_NUMBER_TAX_ALL,        /* nor are two points of each group */
    GO_NUMBER_ENCORE,         /* the encore has begun */
    GO_NUMBER_ENCORE_2,       /* it is in phase 2 */
    GO_NUMBER_PASS_ENDS,      /* a pass would end the game or its phase */
    GO_NUMBER_ADVANTAGE = 15, /* one player has more playouts; half the doublings */
    GO_NUMBER_BUTTON = 17,    /* the button has not been taken */
    GO_NUMBER_PARITY = 18     /* parity of komi and board: see parity_wave() */
};

/* ---- planes.c ---- */

extern const miai_encoding mi_go_katago_7;

/* ---- metadata.c ---- */

/* See miai_encoding.players.  Profiles: "rank_20k" to "rank_9d"; "preaz_..." for openings as of
 * 2016; either with two ranks, Black's first, as in "rank_5k_3d"; "proyear_1800" to "proyear_2023".
 * "" is "rank_9d". */
bool mi_go_network_players(const miai_setup *setup, int player, const char *profile,
                           float *metadata);

/* ---- network.c ---- */

extern const miai_planes mi_go_planes;

#endif
