/* Capturing dead stones. */
#include "remove_dead.h"

#include <string.h>

/* Lists the neighbours of a point. Returns their number. */
static int neighbour_points(const miai_engine *engine, int p, int list[4])
{
    int width = miai_width(engine), height = miai_height(engine), x = p % width, y = p / width;
    const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int n = 0;
    for (int i = 0; i < 4; i++) {
        int u = x + step[i][0], v = y + step[i][1];
        if (u >= 0 && u < width && v >= 0 && v < height)
            list[n++] = v * width + u;
    }
    return n;
}

/* Is the empty point p a liberty of a dead chain of the opponent? */
static bool is_liberty(const miai_engine *engine, const struct mi_status *status, int p, int other)
{
    int neighbour[4], n = neighbour_points(engine, p, neighbour);
    for (int i = 0; i < n; i++)
        if (status->piece[neighbour[i]] == other && status->life[neighbour[i]] == MIAI_DEAD)
            return true;
    return false;
}

static int count_pieces(const miai_engine *engine, const void *pos, int player)
{
    int8_t piece[MIAI_MAX_POINTS];
    int n = 0;
    mi_editing(mi_history_game(engine->history))->board(pos, piece);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        n += piece[p] == player;
    return n;
}

int mi_engine_list_captures_of_dead(const miai_engine *engine, const struct mi_root *root,
                                    const struct mi_status *status, miai_move *list)
{
    const miai_game *game = root->game;
    miai_move moves[MIAI_MAX_LEGAL];
    int points = miai_width(engine) * miai_height(engine), n = 0, capturing = 0;
    int other = 1 - game->turn(root->pos), before = count_pieces(engine, root->pos, other);
    int legal = mi_root_moves(root, false, engine->scratch, moves);
    for (int i = 0; i < legal; i++) {
        if (moves[i] >= points || !is_liberty(engine, status, moves[i], other))
            continue;
        memcpy(engine->scratch, root->pos, root->size);
        game->play(engine->scratch, moves[i]);
        bool captures = count_pieces(engine, engine->scratch, other) < before;
        if (captures && capturing == 0)
            n = 0; /* only captures from here on */
        capturing += captures;
        if (captures || capturing == 0)
            list[n++] = moves[i];
    }
    return n;
}
