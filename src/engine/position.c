/* The current position and the moves that led to it. */
#include "position.h"

#include "base/text.h"
#include "error.h"

#include <stdio.h>
#include <stdlib.h>

enum { REASON = 200 };

int mi_engine_player(const miai_engine *engine, int player)
{
    if (player == MIAI_TURN)
        return miai_turn(engine);
    return player == 0 || player == 1 ? player : -1;
}

int miai_turn(const miai_engine *engine)
{
    return mi_history_game(engine->history)->turn(mi_history_position(engine->history));
}

int miai_plies(const miai_engine *engine)
{
    return mi_history_plies(engine->history);
}

/* Writes why the text is not a legal move. If there is a reason, the error is MIAI_ILLEGAL,
 * otherwise MIAI_SYNTAX. */
static int fail_move(miai_engine *engine, int player, const char *text)
{
    char why[REASON] = "";
    bool is_move;
    mi_history_explain_refusal(engine->history, player, text, &is_move, why, sizeof why);
    return mi_engine_fail(engine, is_move ? MIAI_ILLEGAL : MIAI_SYNTAX, why);
}

int miai_play(miai_engine *engine, int player, const char *text)
{
    miai_move move;
    player = mi_engine_player(engine, player);
    if (player < 0)
        return MIAI_BAD_VALUE;
    if (mi_history_read(engine->history, player, text, &move) != MI_READ_MOVE)
        return fail_move(engine, player, text);
    return mi_history_play(engine->history, player, move) == MI_PLAYED ? MIAI_OK : MIAI_NO_MEMORY;
}

int miai_replay(miai_engine *engine, int player, const char *text)
{
    miai_move move;
    player = mi_engine_player(engine, player);
    if (player < 0)
        return MIAI_BAD_VALUE;
    if (mi_history_read(engine->history, player, text, &move) == MI_READ_NONE)
        return fail_move(engine, player, text);
    enum mi_play_result played = mi_history_replay(engine->history, player, move);
    if (played == MI_PLAY_ILLEGAL)
        return fail_move(engine, player, text);
    return played == MI_PLAYED ? MIAI_OK : MIAI_NO_MEMORY;
}

int miai_undo(miai_engine *engine, int plies)
{
    if (!mi_history_undo(engine->history, plies))
        return MIAI_NO_UNDO;
    if (plies > 0)
        engine->game_end = (struct mi_game_end){0};
    return MIAI_OK;
}

bool miai_over(const miai_engine *engine, int *score)
{
    int result = 0;
    bool over = mi_history_outcome(engine->history, &result);
    if (over && score)
        *score = result;
    return over;
}

const char *miai_ending(const miai_engine *engine)
{
    return mi_history_ending(engine->history);
}

/* The game's text does not show a draw by repetition: add it here. */
int miai_board_text(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    const void *pos = mi_history_position(engine->history);
    const char *how = miai_ending(engine);
    int score;
    int length = game->text(pos, text, size);
    if (!how || game->outcome(pos, &score))
        return length;
    size_t used = (size_t)length < size ? (size_t)length : size;
    return length + snprintf(used < size ? text + used : NULL, size - used, "\n%s: a draw", how);
}

int miai_legal_moves(const miai_engine *engine, int player, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_move list[MIAI_MAX_LEGAL];
    char name[MIAI_MOVE_TEXT];
    struct mi_out out;
    mi_out_init(&out, text, size);
    player = mi_engine_player(engine, player);
    int n = player < 0 ? 0 : mi_history_moves(engine->history, player, list);
    for (int i = 0; i < n; i++) {
        game->move_text(mi_history_position(engine->history), list[i], name, sizeof name);
        mi_out_format(&out, "%s%s", i ? " " : "", name);
    }
    return mi_out_length(&out);
}

bool miai_next_move(const char **moves, char *move)
{
    return mi_read_word(moves, move, MIAI_MOVE_TEXT);
}

int miai_board(const miai_engine *engine, int8_t *piece)
{
    const miai_game *game = mi_history_game(engine->history);
    if (!mi_editing(game)->board)
        return MIAI_UNSUPPORTED;
    mi_editing(game)->board(mi_history_position(engine->history), piece);
    return MIAI_OK;
}

int miai_write_position(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    if (!mi_notation(game)->write_position)
        return -1;
    return mi_notation(game)->write_position(mi_history_position(engine->history), text, size);
}

int miai_read_position(miai_engine *engine, const char *text)
{
    const miai_game *game = mi_history_game(engine->history);
    if (!mi_notation(game)->read_position)
        return MIAI_UNSUPPORTED;
    const miai_setup *setup = mi_history_setup(engine->history);
    engine->note[0] = '\0';
    if (!mi_notation(game)->read_position(engine->scratch, setup, text)) {
        char why[REASON];
        mi_explain_position_refusal(game, engine->scratch, setup, text, why, sizeof why);
        return mi_engine_fail(engine, MIAI_BAD_VALUE, why);
    }
    mi_history_restart(engine->history, engine->scratch);
    mi_explain_position_refusal(game, engine->scratch, setup, text, engine->note,
                                sizeof engine->note);
    return MIAI_OK;
}

int miai_write_start(const miai_engine *engine, char *text, size_t size)
{
    const struct mi_history *history = engine->history;
    const miai_game *game = mi_history_game(history);
    if (!mi_notation(game)->write_position)
        return -1;
    if (!mi_history_has_default_start(history))
        return mi_notation(game)->write_position(mi_history_start(history), text, size);
    if (size > 0)
        text[0] = '\0';
    return 0;
}

/* Writes the i-th move in the position in which it was made: its text may depend on the
 * position. */
static int write_past_move(const miai_engine *engine, int i, bool by_players, char *text,
                           size_t size)
{
    const struct mi_history *history = engine->history;
    const miai_game *game = mi_history_game(history);
    struct mi_history *then = mi_history_copy(history);
    if (!then)
        return -1;
    mi_history_undo(then, mi_history_plies(history) - i);
    miai_ply ply = mi_history_line(history)[i];
    for (int k = 0; k < ply.nulls; k++)
        mi_history_null(then);
    void *pos = malloc(mi_history_size(then));
    int length = -1;
    if (pos) {
        mi_history_position_for(then, ply.player, pos);
        length = (by_players && mi_notation(game)->write_move
                      ? mi_notation(game)->write_move
                      : game->move_text)(pos, ply.move, text, size);
    }
    free(pos);
    mi_history_free(then);
    return length;
}

int miai_move_text(const miai_engine *engine, int i, int *player, char *text, size_t size)
{
    if (!engine || i < 0 || i >= mi_history_plies(engine->history))
        return -1;
    if (player)
        *player = mi_history_line(engine->history)[i].player;
    return write_past_move(engine, i, false, text, size);
}

int miai_move_written(const miai_engine *engine, int i, char *text, size_t size)
{
    if (!engine || i < 0 || i >= mi_history_plies(engine->history))
        return -1;
    return write_past_move(engine, i, true, text, size);
}
