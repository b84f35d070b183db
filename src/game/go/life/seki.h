/* seki.h - reading, in a small part of the board, whether a chain is taken when its attacker moves
 * first and both play nowhere else. */
#ifndef MI_GAME_GO_LIFE_SEKI_H
#define MI_GAME_GO_LIFE_SEKI_H

#include "game/go/board/go.h"

enum { MI_SEKI_AREA = 48 /* points that are read, at most */ };

struct mi_seki {
    struct mi_go *b;             /* a copy */
    int8_t *life;                /* in the order of the moves */
    uint16_t area[MI_SEKI_AREA]; /* stones that do not live by themselves, and what is empty beside
                                    them */
    int points;
    int target, colour;    /* a stone of the chain that is read */
    bool large;            /* more than what a nakade takes */
    int outside_liberties; /* liberties of a chain that lives around, at least; at most 8 */
    bool spares;   /* the owner may not take stones of the attacker's that are as `spared` says */
    int8_t spared; /* MIAI_DEAD, or MIAI_SEKI */
    int nodes;     /* that are left */
};

/* What comes of a chain; open: there are too many positions to look at. */
enum mi_seki_outcome { MI_SEKI_HELD, MI_SEKI_LOST, MI_SEKI_OPEN };

/* Collects all that hangs together with the stone on p; false: it is too large to be read, or who
 * lives around it has too few liberties to be left out.  Where pass_alive is not NULL, which has
 * the owners of pass-alive points, these are left out, but those beside liberties of dead stones of
 * the other colour become MIAI_SEKI if they are not pass-alive, and are read as well, with all that
 * is empty there. */
bool mi_seki_collect(struct mi_seki *s, int p, const int8_t *pass_alive);

/* Tells all stones of a chain alike; life: in the order of the moves. */
void mi_go_mark_life(const struct mi_go *b, int8_t *life, int stone, int of_chain);

/* Reads what comes of the chain of the stone on p, looking at so many positions. */
enum mi_seki_outcome mi_seki_read(struct mi_seki *s, int p, int nodes);

#endif
