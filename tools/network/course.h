/* course.h - a game played by a network's policy, for positions to learn from. */
#ifndef MI_TOOLS_NETWORK_COURSE_H
#define MI_TOOLS_NETWORK_COURSE_H

#include "contract/history.h"
#include "shard.h"

/* What games there are. */
struct course_plan {
    const miai_game *game;
    const miai_encoding *encoding;
    struct shard_shape shape;
    int wild;  /* at most so many moves at random begin a game */
    int usual; /* parts of 1000 of games have the game's usual rules, the others any */
};

/* A game on its way.  Owns its memory. */
struct course {
    const struct course_plan *plan;
    miai_setup setup;
    miai_rng rng;
    struct mi_history *history;
    uint8_t *earlier; /* the positions before the current one, the latest first */
    int earlier_count;
    float *plane, *number; /* the position as the network sees it */
    int opening;           /* plies before positions are kept */
    int wild;              /* of these, at random */
    bool played_out;       /* also when it is decided */
    int decided;           /* plies for which it has been, to the network */
    bool over;
    bool passed_over; /* the position to come is not kept */
    bool settled;     /* the result of the position to come is known: */
    int score;
    uint8_t *kept; /* positions, each of shard_bytes() */
    int8_t *mover; /* [kept_count] */
    int kept_count, capacity;
    int resulted; /* of them, how many have their result */
};

/* Begins a game of that size, with rules, komi, handicap and opening by the random numbers of that
 * seed.  False: no memory.  course_free() also then. */
bool course_begin(struct course *course, const struct course_plan *plan, uint64_t seed);
void course_free(struct course *course);

/* True with that probability. */
bool course_chance(struct course *course, double probability);

/* Writes plane and number for the position to come. */
struct mi_net_in course_look(struct course *course);

/* The game's result when both play perfectly from the position to come: above, below or 0, first
 * player's view.  It is that of the position and of those kept before, as far as they lack one. */
void course_settle(struct course *course, int score);

/* Keeps the position with what the network says of it, unless it is passed over, and plays a move.
 * False: no memory, or a position that cannot be kept.  course->over: that was the last one. */
bool course_go_on(struct course *course, const struct mi_net_out *out);

#endif
