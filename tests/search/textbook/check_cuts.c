/* The recorded alpha-beta tree: which bound cuts what on the three plates, and minimax scores. */
#include "game/games.h"
#include "search/common/score.h"
#include "search/textbook/alphabeta.h"
#include "tests/support/plates_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

static struct mi_result result; /* large: not on the stack */
static struct situation situation;
static struct mi_cut *list;

static int record_cut(const miai_game *game, int depth, bool prune)
{
    begin_game(&situation, game, game->setup.width, game->setup.height);
    struct mi_root root = root_of(&situation);
    int n = mi_cuts(&root, depth, prune, 100000, &(struct mi_limits){0}, &list);
    ck_assert_int_gt(n, 0);
    return n;
}

/* Notes of 1, 20, 50; 5, 10, 100; 1, 5, 20.  After the first plate the player has 20.  On the
 * second and third the first two notes are less, so the last is skipped; on the first, after 20, so
 * is the second of the last two. */
START_TEST(cuts_on_plates)
{
    int plate = 0, leaves = 0, n = record_cut(plates_game, 3, true);
    ck_assert_int_eq(n, 18);
    ck_assert_int_eq(list[0].score, 20);
    for (int i = 0; i < n; i++) {
        const struct mi_cut *cut = &list[i];
        leaves += cut->depth == 3;
        if (cut->depth != 1)
            continue;
        static const int scores[] = {20, 10, 5}, tried[] = {3, 1, 1};
        ck_assert_int_eq(cut->score, scores[plate]);
        ck_assert_int_eq(cut->tried, tried[plate]);
        ck_assert_int_eq(cut->moves, 3);
        ck_assert_int_eq(cut->alpha, plate == 0 ? -MI_SCORE_INFINITE : 20);
        ck_assert_int_eq(cut->player, 0);
        plate++;
    }
    ck_assert_int_eq(plate, 3);
    ck_assert_int_eq(leaves, 9);
    free(list);
    ck_assert_int_eq(record_cut(plates_game, 3, false), 1 + 3 + 9 + 18);
    ck_assert_int_eq(list[0].score, 20);
    free(list);
}
END_TEST

/* Scores of whole trees, first player's view; the root's children in the game's order. */
START_TEST(scores_equal_minimax)
{
    for (int depth = 1; depth <= 5; depth++) {
        int all = record_cut(&mi_connect4_game, depth, false);
        free(list);
        int n = record_cut(&mi_connect4_game, depth, true);
        search_to(&mi_minimax_searcher, &situation, depth, &result);
        ck_assert_int_eq(list[0].score, result.score);
        ck_assert(depth == 1 ? n == all : n < all);
        free(list);
    }
}
END_TEST

/* No tree if it would be too large. */
START_TEST(large_trees_are_refused)
{
    begin_game(&situation, &mi_tictactoe_game, 3, 3);
    struct mi_root root = root_of(&situation);
    ck_assert_int_eq(mi_cuts(&root, 4, false, 1000, &(struct mi_limits){0}, &list), 0);
    free(list);
    ck_assert_int_eq(mi_cuts(&root, 2, false, 1 + 9 + 72, &(struct mi_limits){0}, &list),
                     1 + 9 + 72);
    free(list);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cuts");
    TCase *tests = add_case(suite, "cuts", 10);
    tcase_add_test(tests, cuts_on_plates);
    tcase_add_test(tests, scores_equal_minimax);
    tcase_add_test(tests, large_trees_are_refused);
    return run_suite(suite);
}
