/* The battery for each game of the library, and for one that is none of them. */
#include "battery.h"
#include "game/games.h"
#include "plates_game.h"

#include <check.h>
#include <stdlib.h>

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
    int games = 0;
    while (mi_games[games])
        games++;
    TCase *tcase = tcase_create("battery");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, library_game, 0, games);
    tcase_add_test(tcase, added_game);
    Suite *suite = suite_create("battery");
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
