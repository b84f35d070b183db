/* evaluator.h - evaluators of leaves of the Monte-Carlo tree.
 *
 * The search gathers a batch of leaves of the evaluator's preferred size, the evaluator values
 * them, and the search backs them up.  Playouts use a batch of one, networks large batches. */
#ifndef MI_SEARCH_MCTS_EVALUATOR_EVALUATOR_H
#define MI_SEARCH_MCTS_EVALUATOR_EVALUATOR_H

#include "base/bytes.h"
#include "search/common/estimate.h"
#include "search/common/search.h"

/* A leaf and its results.  Everything is borrowed for the call. */
struct mi_eval {
    void *pos;            /* an unfinished game; the evaluator may play moves in it */
    const uint64_t *keys; /* of earlier positions, as in struct mi_root, or NULL */
    int key_count;
    const miai_move *line; /* [line_length]: moves from the root; NULL from priors() */
    int line_length;
    const miai_move *moves; /* moves that need priors; NULL: none */
    int move_count;
    miai_trace *trace; /* the playout's moves are appended; or NULL */
    miai_rng *rng;
    const struct mi_limits
        *limits; /* once a limit is reached, playouts no longer look for decisive moves; or NULL */

    double value; /* 0 to 1, first player's view */
    /* Instead of value, from an evaluator that reports outputs; first player's view: */
    double win;              /* winning probability; draws and games without result count half */
    double draw;             /* probability of draws and games without result */
    double moves_left;       /* plies to the end of the game; 0: no such output */
    double score, deviation; /* points at the end: mean and standard deviation */
    double lead;             /* points of komi that would make the game even */
    float *ownership;        /* [width * height], by the moves' order: 1 first player, -1 second;
                                or NULL.  An evaluator without ownership sets it to NULL */
    float *prior;            /* [move_count]: policy, sum 1; not NULL with moves */
    float *human;            /* [move_count]: human policy, sum 1; NULL: not wanted */
    float *first;   /* [move_count]: initial values of the children, first player's view; negative:
                       value the child when it is visited */
    bool from_peer; /* a peer has sent the value: if the answer is cached, only priors are needed */
    bool from_cache;    /* out: the answer was cached */
    bool has_ownership; /* out: lead and ownership are set, by an evaluator that does so only if
                           ownership is not NULL */
    /* The lead is evaluated at fair_komi instead of the game's komi, and converted: networks are
     * most accurate in even games, and insensitive to komi in lost ones. */
    bool at_fair_komi;
    double fair_komi;
    double fair_win; /* out: winning probability at that komi, first player's view */
};

/* A kind of evaluator.  An object serves one thread. */
struct mi_evaluator {
    const char *name;
    int batch;       /* preferred number of leaves at a time; 1 or more */
    bool random;     /* the same leaf gets a different value each time */
    bool joint;      /* value() also sets priors: a leaf gets its edges with its first value */
    bool has_priors; /* priors() works even if the game has no priors */
    bool whole_policy; /* it has priors of all legal moves, so the search considers all, unless the
                          game has miai_planes.candidates */
    bool reports_outputs; /* value() sets winning, score and ownership, from which the search
                   computes the value (search/mcts/utility.h) */
    size_t size; /* bytes of an object */
    /* Bytes of the memory that an object allocates in addition to size; NULL: none. */
    size_t (*bytes)(const struct mi_root *root, const struct mi_settings *settings);
    /* Makes an object in size bytes, aligned like malloc's.  Root and settings outlive it.  False:
     * no memory; free() is called even then. */
    bool (*make)(void *self, const struct mi_root *root, const struct mi_settings *settings);
    void (*free)(void *self); /* NULL: it owns nothing */
    /* Values n leaves; sets priors too, if it is joint and the leaf has moves. */
    void (*value)(void *self, struct mi_eval *const *leaf, int n);
    /* Sets the priors and first values of one leaf. */
    void (*priors)(void *self, struct mi_eval *leaf);
    /* Export the results that a peer's evaluator can use, each once, as many as fit; import the
     * results of a peer.  Called by the main thread, between leaves. NULL: not useful. */
    void (*export_cache)(void *self, struct mi_bytes *bytes);
    void (*import_cache)(void *self, struct mi_bytes *bytes);
};

/* Sets a leaf's priors from the game, which must have priors(); sets no first values. */
void mi_game_priors(const struct mi_estimator *estimator, struct mi_eval *leaf);

/* Playouts with the game's priors; the game's evaluation after a quiescence search. */
extern const struct mi_evaluator mi_evaluator_playout, mi_evaluator_static;

#endif
