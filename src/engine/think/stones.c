/* Positions made by hand: stones, and the side to move. */
#include "engine/engine.h"
#include "engine/error.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* Reads "b" or "w" or the whole word: 0 or 1, -1 for anything else. */
static int read_player(const char *word)
{
    static const char *const player_names[] = {"b", "w", "black", "white"};
    for (int i = 0; i < 4; i++)
        if (mi_same_text(word, player_names[i]))
            return i % 2;
    return -1;
}

static int fail_with_word(miai_engine *engine, int error, const char *format, const char *word)
{
    char why[96];
    snprintf(why, sizeof why, format, word);
    return mi_engine_fail(engine, error, why);
}

/* Puts the stones in pos. On an error pos is undefined. */
static int put_stones(miai_engine *engine, const char *stones, void *pos)
{
    const miai_game *game = mi_history_game(engine->history);
    int width = miai_width(engine), height = miai_height(engine);
    int letters = mi_notation(game)->letters;
    bool taken[MIAI_MAX_POINTS] = {false};
    char word[MIAI_MOVE_TEXT], name[MIAI_MOVE_TEXT];
    while (mi_read_word(&stones, word, sizeof word)) {
        int player = read_player(word);
        if (player < 0 || !mi_read_word(&stones, name, sizeof name))
            return fail_with_word(engine, MIAI_SYNTAX,
                                  "\"%s\": a stone needs a color and a point, for example b D4",
                                  word);
        miai_move point = miai_point_read_in(letters, name, width, height);
        if (point == MIAI_NO_MOVE)
            return fail_with_word(engine, MIAI_SYNTAX, "\"%s\" is not a point of the board", name);
        if (taken[point])
            return fail_with_word(engine, MIAI_ILLEGAL, "two stones on %s", name);
        taken[point] = true;
        if (!mi_editing(game)->put(pos, point, player))
            return fail_with_word(engine, MIAI_ILLEGAL, "illegal stone on %s", name);
    }
    return MIAI_OK;
}

int miai_set_stones(miai_engine *engine, const char *stones)
{
    const miai_game *game = mi_history_game(engine->history);
    if (!mi_editing(game)->put)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "");
    game->init(engine->scratch, mi_history_setup(engine->history));
    int error = put_stones(engine, stones, engine->scratch);
    if (error != MIAI_OK)
        return error;
    mi_history_restart(engine->history, engine->scratch);
    engine->handicap = false;
    engine->game_end = (struct mi_game_end){0};
    engine->root_is_current = false;
    return MIAI_OK;
}

int miai_set_turn(miai_engine *engine, int player)
{
    const miai_game *game = mi_history_game(engine->history);
    if (player != 0 && player != 1)
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    if (player == miai_turn(engine))
        return MIAI_OK;
    if (!mi_editing(game)->set_turn)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "");
    if (mi_history_plies(engine->history) > 0)
        return MIAI_NOT_EMPTY;
    memcpy(engine->scratch, mi_history_position(engine->history), mi_history_size(engine->history));
    mi_editing(game)->set_turn(engine->scratch, player);
    if (game->turn(engine->scratch) != player)
        return fail_with_word(engine, MIAI_ILLEGAL, "%s cannot be the side to move",
                              player ? "the second player" : "the first player");
    bool handicap = engine->handicap;
    mi_history_restart(engine->history, engine->scratch);
    engine->handicap = handicap;
    return MIAI_OK;
}
