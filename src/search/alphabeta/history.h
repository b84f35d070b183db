/* history.h - move-ordering statistics of one thread: butterfly history of quiet moves, capture
 * history of noisy moves, continuation history, killers, counter moves, correction history.
 *
 * Scores are within +-MI_AB_HISTORY_MAX.  Each update moves a score towards one end of the range.
 * The step shrinks near that end, so that old updates fade ("history gravity"). */
#ifndef MI_SEARCH_ALPHABETA_HISTORY_H
#define MI_SEARCH_ALPHABETA_HISTORY_H

#include "contract/capability.h"
#include "tuning.h"

/* ---- correction.c ----
 *
 * Correction history: the average error of the static evaluation in positions that share a part
 * (such as the pawn structure) or the same two previous moves.  Introduced in the chess engines
 * Caissa (2023) and Stockfish (2024). */

enum {
    MI_CORRECTIONS = MIAI_MAX_PARTS + 1, /* one for each part, and one for the previous moves */
    MI_CORRECTION_PLACES = 1 << 14
};

struct mi_ab_correction {
    int16_t *error; /* owned; [correction][player][place], in 1/25600 of the evaluation's unit (a
                       pawn); NULL: no correction */
};

/* Indices of a position's errors. */
struct mi_ab_correction_key {
    int count;
    uint16_t place[MI_CORRECTIONS];
};

/* kinds: move kinds that the search distinguishes.  If it is 0, or the game defines no parts, there
 * is no correction and no memory is used. */
size_t mi_ab_correction_bytes(const miai_game *game, int kinds);
bool mi_ab_correction_init(struct mi_ab_correction *correction, const miai_game *game, int kinds);
void mi_ab_correction_free(struct mi_ab_correction *correction);

/* moves: identifies the moves that led to pos, 0 to MI_CORRECTION_PLACES - 1. */
struct mi_ab_correction_key mi_ab_correction_key(const miai_game *game, const void *pos,
                                                 unsigned moves);

/* Prefetches what mi_ab_correct() reads. */
void mi_ab_correction_prefetch(const struct mi_ab_correction *correction,
                               const struct mi_ab_correction_key *key, int player);

/* The correction to add to an evaluation in the view of player, the side to move. */
int mi_ab_correct(const struct mi_ab_correction *correction, const struct mi_ab_correction_key *key,
                  int player, const struct mi_ab_tuning *tuning);

/* difference: score of a search of this depth, minus the corrected evaluation. */
void mi_ab_correction_learn(struct mi_ab_correction *correction,
                            const struct mi_ab_correction_key *key, int player,
                            const struct mi_ab_tuning *tuning, int difference, int depth);

/* ---- history.c ---- */

enum {
    MI_AB_HISTORY_MAX = 16000,
    MI_CONTINUATIONS = 3,    /* earlier moves in the continuation history: 1, 2 and 4 plies ago */
    MI_CAPTURE_CLASSES = 16, /* of noisy moves, by the value of the capture */
    MI_THREAT_CLASSES = 4,   /* of quiet moves, by the threats that they answer or ignore */
    MI_TRIED_MAX = 64        /* moves of a node that get a malus */
};

/* Empty except for .game: scores are 0 and cannot be updated. */
struct mi_ab_history {
    const miai_game *game;
    const struct mi_ab_tuning *tuning; /* set for each run; borrowed */
    int move_count;
    int kinds;                          /* number of move kinds of the game; 0: none defined */
    int threat_classes;                 /* 1 or MI_THREAT_CLASSES */
    int16_t *quiet;                     /* [player][threat class][move] */
    int16_t *noisy;                     /* [kind][capture class] */
    int16_t *continuation;              /* [kind of an earlier move, or kinds if unknown][kind] */
    miai_move *counter;                 /* [kind of the previous move, or kinds if unknown] */
    struct mi_ab_correction correction; /* of evaluations */
};

size_t mi_ab_history_bytes(const miai_game *game, int move_count, int kinds);
/* kinds: mi_tactics(game)->kinds; 0 to use neither move kinds nor threat classes.  Returns false if
 * out of memory. */
