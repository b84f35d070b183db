/* records.h - games on 19x19 to learn from, as tools/go/patterns/README has them. */
#ifndef MI_TOOLS_GO_RECORDS_H
#define MI_TOOLS_GO_RECORDS_H

enum { SIDE = 19, LINE = 8192 }; /* points of a side, bytes of a line at most */

/* Two letters, the column and the row from the top: the number of the point, from the bottom left.
 * Anything else is a pass, SIDE * SIDE. */
static inline int record_move(const char *word)
{
    int x = word[0] - 'a', y = SIDE - 1 - (word[1] - 'a');
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? y * SIDE + x : SIDE * SIDE;
}

#endif
