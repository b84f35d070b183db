/* Moves and positions as text. */
#include "forbidden.h"

#include "game/common/stones.h"
#include "game/common/turn.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const choice_text[] = {"swap", "two"}; /* moves after the points */

int mi_gomoku_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct mi_gomoku *g = pos;
    if (move >= g->points)
        return snprintf(text, size, "%s", choice_text[move - g->points]);
    return miai_point_text_in(MIAI_LETTERS_ALL, column_of(g, move), row_of(g, move), text, size);
}

static char gomoku_point_letter(const void *context, int x, int y)
{
    const struct mi_gomoku *g = context;
    return is_set(g, BLACK, x, y) ? 'X' : is_set(g, WHITE, x, y) ? 'O' : '.';
}

static const char *choice_note(const struct mi_gomoku *g)
{
    static const char *const texts[] = {
        [OPENING_OVER] = "",
        [OPENING_THREE] = ", first player puts three stones",
        [OPENING_CHOICE] = ", or swap",
        [OPENING_TWO] = ", second player puts two stones",
        [OPENING_LAST] = ", or swap",
    };
    return g->opening == OPENING_CHOICE && g->rules == RULES_SWAP2 ? ", or swap, or two"
                                                                   : texts[g->opening];
}

static const char *gomoku_ending(const void *pos)
{
    const struct mi_gomoku *g = pos;
    if (!g->over)
        return NULL;
    if (g->score)
        return "five in a row";
    return g->stones < g->points ? "no point left that is not forbidden" : "the board is full";
}

int mi_gomoku_text(const void *pos, char *text, size_t size)
{
    static const char *const names[] = {"black (X)", "white (O)"};
    const struct mi_gomoku *g = pos;
    char turn[MI_TURN_TEXT];
    /* from Black's view, since names[] begins with Black */
    const int score = g->swapped ? -g->score : g->score;
    int length = miai_board_diagram_in(MIAI_LETTERS_ALL, g->width, g->height, gomoku_point_letter,
                                       g, text, size);
    size_t rest = size > (size_t)length ? size - (size_t)length : 0;
    return length + snprintf(rest ? text + length : NULL, rest, "\n%s%s%s",
                             mi_write_turn(names, g->colour, gomoku_ending(g), score, turn),
                             choice_note(g), g->swapped ? ", colours swapped" : "");
}

/* ---- positions in a FEN-like format ----
 *
 * P is Black, and w means Black to move.  The field for castling rights has the state of the
 * opening: - (no choice), s (swapped), or a stage of the choice: 3, c, 2, l. */

static const char opening_letters[] = {'-', '3', 'c', '2', 'l'};

enum { OPENINGS = sizeof opening_letters, LETTER_OFFSET = 3, TEXT_CAPACITY = 4 * MIAI_MAX_POINTS };

/* The text after the stones, including those in hand: " w - - 0 1". */
static const char *after_stones(const char *text)
{
    const char *bracket = strchr(text, ']');
    return bracket ? bracket + 1 : text + strcspn(text, " ");
}

static int gomoku_write_position(const void *pos, char *text, size_t size)
{
    const struct mi_gomoku *g = pos;
    int8_t piece[GOMOKU_MAX_POINTS];
    char line[TEXT_CAPACITY];
    for (int point = 0; point < g->points; point++)
        piece[point] = (int8_t)stone_on(g, point);
    mi_write_stones(g->width, g->height, piece, g->colour, line, sizeof line);
    line[after_stones(line) - line + LETTER_OFFSET] =
        g->swapped ? 's' : opening_letters[g->opening];
    return snprintf(text, size, "%s", line);
}

/* Parses the letter of the opening; false if it does not fit the rules and stones. */
static bool read_opening(struct mi_gomoku *g, char letter)
{
    bool has_choice = g->rules == RULES_SWAP || g->rules == RULES_SWAP2;
    const char *found = memchr(opening_letters, letter, OPENINGS);
    g->opening = OPENING_OVER;
    g->swapped = letter == 's';
    if (found)
        g->opening = (uint8_t)(found - opening_letters);
    switch (g->opening) {
    case OPENING_THREE:
        return has_choice && g->stones < 3;
    case OPENING_CHOICE:
        return has_choice && g->stones == 3;
    case OPENING_TWO:
        return g->rules == RULES_SWAP2 && (g->stones == 3 || g->stones == 4);
    case OPENING_LAST:
        return g->rules == RULES_SWAP2 && g->stones == 5;
    default:
        return found || (has_choice && g->swapped);
    }
}

/* Places the stones one by one.  False if there is a five, or a row forbidden to Black. */
static bool place_all_stones(struct mi_gomoku *g, const int8_t *piece)
{
    for (int point = 0; point < g->points; point++)
        if (piece[point] >= 0 && !mi_gomoku_editing.put(g, point, piece[point]))
            return false;
    return true;
}

static bool gomoku_read_position(void *pos, const miai_setup *setup, const char *text)
{
    struct mi_gomoku *g = pos;
    int8_t piece[GOMOKU_MAX_POINTS];
    int colour;
    char letter[2] = "-";
    mi_gomoku_init(g, setup);
    if (!mi_read_stones(g->width, g->height, text, piece, &colour) || !place_all_stones(g, piece))
        return false;
    sscanf(after_stones(text), " %*c %1s", letter);
    g->colour = (uint8_t)colour;
    return read_opening(g, letter[0]);
}

static int gomoku_position_refusal(void *pos, const miai_setup *setup, const char *text, char *why,
                                   size_t size)
{
    struct mi_gomoku *g = pos;
    int8_t piece[GOMOKU_MAX_POINTS];
    int colour, length = mi_stones_refusal(setup->width, setup->height, text, why, size);
    if (length > 0 || gomoku_read_position(g, setup, text))
        return length;
    mi_gomoku_init(g, setup);
    mi_read_stones(g->width, g->height, text, piece, &colour);
    if (!place_all_stones(g, piece))
        return snprintf(why, size, "a row wins already, or is forbidden to Black");
    return snprintf(why, size,
                    "the letter after the side to move does not fit the rules and stones");
}

static int gomoku_refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    const struct mi_gomoku *g = pos;
    (void)text;
    if (move >= g->points)
        return snprintf(why, size, "%s",
                        g->rules == RULES_SWAP || g->rules == RULES_SWAP2
                            ? "the colours cannot be chosen now"
                            : "these rules have no choice of colours");
    if (move < 0 || stone_on(g, move) >= 0 || g->colour != BLACK)
        return 0;
    const char *forbidden = mi_gomoku_why_forbidden(g, move);
    return forbidden ? snprintf(why, size, "renju forbids Black %s", forbidden) : 0;
}

const miai_notation mi_gomoku_notation = {
    .bytes = sizeof(miai_notation),
    .refusal = gomoku_refusal,
    .write_position = gomoku_write_position,
    .read_position = gomoku_read_position,
    .position_refusal = gomoku_position_refusal,
    .ending = gomoku_ending,
    .letters = MIAI_LETTERS_ALL,
};
