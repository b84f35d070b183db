/* region.h - from a position of Go to a problem: which stones are in question, and where the fight
 * takes place. */
#ifndef MI_GAME_GO_TSUMEGO_REGION_H
#define MI_GAME_GO_TSUMEGO_REGION_H

#include "position.h"

#include "game/go/board/board.h"

struct ts_problem {
    struct ts_frame frame;
    struct ts_position pos;
    int left, bottom; /* the corner of the rectangle on the board */
    int defender;     /* a player */
    bool is_part;     /* the region is larger, or has exits */
    bool is_open;     /* the defender could leave it: not all points around are the attacker's */
};

enum ts_exits {
    TS_EXITS_NONE, /* the attacker owns all points outside */
    TS_EXITS_OPEN, /* exits lead to open space and to strong friends */
    TS_EXITS_ALL   /* to any empty point and stone of the defender outside */
};

/* Which stones are in question: those of the stone's chain, and with TS_TARGET_GROUP those
 * connected to it, or with TS_TARGET_FOUND those of other chains in the region that are not much
 * smaller. */
enum ts_target { TS_TARGET_FOUND, TS_TARGET_GROUP, TS_TARGET_CHAIN };

/* Which part of the board the region is. */
struct ts_part {
    int most_empty;      /* it has at most that many empty points */
    enum ts_exits exits; /* not NONE: the part also extends beyond what the attacker encloses */
    enum ts_target target;
    const int8_t *owner; /* of pass-alive points (mi_go_pass_alive()), or NULL: not computed yet */
};

/* A stone of the group that seems to be in question if none is named: it is enclosed, although the
 * diagram of a problem may leave out outer stones.  MI_GO_NONE: there is no such group. */
int mi_ts_find_group(const struct mi_go *b);

/* Fills in the problem for the chain of the stone on `stone`.  Returns NULL, or what is wrong. */
const char *mi_ts_problem_from_go(const struct mi_go *b, int stone, const struct ts_part *part,
                                  struct ts_problem *problem);

/* Solves the problem with at most that much memory.  Returns NULL, or what is wrong.  See solve.c.
 */
const char *mi_ts_solve_problem(const struct ts_problem *problem, const struct mi_go *b,
                                size_t memory, const miai_watch *watch, miai_life_answer *answer);

/* The move on the board; TS_PASS becomes a pass. */
miai_move mi_ts_move_of(const struct ts_problem *problem, const struct mi_go *b, int bit);

/* The reverse, for a move of the problem that is no pass. */
int mi_ts_bit_of(const struct ts_problem *problem, const struct mi_go *b, miai_move move);

/* ---- enclosure.c ---- */

bool mi_ts_touches_colour(const struct mi_go *b, int p, int colour);

/* Is the point enclosed by the attacker?  *meets_defender: is a stone of the defender in sight in
 * any direction? */
bool mi_ts_is_enclosed(const struct mi_go *b, int p, int attacker, bool *meets_defender);

/* Is it enclosed, with a stone of the defender in sight? */
bool mi_ts_is_inside(const struct mi_go *b, int p, int attacker);

/* Does open space begin at the empty point: are many points there, away from stones of the attacker
 * and from the points of `in`? */
bool mi_ts_is_open(const struct mi_go *b, int p, int attacker, const bool *in);

/* The largest enclosed chain of either colour, or MI_GO_NONE. */
int mi_ts_find_enclosed_chain(const struct mi_go *b);

#endif
