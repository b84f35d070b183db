/* game_result.h - the result and date of the current game, for its record. */
#ifndef MI_PROTOCOL_IO_GAME_RESULT_H
#define MI_PROTOCOL_IO_GAME_RESULT_H

#include "miai.h"
#include "reply.h"

enum { MI_RESULT = 32, MI_DATE = 16 }; /* buffer sizes in bytes */

struct mi_game_result {
    bool played;  /* the program has moved or resigned in this game */
    int resigned; /* the player who resigned, or -1 */
    bool agreed;  /* the players agreed on a draw */
    /* the result stored in the loaded record, in the format of mi_game_result_text(); "" if none */
    char recorded_result[MI_RESULT];
    int plies; /* number of moves when this was last updated */
};

/* Resets to a new game without a result. */
void mi_game_result_begin(struct mi_game_result *game_result);

/* Records that the program has generated a move for the player; "resign" records a resignation. */
void mi_game_result_move(struct mi_game_result *game_result, const miai_engine *engine, int player,
                         const char *move);

/* Records that the players have agreed on a draw. */
void mi_game_result_draw(struct mi_game_result *game_result, const miai_engine *engine);

/* Takes the result from the record that the current game was loaded from (resignation, loss on
 * time, agreement), if the record states one. */
void mi_game_result_read(struct mi_game_result *game_result, const miai_engine *engine,
                         const miai_game_record *record);

/* Call after every command: discards the stored result if the number of moves has changed. */
void mi_game_result_follow(struct mi_game_result *game_result, const miai_engine *engine);

/* Writes the result in SGF's notation: "B+3.5", "W+R", "W+T", "0"; B is the player who moves first.
 * Returns false if the result is not known. */
bool mi_game_result_text(const struct mi_game_result *game_result, miai_engine *engine,
                         char result[MI_RESULT]);

/* Adds the result and the date to the SGF record of the game if they are missing. */
void mi_game_result_add(const struct mi_game_result *game_result, miai_engine *engine,
                        struct mi_reply *sgf);

/* Writes today's date, such as "2026-01-31". */
void mi_today(char date[MI_DATE]);

#endif
