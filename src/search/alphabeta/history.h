/* history.h - what searching has taught about moves as such, of one thread.
 *
 * Scores lie within +-MI_AB_HISTORY_MAX; each lesson moves one towards an end, the less the nearer
 * it is, so that it forgets (history gravity). */
#ifndef MI_SEARCH_ALPHABETA_HISTORY_H
#define MI_SEARCH_ALPHABETA_HISTORY_H

#include "correction.h"

enum {
    MI_AB_HISTORY_MAX = 16000,
    MI_CONTINUATIONS = 3,    /* earlier moves that a quiet move is remembered to follow */
    MI_CAPTURE_CLASSES = 16, /* by what a noisy move takes */
    MI_THREAT_CLASSES = 4,
    MI_TRIED_MAX = 64 /* moves of a node that are remembered to have failed */
};

/* One of a game and nothing else has been taught nothing, and cannot be. */
struct mi_ab_history {
    const miai_game *game;
    int move_count;
    int kinds;                          /* of moves that the game tells apart; 0: none */
    int risks;                          /* classes of quiet moves, 1 or MI_THREAT_CLASSES */
    int16_t *quiet;                     /* [player][risk][move] */
    int16_t *noisy;                     /* [kind][class of what it takes] */
    int16_t *continuation;              /* [kind of an earlier move, or kinds][kind] */
    miai_move *counter;                 /* [kind of the move before, or kinds]: refuted it last */
    struct mi_ab_correction correction; /* of evaluations */
};

size_t mi_ab_history_bytes(const miai_game *game, int move_count, int kinds);
/* kinds: mi_tactics(game)->kinds, or 0 to do without them and risks.  False: no memory. */
bool mi_ab_history_init(struct mi_ab_history *history, const miai_game *game, int move_count,
                        int kinds);
void mi_ab_history_free(struct mi_ab_history *history);

/* Two quiet moves that refuted at the same ply lately, and the one that refuted the move before. */
enum { MI_KILLERS = 3, MI_COUNTER = 2 };

struct mi_killers {
    miai_move move[MI_KILLERS];
};

/* Where the moves of a node come from. */
struct mi_move_context {
    const void *pos;
    int player;
    bool looked;                  /* danger is known */
    uint64_t danger;              /* of quiet moves, as the game's danger() says */
    int before[MI_CONTINUATIONS]; /* kinds of the moves 1, 2 and 4 plies before; kinds: not known */
};

struct mi_tried {
    int count;
    miai_move move[MI_TRIED_MAX];
};

static inline void mi_tried_add(struct mi_tried *tried, miai_move move)
{
    if (tried->count < MI_TRIED_MAX)
        tried->move[tried->count++] = move;
}

/* Finds out what endangers the moves of the place, once; before the next, and before anything is
 * taught of quiet moves. */
static inline void mi_ab_find_threats(const struct mi_ab_history *history,
                                      struct mi_move_context *place)
{
    if (history->risks > 1 && !place->looked)
        place->danger = mi_tactics(history->game)->danger(place->pos);
    place->looked = true;
}

static inline int16_t *mi_ab_quiet_history(const struct mi_ab_history *history,
                                           const struct mi_move_context *place, miai_move move)
{
    int risk = history->risks > 1 ? mi_tactics(history->game)->risk(place->danger, move) : 0;
    return &history->quiet[(place->player * history->risks + risk) * history->move_count + move];
}

/* What is to be expected of a quiet move: from -4 to 4 times MI_AB_HISTORY_MAX. */
static inline int mi_ab_history_quiet(const struct mi_ab_history *history,
                                      const struct mi_move_context *place, miai_move move)
{
    if (!history->kinds)
        return history->quiet ? *mi_ab_quiet_history(history, place, move) : 0;
    const int16_t *kind =
        history->continuation + mi_tactics(history->game)->move_kind(place->pos, move);
    int score = *mi_ab_quiet_history(history, place, move);
    for (int i = 0; i < MI_CONTINUATIONS; i++)
        score += kind[place->before[i] * history->kinds];
    return score;
}

/* The same of a noisy move, which takes so much, without the factor. */
int mi_ab_history_noisy(const struct mi_ab_history *history, const struct mi_move_context *place,
                        miai_move move, int takes);

/* A move has refuted the position, after a search of that depth, and those tried before it have
 * not. */
void mi_ab_history_learn(struct mi_ab_history *history, struct mi_move_context *place,
                         miai_move move, bool quiet, const struct mi_tried *quiets,
                         const struct mi_tried *noisies, int depth);

/* A quiet move, as such, is worth that much more, or less, than it was held for: within +-
 * MI_AB_HISTORY_MAX. */
void mi_ab_history_update(struct mi_ab_history *history, struct mi_move_context *place,
                          miai_move move, int bonus);

/* After that quiet move the opponent found nothing good, in a search of that depth. */
void mi_ab_prior_move_bonus(struct mi_ab_history *history, struct mi_move_context *place,
                            miai_move move, int depth);

void mi_killers_add(struct mi_killers *killers, miai_move move);

#endif
