/* Texts: squares as a1, the upper left corner, to h8; a position as the field has it, 64 signs and
 * the side to move. */
#include "game/common/turn.h"
#include "othello.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int mi_othello_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct mi_othello *o = pos;
    if (move == mi_othello_pass(o))
        return snprintf(text, size, "pass");
    return miai_point_text_in(MIAI_LETTERS_ALL, move % o->width, move / o->width, text, size);
}

/* The signs of what stands on a square, empty ones first, then each player's. */
static const char *const signs[] = {"-._", "X*Bb#", "Oo0Ww"};

static char sign_of(const struct mi_othello *o, int square, char empty)
{
    return o->discs[0] >> square & 1 ? 'X' : o->discs[1] >> square & 1 ? 'O' : empty;
}

static int write_position(const void *pos, char *text, size_t size)
{
    const struct mi_othello *o = pos;
    char line[MI_OTHELLO_SQUARES + 1], *end = line;
    for (miai_move move = 0; move < mi_othello_pass(o); move++)
        *end++ = sign_of(o, mi_othello_square_of(o, move), '-');
    *end = '\0';
    return snprintf(text, size, "%s %c", line, o->turn == 0 ? 'X' : 'O');
}

/* 0 or 1 the player that a sign stands for, -1 nobody, -2 it is none. */
static int read_sign(char sign)
{
    for (int i = 0; i < 3; i++)
        if (sign && strchr(signs[i], sign == 'x' ? 'X' : sign))
            return i - 1;
    return -2;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Rows may be apart from each other; what stands behind the turn, after a semicolon, is ignored. */
static bool read_position(void *pos, const miai_setup *setup, const char *text)
{
    struct mi_othello *o = pos;
    mi_othello_init(o, setup);
    o->discs[0] = o->discs[1] = 0;
    for (miai_move move = 0; move < mi_othello_pass(o); move++) {
        text = skip_blanks(text);
        int player = read_sign(*text++);
        if (player == -2)
            return false;
        if (player >= 0)
            o->discs[player] |= (uint64_t)1 << mi_othello_square_of(o, move);
    }
    text = skip_blanks(text);
    int player = read_sign(*text);
    if (player < 0)
        return false;
    text = skip_blanks(text + 1);
    if (*text && *text != ';')
        return false;
    o->turn = (uint8_t)player;
    mi_othello_look(o);
    return true;
}

/* What is not read is short of signs, or has others. */
static int position_refusal(void *pos, const miai_setup *setup, const char *text, char *why,
                            size_t size)
{
    int signs_read = 0, squares = setup->width * setup->height;
    if (read_position(pos, setup, text))
        return 0;
    for (; signs_read < squares; signs_read++) {
        text = skip_blanks(text);
        if (read_sign(*text++) == -2)
            return snprintf(why, size,
                            "%d signs X, O and - are to be there for the squares, not %d", squares,
                            signs_read);
    }
    return snprintf(why, size, "behind %d squares comes who is to move, X or O, and then nothing",
                    squares);
}

static const char *ending(const void *pos)
{
    const struct mi_othello *o = pos;
    if (!o->over)
        return NULL;
    return (o->discs[0] | o->discs[1]) == o->board ? "the board is full" : "nobody can move";
}

/* Row 1 is on top, as it is printed everywhere. */
int mi_othello_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"black", "white"};
    const struct mi_othello *o = pos;
    char all[512], letters[2 * MI_OTHELLO_SIDE + 1], turn[MI_TURN_TEXT], *end = all;
    const int score = o->over ? mi_othello_final(o->discs[0], o->discs[1], o->board, o->rules) : 0;
    for (int x = 0; x < o->width; x++)
        snprintf(letters + 2 * x, sizeof letters - 2 * (size_t)x, " %c", 'A' + x);
    end += sprintf(end, " %s\n", letters);
    for (int y = 0; y < o->height; y++) {
        end += sprintf(end, "%d", y + 1);
        for (int x = 0; x < o->width; x++)
            end += sprintf(end, " %c", sign_of(o, MI_OTHELLO_SIDE * y + x, '.'));
        end += sprintf(end, " %d\n", y + 1);
    }
    return snprintf(text, size, "%s %s\nblack (X) %d, white (O) %d, %s", all, letters,
                    mi_othello_count(o->discs[0]), mi_othello_count(o->discs[1]),
                    mi_write_turn(names, o->turn, ending(o), score, turn));
}

static int refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    const struct mi_othello *o = pos;
    (void)text;
    if (move == MIAI_NO_MOVE)
        return 0;
    if (move == mi_othello_pass(o))
        return snprintf(why, size, "there is a move that turns discs: nobody passes then");
    uint64_t square = (uint64_t)1 << mi_othello_square_of(o, move);
    if ((o->discs[0] | o->discs[1]) & square)
        return 0;
    return snprintf(why, size, "it turns no disc of %s", o->turn ? "X" : "O");
}

const miai_notation mi_othello_notation = {
    .bytes = sizeof(miai_notation),
    .refusal = refusal,
    .write_position = write_position,
    .read_position = read_position,
    .position_refusal = position_refusal,
    .ending = ending,
    .letters = MIAI_LETTERS_ALL,
};
