/* Handicap stones: they belong to the first position, and the second player moves next. */
#include "engine/engine.h"

#include "base/text.h"

#include <string.h>

/* MIAI_OK if stones can be put on the board and none is there. */
static int check_board(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    int8_t piece[MIAI_MAX_POINTS];
    if (!mi_editing(game)->handicap || !mi_editing(game)->put || !mi_editing(game)->board ||
        !mi_editing(game)->set_turn)
        return MIAI_UNSUPPORTED;
    mi_editing(game)->board(mi_history_position(engine->history), piece);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (piece[p] >= 0)
            return MIAI_NOT_EMPTY;
    return MIAI_OK;
}

/* Makes the listed stones the first position; false, and nothing changed, if one may not stand. */
static bool put_stones(miai_engine *engine, const miai_move *list, int n)
{
    const miai_game *game = mi_history_game(engine->history);
    game->init(engine->scratch, mi_history_setup(engine->history));
    for (int i = 0; i < n; i++)
        if (!mi_editing(game)->put(engine->scratch, list[i], 0))
            return false;
    mi_editing(game)->set_turn(engine->scratch, 1);
    if (mi_editing(game)->give)
        mi_editing(game)->give(engine->scratch, n);
    mi_history_restart(engine->history, engine->scratch);
    engine->handicap = true;
    return true;
}

static void write_stones(const miai_engine *engine, const miai_move *list, int n, char *text,
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

int miai_fixed_handicap(miai_engine *engine, int stones, char *text, size_t size)
{
    miai_move list[MIAI_MAX_POINTS];
    int error = check_board(engine);
    if (error != MIAI_OK)
        return error;
    const miai_game *game = mi_history_game(engine->history);
    int n = stones > 0 ? mi_editing(game)->handicap(mi_history_setup(engine->history), stones, list)
                       : 0;
    if (n == 0 || !put_stones(engine, list, n))
        return MIAI_BAD_COUNT;
    write_stones(engine, list, n, text, size);
    return MIAI_OK;
}

/* Where the rules name no points: every other point of the board first, then the rest. */
static int spread(const miai_setup *setup, int n, miai_move *list)
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
    int error = check_board(engine), n = 0;
    if (error != MIAI_OK)
        return error;
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *setup = mi_history_setup(engine->history);
    if (stones < 2 || stones >= setup->width * setup->height)
        return MIAI_BAD_COUNT;
    for (int most = stones < 9 ? stones : 9; most >= 2 && n == 0; most--)
        n = mi_editing(game)->handicap(setup, most, list);
    if (n == 0)
        n = spread(setup, stones, list);
    if (!put_stones(engine, list, n))
        return MIAI_BAD_COUNT;
    write_stones(engine, list, n, text, size);
    return MIAI_OK;
}

int miai_set_handicap(miai_engine *engine, const char *vertices)
{
    miai_move list[MIAI_MAX_POINTS];
    bool taken[MIAI_MAX_POINTS] = {false};
    char word[MIAI_MOVE_TEXT];
    int error = check_board(engine), n = 0;
    if (error != MIAI_OK)
        return error;
    int width = miai_width(engine), height = miai_height(engine);
    int letters = mi_notation(mi_history_game(engine->history))->letters;
    while (mi_take_word(&vertices, word, sizeof word)) {
        miai_move point = miai_point_read_in(letters, word, width, height);
        if (point == MIAI_NO_MOVE || taken[point])
            return MIAI_BAD_LIST;
        taken[point] = true;
        list[n++] = point;
    }
    if (n < 2 || n >= width * height || !put_stones(engine, list, n))
        return MIAI_BAD_LIST;
    return MIAI_OK;
}
