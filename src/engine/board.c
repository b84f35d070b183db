/* The board as read from the game's text. */
#include "engine.h"

#include "contract/diagram.h"

#include <ctype.h>

enum { BOARD_TEXT_SIZE = 1 << 14 };

/* Replaces letters that are not pieces by '.', and makes column letters lower case if moves use
 * lower case. */
static void keep_piece_letters(const miai_game *game, int points, miai_diagram *diagram)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_piece piece;
    miai_presentation_of(game, &p);
    for (int i = 0; i < points; i++)
        if (!miai_piece_of(game, diagram->letter[i], &piece))
            diagram->letter[i] = '.';
    for (char *c = diagram->columns; p.small_letters && *c; c++)
        *c = (char)tolower((unsigned char)*c);
}

/* The letter of the player's first kind of piece. */
static char piece_letter(const miai_game *game, int player)
{
    const miai_piece *piece = mi_presentation(game)->pieces;
    for (; piece && piece->letter; piece++)
        if (piece->player == player)
            return piece->letter;
    return player ? 'O' : 'X';
}

int miai_read_board(const miai_engine *engine, miai_diagram *diagram)
{
    char text[BOARD_TEXT_SIZE];
    int8_t piece[MIAI_MAX_POINTS];
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    int points = setup->width * setup->height;
    game->text(mi_history_position(engine->history), text, sizeof text);
    if (mi_read_diagram(text, setup->width, setup->height, diagram)) {
        keep_piece_letters(game, points, diagram);
        return MIAI_OK;
    }
    if (miai_board(engine, piece) != MIAI_OK)
        return MIAI_UNSUPPORTED;
    *diagram = (miai_diagram){.from_top = mi_records(game)->from_top};
    for (int i = 0; i < points; i++)
        diagram->letter[i] = '.';
    for (int i = 0; i < points; i++)
        if (piece[i] >= 0)
            diagram->letter[i] = piece_letter(game, piece[i]);
    return MIAI_OK;
}
