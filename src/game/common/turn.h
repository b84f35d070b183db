/* turn.h - the last line of a board: who is to move, or how the game has ended. */
#ifndef MI_GAME_COMMON_TURN_H
#define MI_GAME_COMMON_TURN_H

enum { MI_TURN_TEXT = 40 };

/* score NULL: the game goes on; above 0: name[0] has won.  Returns text. */
const char *mi_write_turn(const char *const name[2], int turn, const int *score,
                          char text[MI_TURN_TEXT]);

#endif
