/* Chess positions as FEN. */
#include "plain.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 8 };

/* K and Q mean the outermost rooks; other letters name the rook's file. */
static void read_right(struct plain *pos, char letter)
{
    int player = islower((unsigned char)letter) != 0, home = 56 * player, file;
    const char *place = memchr(pos->stone, "Kk"[player], SIDE * SIDE);
    int king = (int)(place - pos->stone) % SIDE;
    letter = (char)toupper((unsigned char)letter);
    if (letter == 'K')
        for (file = 7; pos->stone[home + file] != "Rr"[player]; file--)
            ;
    else if (letter == 'Q')
        for (file = 0; pos->stone[home + file] != "Rr"[player]; file++)
            ;
    else
        file = letter - 'A';
    pos->castle[player][file > king] = file;
}

bool plain_chess_read(struct plain *pos, const char *fen)
{
    char board[80], turn[4], rights[8], passant[4];
    int p = 56;
    pos->clock = pos->plays_on_since = 0;
    pos->number = 1;
    if (sscanf(fen, "%79s %3s %7s %3s %d %d", board, turn, rights, passant, &pos->clock,
               &pos->number) < 4)
        return false;
    memset(pos->stone, '.', sizeof pos->stone);
    for (const char *c = board; *c; c++)
        if (*c == '/')
            p -= 2 * SIDE;
        else if (isdigit((unsigned char)*c))
            p += *c - '0';
        else
            pos->stone[p++] = *c;
    memset(pos->castle, -1, sizeof pos->castle);
    for (const char *c = rights; *c && *c != '-'; c++)
        read_right(pos, *c);
    pos->turn = *turn == 'b';
    pos->en_passant = *passant == '-' ? -1 : passant[0] - 'a' + SIDE * (passant[1] - '1');
    pos->plays_on_when_dead = false;
    plain_chess_look(pos);
    return true;
}

static int write_row(const struct plain *pos, int row, char *text)
{
    int n = 0, empty = 0;
    for (int file = 0; file <= SIDE; file++) {
        char piece = '.';
        if (file < SIDE)
            piece = pos->stone[SIDE * row + file];
        if (file < SIDE && piece == '.') {
            empty++;
            continue;
        }
        if (empty)
            text[n++] = (char)('0' + empty);
        empty = 0;
        if (file < SIDE)
            text[n++] = piece;
    }
    text[n] = '\0';
    return n;
}

/* In X-FEN. */
static void write_rights(const struct plain *pos, char *text)
{
    for (int player = 0; player < 2; player++)
        for (int side = 1; side >= 0; side--) {
            int file = pos->castle[player][side], home = 56 * player, outer = side ? 7 : 0;
            if (file < 0)
                continue;
            while (pos->stone[home + outer] != "Rr"[player])
                outer += side ? -1 : 1;
            char letter = (char)(outer == file ? "QK"[side] : 'A' + file);
            *text++ = (char)(player ? tolower((unsigned char)letter) : letter);
        }
    *text = '\0';
}

void plain_chess_fen(const struct plain *pos, char *text, size_t size)
{
    char board[80], rights[8], passant[4] = "-";
    int n = 0;
    for (int row = SIDE - 1; row >= 0; row--) {
        n += write_row(pos, row, board + n);
        if (row > 0)
            board[n++] = '/';
    }
    write_rights(pos, rights);
    if (pos->en_passant >= 0)
        snprintf(passant, sizeof passant, "%c%c", 'a' + pos->en_passant % SIDE,
                 '1' + pos->en_passant / SIDE);
    snprintf(text, size, "%s %c %s %s %d %d", board, "wb"[pos->turn], *rights ? rights : "-",
             passant, pos->clock, pos->number);
}
