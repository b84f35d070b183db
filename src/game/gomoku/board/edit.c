/* Reading and editing the board. */
#include "forbidden.h"
#include "position.h"

static void gomoku_write_board(const void *pos, int8_t *piece)
{
    const struct mi_gomoku *g = pos;
    for (int point = 0; point < g->points; point++) {
        int colour = stone_on(g, point);
        piece[point] = (int8_t)(colour < 0 ? colour : player_of(g, colour));
    }
}

/* Has no effect while the colours are being chosen. */
static void gomoku_set_turn(void *pos, int player)
{
    struct mi_gomoku *g = pos;
    if (g->opening == OPENING_OVER)
        g->colour = (uint8_t)player_of(g, player);
}

/* Rejects a stone that would end the game or is forbidden to Black. */
static bool put_stone(struct mi_gomoku *g, int point, int colour)
{
    if (gomoku_kind(g, colour)[point] == KIND_FIVE || !may_play_at(g, point, colour) ||
        g->stones + 1 == g->points)
        return false;
    mi_gomoku_put(g, point, colour);
    return true;
}

static bool gomoku_edit_point(void *pos, miai_move point, int player)
{
    struct mi_gomoku *g = pos;
    int before = stone_on(g, point), colour = player < 0 ? -1 : player_of(g, player);
    if (before == colour)
        return true;
    if (before >= 0)
        mi_gomoku_remove(g, point, before);
    if (colour >= 0 && !put_stone(g, point, colour)) {
        if (before >= 0)
            mi_gomoku_put(g, point, before);
        return false;
    }
    if (g->opening != OPENING_OVER) {
        g->opening = OPENING_OVER;
        g->swapped = false;
    }
    return true;
}

const miai_editing mi_gomoku_editing = {
    .bytes = sizeof(miai_editing),
    .board = gomoku_write_board,
    .set_turn = gomoku_set_turn,
    .put = gomoku_edit_point,
};
