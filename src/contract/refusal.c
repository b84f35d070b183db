/* Explains why a text is not a legal move. The game may explain it; otherwise the reasons are those
 * that any game can have. */
#include "base/text.h"
#include "capability.h"
#include "history.h"
#include "read_move.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 25 };

/* Is the text of the move the name of its point, as in most games? */
static bool is_written_as_point(const struct mi_history *history, const void *pos, miai_move move)
{
    const miai_setup *setup = mi_history_setup(history);
    const miai_game *game = mi_history_game(history);
    char point[8], name[MIAI_MOVE_TEXT];
    if (move < 0 || move >= setup->width * setup->height || setup->width > MAX_COLUMNS)
        return false;
    miai_point_text_in(mi_notation(game)->letters, move % setup->width, move / setup->width, point,
                       sizeof point);
    game->move_text(pos, move, name, sizeof name);
    return mi_same_text(point, name);
}

/* Does the text look like a point, but outside the board? */
static bool is_outside_board(const struct mi_history *history, const void *pos, const char *text)
{
    size_t digits = isalpha((unsigned char)*text) ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && text[1 + digits] == '\0' && is_written_as_point(history, pos, 0);
}

static void explain_board(const struct mi_history *history, struct mi_out *out)
{
    const miai_setup *setup = mi_history_setup(history);
    int letters = mi_notation(mi_history_game(history))->letters;
    char last[8];
    miai_point_text_in(letters, setup->width - 1, 0, last, sizeof last);
    bool skips = letters == MIAI_LETTERS_GTP && *last > 'I';
    mi_out_format(out, "the board has columns A to %c%s and rows 1 to %d", *last,
                  skips ? " without I" : "", setup->height);
}

/* Is the text a number, or two numbers such as 4,4? */
static bool is_number_pair(const char *text)
{
    size_t first = strspn(text, "0123456789"), separator = strspn(text + first, " ,;/.-");
    size_t second = strspn(text + first + separator, "0123456789");
    return first > 0 && (separator > 0) == (second > 0) && !text[first + separator + second];
}

/* Names the point that the two numbers stand for; if they are not on the board, the centre. */
static void explain_point_names(const struct mi_history *history, const char *text,
                                struct mi_out *out)
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
    mi_out_format(out, "a point is a letter and a number, for example %s", point);
}

static bool is_occupied(const struct mi_history *history, const void *pos, miai_move move)
{
    const miai_game *game = mi_history_game(history);
    int8_t piece[MIAI_MAX_POINTS];
    if (!mi_editing(game)->board || !is_written_as_point(history, pos, move))
        return false;
    mi_editing(game)->board(pos, piece);
    return piece[move] >= 0;
}

/* Adds a reason that any game can have; adds nothing if none applies. If a refused move is legal in
 * the position, the only possible reason is a forbidden repetition. */
static void explain_by_general_rules(const struct mi_history *history, const void *pos,
                                     miai_move move, const char *text, struct mi_out *out)
{
    const miai_game *game = mi_history_game(history);
    if (move != MIAI_NO_MOVE && game->legal(pos, move))
        mi_out_add(out, "the rules forbid repeating a position (superko)");
    else if (is_occupied(history, pos, move))
        mi_out_add(out, "the point is occupied");
    else if (move == MIAI_NO_MOVE && mi_same_text(text, "pass"))
        mi_out_format(out, "passing is not allowed in %s", game->title);
    else if (move == MIAI_NO_MOVE && is_outside_board(history, pos, text))
        explain_board(history, out);
    else if (move == MIAI_NO_MOVE && is_number_pair(text) && is_written_as_point(history, pos, 0))
        explain_point_names(history, text, out);
}

int mi_history_explain_refusal(const struct mi_history *history, int player, const char *text,
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
    bool open = mi_history_position_for(history, player, pos);
    miai_move move = mi_read_move(game, mi_history_setup(history), pos, open, text);
    if (!open && move != MIAI_NO_MOVE)
        mi_out_add(&out, game->outcome(pos, &score) ? "the game is over"
                                                    : "it is the other player's turn");
    else if (open && mi_notation(game)->refusal)
        out.length = (size_t)mi_notation(game)->refusal(pos, move, text, why, size);
    *is_move = move != MIAI_NO_MOVE || out.length > 0;
    if (open && out.length == 0)
        explain_by_general_rules(history, pos, move, text, &out);
    free(pos);
    return mi_out_length(&out);
}

void mi_explain_position_refusal(const miai_game *game, void *pos, const miai_setup *setup,
                                 const char *text, char *why, size_t size)
{
    why[0] = '\0';
    if (mi_notation(game)->position_refusal)
        mi_notation(game)->position_refusal(pos, setup, text, why, size);
}
