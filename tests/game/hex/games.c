#include "games.h"

#include "game/games.h"

#include <check.h>
#include <stdio.h>

struct mi_hex hex_begin(int width, int height, int rules)
{
    miai_setup setup = {.width = width, .height = height, .rules = rules};
    struct mi_hex b;
    mi_hex_game.init(&b, &setup);
    return b;
}

void hex_play(struct mi_hex *b, const char *moves)
{
    char word[MIAI_MOVE_TEXT];
    for (int used; sscanf(moves, "%15s%n", word, &used) == 1; moves += used) {
        miai_move move = mi_hex_game.notation->read_move(b, word);
        ck_assert_msg(mi_hex_game.legal(b, move), "%s", word);
        mi_hex_game.play(b, move);
    }
}
