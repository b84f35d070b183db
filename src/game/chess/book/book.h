/* book.h - opening books in Polyglot's format: entries of 16 bytes, sorted by key,
 *
 *      0           8      10       12      16
 *     +-----------+------+--------+-------+
 *     | key       | move | weight | learn |    big-endian
 *     +-----------+------+--------+-------+ */
#ifndef MI_GAME_CHESS_BOOK_BOOK_H
#define MI_GAME_CHESS_BOOK_BOOK_H

#include "game/chess/board/position.h"

/* The Polyglot key of a position.  It includes en passant only if the capture is legal.  (The
 * format also includes it if the capturing pawn is pinned, which the position does not record.) */
uint64_t mi_chess_book_key(const struct mi_chess *p);

/* Is it a book: complete entries, sorted by key? */
bool mi_chess_is_book(const uint8_t *book, size_t size);

/* Lists the legal book moves of a position that have a weight above 0, and their weights; returns
 * their number.  list and weight need space for MIAI_MAX_LEGAL elements. */
int mi_chess_book_moves(const struct mi_chess *p, const uint8_t *book, size_t size, miai_move *list,
                        uint32_t *weight);

/* Writes the entry of a move, and returns its size. The weight becomes at most 65535. */
int mi_chess_write_book_entry(const struct mi_chess *p, miai_move move, uint32_t weight,
                              uint8_t *entry);

#endif
