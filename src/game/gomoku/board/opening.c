/* Choosing the colours compensates for the first-move advantage.  Until then no player owns a
 * colour.  After a swap, the player who did not swap moves next. */
#include "position.h"

enum { SWAP_STONES = 3, SWAP2_STONES = 5 };

int mi_gomoku_opening_turn(const struct mi_gomoku *g)
{
    return g->opening == OPENING_CHOICE || g->opening == OPENING_TWO;
}

bool mi_gomoku_may_choose(const struct mi_gomoku *g, miai_move move)
{
    bool choice = g->opening == OPENING_CHOICE;
    if (move == swap_move(g))
        return choice || g->opening == OPENING_LAST;
    return move == two_move(g) && choice && g->rules == RULES_SWAP2;
}

int mi_gomoku_add_choices(const struct mi_gomoku *g, miai_move *list, int n)
{
    for (miai_move move = swap_move(g); move <= two_move(g); move++)
        if (mi_gomoku_may_choose(g, move))
            list[n++] = move;
    return n;
}

void mi_gomoku_play_choice(struct mi_gomoku *g, miai_move move)
{
    if (move == two_move(g)) {
        g->opening = OPENING_TWO;
    } else {
        g->swapped = g->opening == OPENING_CHOICE;
        g->opening = OPENING_OVER;
    }
}

void mi_gomoku_advance_opening(struct mi_gomoku *g)
{
    bool chosen = g->opening == OPENING_CHOICE || g->opening == OPENING_LAST;
    if (chosen) {
        /* the player who plays on without a swap has White */
        g->swapped = g->opening == OPENING_LAST;
        g->opening = OPENING_OVER;
    } else if (g->opening == OPENING_THREE && g->stones == SWAP_STONES) {
        g->opening = OPENING_CHOICE;
    } else if (g->opening == OPENING_TWO && g->stones == SWAP2_STONES) {
        g->opening = OPENING_LAST;
    }
}
