/* UCI for games other than chess, as Cute Chess speaks it: UCI_Variant names the game, and a move
 * is the drop of a piece on a point, "P@e4" for the engine's "E4". */
#include "uci.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct variant {
    const char *game, *name;
} variants[] = {{"connect4", "cfour"}};

enum { COUNT = sizeof variants / sizeof *variants };

const char *mi_uci_variant_of(const char *game)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(variants[i].game, game) == 0)
            return variants[i].name;
    return game;
}

const char *mi_uci_game_of(const char *variant)
{
    for (int i = 0; i < COUNT; i++)
        if (strcasecmp(variants[i].name, variant) == 0)
            return variants[i].game;
    return variant;
}

/* Go keeps its points: no client plays it by drops. */
static bool plays_drops(const miai_engine *engine)
{
    const char *game = miai_current_game(engine);
    return strcmp(game, "connect4") == 0 || strcmp(game, "tictactoe") == 0;
}

void mi_uci_move_in(const miai_engine *engine, const char *from, char *to)
{
    bool drop = plays_drops(engine) && (from[0] == 'P' || from[0] == 'p') && from[1] == '@';
    snprintf(to, MIAI_MOVE_TEXT, "%s", drop ? from + 2 : from);
}

void mi_uci_move_out(const miai_engine *engine, const char *from, char *to)
{
    bool drop = plays_drops(engine);
    snprintf(to, MIAI_MOVE_TEXT, "%s%s", drop ? "P@" : "", from);
    for (char *c = to + 2; drop && *c; c++)
        *c = (char)tolower((unsigned char)*c);
}
