/* Alpha-beta without single features: the same values where nothing is left out but work, and each
 * feature does something. */
#include "game/games.h"
#include "tests/support/graph_game.h"
#include "tests/support/plates_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_result a, b; /* large: not on the stack */

static const miai_setup *usual(const miai_game *game)
{
    return &game->setup;
}

/* The plates have 18 leaves; textbook alpha-beta with an open window, which goes from left to right
 * and remembers nothing, sees fewer, and the same value. */
START_TEST(textbook)
{
    struct situation s;
    begin_game(&s, plates_game, usual(plates_game)->width, usual(plates_game)->height);
    s.without = MI_FEATURES_ALL;
    search_to(&mi_alphabeta_searcher, &s, 3, &a);
    search_to(&mi_minimax_searcher, &s, 0, &b);
    ck_assert_int_eq(a.score, b.score);
    ck_assert_int_eq(a.move, b.move);
    ck_assert_uint_lt(a.leaves, b.leaves);
    ck_assert_uint_eq(b.leaves, 18);
}
END_TEST

/* Any plain feature, and all of them, may go: minimax's score stays. */
START_TEST(values_stay)
{
    miai_game game = graph_game;
    for (int seed = 0; seed < 40; seed++)
        for (unsigned feature = 1; feature <= MI_FEATURES_PLAIN + 1; feature <<= 1) {
            struct situation s;
            game.setup = (miai_setup){.komi = seed};
            begin_game(&s, &game, 1, 1);
            s.without = feature > MI_FEATURES_PLAIN ? MI_FEATURES_PLAIN : feature;
            for (int depth = 1; depth <= GRAPH_LEVELS; depth++) {
                search_to(&mi_minimax_searcher, &s, depth, &a);
                search_to(&mi_alphabeta_searcher, &s, depth, &b);
                ck_assert_int_eq(a.score, b.score);
            }
        }
}
END_TEST

static uint64_t nodes_without(struct situation *s, const miai_game *game, unsigned features,
                              int depth)
{
    s->without = features;
    ck_assert_ptr_eq(s->game, game);
    search_to(&mi_alphabeta_searcher, s, depth, &a);
    return a.nodes;
}

/* What the table spares, and all together. */
START_TEST(parts_spare_nodes)
{
    static const unsigned features[] = {MI_FEATURE_TABLE, MI_FEATURES_PLAIN};
    struct situation s;
    begin_game(&s, &mi_connect4_game, 7, 6);
    uint64_t all = nodes_without(&s, &mi_connect4_game, 0, 8);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        ck_assert_uint_gt(nodes_without(&s, &mi_connect4_game, features[i], 8), all);
}
END_TEST

static const char middle[] = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/* In chess each does something; multi-ProbCut, of which chess has no margins, has none, nor have
 * killers, for the game tells kinds of moves apart, as Connect Four does not. */
START_TEST(each_part_matters)
{
    struct situation s;
    begin_at(&s, &mi_chess_game, middle);
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

/* A search without the selective features is the one that is not selective; quiescence is what sees
 * that a pawn is guarded. */
START_TEST(parts_of_a_kind)
{
    struct situation s;
    begin_at(&s, &mi_chess_game, middle);
    s.selective = true;
    uint64_t without = nodes_without(&s, &mi_chess_game, MI_FEATURES_SELECTIVE, 4);
    s.selective = false;
    ck_assert_uint_eq(nodes_without(&s, &mi_chess_game, 0, 4), without);
    begin_at(&s, &mi_chess_game, "4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1");
    nodes_without(&s, &mi_chess_game, 0, 1);
    int quiet = a.score;
    nodes_without(&s, &mi_chess_game, MI_FEATURE_QUIESCENCE, 1);
    ck_assert_int_ge(a.score, quiet + 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("features");
    TCase *tests = add_case(suite, "features", 60);
    tcase_add_test(tests, textbook);
    tcase_add_test(tests, values_stay);
    tcase_add_test(tests, parts_spare_nodes);
    tcase_add_test(tests, each_part_matters);
    tcase_add_test(tests, parts_of_a_kind);
    return run_suite(suite);
}
