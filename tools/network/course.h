/* course.h - a game played by a network's policy, for training positions. */
#ifndef MI_TOOLS_NETWORK_COURSE_H
#define MI_TOOLS_NETWORK_COURSE_H

#include "contract/history.h"
#include "shard.h"

/* The kinds of games. */
struct course_plan {
    const miai_game *game;
    const miai_encoding *encoding;
    struct shard_shape shape;
    int wild;  /* a game begins with at most so many random moves */
    int usual; /* thousandths of games with the usual rules; the others have random ones */
};

/* A game in progress. Owns its memory. */
struct course {
    const struct course_plan *plan;
    miai_setup setup;
    miai_rng rng;
    struct mi_history *history;
    uint8_t *earlier; /* the positions before the current one, the latest first */
    int earlier_count;
    float *plane, *number; /* the position as input planes */
    int opening;           /* plies before positions are kept */
    int wild;              /* random ones of these */
    bool played_out;       /* continues when decided */
    int decided;           /* plies for which the network has considered it decided */
    bool over;
    bool passed_over; /* the current position is not kept */
    bool settled;     /* the result of the current position is known: */
    int score;
    uint8_t *kept; /* positions of shard_bytes() each */
    int8_t *mover; /* [kept_count] */
    int kept_count, capacity;
    int resulted; /* how many of them have their result */
};

/* Begins a game of that size; the seed determines rules, komi, handicap and opening. Returns false
 * if out of memory. course_free() must be called in any case. */
bool course_begin(struct course *course, const struct course_plan *plan, uint64_t seed);
void course_free(struct course *course);

/* True with that probability. */
bool course_chance(struct course *course, double probability);

/* Writes planes and numbers of the current position. */
struct mi_net_in course_look(struct course *course);

/* The current position's result under perfect play: positive, negative or 0, first player's view.
 * It applies to the position and to the earlier kept ones that have no result. */
void course_settle(struct course *course, int score);

/* Keeps another position, whose score (first player's view) is known, without a policy. The kept
 * positions before it must have their results, and the encoding must not need earlier positions.
 * Returns false if out of memory. */
bool course_keep_value(struct course *course, const void *pos, int score);

/* Keeps the position with the network's outputs, unless it is skipped, and plays a move. Returns
 * false if out of memory, or if a position cannot be kept. course->over: that was the last one. */
bool course_go_on(struct course *course, const struct mi_net_out *out);

#endif
