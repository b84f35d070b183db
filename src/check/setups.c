/* Chooses the set-ups in which a game is checked. */
#include "check.h"

#include "miai.h"

#include <stdlib.h>

/* Checks a set-up if the game supports it; with fewer games if there are many moves. */
static void check_setup(struct mi_check *check, const miai_setup *setup)
{
    check->setup = *setup;
    check->size = check->game->size(setup);
    if (check->size > 0)
        mi_check_games(check, check->game->move_count(setup) > 100 ? 2 : 20);
    check->size = 0;
}

/* Checks this board size, or the next lower one that the game supports. */
static void check_board(struct mi_check *check, int width, int height)
{
    const miai_game *game = check->game;
    miai_setup setup = game->setup;
    setup.width = width;
    setup.height = height;
    while (game->size(&setup) == 0 && setup.height > game->min_height)
        setup.height--;
    check_setup(check, &setup);
}

static void check_setups(struct mi_check *check)
{
    const miai_game *game = check->game;
    miai_setup setup = game->setup;
    if (game->size(&setup) == 0) {
        mi_report_fault(check, "size", "() is 0 for the game's own set-up");
        return;
    }
    check_setup(check, &setup);
    setup.komi += setup.komi < 9000 ? 3.0 : -3.0;
    check_setup(check, &setup);
    setup = game->setup;
    for (setup.rules = 0; game->rules && game->rules[setup.rules]; setup.rules++)
        if (setup.rules != game->setup.rules)
            check_setup(check, &setup);
    check_board(check, game->min_width, game->min_height);
    check_board(check, game->min_width, game->max_height);
    check_board(check, game->max_width, game->min_height);
    check_board(check, game->max_width, game->max_height);
    if (check->moved[0] != check->moved[1])
        mi_report_fault(check, "turn", "() is %d in all games: the other player never moves",
                        check->moved[1]);
}

int miai_check_game(const miai_game *game, void (*report)(void *context, const char *text),
                    void *context)
{
    struct mi_check *check = calloc(1, sizeof *check);
    if (!check)
        return -1;
    check->report = report;
    check->context = context;
    if (mi_check_form(check, game))
        check_setups(check);
    int faults = check->faults;
    free(check);
    return faults;
}
