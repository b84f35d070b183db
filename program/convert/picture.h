/* picture.h - reads the board for display, and draws it as SVG or PNG. */
#ifndef MI_PROGRAM_CONVERT_PICTURE_H
#define MI_PROGRAM_CONVERT_PICTURE_H

#include "miai.h"

#include <stdio.h>

/* A board; rows are counted from the top. */
struct mi_picture {
    const miai_game *game;
    miai_presentation look;
    const char *grid; /* "lines", "squares" or "hexagons" */
    int width, height;
    char pieces[MIAI_MAX_POINTS + 1]; /* letters, for miai_piece_of(); '.' is an empty point */
    char columns[MIAI_MAX_POINTS];    /* the letters of the columns, or "" */
    bool from_top;                    /* row 1 is the upper one, as in Othello */
};

/* Reads the current position.  False: the game does not report its pieces; only `look` is set. */
bool mi_picture_read_board(const miai_engine *engine, struct mi_picture *picture);

/* The point whose name, such as "d4", the text begins with; -1: none. */
int mi_picture_point(const struct mi_picture *picture, const char *text);
bool mi_picture_is_corner(const struct mi_picture *picture, int point);

/* Lists the points next to a point of a square grid; returns their number. */
int mi_list_neighbours(int width, int height, int point, int neighbours[4]);

/* Draws the position as SVG and marks the last move and the winning line.  False: the game does not
 * report its pieces. */
bool mi_picture_write_svg(miai_engine *engine, FILE *out);

enum { MI_PICTURE_WORDS = 256 };

/* Draws the position as "svg" or "png".  False: error says why not. */
bool mi_picture_draw(miai_engine *engine, const char *format, FILE *out,
                     char error[MI_PICTURE_WORDS]);

/* ---- winning_line.c ---- */

enum { MI_LINE_ENDS = -1, MI_LINE_POINTS = MIAI_MAX_POINTS + 12 };

/* Finds the line of pieces that won the finished game.  score: the result, for the first player;
 * before: the board before the last move.  Fills `line` with points from one end to the other,
 * MI_LINE_ENDS after each row.  Returns the number of entries; 0: no line won the game. */
int mi_winning_line(const struct mi_picture *now, const struct mi_picture *before, int score,
                    int line[MI_LINE_POINTS]);

#endif
