/* game_result.h - what is known of the game that is on besides its moves: how it ended, and that it
 * is played today and was not loaded. */
#ifndef MI_PROTOCOL_IO_GAME_RESULT_H
#define MI_PROTOCOL_IO_GAME_RESULT_H

#include "miai.h"
#include "reply.h"

enum { MI_RESULT = 32, MI_DATE = 16 }; /* bytes that hold any */

struct mi_game_result {
    bool played;          /* the program has moved in this game, or resigned it */
    int resigned;         /* who did, or -1 */
    bool agreed;          /* that it is a draw */
    char said[MI_RESULT]; /* by the file that it comes from, as mi_game_result_text() has it; "" */
    int plies;            /* of the game as it was known last */
};

/* A game of which nothing is known. */
void mi_game_result_begin(struct mi_game_result *game_result);

/* The program has moved for a player, or "resign" is its move, which is not played. */
void mi_game_result_move(struct mi_game_result *game_result, const miai_engine *engine, int player,
                         const char *move);

/* The players have agreed on a draw. */
void mi_game_result_draw(struct mi_game_result *game_result, const miai_engine *engine);

/* The game on the board was read from that record, which may tell how it ended: by resignation, on
 * time, by agreement. */
void mi_game_result_read(struct mi_game_result *game_result, const miai_engine *engine,
                         const miai_game_record *record);

/* Anything may have happened to the game: what is known may hold no longer. */
void mi_game_result_follow(struct mi_game_result *game_result, const miai_engine *engine);

/* The result as SGF has it, "B+3.5", "W+R", "W+T", "0", where B is the first player; false: it is
 * not known. */
bool mi_game_result_text(const struct mi_game_result *game_result, miai_engine *engine,
                         char result[MI_RESULT]);

/* Adds the result and the date to a record in SGF of the game, where it lacks them. */
void mi_game_result_add(const struct mi_game_result *game_result, miai_engine *engine,
                        struct mi_reply *sgf);

/* "2026-01-31" */
void mi_today(char date[MI_DATE]);

#endif
