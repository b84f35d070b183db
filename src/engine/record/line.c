/* Moves in a record's notation, and variations added to a record. */
#include "engine/position.h"
#include "game_record.h"

#include "contract/sgf_move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mi_game_record_move_text(const miai_game *game, const miai_setup *setup, const void *pos,
                              miai_move move, enum mi_format format, char *text, size_t size)
{
    if (format == MI_SGF) {
        mi_sgf_write_move(game, setup, pos, move, text, size);
    } else if (format == MI_PGN && mi_notation(game)->write_move) {
        mi_notation(game)->write_move(pos, move, text, size);
    } else {
        game->move_text(pos, move, text, size);
    }
}

int miai_write_move(const miai_engine *engine, int player, const char *move, char *text,
                    size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_move made;
    player = mi_engine_player(engine, player);
    if (player < 0 || mi_history_read(engine->history, player, move, &made) != MI_READ_MOVE)
        return -1;
    mi_history_position_for(engine->history, player, engine->scratch);
    return (mi_notation(game)->write_move ? mi_notation(game)->write_move
                                          : game->move_text)(engine->scratch, made, text, size);
}

/* ---- variations ---- */

/* Reads the next move of a line. False at its end. */
static bool read_line_word(const char **line, char word[MIAI_MOVE_TEXT])
{
    *line += strspn(*line, " ");
    size_t length = strcspn(*line, " ");
    snprintf(word, MIAI_MOVE_TEXT, "%.*s", (int)length, *line);
    *line += length;
    return length > 0;
}

/* Adds nodes with the moves of the line while they are legal. False if out of memory. */
static bool add_variation_moves(struct mi_history *history, struct miai_game_record *record,
                                struct mi_record_node *node, const char *line)
{
    const miai_game *game = mi_history_game(history);
    char word[MIAI_MOVE_TEXT], text[MI_WORD];
    miai_move move;
    int score;
    while (read_line_word(&line, word) && !mi_history_outcome(history, &score)) {
        const void *pos = mi_history_position(history);
        int player = game->turn(pos);
        if (mi_history_read(history, player, word, &move) != MI_READ_MOVE)
            break;
        mi_game_record_move_text(game, mi_history_setup(history), pos, move, record->format, text,
                                 sizeof text);
        const char *name = record->format != MI_SGF ? MI_MOVE : player ? "W" : "B";
        if ((node = mi_game_record_add_node(record, node)) == NULL ||
            !mi_game_record_put_text(record, node, name, text) ||
            mi_history_play(history, player, move) != MI_PLAYED)
            return false;
    }
    return true;
}

int miai_game_record_line(const miai_engine *engine, miai_game_record *record, int moves,
                          const char *line)
{
    struct mi_record_node *node = mi_game_record_node_at(record, moves);
    bool tree = record->format == MI_SGF || record->format == MI_PGN;
    if (!node || !node->child || !tree)
        return MIAI_BAD_VALUE;
    struct mi_history *history = mi_history_copy(engine->history);
    bool good = history && add_variation_moves(history, record, node, line);
    if (history)
        mi_history_free(history);
    return good ? MIAI_OK : MIAI_NO_MEMORY;
}
