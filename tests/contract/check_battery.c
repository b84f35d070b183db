/* Runs the battery on each game of the library, and on a game from outside. */
#include "battery.h"
#include "game/games.h"
#include "tests/support/plates_game.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(library_game)
{
    battery_run(mi_games[_i]);
}
END_TEST

START_TEST(added_game)
{
    battery_run(plates_game);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("battery");
    TCase *tests = add_case(suite, "battery", 300);
    int games = 0;
    while (mi_games[games])
        games++;
    tcase_add_loop_test(tests, library_game, 0, games);
    tcase_add_test(tests, added_game);
    return run_suite(suite);
}
