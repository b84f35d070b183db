#include "stones.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_CAPACITY = 4 * MIAI_MAX_POINTS };

static char *write_stone_rows(char *end, int width, int height, const int8_t *piece)
{
    for (int y = height - 1; y >= 0; y--) {
        int empty = 0;
        for (int x = 0; x < width; x++) {
            int player = piece[y * width + x];
            empty += player < 0;
            if (empty > 0 && (player >= 0 || x == width - 1)) {
                end += sprintf(end, "%d", empty);
                empty = 0;
            }
            if (player >= 0)
                *end++ = player == 0 ? 'P' : 'p';
        }
        if (y > 0)
            *end++ = '/';
    }
    return end;
}

static int count_stones(const int8_t *piece, int points, int player)
{
    int n = 0;
    for (int i = 0; i < points; i++)
        n += piece[i] == player;
    return n;
}

int mi_write_stones(int width, int height, const int8_t *piece, int turn, char *text, size_t size)
{
    char line[TEXT_CAPACITY], *end = write_stone_rows(line, width, height, piece);
    int points = width * height;
    *end++ = '[';
    for (int n = (points + 1) / 2 - count_stones(piece, points, 0); n > 0; n--)
        *end++ = 'P';
    for (int n = points / 2 - count_stones(piece, points, 1); n > 0; n--)
        *end++ = 'p';
    *end = '\0';
    return snprintf(text, size, "%s] %c - - 0 1", line, turn == 0 ? 'w' : 'b');
}

/* Parses one row.  Returns the rest of the text, or NULL if the row is malformed. */
static const char *read_stone_row(const char *text, int width, int8_t *piece)
{
    int x = 0;
    while (x < width) {
        if (*text == 'P' || *text == 'p') {
            piece[x++] = *text++ == 'p';
            continue;
        }
        int empty = 0;
        for (; isdigit((unsigned char)*text) && empty <= width; text++)
            empty = 10 * empty + (*text - '0');
        if (empty == 0 || empty > width - x)
            return NULL;
        memset(piece + x, -1, (size_t)empty);
        x += empty;
    }
    return text;
}

/* Parses all rows and advances *text past them.  Returns 0, or the number of the first malformed
 * row, counted from 1 at the bottom. */
static int read_stone_rows(const char **text, int width, int height, int8_t *piece)
{
    for (int y = height - 1; y >= 0; y--) {
        const char *rest = read_stone_row(*text, width, piece + y * width);
        if (!rest || (y > 0 && *rest != '/'))
            return y + 1;
        *text = rest + (y > 0);
    }
    return 0;
}

/* Skips the pieces in hand, if any. */
static const char *skip_hand(const char *text)
{
    if (*text != '[')
        return text;
    text += strcspn(text, "]");
    return *text == ']' ? text + 1 : text;
}

/* Parses the side to move, which follows the rows; -1 if it is missing. */
static int read_side_to_move(const char *text)
{
    text = skip_hand(text);
    if (text[0] != ' ' || (text[1] != 'w' && text[1] != 'b') || (text[2] && text[2] != ' '))
        return -1;
    return text[1] == 'b';
}

bool mi_read_stones(int width, int height, const char *text, int8_t *piece, int *turn)
{
    if (read_stone_rows(&text, width, height, piece) > 0 || (*turn = read_side_to_move(text)) < 0)
        return false;
    return count_stones(piece, width * height, 0) == count_stones(piece, width * height, 1) + *turn;
}

int mi_stones_refusal(int width, int height, const char *text, char *why, size_t size)
{
    int8_t piece[MIAI_MAX_POINTS];
    int turn;
    if (mi_read_stones(width, height, text, piece, &turn))
        return 0;
    int row = read_stone_rows(&text, width, height, piece);
    if (row > 0)
        return snprintf(why, size,
                        "row %d must describe %d points by P, p and counts of empty points%s", row,
                        width, row > 1 ? " and end with /" : "");
    if (read_side_to_move(text) < 0)
        return snprintf(why, size, "the %d rows must be followed by the side to move, w or b",
                        height);
    return snprintf(why, size,
                    "there are %d P and %d p: the counts must be equal with w to move, or one P "
                    "more with b to move",
                    count_stones(piece, width * height, 0), count_stones(piece, width * height, 1));
}
