/* pgn.h - PGN (Edwards 1994), and what servers and programs write besides; EPD, its sister; and
 * plain text. */
#ifndef MI_RECORD_PGN_H
#define MI_RECORD_PGN_H

#include "base/text.h"
#include "game_record.h"

/* As mi_sgf_read().  The root has a property for each tag; a move that PGN has no word for ("--")
 * is one, too.  Comments and tags are unescaped. */
struct miai_game_record *mi_pgn_read(struct mi_record_source *source);

/* Cuts the sign of an assessment ("+=", "+/-", or "N" for a novelty) off the end of a word, which
 * may be the whole of it; returns its NAG, "$14", or NULL if there is none. */
const char *mi_pgn_split_glyph(struct mi_text *word);

/* Export format: tags, an empty line, the moves in lines of at most 79 characters, an empty line.
 */
void mi_pgn_write(const struct miai_game_record *record, struct mi_out *out);

/* A line of EPD: the root has the property "position" and one for each operation, whose value is
 * all its operands as they stand. */
struct miai_game_record *mi_epd_read(struct mi_record_source *source);
void mi_epd_write(const struct miai_game_record *record, struct mi_out *out);

/* Plain text: lines "name value", as in "size 9"; lines "moves D4 E5 ..." or moves alone; comments
 * from # to the end of the line.  An empty line behind moves ends a game. */
struct miai_game_record *mi_plain_read(struct mi_record_source *source);
void mi_plain_write(const struct miai_game_record *record, struct mi_out *out);

#endif
