/* pgn.h - PGN (Edwards 1994) with the extensions of servers and programs, EPD, and plain text. */
#ifndef MI_RECORD_PGN_H
#define MI_RECORD_PGN_H

#include "base/text.h"
#include "game_record.h"

/* Works as mi_sgf_read(). The root has one property per tag. Null moves ("--") are accepted as
 * moves. Comments and tags are unescaped. */
struct miai_game_record *mi_pgn_read(struct mi_record_source *source);

/* Removes an assessment symbol ("+=", "+/-", or "N" for a novelty) from the end of a word; it may
 * be the whole word. Returns its NAG, such as "$14", or NULL if there is none. */
const char *mi_pgn_split_glyph(struct mi_text *word);

/* Writes export format: tags, an empty line, moves in lines of at most 79 characters, an empty
 * line. */
void mi_pgn_write(const struct miai_game_record *record, struct mi_out *out);

/* The number of plies before the game, from fields 2 and 6 of the FEN tag. */
long mi_pgn_first_ply(const struct mi_record_node *root);

/* One line of EPD. The root has the property "position" and one property per operation. Its value
 * is the unparsed text of all operands. */
struct miai_game_record *mi_epd_read(struct mi_record_source *source);
void mi_epd_write(const struct miai_game_record *record, struct mi_out *out);

/* Plain text has lines "name value", such as "size 9", and lines of moves: "moves D4 E5 ..." or
 * only the moves. Comments go from # to the end of the line. An empty line after moves ends a game.
 */
struct miai_game_record *mi_plain_read(struct mi_record_source *source);
void mi_plain_write(const struct miai_game_record *record, struct mi_out *out);

#endif
