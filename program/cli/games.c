#include "games.h"

#include "program/command/faults.h"
#include "protocol/io/settings.h"

#include <stdio.h>
#include <strings.h>

bool mi_is_game(const miai_engine *engine, const char *name)
{
    for (int i = 0; i < miai_game_count(engine); i++)
        if (strcasecmp(miai_game_name(engine, i), name) == 0)
            return true;
    return false;
}

/* Explains why the engine refuses a game.  If its size is wrong, no other field is read. */
static void explain_refusal(const miai_engine *engine, const miai_game *game, const char *origin,
                            int error, char *complaint)
{
    char fault[MI_COMPLAINT / 2] = "";
    bool named = game->bytes == sizeof(miai_game) && game->name;
    if (named && mi_is_game(engine, game->name))
        snprintf(fault, sizeof fault, "a game of that name exists already");
    else if (error == MIAI_BAD_VALUE)
        mi_first_fault(game, fault, sizeof fault);
    if (fault[0] == '\0')
        snprintf(fault, sizeof fault, "%s", miai_error_text(error));
    snprintf(complaint, MI_COMPLAINT, "%.150s%sgame %.50s: %s", origin, *origin ? ": " : "",
             named ? game->name : "without a name", fault);
}

static bool add_game(miai_engine *engine, const miai_game *game, const char *origin,
                     char *complaint)
{
    int error = miai_add_game(engine, game);
    if (error != MIAI_OK)
        explain_refusal(engine, game, origin, error, complaint);
    return error == MIAI_OK;
}

bool mi_games_add(miai_engine *engine, const miai_game *const *games, const char *origin,
                  char *complaint)
{
    for (int i = 0; games[i]; i++)
        if (!add_game(engine, games[i], origin, complaint))
            return false;
    return true;
}