bool mi_ab_history_init(struct mi_ab_history *history, const miai_game *game, int move_count,
                        int kinds);
void mi_ab_history_free(struct mi_ab_history *history);

/* Two killers of a ply, and the counter move of the previous move. */
enum { MI_KILLERS = 3, MI_COUNTER = 2 };

struct mi_killers {
    miai_move move[MI_KILLERS];
};

/* The position and earlier moves that select the statistics of a node's moves. */
struct mi_move_context {
    const void *pos;
    int player;
    bool threats_known;           /* threats is set */
    uint64_t threats;             /* from the game's danger() */
    int earlier_kinds[MI_CONTINUATIONS]; /* kinds of the moves 1, 2 and 4 plies ago; history.kinds
                                     if unknown */
};

/* Moves that were searched without a cut-off. */
struct mi_tried {
    int count;
    miai_move move[MI_TRIED_MAX];
};

static inline void mi_tried_add(struct mi_tried *tried, miai_move move)
{
    if (tried->count < MI_TRIED_MAX)
        tried->move[tried->count++] = move;
}

/* Computes the context's threats once.  Required before quiet moves are scored or updated; call it
 * before the node plays a move. */
static inline void mi_ab_find_threats(const struct mi_ab_history *history,
                                      struct mi_move_context *context)
{
    if (history->threat_classes > 1 && !context->threats_known)
        context->threats = mi_tactics(history->game)->threat_map(context->pos);
    context->threats_known = true;
}

static inline int16_t *mi_ab_quiet_history(const struct mi_ab_history *history,
                                           const struct mi_move_context *context, miai_move move)
{
    int threat_class =
        history->threat_classes > 1 ? mi_tactics(history->game)->threat_class(context->threats, move) : 0;
    return &history->quiet[(context->player * history->threat_classes + threat_class) *
                               history->move_count +
                           move];
}

/* Score of a quiet move: butterfly plus continuation history, -4 to 4 times MI_AB_HISTORY_MAX. */
static inline int mi_ab_history_quiet(const struct mi_ab_history *history,
                                      const struct mi_move_context *context, miai_move move)
{
    if (!history->kinds)
        return history->quiet ? *mi_ab_quiet_history(history, context, move) : 0;
    const int16_t *kind =
        history->continuation + mi_tactics(history->game)->move_kind(context->pos, move);
    int score = *mi_ab_quiet_history(history, context, move);
    for (int i = 0; i < MI_CONTINUATIONS; i++)
        score += kind[context->earlier_kinds[i] * history->kinds];
    return score;
}

/* The same for a quiet move that the game has listed with its kind and class. */
static inline int mi_ab_history_listed(const struct mi_ab_history *history,
                                       const struct mi_move_context *context,
                                       const miai_quiet *quiet)
{
    const int16_t *kind = history->continuation + quiet->kind;
    int row = context->player * history->threat_classes + quiet->threat_class;
    int score = history->quiet[row * history->move_count + quiet->move];
    for (int i = 0; i < MI_CONTINUATIONS; i++)
        score += kind[context->earlier_kinds[i] * history->kinds];
    return score;
}

/* Score of a noisy move with this capture value: within +-MI_AB_HISTORY_MAX. */
int mi_ab_history_noisy(const struct mi_ab_history *history, const struct mi_move_context *context,
                        miai_move move, int capture_value);

/* Updates all statistics after a cut-off by move in a search of this depth: a bonus for it, a malus
 * for the moves tried before. */
void mi_ab_history_learn(struct mi_ab_history *history, struct mi_move_context *context,
                         miai_move move, bool quiet, const struct mi_tried *quiets,
                         const struct mi_tried *noisies, int depth);

/* Adds a bonus, within +-MI_AB_HISTORY_MAX, to the butterfly history of a quiet move. */
void mi_ab_history_update(struct mi_ab_history *history, struct mi_move_context *context,
                          miai_move move, int bonus);

/* Bonus for the quiet move before a node that failed low in a search of this depth. */
void mi_ab_prior_move_bonus(struct mi_ab_history *history, struct mi_move_context *context,
                            miai_move move, int depth);

void mi_killers_add(struct mi_killers *killers, miai_move move);

#endif
