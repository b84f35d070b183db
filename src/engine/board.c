/* The board as people see it. */
#include "engine.h"

#include "contract/diagram.h"

#include <ctype.h>

enum { TEXT = 1 << 14 };

/* The letters of the pieces that stand there alone. */
static void take_letters(const miai_game *game, int points, miai_diagram *diagram)
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

/* The letter of a player's pieces, of the first kind that there is. */
static char letter_of(const miai_game *game, int player)
{
    const miai_piece *piece = mi_presentation(game)->pieces;
    for (; piece && piece->letter; piece++)
        if (piece->player == player)
            return piece->letter;
    return player ? 'O' : 'X';
}

int miai_read_board(const miai_engine *engine, miai_diagram *diagram)
{
    char text[TEXT];
    int8_t piece[MIAI_MAX_POINTS];
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    int points = setup->width * setup->height;
    game->text(mi_history_position(engine->history), text, sizeof text);
    if (mi_read_diagram(text, setup->width, setup->height, diagram)) {
        take_letters(game, points, diagram);
        return MIAI_OK;
    }
    if (miai_board(engine, piece) != MIAI_OK)
        return MIAI_UNSUPPORTED;
    *diagram = (miai_diagram){.from_top = mi_records(game)->from_top};
    for (int i = 0; i < points; i++)
        diagram->letter[i] = '.';
    for (int i = 0; i < points; i++)
        if (piece[i] >= 0)
            diagram->letter[i] = letter_of(game, piece[i]);
    return MIAI_OK;
}
