/* history.h - the game so far: its first position, its moves, the keys of its positions. */
#ifndef MI_CONTRACT_HISTORY_H
#define MI_CONTRACT_HISTORY_H

#include "repetition.h"

struct mi_history;

/* Owns everything in it.  NULL if the set-up is not played or there is no memory. */
struct mi_history *mi_history_new(const miai_game *game, const miai_setup *setup);
void mi_history_free(struct mi_history *history);

/* A copy that shares nothing; NULL: no memory. */
struct mi_history *mi_history_copy(const struct mi_history *history);

const miai_game *mi_history_game(const struct mi_history *history);
const miai_setup *mi_history_setup(const struct mi_history *history);
const void *mi_history_position(const struct mi_history *history);
const void *mi_history_start(const struct mi_history *history);
/* Does it begin with the position that its set-up does? */
bool mi_history_has_default_start(const struct mi_history *history);
size_t mi_history_size(const struct mi_history *history);
int mi_history_plies(const struct mi_history *history);
const miai_ply *mi_history_line(const struct mi_history *history);

/* The position in which player would make the next move: the current one with the turn set, where
 * it is the other's turn or the game was over.  pos holds mi_history_size() bytes.  False if the
 * game does not let that player move. */
bool mi_history_prepare(const struct mi_history *history, int player, void *pos);

/* Is move legal for player, by the rules of the position and of repetition? */
bool mi_history_legal(const struct mi_history *history, int player, miai_move move);

/* The legal moves of player, repetition heeded; none when the game is over and cannot go on. */
int mi_history_moves(const struct mi_history *history, int player, miai_move *list);

enum mi_played { MI_PLAYED, MI_PLAY_ILLEGAL, MI_PLAY_NO_MEMORY };

/* Plays a move for a player; anything but MI_PLAYED changes nothing. */
enum mi_played mi_history_play(struct mi_history *history, int player, miai_move move);

/* The same for a move that was made once, which superko does not forbid any more: those who played
 * may have known other rules than their history tells. */
enum mi_played mi_history_replay(struct mi_history *history, int player, miai_move move);

/* A null move: the player to move gives the turn away.  False if that cannot be, as in check. */
bool mi_history_null(struct mi_history *history);

/* How many null moves come after the last ply. */
int mi_history_nulls(const struct mi_history *history);

/* Takes n plies back, with the null moves after them, or none if there are fewer. */
bool mi_history_undo(struct mi_history *history, int n);

/* Back to the first position of the set-up, as new. */
void mi_history_clear(struct mi_history *history);

/* Makes pos the first position of the history, which loses its moves. */
void mi_history_restart(struct mi_history *history, const void *pos);

/* Is the game over, by the position or by repetition?  *score in the first player's view. */
bool mi_history_outcome(const struct mi_history *history, int *score);

/* How a game that is over has ended, as miai_notation's ending() tells, or by repetition. */
const char *mi_history_ending(const struct mi_history *history);

/* Reads a move as the game writes it for the player, in either case.  MI_READ_ILLEGAL: it is a
 * move, but not a legal one; MI_READ_NONE: it is no move at all. */
enum mi_read { MI_READ_MOVE, MI_READ_ILLEGAL, MI_READ_NONE };
enum mi_read mi_history_read(const struct mi_history *history, int player, const char *text,
                             miai_move *move);

/* Why a text that mi_history_read() has refused for the player is no legal move, in words, as
 * snprintf; 0: nothing is known.  *is_move: it means one that is illegal, maybe none that has a
 * number ("Ke3" of a king that is far away). */
int mi_history_refusal(const struct mi_history *history, int player, const char *text,
                       bool *is_move, char *why, size_t size);

/* Why the game refuses a text of a position, or what of it was left out, in words; "": nothing is
 * known.  pos is undefined afterwards. */
void mi_position_refusal(const miai_game *game, void *pos, const miai_setup *setup,
                         const char *text, char *why, size_t size);

/* A key of the game, its first position and its first plies moves. */
uint64_t mi_history_path(const struct mi_history *history, int plies);

/* The repetition's key() of each position of the game, oldest first, the current one last; count
 * becomes how many.  NULL and 0 where the game knows no repetition. */
const uint64_t *mi_history_keys(const struct mi_history *history, int *count);

#endif
