/* evaluator.h - what values the leaves of a Monte-Carlo tree.
 *
 * The search gathers leaves, an evaluator values them, as many at a time as it likes, and the
 * search finishes them.  A playout takes one; a network takes many. */
#ifndef MI_SEARCH_MCTS_EVALUATOR_EVALUATOR_H
#define MI_SEARCH_MCTS_EVALUATOR_EVALUATOR_H

#include "base/bytes.h"
#include "search/common/estimate.h"
#include "search/common/search.h"

/* A leaf, and what is found of it.  Everything is borrowed for the call. */
struct mi_eval {
    void *pos;            /* not over; the evaluator may play on in it */
    const uint64_t *keys; /* of the positions before it, as in struct mi_root, or NULL */
    int key_count;
    const miai_move *line; /* [line_length]: the moves from the root to it; NULL from priors() */
    int line_length;
    const miai_move *moves; /* those for which priors are wanted, or NULL: none are */
    int move_count;
    miai_trace *trace; /* what a playout plays goes behind what is there; or NULL */
    miai_rng *rng;
    const struct mi_limits *limits; /* once these are over a playout looks for nothing any more; or
                                       NULL */

    double value; /* 0 to 1, first player's view */
    /* Instead, of an evaluator that tells them, likewise in the first player's view: */
    double win;              /* that he wins, a draw or a game without a result counting half */
    double draw;             /* the probability of those */
    double moves_left;       /* plies to the end of the game; 0: not told */
    double score, deviation; /* points at the end: expected, and its standard deviation */
    double lead;             /* points that he would have to give away for an even game */
    float *ownership;        /* NULL, or [width * height], by the moves' order: 1 his, -1 the
                                other's; one that tells sets it to NULL where points are nobody's */
    float *prior;   /* [move_count]: how good each move looks, sum 1; not NULL with moves */
    float *human;   /* [move_count]: how likely people are to make each, sum 1; or NULL: it is not
                       wanted */
    float *first;   /* [move_count]: the value that each move's position shall begin with, first
                       player's view; below 0: it is to be valued when it is visited */
    bool from_peer; /* a peer has told its value: where the answer is kept, priors are enough */
    bool kept;      /* found: the answer was there */
    bool has_ownership; /* lead and ownership have been found, by one that does not tell them each
                           time: asked for by ownership that is not NULL */
    /* The lead is asked for with fair_komi instead of the game's komi, and told for the game's: a
     * network knows it best in an even game, and sees little difference in a lost one. */
    bool fair;
    double fair_komi;
    double fair_win; /* told: the chance to win with that komi, first player's view */
};

/* A kind of evaluator.  An object serves one thread. */
struct mi_evaluator {
    const char *name;
    int batch;       /* leaves that it takes at once best; 1 or more */
    bool random;     /* the same leaf has another value each time */
    bool joint;      /* value() gives the priors, too: a leaf gets its edges with its first value */
    bool has_priors; /* priors() gives something even where the game has no priors */
    bool whole;      /* it has priors of all legal moves, and the search tries them all, unless the
                        game has it otherwise (miai_planes.candidates) */
    bool tells;      /* value() tells what it knows of winning, score and ownership, of which the
                        search makes the value (see search/mcts/utility.h) */
    size_t size;     /* bytes of an object */
    /* What an object owns besides; NULL: nothing. */
    size_t (*bytes)(const struct mi_root *root, const struct mi_settings *settings);
    /* Makes one in size bytes, aligned like malloc's.  Root and settings outlive it.  False: no
     * memory; it is freed all the same. */
    bool (*make)(void *self, const struct mi_root *root, const struct mi_settings *settings);
    void (*free)(void *self); /* or NULL: it owns nothing */
    /* Values n leaves; with moves, it gives their priors, too, if it is a joint one. */
    void (*value)(void *self, struct mi_eval *const *leaf, int n);
    /* The priors and first values of one leaf. */
    void (*priors)(void *self, struct mi_eval *leaf);
    /* What a peer's evaluator can take for an answer of its own: writes what no thread has told
     * yet, as far as there is room; and keeps what a peer has told.  Both by the first thread,
     * between leaves; or NULL: it would not help. */
    void (*tell_peers)(void *self, struct mi_bytes *bytes);
    void (*hear_peers)(void *self, struct mi_bytes *bytes);
};

/* The priors of a leaf as the game, which has some, gives them; no move has a first value. */
void mi_game_priors(const struct mi_estimator *estimator, struct mi_eval *leaf);

/* Playouts, with the game's priors; and the game's evaluation at the end of a quiescence search. */
extern const struct mi_evaluator mi_evaluator_playout, mi_evaluator_static;

#endif
