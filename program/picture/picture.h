/* picture.h - the board, for pictures of it. */
#ifndef MI_PROGRAM_PICTURE_PICTURE_H
#define MI_PROGRAM_PICTURE_PICTURE_H

#include "miai.h"

#include <stdio.h>

/* A board as pictures show it, its rows from the top. */
struct mi_picture {
    const miai_game *game;
    miai_presentation look;
    const char *grid; /* "lines", "squares" or "hexagons" */
    int width, height;
    char pieces[MIAI_MAX_POINTS + 1]; /* letters, as miai_piece_of() takes them; '.' nothing */
    char columns[MIAI_MAX_POINTS];    /* their letters, or "" */
    bool from_top;                    /* the upper row is the first one, as in Othello */
};

/* False, with the looks alone, if the game does not tell what stands where. */
bool mi_picture_see(const miai_engine *engine, struct mi_picture *picture);

/* The point whose name, such as "d4", the text begins with; -1: none has. */
int mi_picture_point(const struct mi_picture *picture, const char *text);
bool mi_picture_is_corner(const struct mi_picture *picture, int point);

/* Draws the position as SVG, with the last move and the line that has won marked.  False if the
 * game does not tell what stands where. */
bool mi_picture_write(miai_engine *engine, FILE *out);

enum { MI_PICTURE_WORDS = 256 };

/* Draws it as "svg" or "png".  False: error says why there is no picture. */
bool mi_picture_draw(miai_engine *engine, const char *format, FILE *out,
                     char error[MI_PICTURE_WORDS]);

/* ---- winning.c ---- */

enum { MI_LINE_ENDS = -1, MI_LINE_POINTS = MIAI_MAX_POINTS + 12 };

/* The line by which the last move, before which the board was as before has it, has won, where the
 * game is over with that score, in the first player's view: points from one end to the other, and
 * MI_LINE_ENDS behind each row.  Returns how many these are, 0: it was not won by a line. */
int mi_winning_line(const struct mi_picture *now, const struct mi_picture *before, int score,
                    int line[MI_LINE_POINTS]);

#endif
