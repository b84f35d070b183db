/* see.h - static exchange evaluation, and what else the search asks about a move. */
#ifndef MI_GAME_CHESS_BOARD_SEE_H
#define MI_GAME_CHESS_BOARD_SEE_H

#include "position.h"

/* What a legal move wins at once: the piece captured, and the gain of a promotion. */
int mi_chess_capture_value(const struct mi_chess *p, miai_move move);

/* Does a legal move win at least so much, when both sides then capture on its square as long as it
 * pays? */
bool mi_chess_see_ge(const struct mi_chess *p, miai_move move, int least);

/* Does a legal move give check? */
bool mi_chess_gives_check(const struct mi_chess *p, miai_move move);

/* Lists the legal moves that do, in the order of mi_chess_moves(). */
int mi_chess_checks(const struct mi_chess *p, miai_move *list);

/* The piece that moves and the square it goes to. */
enum { CHESS_KINDS = 2 * PIECE_TYPES * 64 };

int mi_chess_move_kind(const struct mi_chess *p, miai_move move);

/* How promising a quiet move looks, -14000 to 14000: pieces that leave the attack of lesser men, or
 * run into it (as Stockfish has it since 2021). */
int mi_chess_quiet_score(const struct mi_chess *p, miai_move move);

/* The squares that the other player attacks, as bits. */
uint64_t mi_chess_threats(const struct mi_chess *p);

/* How much sooner than other moves that look as good a legal move is made by people: 1 as often. */
double mi_chess_habit(const struct mi_chess *p, miai_move move);

/* Keys of the pawns and of White's and Black's other men; returns 3. */
int mi_chess_parts(const struct mi_chess *p, uint64_t *key);

#endif
