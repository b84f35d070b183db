/* position.h - positions of a life-and-death problem.
 *
 * A problem is a part of a Go board.  The defender wants to save the stones in question, the
 * attacker to capture them.  Play is confined to the region; every other point, except friends
 * (struct ts_frame), counts as a stone of the attacker that cannot be captured (the wall).  The
 * bits of a set are the points of a rectangle around the region; a column of unused bits separates
 * its rows. */
#ifndef MI_GAME_GO_TSUMEGO_POSITION_H
#define MI_GAME_GO_TSUMEGO_POSITION_H

#include "points.h"

enum { TS_ATTACKER, TS_DEFENDER };

enum { TS_PASS = TS_POINTS, TS_NO_POINT = 255 };

/* A number of ko threats that is never used up. */
enum { TS_ALWAYS = 15 };

/* What stays the same during a search. */
struct ts_frame {
    int stride;
    struct points region; /* points where stones can be placed or captured */
    struct points wall;
    struct points target; /* the stones in question */
    /* Where the stones in question escape: points of the region next to open space, and stones of
     * the defender outside of it that need no help.  Both may be empty. */
    struct points exit, friends;
    bool any; /* no stones are in question: the defender lives if any stone does */
};

struct ts_position {
    struct points stones[2];
    uint8_t turn;
    uint8_t ko; /* where the side to move may retake only with a ko threat; or TS_NO_POINT */
    uint8_t threats[2]; /* ko threats that each side has left, or TS_ALWAYS */
};

static inline struct points ts_spread(const struct ts_frame *f, struct points a)
{
    return points_spread(a, f->stride);
}

static inline struct points ts_empty(const struct ts_frame *f, const struct ts_position *pos)
{
    return points_without(f->region, points_or(pos->stones[0], pos->stones[1]));
}

/* Does this chain of the side, or a part of it, have a liberty, or help from outside? */
bool mi_ts_has_liberty(const struct ts_frame *f, int side, struct points chain,
                       struct points empty);

/* Plays a move of the side to move, which may be TS_PASS.  Returns false, with nothing changed, if
 * it is not legal; suicide is not. */
bool mi_ts_play(const struct ts_frame *f, struct ts_position *pos, int move);

/* A hash of the position.  Positions that differ only in the ko and the threats have keys that
 * differ only in their low 32 bits. */
uint64_t mi_ts_key(const struct ts_position *pos);

/* Have the stones in question been captured? */
bool mi_ts_is_captured(const struct ts_frame *f, const struct ts_position *pos);

/* ---- life.c ---- */

/* Have stones in question reached an exit, or friends? */
bool mi_ts_has_escaped(const struct ts_frame *f, const struct ts_position *pos);

/* Are stones in question pass-alive (Benson)? */
bool mi_ts_is_alive(const struct ts_frame *f, const struct ts_position *pos);

/* The chain in question and the space in which it may make eyes; set by mi_ts_eye_space(). */
struct ts_eye_space {
    struct points chain;     /* the chain in question */
    struct points liberties; /* of the chain */
    struct points area;      /* points that safe stones of the attacker do not cut off from it */
    struct points inside;    /* points of the area that may become eyes */
    bool is_open;            /* the area has an exit, or touches friends */
};

void mi_ts_eye_space(const struct ts_frame *f, const struct ts_position *pos,
                     struct ts_eye_space *space);

/* Is the chain in question dead whatever the defender does?  False: unknown. */
bool mi_ts_is_dead(const struct ts_frame *f, const struct ts_position *pos,
                   const struct ts_eye_space *space);

#endif
