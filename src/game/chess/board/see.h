/* see.h - static exchange evaluation and other functions for the search. */
#ifndef MI_GAME_CHESS_BOARD_SEE_H
#define MI_GAME_CHESS_BOARD_SEE_H

#include "position.h"

/* The immediate gain of a legal move in hundredths of a pawn: captured piece plus promotion. */
int mi_chess_capture_value(const struct mi_chess *p, miai_move move);

/* Static exchange evaluation: does a legal move win at least `min` hundredths of a pawn if both
 * sides go on capturing on its square? */
bool mi_chess_see_ge(const struct mi_chess *p, miai_move move, int min);

/* Does a legal move give check? */
bool mi_chess_gives_check(const struct mi_chess *p, miai_move move);

/* Lists the legal moves that give check, in the order of mi_chess_moves(). */
int mi_chess_checks(const struct mi_chess *p, miai_move *list);

/* Move kinds, the index of history tables: piece and destination. */
enum { CHESS_KINDS = 2 * PIECE_TYPES * 64 };

int mi_chess_move_kind(const struct mi_chess *p, miai_move move);

/* Static score of a quiet move, -14000 to 14000: a bonus for escaping the attack of a less valuable
 * piece, a penalty for moving into one (as in Stockfish since 2021). */
int mi_chess_quiet_score(const struct mi_chess *p, miai_move move);

/* The squares that the opponent attacks, as a bitboard. */
uint64_t mi_chess_threats(const struct mi_chess *p);

/* The class of a move by these squares: 2 if it leaves one, plus 1 if it goes to one. */
static inline int mi_chess_threat_class(uint64_t threats, miai_move move)
{
    return (threats & bit(move_from(move)) ? 2 : 0) + (threats & bit(move_to(move)) ? 1 : 0);
}

/* Lists mi_chess_quiets() with kinds, static scores and threat classes. */
int mi_chess_scored_quiets(const struct mi_chess *p, uint64_t threats, miai_quiet *list);

/* How often people play a legal move compared to other moves that look equally good; 1: as often.
 */
double mi_chess_habit(const struct mi_chess *p, miai_move move);

/* Sets the keys of the pawns, of White's pieces and of Black's pieces; returns 3. */
int mi_chess_parts(const struct mi_chess *p, uint64_t *key);

#endif
