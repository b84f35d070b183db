/* book.h - opening books in Polyglot's format: entries of 16 bytes in the order of their keys,
 *
 *      0           8      10       12      16
 *     +-----------+------+--------+-------+
 *     | key       | move | weight | learn |    highest byte first
 *     +-----------+------+--------+-------+ */
#ifndef MI_GAME_CHESS_BOOK_BOOK_H
#define MI_GAME_CHESS_BOOK_BOOK_H

#include "game/chess/board/position.h"

/* The key of a position.  A pawn can be captured en passant in it only where the move is legal; the
 * format has it also where the capturing pawn is pinned, which the position does not tell. */
uint64_t mi_chess_book_key(const struct mi_chess *p);

/* Are these entries, and in their order? */
bool mi_chess_is_book(const uint8_t *book, size_t size);

/* The legal moves that the book has for a position, with their weights above 0; returns how many.
 * Each list has room for MIAI_MAX_LEGAL. */
int mi_chess_book_moves(const struct mi_chess *p, const uint8_t *book, size_t size, miai_move *list,
                        uint32_t *weight);

#endif
