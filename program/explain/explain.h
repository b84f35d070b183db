/* explain.h - explains in sentences why a move is a mistake, or what the best move does. */
#ifndef MI_PROGRAM_EXPLAIN_EXPLAIN_H
#define MI_PROGRAM_EXPLAIN_EXPLAIN_H

#include "program/analysis/analysis.h"

/* Kinds of mistakes: bits. */
enum {
    MI_MISTAKE_MISSED_WIN = 1,       /* a forced win was missed */
    MI_MISTAKE_ALLOWED_WIN = 2,      /* the opponent now has a forced win */
    MI_MISTAKE_MATERIAL = 4,         /* pieces are lost */
    MI_MISTAKE_DEAD_GROUP = 8,       /* stones die that would have lived */
    MI_MISTAKE_TERRITORY = 16,       /* territory is lost */
    MI_MISTAKE_MISSED_MATERIAL = 32, /* pieces could have been won */
    MI_MISTAKE_WRONG_PART = 64,      /* another part of the board was worth more */
    MI_MISTAKE_KINDS = 7
};

extern const char *const mi_mistake_names[MI_MISTAKE_KINDS];

/* Adds sentences, as JSON strings separated by commas, on what move k of the game lost, from the
 * lines of play and the expected owners of points.  Returns the kinds of mistakes. */
int mi_explain_game_move(miai_engine *engine, const struct mi_game_analysis *game, int k,
                         struct mi_reply *reply);

/* Passes sentences to `report` one by one, about the move that leads from the current position to
 * `next`.  If move is NULL, they are about the best move: what it does, and what the opponent would
 * do if it were the opponent's turn, as analysed in `next`.  Needs player, best, pv, mate and owner
 * of both positions; if move is NULL, also value, lead and alternatives. */
void mi_explain_move(miai_engine *engine, const struct mi_position_analysis *position,
                     const struct mi_position_analysis *next, const char *move,
                     void (*report)(void *context, const char *sentence), void *context);

/* ---- threats.c ---- */

/* Passes sentences to `report` on what a move of the side to move does on the board: wins at once,
 * stops a win, makes one or two threats, attacks several pieces, takes a corner in a game that
 * turns discs.  answer: the move that the opponent would make if it were the opponent's turn, or
 * "".  True: one side wins at once, so nothing else matters. */
bool mi_explain_threats(miai_engine *engine, const char *move, const char *answer,
                        void (*report)(void *context, const char *sentence), void *context);

#endif
