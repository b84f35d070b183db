/* Alpha-beta with single features disabled: values stay the same if no selective feature is
 * involved, and each feature has an effect. */
#include "game/games.h"
#include "tests/support/graph_game.h"
#include "tests/support/plates_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_result result_a, result_b; /* large: not on the stack */

static const miai_setup *default_setup(const miai_game *game)
{
    return &game->setup;
}

/* The plates have 18 leaves.  Textbook alpha-beta with an open window, from left to right and
 * without a table, visits fewer and finds the same value. */
START_TEST(fewer_leaves_than_textbook)
{
    struct situation s;
    begin_game(&s, plates_game, default_setup(plates_game)->width,
               default_setup(plates_game)->height);
    s.disabled_features = MI_FEATURES_ALL;
    search_to(&mi_alphabeta_searcher, &s, 3, &result_a);
    search_to(&mi_minimax_searcher, &s, 0, &result_b);
    ck_assert_int_eq(result_a.score, result_b.score);
    ck_assert_int_eq(result_a.move, result_b.move);
    ck_assert_uint_lt(result_a.leaves, result_b.leaves);
    ck_assert_uint_eq(result_b.leaves, 18);
}
END_TEST

/* With any plain feature or all of them disabled, the score is still minimax's. */
START_TEST(scores_stay_the_same)
{
    miai_game game = graph_game;
    for (int seed = 0; seed < 40; seed++)
        for (unsigned feature = 1; feature <= MI_FEATURES_PLAIN + 1; feature <<= 1) {
            struct situation s;
            game.setup = (miai_setup){.komi = seed};
            begin_game(&s, &game, 1, 1);
            s.disabled_features = feature > MI_FEATURES_PLAIN ? MI_FEATURES_PLAIN : feature;
            for (int depth = 1; depth <= GRAPH_LEVELS; depth++) {
                search_to(&mi_minimax_searcher, &s, depth, &result_a);
                search_to(&mi_alphabeta_searcher, &s, depth, &result_b);
                ck_assert_int_eq(result_a.score, result_b.score);
            }
        }
}
END_TEST

static uint64_t nodes_without(struct situation *s, const miai_game *game, unsigned features,
                              int depth)
{
    s->disabled_features = features;
    ck_assert_ptr_eq(s->game, game);
    search_to(&mi_alphabeta_searcher, s, depth, &result_a);
    return result_a.nodes;
}

/* Nodes saved by the table, and by all features together. */
START_TEST(features_save_nodes)
{
    static const unsigned features[] = {MI_FEATURE_TABLE, MI_FEATURES_PLAIN};
    struct situation s;
    begin_game(&s, &mi_connect4_game, 7, 6);
    uint64_t all = nodes_without(&s, &mi_connect4_game, 0, 8);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        ck_assert_uint_gt(nodes_without(&s, &mi_connect4_game, features[i], 8), all);
}
END_TEST

static const char middle_game[] =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/* In chess each feature has an effect, except multi-ProbCut, for which chess has no margins, and
 * killers, since chess distinguishes move kinds, as Connect Four does not. */
START_TEST(each_feature_matters)
{
    struct situation s;
    begin_at(&s, &mi_chess_game, middle_game);
    s.selective = true;
    uint64_t all = nodes_without(&s, &mi_chess_game, 0, 10);
    for (unsigned feature = 1; feature < MI_FEATURES_ALL; feature <<= 1) {
        uint64_t nodes = nodes_without(&s, &mi_chess_game, feature, 10);
        if (feature & (MI_FEATURE_PROOFS | MI_FEATURE_MULTI_PROBCUT | MI_FEATURE_KILLERS))
            ck_assert_uint_eq(nodes, all);
        else
            ck_assert_msg(nodes != all, "part %x", feature);
    }
    begin_game(&s, &mi_connect4_game, 7, 6);
    all = nodes_without(&s, &mi_connect4_game, 0, 8);
    ck_assert_uint_ne(nodes_without(&s, &mi_connect4_game, MI_FEATURE_KILLERS, 8), all);
}
END_TEST

/* A search with all selective features disabled equals one that is not selective; quiescence search
 * sees that a pawn is guarded. */
START_TEST(all_selective_features)
{
    struct situation s;
    begin_at(&s, &mi_chess_game, middle_game);
    s.selective = true;
    uint64_t without = nodes_without(&s, &mi_chess_game, MI_FEATURES_SELECTIVE, 4);
    s.selective = false;
    ck_assert_uint_eq(nodes_without(&s, &mi_chess_game, 0, 4), without);
    begin_at(&s, &mi_chess_game, "4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1");
    nodes_without(&s, &mi_chess_game, 0, 1);
    int quiet = result_a.score;
    nodes_without(&s, &mi_chess_game, MI_FEATURE_QUIESCENCE, 1);
    ck_assert_int_ge(result_a.score, quiet + 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("features");
    TCase *tests = add_case(suite, "features", 60);
    tcase_add_test(tests, fewer_leaves_than_textbook);
    tcase_add_test(tests, scores_stay_the_same);
    tcase_add_test(tests, features_save_nodes);
    tcase_add_test(tests, each_feature_matters);
    tcase_add_test(tests, all_selective_features);
    return run_suite(suite);
}
