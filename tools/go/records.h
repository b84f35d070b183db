/* records.h - 19x19 game records for learning, in the format of tools/go/patterns/README. */
#ifndef MI_TOOLS_GO_RECORDS_H
#define MI_TOOLS_GO_RECORDS_H

enum { SIDE = 19, LINE = 8192 }; /* side of the board; maximum line length in bytes */

/* Parses two letters, the column and the row from the top, into a point numbered from the bottom
 * left.  Anything else is a pass, SIDE * SIDE. */
static inline int record_move(const char *word)
{
    int x = word[0] - 'a', y = SIDE - 1 - (word[1] - 'a');
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? y * SIDE + x : SIDE * SIDE;
}

#endif
