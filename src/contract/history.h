/* history.h - the game history: first position, moves, and the keys of all positions. */
#ifndef MI_CONTRACT_HISTORY_H
#define MI_CONTRACT_HISTORY_H

#include "repetition.h"

struct mi_history;

/* Creates a history that owns all its data. Returns NULL if the game does not support the set-up or
 * memory runs out. */
struct mi_history *mi_history_new(const miai_game *game, const miai_setup *setup);
void mi_history_free(struct mi_history *history);

/* Returns an independent copy; NULL if out of memory. */
struct mi_history *mi_history_copy(const struct mi_history *history);

const miai_game *mi_history_game(const struct mi_history *history);
const miai_setup *mi_history_setup(const struct mi_history *history);
const void *mi_history_position(const struct mi_history *history);
const void *mi_history_start(const struct mi_history *history);
/* Is the first position the initial position of the set-up? */
bool mi_history_has_default_start(const struct mi_history *history);
size_t mi_history_size(const struct mi_history *history);
int mi_history_plies(const struct mi_history *history);
const miai_ply *mi_history_line(const struct mi_history *history);

/* Stores in pos the position in which player makes the next move. This is the current position,
 * with the turn changed if it is the other player's turn or the game is over. pos has
 * mi_history_size() bytes. Returns false if the game does not let this player move. */
bool mi_history_position_for(const struct mi_history *history, int player, void *pos);

/* Is the move legal for player, including the rules about repetition? */
bool mi_history_legal(const struct mi_history *history, int player, miai_move move);

/* Lists the legal moves of player, including the rules about repetition. Returns 0 if the game is
 * over and cannot continue. */
int mi_history_moves(const struct mi_history *history, int player, miai_move *list);

enum mi_play_result { MI_PLAYED, MI_PLAY_ILLEGAL, MI_PLAY_NO_MEMORY };

/* Plays a move for a player. Any result other than MI_PLAYED changes nothing. */
enum mi_play_result mi_history_play(struct mi_history *history, int player, miai_move move);

/* Plays a move from a record, without the superko rule, and even if only other rules allow it (Go:
 * suicide, retaking a ko at once): the players may have used those. */
enum mi_play_result mi_history_replay(struct mi_history *history, int player, miai_move move);

/* Makes a null move: passes the turn to the other player. Returns false if that is not possible,
 * for example in check. */
bool mi_history_null(struct mi_history *history);

/* The number of null moves after the last ply. */
int mi_history_trailing_nulls(const struct mi_history *history);

/* Undoes n plies and the null moves after them. Returns false, and undoes nothing, if there are
 * fewer than n plies. */
bool mi_history_undo(struct mi_history *history, int n);

/* Returns to the initial position of the set-up. */
void mi_history_clear(struct mi_history *history);

/* Makes pos the first position and removes all moves. */
void mi_history_restart(struct mi_history *history, const void *pos);

/* Is the game over, by the position or by repetition? *score is from the first player's view. */
bool mi_history_outcome(const struct mi_history *history, int *score);

/* How the finished game ended: by repetition, or as the game's notation reports it (ending()). NULL
 * if the game is not over or nothing is known. */
const char *mi_history_ending(const struct mi_history *history);

/* Reads a move in the game's notation, in upper or lower case. MI_READ_ILLEGAL: a move, but not a
 * legal one. MI_READ_NONE: not a move. */
enum mi_read { MI_READ_MOVE, MI_READ_ILLEGAL, MI_READ_NONE };
enum mi_read mi_history_read(const struct mi_history *history, int player, const char *text,
                             miai_move *move);

/* Explains why mi_history_read() refused a text, as snprintf(). Returns 0 if no reason is known.
 * *is_move is set if the text means an illegal move, even one without a number (chess: "Ke3" if no
 * king can get there). */
int mi_history_explain_refusal(const struct mi_history *history, int player, const char *text,
                               bool *is_move, char *why, size_t size);

/* Explains why the game refuses the text of a position, or which part of it was ignored; "" if no
 * reason is known. pos is a scratch position, undefined afterwards. */
void mi_explain_position_refusal(const miai_game *game, void *pos, const miai_setup *setup,
                                 const char *text, char *why, size_t size);

/* A hash of the game, its first position and its first plies moves. */
uint64_t mi_history_line_key(const struct mi_history *history, int plies);

/* The repetition keys of all positions, from the first to the current one. *count is their number.
 * NULL and 0 if the game has no repetition rule. */
const uint64_t *mi_history_keys(const struct mi_history *history, int *count);

#endif
