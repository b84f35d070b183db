/* siege.h - reading, in a small part of the board, whether a chain is taken when its besieger moves
 * first and both play nowhere else. */
#ifndef MI_GO_SIEGE_H
#define MI_GO_SIEGE_H

#include "game/go/board/go.h"

enum { MI_SIEGE_AREA = 48 /* points of a siege, at most */ };

struct mi_siege {
    struct mi_go *b;              /* a copy */
    int8_t *life;                 /* in the order of the moves */
    uint16_t area[MI_SIEGE_AREA]; /* stones that do not live by themselves, and what is empty beside
                                     them */
    int points;
    int target, colour; /* a stone of the chain that is read */
    bool large;         /* more than what a nakade takes */
    int safe;           /* liberties of a chain that lives around, at least; at most 8 */
    bool spares;   /* the owner may not take stones of the besieger's that are as `spared` says */
    int8_t spared; /* MIAI_DEAD, or MIAI_SEKI */
    int nodes;     /* that are left */
};

/* What comes of a chain; open: there are too many positions to look at. */
enum mi_siege_end { MI_SIEGE_HELD, MI_SIEGE_LOST, MI_SIEGE_OPEN };

/* Collects all that hangs together with the stone on p; false: it is too large to be read, or who
 * lives around it has too few liberties to be left out.  Where safe is not NULL, which has whose
 * each point is for good, these are left out, but those beside liberties of dead stones of the
 * other colour become MIAI_SEKI if they are not safe, and are read as well, with all
 * that is empty there. */
bool mi_siege_collect(struct mi_siege *s, int p, const int8_t *safe);

/* Gives all stones of the chain that life. */
void mi_siege_mark(struct mi_siege *s, int stone, int life);

/* Reads what comes of the chain of the stone on p, looking at so many positions. */
enum mi_siege_end mi_siege_read(struct mi_siege *s, int p, int nodes);

#endif
