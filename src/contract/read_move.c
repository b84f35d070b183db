#include "read_move.h"

#include "base/text.h"
#include "capability.h"

miai_move mi_find_move(const miai_game *game, const void *pos, const miai_move *list, int n,
                       const char *text)
{
    char name[MIAI_MOVE_TEXT];
    for (int i = 0; i < n; i++) {
        game->move_text(pos, list[i], name, sizeof name);
        if (mi_same_text(name, text))
            return list[i];
    }
    return MIAI_NO_MOVE;
}

miai_move mi_read_move(const miai_game *game, const miai_setup *setup, const void *pos, bool open,
                       const char *text)
{
    miai_move list[MIAI_MAX_LEGAL], move = MIAI_NO_MOVE;
    if (open)
        move = mi_find_move(game, pos, list, game->moves(pos, list), text);
    if (move == MIAI_NO_MOVE && mi_notation(game)->read_move)
        move = mi_notation(game)->read_move(pos, text);
    int count = game->move_count(setup);
    for (miai_move i = 0; i < count && move == MIAI_NO_MOVE; i++)
        move = mi_find_move(game, pos, &i, 1, text);
    return move;
}
