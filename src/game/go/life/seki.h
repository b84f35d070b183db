/* seki.h - local reading: is a chain captured if its attacker moves first and both sides play only
 * locally? */
#ifndef MI_GAME_GO_LIFE_SEKI_H
#define MI_GAME_GO_LIFE_SEKI_H

#include "game/go/board/go.h"

enum { MI_SEKI_AREA = 48 /* maximum points of an area */ };

struct mi_seki {
    struct mi_go *b;             /* a copy */
    int8_t *life;                /* [moves], without the pass */
    uint16_t area[MI_SEKI_AREA]; /* stones that do not live by themselves, and the empty points
                                    around them */
    int points;
    int target, colour;    /* a stone of the chain being read, and its colour */
    bool large;            /* larger than any nakade shape */
    int outside_liberties; /* minimum liberties of surrounding living chains; at most 8 */
    bool spares;           /* the owner may not capture attacking stones whose life is `spared` */
    int8_t spared; /* MIAI_DEAD, or MIAI_SEKI */
    int nodes;     /* remaining positions to search */
};

/* The result for a chain; MI_SEKI_OPEN: not decided within the node limit. */
enum mi_seki_outcome { MI_SEKI_HELD, MI_SEKI_LOST, MI_SEKI_OPEN };

/* Collects the area around the stone on p.  Returns false if it is too large to be read, or if a
 * surrounding living chain has too few liberties to be ignored.  If pass_alive (the owners of
 * pass-alive points) is not NULL, such chains with few liberties do not fail.  Instead, those that
 * are not pass-alive and adjoin a liberty of dead enemy stones become MIAI_SEKI in s->life and are
 * read as well, together with all connected empty points. */
bool mi_seki_collect(struct mi_seki *s, int p, const int8_t *pass_alive);

/* Reads whether the chain of the stone on p is captured, searching at most `nodes` positions. */
enum mi_seki_outcome mi_seki_read(struct mi_seki *s, int p, int nodes);

#endif
