/* Moves and boards as text. */
#include "plain.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void point_text(const struct plain *pos, int point, char text[PLAIN_TEXT])
{
    const char *letters =
        pos->game->letter_i ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ" : "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    snprintf(text, PLAIN_TEXT, "%c%d", letters[point % pos->width], point / pos->width + 1);
}

/* Castling is written as a king's move of two squares, in Chess960 as the king capturing its rook.
 */
static void chess_text(const struct plain *pos, int move, char text[PLAIN_TEXT])
{
    int from = plain_chess_from(move), to = plain_chess_to(move), piece = move >> 12 & 15, n = 0;
    if (pos->rules == 0 && tolower((unsigned char)pos->stone[from]) == 'k' && abs(to - from) > 1 &&
        to / 8 == from / 8)
        to = from / 8 * 8 + (to > from ? 6 : 2);
    for (int i = 0; i < 2; i++) {
        text[n++] = (char)('a' + (i ? to : from) % 8);
        text[n++] = (char)('1' + (i ? to : from) / 8);
    }
    if (piece)
        text[n++] = "qrbn"[piece - 1];
    text[n] = '\0';
}

void plain_move_text(const struct plain *pos, int move, char text[PLAIN_TEXT])
{
    if (move >= PLAIN_CHESS)
        chess_text(pos, move, text);
    else if (move >= PLAIN_PASS)
        snprintf(text, PLAIN_TEXT, "%s",
                 move == PLAIN_PASS        ? "pass"
                 : move == PLAIN_TWO       ? "two"
                 : pos->game == &plain_hex ? "swap-pieces"
                                           : "swap");
    else
        point_text(pos, move, text);
}

static bool same_letters(const char *text, const char *other, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (toupper((unsigned char)text[i]) != toupper((unsigned char)other[i]))
            return false;
    return text[length] == '\0';
}

/* UCI writes a stone as the drop "P@d4". */
int plain_read_move(const struct plain *pos, const int *list, int n, const char *text,
                    size_t length)
{
    char own[PLAIN_TEXT];
    if (length > 2 && (*text == 'P' || *text == 'p') && text[1] == '@') {
        text += 2;
        length -= 2;
    }
    for (int i = 0; i < n; i++) {
        plain_move_text(pos, list[i], own);
        if (length < PLAIN_TEXT && same_letters(own, text, length))
            return list[i];
    }
    return -1;
}

/* Reads the cells of a line after its number; returns how many. */
static int read_row(const char *line, size_t length, int *row, char *cell)
{
    int n = 0, used = 0;
    if (sscanf(line, " %d%n", row, &used) != 1)
        return 0;
    for (size_t i = (size_t)used; i + 1 < length && n < PLAIN_SIDE; i++)
        if (line[i] == ' ' && !isspace((unsigned char)line[i + 1]) &&
            !isdigit((unsigned char)line[i + 1]))
            cell[n++] = line[i + 1] == '+' ? '.' : line[i + 1];
    return n;
}

const char *plain_compare(const struct plain *pos, const char *diagram)
{
    int rows = 0, row;
    char cell[PLAIN_SIDE];
    while (*diagram) {
        size_t length = strcspn(diagram, "\n");
        int n = read_row(diagram, length, &row, cell);
        diagram += length + (diagram[length] == '\n');
        if (n != pos->width || row < 1 || row > pos->height)
            continue;
        rows++;
        for (int x = 0; x < n; x++)
            if (cell[x] != pos->stone[(row - 1) * pos->width + x])
                return "a point of the diagram";
    }
    return rows == pos->height ? NULL : "the rows of the diagram";
}
