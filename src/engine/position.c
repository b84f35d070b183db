/* The position of the game, and the moves that led to it. */
#include "position.h"

#include "base/text.h"

int mi_engine_player(const miai_engine *engine, int player)
{
    if (player == MIAI_TURN)
        return miai_turn(engine);
    return player == 0 || player == 1 ? player : -1;
}

int miai_turn(const miai_engine *engine)
{
    return mi_record_game(engine->record)->turn(mi_record_position(engine->record));
}

int miai_plies(const miai_engine *engine)
{
    return mi_record_plies(engine->record);
}

int miai_play(miai_engine *engine, int player, const char *text)
{
    miai_move move;
    player = mi_engine_player(engine, player);
    if (player < 0)
        return MIAI_BAD_VALUE;
    switch (mi_record_read(engine->record, player, text, &move)) {
    case MI_READ_NONE:
        return MIAI_SYNTAX;
    case MI_READ_ILLEGAL:
        return MIAI_ILLEGAL;
    default:
        break;
    }
    return mi_record_play(engine->record, player, move) == MI_PLAYED ? MIAI_OK : MIAI_NO_MEMORY;
}

int miai_undo(miai_engine *engine, int plies)
{
    if (!mi_record_undo(engine->record, plies))
        return MIAI_NO_UNDO;
    if (plies > 0)
        engine->hopeless[0] = engine->hopeless[1] = 0;
    return MIAI_OK;
}

bool miai_over(const miai_engine *engine, int *score)
{
    int result = 0;
    bool over = mi_record_outcome(engine->record, &result);
    if (over && score)
        *score = result;
    return over;
}

int miai_board_text(const miai_engine *engine, char *text, size_t size)
{
    return mi_record_game(engine->record)->text(mi_record_position(engine->record), text, size);
}

int miai_legal_moves(const miai_engine *engine, int player, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    miai_move list[MIAI_MAX_LEGAL];
    char name[MIAI_MOVE_TEXT];
    struct mi_out out;
    mi_out_init(&out, text, size);
    player = mi_engine_player(engine, player);
    int n = player < 0 ? 0 : mi_record_moves(engine->record, player, list);
    for (int i = 0; i < n; i++) {
        game->move_text(mi_record_position(engine->record), list[i], name, sizeof name);
        mi_out_format(&out, "%s%s", i ? " " : "", name);
    }
    return mi_out_length(&out);
}

int miai_board(const miai_engine *engine, int8_t *piece)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!mi_editing(game)->board)
        return MIAI_UNSUPPORTED;
    mi_editing(game)->board(mi_record_position(engine->record), piece);
    return MIAI_OK;
}

int miai_write_position(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!mi_notation(game)->write_position)
        return -1;
    return mi_notation(game)->write_position(mi_record_position(engine->record), text, size);
}

int miai_read_position(miai_engine *engine, const char *text)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!mi_notation(game)->read_position)
        return MIAI_UNSUPPORTED;
    if (!mi_notation(game)->read_position(engine->scratch, mi_record_setup(engine->record), text))
        return MIAI_BAD_VALUE;
    mi_record_restart(engine->record, engine->scratch);
    return MIAI_OK;
}

/* Writes the i-th move as it stood when it was made: its text may depend on the position. */
int miai_move_text(const miai_engine *engine, int i, int *player, char *text, size_t size)
{
    if (!engine || i < 0 || i >= mi_record_plies(engine->record))
        return -1;
    const struct mi_record *record = engine->record;
    const miai_game *game = mi_record_game(record);
    struct mi_record *then = mi_record_copy(record);
    if (!then)
        return -1;
    mi_record_undo(then, mi_record_plies(record) - i);
    miai_ply ply = mi_record_line(record)[i];
    if (player)
        *player = ply.player;
    int length = game->move_text(mi_record_position(then), ply.move, text, size);
    mi_record_free(then);
    return length;
}
