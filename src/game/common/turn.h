/* turn.h - the last line of a board: who is to move, or how the game has ended. */
#ifndef MI_GAME_COMMON_TURN_H
#define MI_GAME_COMMON_TURN_H

enum { MI_TURN_TEXT = 80 };

/* how: miai_notation's ending, or NULL, and the game goes on; score above 0: name[0] has won.
 * Returns text. */
const char *mi_write_turn(const char *const name[2], int turn, const char *how, int score,
                          char text[MI_TURN_TEXT]);

#endif
