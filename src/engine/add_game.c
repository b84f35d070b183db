/* Games from outside the library. The engine owns copies of the structs that a game consists of, in
 * the size of this library's version: members that an older game lacks are NULL, and members that
 * only a newer game has are dropped. */
#include "add_game.h"

#include "error.h"

#include "base/text.h"
#include "game/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults of a game: a text, or NULL ---- */

static const char *missing_member(const miai_game *game)
{
#define NEED(member)                                                                               \
    if (!game->member)                                                                             \
    return "the game has no " #member
    NEED(name);
    NEED(title);
    NEED(size);
    NEED(move_count);
    NEED(init);
    NEED(turn);
    NEED(moves);
    NEED(legal);
    NEED(play);
    NEED(outcome);
    NEED(hash);
    NEED(move_text);
    NEED(text);
#undef NEED
    return NULL;
}

/* Copies the structs of a game. Returns a text if one has no size. */
static const char *copy_structs(struct mi_complete_game *copy, const miai_game *from)
{
    mi_copy_game(copy, from);
    for (const struct mi_capability *c = mi_capabilities; c->name; c++)
        if (!mi_copy_capability(copy, c))
            return c->no_size;
    return NULL;
}

/* Checks that each open() comes with the functions that its objects need. */
static const char *object_fault(const miai_game *game)
{
    const miai_evaluation *evaluation = mi_evaluation(game);
    const miai_tablebase *tablebase = mi_tablebase(game);
    const miai_solver *solver = mi_solver(game);
    if (evaluation->open && (!evaluation->close || !evaluation->held || !evaluation->memory))
        return "the game's evaluation has open(), but not close(), held() and memory()";
    if (tablebase->open && !tablebase->close)
        return "the game's tablebase has open(), but no close()";
    if (solver->open && (!solver->close || !solver->solve))
        return "the game's solver has open(), but not close() and solve()";
    return NULL;
}

/* ---- the list ---- */

bool mi_engine_list_games(miai_engine *engine)
{
    while (mi_games[engine->game_count])
        engine->game_count++;
    engine->games = malloc(((size_t)engine->game_count + 1) * sizeof *engine->games);
    if (engine->games)
        memcpy(engine->games, mi_games, ((size_t)engine->game_count + 1) * sizeof *engine->games);
    return engine->games != NULL;
}

void mi_engine_free_games(miai_engine *engine)
{
    int i = 0;
    while (mi_games[i])
        i++;
    for (; engine->games && i < engine->game_count; i++)
        free((void *)engine->games[i]);
    free(engine->games);
}

int mi_engine_find_game(const miai_engine *engine, const char *name)
{
    for (int i = 0; i < engine->game_count; i++)
        if (mi_same_text(engine->games[i]->name, name))
            return i;
    return -1;
}

bool mi_engine_setup_is_allowed(const miai_game *game, const miai_setup *setup)
{
    return setup->width >= game->min_width && setup->width <= game->max_width &&
           setup->height >= game->min_height && setup->height <= game->max_height &&
           game->size(setup) > 0;
}

static int append_game(miai_engine *engine, const miai_game *game)
{
    size_t capacity = (size_t)engine->game_count + 2;
    const miai_game **games = realloc(engine->games, capacity * sizeof *games);
    if (!games)
        return MIAI_NO_MEMORY;
    games[engine->game_count++] = game;
    games[engine->game_count] = NULL;
    engine->games = games;
    return MIAI_OK;
}

int miai_add_game(miai_engine *engine, const miai_game *game)
{
    const char *fault = mi_game_size_fault(game);
    struct mi_complete_game *copy = fault ? NULL : calloc(1, sizeof *copy);
    if (!fault && !copy)
        return MIAI_NO_MEMORY;
    if (!fault)
        fault = copy_structs(copy, game);
    if (!fault)
        fault = missing_member(&copy->game);
    if (!fault)
        fault = object_fault(&copy->game);
    if (!fault && mi_engine_find_game(engine, game->name) >= 0)
        fault = "a game of that name exists already";
    if (!fault && !mi_engine_setup_is_allowed(&copy->game, &copy->game.setup))
        fault = "the game's default set-up is not allowed by its own bounds and size()";
    int error =
        fault ? mi_engine_fail(engine, MIAI_BAD_VALUE, fault) : append_game(engine, &copy->game);
    if (error != MIAI_OK)
        free(copy);
    return error;
}
