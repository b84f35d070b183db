/* The score command: the counted score, and an estimate by a search. */
#include "program/analysis/analysis.h"
#include "protocol/io/suggestion.h"
#include "terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double NEGLIGIBLE_DIFFERENCE = 0.005; /* a negligible difference in win probability */

/* Prints how many pieces each player has, in games that count them. */
static void print_piece_counts(const struct mi_terminal *terminal)
{
    const miai_presentation look = mi_current_presentation(terminal->engine);
    int8_t piece[MIAI_MAX_POINTS];
    int count[2] = {0};
    if (mi_current_game(terminal->engine)->points == 0 ||
        miai_board(terminal->engine, piece) != MIAI_OK)
        return;
    for (int i = 0; i < miai_width(terminal->engine) * miai_height(terminal->engine); i++)
        if (piece[i] >= 0)
            count[piece[i]]++;
    printf("On the board %s has %d, %s %d.\n", look.players[0], count[0], look.players[1],
           count[1]);
}

/* Prints who is likely to win, with what probability and by how much. */
static void print_estimate(struct mi_terminal *terminal, const char *introduction)
{
    char name[MI_TERMINAL_NAME];
    double value;
    miai_info info;
    if (!mi_terminal_value(terminal, &value))
        return;
    miai_last_search(terminal->engine, &info);
    const miai_game *game = mi_current_game(terminal->engine);
    int ahead = value >= 0.5 ? info.player : !info.player;
    double sign = ahead == info.player ? 1 : -1;
    bool points = info.leads || (info.scored && (game->scoring || game->points));
    double lead = sign * mi_lead_of(&info);
    mi_terminal_name(terminal, ahead, name);
    if (info.mate)
        printf("Proven: %s wins in at most %d %s.\n",
               mi_terminal_name(terminal, info.mate > 0 ? info.player : !info.player, name),
               (abs(info.mate) + 1) / 2, abs(info.mate) > 2 ? "moves" : "move");
    else if (info.proof == 2)
        puts("It is a draw if both play well.");
    else if (fabs(value - 0.5) < NEGLIGIBLE_DIFFERENCE)
        printf("%s the position is even.\n", introduction);
    else if (points && lead > 0)
        printf("%s %s wins by %.1f points (%.0f%%).\n", introduction, name, lead,
               100 * fmax(value, 1 - value));
    else if (info.scored && !points && fabs(lead) < 90)
        printf("%s %s is better: %.0f%%, %+.2f.\n", introduction, name,
               100 * fmax(value, 1 - value), lead);
    else
        printf("%s %s wins with %.0f%%.\n", introduction, name, 100 * fmax(value, 1 - value));
}

/* Prints the score if both passed now, which early in a game differs from the expected result. */
static bool print_counted_score(const struct mi_terminal *terminal)
{
    char text[64];
    if (!mi_current_game(terminal->engine)->scoring ||
        miai_final_score(terminal->engine, text, sizeof text) != MIAI_OK)
        return false;
    printf("If both passed now: %s, counted without dead stones (by the engine's estimate).\n",
           strcmp(text, "0") == 0 ? "a draw" : text);
    return true;
}

void mi_terminal_score(struct mi_terminal *terminal, char *args)
{
    (void)args;
    if (mi_terminal_show_end(terminal))
        return;
    bool counted = print_counted_score(terminal);
    print_piece_counts(terminal);
    print_estimate(terminal, counted ? "If both play on, by my estimate" : "By my estimate");
}
