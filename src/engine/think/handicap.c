/* Handicap stones. They belong to the first position, and the second player moves next. */
#include "engine/engine.h"
#include "engine/error.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MAX_NAMED_STONES = 10 }; /* no rules define points for more stones than 9 */

/* MIAI_OK if the game has handicap stones and the board is empty. */
static int check_empty_board(miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    int8_t piece[MIAI_MAX_POINTS];
    if (!mi_editing(game)->handicap || !mi_editing(game)->put || !mi_editing(game)->board ||
        !mi_editing(game)->set_turn)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "");
    mi_editing(game)->board(mi_history_position(engine->history), piece);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (piece[p] >= 0)
            return MIAI_NOT_EMPTY;
    return MIAI_OK;
}

/* Makes the listed stones the first position. False, with nothing changed, if one of them is
 * illegal. */
static bool put_stones(miai_engine *engine, const miai_move *list, int n)
{
    const miai_game *game = mi_history_game(engine->history);
    game->init(engine->scratch, mi_history_setup(engine->history));
    for (int i = 0; i < n; i++)
        if (!mi_editing(game)->put(engine->scratch, list[i], 0))
            return false;
    mi_editing(game)->set_turn(engine->scratch, 1);
    mi_history_restart(engine->history, engine->scratch);
    engine->handicap = true;
    return true;
}

static void write_vertices(const miai_engine *engine, const miai_move *list, int n, char *text,
                           size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    char name[MIAI_MOVE_TEXT];
    struct mi_out out;
    mi_out_init(&out, text, size);
    for (int i = 0; i < n; i++) {
        game->move_text(mi_history_position(engine->history), list[i], name, sizeof name);
        mi_out_format(&out, "%s%s", i ? " " : "", name);
    }
}

/* The largest number of stones for which the board has points. */
static int max_stones(const miai_game *game, const miai_setup *setup)
{
    miai_move list[MIAI_MAX_POINTS];
    int max = 0;
    for (int n = 2; n < MAX_NAMED_STONES && n < setup->width * setup->height; n++)
        max = mi_editing(game)->handicap(setup, n, list) == n ? n : max;
    return max;
}

/* Reports the numbers that are valid on this board, and the nearest larger square board that has
 * points for more stones. */
static int fail_fixed_count(miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_setup setup = *mi_history_setup(engine->history);
    char why[160];
    struct mi_out out;
    int max = max_stones(game, &setup), larger_max = max;
    mi_out_init(&out, why, sizeof why);
    mi_out_format(&out, "%dx%d has ", setup.width, setup.height);
    if (max > 0)
        mi_out_format(&out, "handicap points for 2 to %d stones", max);
    else
        mi_out_add(&out, "no handicap points");
    for (int side = setup.width; larger_max == max && side < game->max_width; side++) {
        setup.width = setup.height = side + 1;
        larger_max = game->size(&setup) > 0 ? max_stones(game, &setup) : max;
    }
    if (larger_max > max)
        mi_out_format(&out, "; %dx%d has them for 2 to %d", setup.width, setup.height, larger_max);
    return mi_engine_fail(engine, MIAI_BAD_COUNT, why);
}

int miai_fixed_handicap(miai_engine *engine, int stones, char *text, size_t size)
{
    miai_move list[MIAI_MAX_POINTS];
    int error = check_empty_board(engine);
    if (error != MIAI_OK)
        return error;
    const miai_game *game = mi_history_game(engine->history);
    int n = stones > 0 ? mi_editing(game)->handicap(mi_history_setup(engine->history), stones, list)
                       : 0;
    if (n == 0 || !put_stones(engine, list, n))
        return fail_fixed_count(engine);
    write_vertices(engine, list, n, text, size);
    return MIAI_OK;
}

static int fail_free_count(miai_engine *engine)
{
    char why[64];
    snprintf(why, sizeof why, "this board allows 2 to %d",
             miai_width(engine) * miai_height(engine) - 1);
    return mi_engine_fail(engine, MIAI_BAD_COUNT, why);
}

/* If the rules define no points: every other point of the board first, then the rest. */
static int spread_stones(const miai_setup *setup, int n, miai_move *list)
{
    int count = 0;
    for (int odd = 0; odd < 2; odd++)
        for (int p = 0; p < setup->width * setup->height && count < n; p++)
            if ((p % setup->width + p / setup->width) % 2 != odd)
                list[count++] = p;
    return count;
}

int miai_free_handicap(miai_engine *engine, int stones, char *text, size_t size)
{
    miai_move list[MIAI_MAX_POINTS];
    int error = check_empty_board(engine), n = 0;
    if (error != MIAI_OK)
        return error;
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    if (stones < 2 || stones >= setup->width * setup->height)
        return fail_free_count(engine);
    for (int max = stones < 9 ? stones : 9; max >= 2 && n == 0; max--)
        n = mi_editing(game)->handicap(setup, max, list);
    if (n == 0)
        n = spread_stones(setup, stones, list);
    if (!put_stones(engine, list, n))
        return fail_free_count(engine);
    write_vertices(engine, list, n, text, size);
    return MIAI_OK;
}

int miai_set_handicap(miai_engine *engine, const char *vertices)
{
    miai_move list[MIAI_MAX_POINTS];
    bool taken[MIAI_MAX_POINTS] = {false};
    char word[MIAI_MOVE_TEXT], why[MIAI_MOVE_TEXT + 32];
    int error = check_empty_board(engine), n = 0;
    if (error != MIAI_OK)
        return error;
    int width = miai_width(engine), height = miai_height(engine);
    int letters = mi_notation(mi_history_game(engine->history))->letters;
    while (mi_read_word(&vertices, word, sizeof word)) {
        miai_move point = miai_point_read_in(letters, word, width, height);
        if (point == MIAI_NO_MOVE || taken[point]) {
            snprintf(why, sizeof why, "%s is %s", word,
                     point == MIAI_NO_MOVE ? "not a point of the board" : "named twice");
            return mi_engine_fail(engine, MIAI_BAD_LIST, why);
        }
        taken[point] = true;
        list[n++] = point;
    }
    snprintf(why, sizeof why, "this board allows 2 to %d stones", width * height - 1);
    if (n < 2 || n >= width * height || !put_stones(engine, list, n))
        return mi_engine_fail(engine, MIAI_BAD_LIST, why);
    return MIAI_OK;
}
