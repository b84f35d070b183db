/* turn.h - the line below a board diagram: the side to move, or how the game ended. */
#ifndef MI_GAME_COMMON_TURN_H
#define MI_GAME_COMMON_TURN_H

enum { MI_TURN_TEXT = 80 };

/* how: the reason that miai_notation.ending() returns, or NULL while the game goes on. score > 0:
 * name[0] has won.  Returns text. */
const char *mi_write_turn(const char *const name[2], int turn, const char *how, int score,
                          char text[MI_TURN_TEXT]);

#endif
