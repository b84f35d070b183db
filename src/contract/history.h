/* record.h - the game so far: its first position, its moves, the keys of its positions. */
#ifndef MI_RECORD_H
#define MI_RECORD_H

#include "repetition.h"

struct mi_record;

/* Owns everything in it.  NULL if the set-up is not played or there is no memory. */
struct mi_record *mi_record_new(const miai_game *game, const miai_setup *setup);
void mi_record_free(struct mi_record *record);

/* A copy that shares nothing; NULL: no memory. */
struct mi_record *mi_record_copy(const struct mi_record *record);

const miai_game *mi_record_game(const struct mi_record *record);
const miai_setup *mi_record_setup(const struct mi_record *record);
const void *mi_record_position(const struct mi_record *record);
const void *mi_record_start(const struct mi_record *record);
size_t mi_record_size(const struct mi_record *record);
int mi_record_plies(const struct mi_record *record);
const miai_ply *mi_record_line(const struct mi_record *record);

/* The position in which player would make the next move: the current one with the turn set, where
 * it is the other's turn or the game was over.  pos holds mi_record_size() bytes.  False if the
 * game does not let that player move. */
bool mi_record_prepare(const struct mi_record *record, int player, void *pos);

/* Is move legal for player, by the rules of the position and of repetition? */
bool mi_record_legal(const struct mi_record *record, int player, miai_move move);

/* The legal moves of player, repetition heeded; none when the game is over and cannot go on. */
int mi_record_moves(const struct mi_record *record, int player, miai_move *list);

enum mi_played { MI_PLAYED, MI_PLAY_ILLEGAL, MI_PLAY_NO_MEMORY };

/* Plays a move for a player; anything but MI_PLAYED changes nothing. */
enum mi_played mi_record_play(struct mi_record *record, int player, miai_move move);

/* The same for a move that was made once, which superko does not forbid any more: those who played
 * may have known other rules than their record tells. */
enum mi_played mi_record_replay(struct mi_record *record, int player, miai_move move);

/* Takes n plies back, or none if there are fewer. */
bool mi_record_undo(struct mi_record *record, int n);

/* Back to the first position of the set-up, as new. */
void mi_record_clear(struct mi_record *record);

/* Makes pos the first position of the record, which loses its moves. */
void mi_record_restart(struct mi_record *record, const void *pos);

/* Is the game over, by the position or by repetition?  *score in the first player's view. */
bool mi_record_outcome(const struct mi_record *record, int *score);

/* Reads a move as the game writes it for the player, in either case.  MI_READ_ILLEGAL: it is a
 * move, but not a legal one; MI_READ_NONE: it is no move at all. */
enum mi_read { MI_READ_MOVE, MI_READ_ILLEGAL, MI_READ_NONE };
enum mi_read mi_record_read(const struct mi_record *record, int player, const char *text,
                            miai_move *move);

/* repeat_key() of each position of the game, oldest first, the current one last; count becomes how
 * many.  NULL and 0 where the game knows no repetition. */
const uint64_t *mi_record_keys(const struct mi_record *record, int *count);

#endif
