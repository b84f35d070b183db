/* Why a text is no legal move: what the game says of it, and what can be said of any game. */
#include "base/text.h"
#include "capability.h"
#include "history.h"
#include "read_move.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 25 };

/* Is a move the text of its point, as it is in most games? */
static bool is_point(const struct mi_history *history, const void *pos, miai_move move)
{
    const miai_setup *setup = mi_history_setup(history);
    const miai_game *game = mi_history_game(history);
    char point[8], name[MIAI_MOVE_TEXT];
    if (move < 0 || move >= setup->width * setup->height || setup->width > MOST_COLUMNS)
        return false;
    miai_point_text_in(mi_notation(game)->letters, move % setup->width, move / setup->width, point,
                       sizeof point);
    game->move_text(pos, move, name, sizeof name);
    return mi_same_text(point, name);
}

/* Is it a letter and a number, as points are, but none of the board? */
static bool is_outside(const struct mi_history *history, const void *pos, const char *text)
{
    size_t digits = isalpha((unsigned char)*text) ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && text[1 + digits] == '\0' && is_point(history, pos, 0);
}

static void tell_board(const struct mi_history *history, struct mi_out *out)
{
    const miai_setup *setup = mi_history_setup(history);
    int letters = mi_notation(mi_history_game(history))->letters;
    char last[8];
    miai_point_text_in(letters, setup->width - 1, 0, last, sizeof last);
    bool skips = letters == MIAI_LETTERS_GTP && *last > 'I';
    mi_out_format(out, "the board has the columns A to %c%s, and the rows 1 to %d", *last,
                  skips ? " without I" : "", setup->height);
}

/* Is it a number, or two of them, as some count columns and rows? */
static bool is_numbers(const char *text)
{
    size_t first = strspn(text, "0123456789"), between = strspn(text + first, " ,;/.-");
    size_t second = strspn(text + first + between, "0123456789");
    return first > 0 && (between > 0) == (second > 0) && !text[first + between + second];
}

/* Where two numbers tell a point, by its name; or by that of the middle. */
static void tell_names(const struct mi_history *history, const char *text, struct mi_out *out)
{
    const miai_setup *setup = mi_history_setup(history);
    size_t first = strspn(text, "0123456789");
    long x = strtol(text, NULL, 10), y = 0;
    char point[8];
    if (text[first])
        y = strtol(text + first + strspn(text + first, " ,;/.-"), NULL, 10);
    if (x < 1 || x > setup->width || y < 1 || y > setup->height) {
        x = (setup->width + 1) / 2;
        y = (setup->height + 1) / 2;
    }
    miai_point_text_in(mi_notation(mi_history_game(history))->letters, (int)x - 1, (int)y - 1,
                       point, sizeof point);
    mi_out_format(out, "a point is a letter and a number, as %s", point);
}

static bool is_occupied(const struct mi_history *history, const void *pos, miai_move move)
{
    const miai_game *game = mi_history_game(history);
    int8_t piece[MIAI_MAX_POINTS];
    if (!mi_editing(game)->board || !is_point(history, pos, move))
        return false;
    mi_editing(game)->board(pos, piece);
    return piece[move] >= 0;
}

/* What any game may say; nothing where it is a move that the rules of the position allow. */
static void tell_any(const struct mi_history *history, const void *pos, miai_move move,
                     const char *text, struct mi_out *out)
{
    const miai_game *game = mi_history_game(history);
    if (move != MIAI_NO_MOVE && game->legal(pos, move))
        mi_out_add(out, "the position would come again, which the rules forbid (superko)");
    else if (is_occupied(history, pos, move))
        mi_out_add(out, "the point is occupied");
    else if (move == MIAI_NO_MOVE && mi_same_text(text, "pass"))
        mi_out_format(out, "nobody passes in %s", game->title);
    else if (move == MIAI_NO_MOVE && is_outside(history, pos, text))
        tell_board(history, out);
    else if (move == MIAI_NO_MOVE && is_numbers(text) && is_point(history, pos, 0))
        tell_names(history, text, out);
}

int mi_history_refusal(const struct mi_history *history, int player, const char *text,
                       bool *is_move, char *why, size_t size)
{
    const miai_game *game = mi_history_game(history);
    struct mi_out out;
    int score;
    void *pos = malloc(mi_history_size(history));
    mi_out_init(&out, why, size);
    *is_move = false;
    if (!pos)
        return 0;
    bool open = mi_history_prepare(history, player, pos);
    miai_move move = mi_read_move(game, mi_history_setup(history), pos, open, text);
    if (!open && move != MIAI_NO_MOVE)
        mi_out_add(&out, game->outcome(pos, &score) ? "the game is over"
                                                    : "it is the other player's turn");
    else if (open && mi_notation(game)->refusal)
        out.length = (size_t)mi_notation(game)->refusal(pos, move, text, why, size);
    *is_move = move != MIAI_NO_MOVE || out.length > 0;
    if (open && out.length == 0)
        tell_any(history, pos, move, text, &out);
    free(pos);
    return mi_out_length(&out);
}

void mi_position_refusal(const miai_game *game, void *pos, const miai_setup *setup,
                         const char *text, char *why, size_t size)
{
    why[0] = '\0';
    if (mi_notation(game)->position_refusal)
        mi_notation(game)->position_refusal(pos, setup, text, why, size);
}
