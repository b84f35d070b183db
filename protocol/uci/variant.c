/* UCI for games other than chess, as Cute Chess speaks it: UCI_Variant names the game, and a move
 * is the drop of a piece on a point, "P@e4" for the engine's "E4". */
#include "uci.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct variant {
    const char *game, *name, *rules; /* rules: NULL, as they are */
} variants[] = {
    {"connect4", "cfour", NULL},
    {"gomoku", "gomoku", "standard"},
    {"gomoku", "gomokufreestyle", "freestyle"},
};

enum { COUNT = sizeof variants / sizeof *variants };

/* Is it the game's, with these rules? */
static bool fits(const struct variant *variant, const char *game, const char *rules)
{
    return strcmp(variant->game, game) == 0 &&
           (!variant->rules || !rules || strcmp(variant->rules, rules) == 0);
}

const char *mi_uci_variant_of(const char *game, const char *rules)
{
    for (int i = 0; i < COUNT; i++)
        if (fits(&variants[i], game, rules))
            return variants[i].name;
    return game;
}

const char *mi_uci_variant_beside(const char *game, int n)
{
    for (int i = 0; i < COUNT; i++)
        if (fits(&variants[i], game, NULL) && n-- == 0)
            return variants[i].name;
    return NULL;
}

int mi_uci_set_variant(miai_engine *engine, const char *name)
{
    const char *game = name, *rules = NULL;
    for (int i = 0; i < COUNT; i++)
        if (strcasecmp(variants[i].name, name) == 0) {
            game = variants[i].game;
            rules = variants[i].rules;
        }
    bool same = strcasecmp(game, miai_current_game(engine)) == 0; /* its rules stay */
    int error = same ? MIAI_OK : miai_set_game(engine, game);
    return error == MIAI_OK && rules ? miai_set_option(engine, "rules", rules) : error;
}

/* Go keeps its points: no client plays it by drops. */
static bool plays_drops(const miai_engine *engine)
{
    const char *game = miai_current_game(engine);
    return strcmp(game, "connect4") == 0 || strcmp(game, "tictactoe") == 0 ||
           strcmp(game, "gomoku") == 0;
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
