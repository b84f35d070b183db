/* Moves and positions as text: squares from a1, the upper left corner, to h8; a position in the
 * usual form of 64 characters and the side to move. */
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

/* The characters for empty squares, the first player's discs, and the second player's. */
static const char *const square_letters[] = {"-._", "X*Bb#", "Oo0Ww"};

static char disc_letter(const struct mi_othello *o, int square, char empty)
{
    return o->discs[0] >> square & 1 ? 'X' : o->discs[1] >> square & 1 ? 'O' : empty;
}

static int othello_write_position(const void *pos, char *text, size_t size)
{
    const struct mi_othello *o = pos;
    char line[MI_OTHELLO_SQUARES + 1], *end = line;
    for (miai_move move = 0; move < mi_othello_pass(o); move++)
        *end++ = disc_letter(o, mi_othello_square_of(o, move), '-');
    *end = '\0';
    return snprintf(text, size, "%s %c", line, o->turn == 0 ? 'X' : 'O');
}

/* The player for a character, -1 for an empty square, -2 for any other character. */
static int read_letter(char sign)
{
    for (int i = 0; i < 3; i++)
        if (sign && strchr(square_letters[i], sign == 'x' ? 'X' : sign))
            return i - 1;
    return -2;
}

static const char *skip_blanks(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* Rows may be separated by blanks.  Text after the side to move and a semicolon is ignored. */
static bool othello_read_position(void *pos, const miai_setup *setup, const char *text)
{
    struct mi_othello *o = pos;
    mi_othello_init(o, setup);
    o->discs[0] = o->discs[1] = 0;
    for (miai_move move = 0; move < mi_othello_pass(o); move++) {
        text = skip_blanks(text);
        int player = read_letter(*text++);
        if (player == -2)
            return false;
        if (player >= 0)
            o->discs[player] |= (uint64_t)1 << mi_othello_square_of(o, move);
    }
    text = skip_blanks(text);
    int player = read_letter(*text);
    if (player < 0)
        return false;
    text = skip_blanks(text + 1);
    if (*text && *text != ';')
        return false;
    o->turn = (uint8_t)player;
    mi_othello_update_moves(o);
    return true;
}

/* Finds the first missing or wrong character. */
static int othello_position_refusal(void *pos, const miai_setup *setup, const char *text, char *why,
                                    size_t size)
{
    int letters_read = 0, squares = setup->width * setup->height;
    if (othello_read_position(pos, setup, text))
        return 0;
    for (; letters_read < squares; letters_read++) {
        text = skip_blanks(text);
        if (read_letter(*text++) == -2)
            return snprintf(why, size, "%d characters X, O or - are needed for the squares, not %d",
                            squares, letters_read);
    }
    return snprintf(why, size,
                    "the %d squares must be followed by the side to move, X or O, and nothing else",
                    squares);
}

static const char *othello_ending(const void *pos)
{
    const struct mi_othello *o = pos;
    if (!o->over)
        return NULL;
    return (o->discs[0] | o->discs[1]) == o->board ? "the board is full" : "nobody can move";
}

/* Row 1 is on top, as usual in Othello. */
int mi_othello_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"black", "white"};
    const struct mi_othello *o = pos;
    char all[512], letters[2 * MI_OTHELLO_SIDE + 1], turn[MI_TURN_TEXT], *end = all;
    const int score =
        o->over ? mi_othello_final_score(o->discs[0], o->discs[1], o->board, o->rules) : 0;
    for (int x = 0; x < o->width; x++)
        snprintf(letters + 2 * x, sizeof letters - 2 * (size_t)x, " %c", 'A' + x);
    end += sprintf(end, " %s\n", letters);
    for (int y = 0; y < o->height; y++) {
        end += sprintf(end, "%d", y + 1);
        for (int x = 0; x < o->width; x++)
            end += sprintf(end, " %c", disc_letter(o, MI_OTHELLO_SIDE * y + x, '.'));
        end += sprintf(end, " %d\n", y + 1);
    }
    return snprintf(text, size, "%s %s\nblack (X) %d, white (O) %d, %s", all, letters,
                    mi_othello_count(o->discs[0]), mi_othello_count(o->discs[1]),
                    mi_write_turn(names, o->turn, othello_ending(o), score, turn));
}

static int othello_refusal(const void *pos, miai_move move, const char *text, char *why,
                           size_t size)
{
    const struct mi_othello *o = pos;
    (void)text;
    if (move == MIAI_NO_MOVE)
        return 0;
    if (move == mi_othello_pass(o))
        return snprintf(why, size, "passing is only legal without a move that flips discs");
    uint64_t square = (uint64_t)1 << mi_othello_square_of(o, move);
    if ((o->discs[0] | o->discs[1]) & square)
        return 0;
    return snprintf(why, size, "it flips no disc of %s", o->turn ? "X" : "O");
}

const miai_notation mi_othello_notation = {
    .bytes = sizeof(miai_notation),
    .refusal = othello_refusal,
    .write_position = othello_write_position,
    .read_position = othello_read_position,
    .position_refusal = othello_position_refusal,
    .ending = othello_ending,
    .letters = MIAI_LETTERS_ALL,
};
