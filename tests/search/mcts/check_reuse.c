/* Reuse of the tree from move to move, and reproducibility. */
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>

/* ---- reuse ---- */

static void begin_reuse(void)
{
    settings.reuse = true;
    settings.solver = false;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    search_tree(5000);
}

/* Plays the two expected moves, and returns the visits of the new position. */
static uint64_t play_expected(void)
{
    miai_move own = result.pv[0], reply = result.pv[1];
    toy_play(&toy, own);
    search_tree(1);
    uint64_t visits = visits_of(reply);
    toy_play(&toy, reply);
    return visits;
}

START_TEST(visits_are_kept_after_two_moves)
{
    begin_reuse();
    uint64_t visits = play_expected();
    search_tree(1000);
    ck_assert_uint_eq(result.reused_visits, visits);
    ck_assert_uint_gt(visits, 300);
}
END_TEST

START_TEST(the_same_position_goes_on)
{
    begin_reuse();
    search_tree(100);
    ck_assert_uint_eq(result.reused_visits, 5000);
    search_tree(100);
    ck_assert_uint_eq(result.reused_visits, 5100);
}
END_TEST

START_TEST(undo_keeps_what_it_can)
{
    begin_reuse();
    play_expected();
    search_tree(1000);
    toy_undo(&toy, 2);
    search_tree(1);
    ck_assert_uint_eq(result.reused_visits, 5000); /* no forced visits further down */
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    ck_assert_uint_eq(visits, 5001);
}
END_TEST

/* The value of a node from its moves, weighted by edge visits, for the side to move; and the number
 * of these visits.  excess: visits of the children by other ways. */
struct moves_summary {
    double value;
    uint64_t visits, excess;
};

static struct moves_summary sum_moves(const struct mi_node *node)
{
    const struct mi_tree *tree = &((struct mi_mcts *)mcts)->tree;
    struct moves_summary moves_summary = {0};
    for (const struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]), visits = mi_edge_visits(&edges->edge[i]);
            if (!mi_is_node(link))
                continue;
            const struct mi_node *child = mi_tree_node(tree, link);
            moves_summary.visits += visits;
            moves_summary.excess += mi_node_visits(child) - visits;
            moves_summary.value += (double)visits * (double)mi_node_value(child) /
                                   ((double)mi_node_visits(child) * MI_UNIT);
        }
    moves_summary.value /= (double)moves_summary.visits;
    return moves_summary;
}

static const struct mi_node *root_node(void)
{
    const struct mi_tree *tree = &((struct mi_mcts *)mcts)->tree;
    return mi_tree_node(tree, tree->root);
}

START_TEST(undo_recomputes_values)
{
    begin_reuse();
    toy_play(&toy, result.choice[result.choice_count - 1].move); /* not the best one */
    search_tree(20000);
    toy_play(&toy, result.choice[result.choice_count - 1].move);
    search_tree(20000);
    toy_undo(&toy, 2);
    search_tree(1);
    struct moves_summary moves_summary = sum_moves(root_node());
    ck_assert_uint_eq(moves_summary.visits, 5001);
    ck_assert_uint_eq(moves_summary.excess, 20000);
    ck_assert_double_eq_tol(result.root_value, moves_summary.value, 2.0 / 5001);
}
END_TEST

/* Checks a node and its descendants to that many plies: each has its first visit and those of its
 * moves.  Returns the excess of the nodes' visits over the edges'. */
static uint64_t excess_below(const struct mi_node *node, int plies, bool root)
{
    const struct mi_tree *tree = &((struct mi_mcts *)mcts)->tree;
    struct moves_summary moves_summary = sum_moves(node);
    ck_assert_uint_eq(moves_summary.visits + !root, mi_node_visits(node));
    for (const struct mi_edges *edges = mi_first_edges(tree, node); edges && plies > 0;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++)
            moves_summary.excess +=
                excess_below(mi_tree_node(tree, mi_edge_link(&edges->edge[i])), plies - 1, false);
    return moves_summary.excess;
}

START_TEST(equal_positions_count_for_each_move)
{
    settings.transpositions = true;
    begin_reuse();
    ck_assert_uint_eq(excess_below(root_node(), 1, true), 0);
    ck_assert_uint_gt(excess_below(root_node(), 2, true), 0); /* a, b, c and c, b, a */
}
END_TEST

/* Results found two plies later count for the same player, not against it. */
START_TEST(undo_keeps_the_view)
{
    settings.reuse = true;
    settings.solver = false;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    toy_play(&toy, 3);
    toy_play(&toy, 0);
    toy_play(&toy, 2);
    toy_play(&toy, 0);
    search_tree(2000);
    miai_move own = result.move;
    double value = result.value;
    ck_assert_double_gt(value, 0.75);
    play_expected();
    search_tree(4000);
    ck_assert_double_gt(result.value, 0.75);
    toy_undo(&toy, 2);
    search_tree(1);
    ck_assert_int_eq(result.move, own);
    ck_assert_double_gt(result.value, value - 0.05);
}
END_TEST

START_TEST(another_branch_after_undo)
{
    begin_reuse();
    miai_move other = result.choice[1].move;
    uint64_t visits = result.choice[1].visits;
    toy_play(&toy, result.move);
    search_tree(100);
    toy_undo(&toy, 1);
    toy_play(&toy, other);
    search_tree(100);
    ck_assert_uint_eq(result.reused_visits, visits);
}
END_TEST

START_TEST(other_settings_drop_the_tree)
{
    begin_reuse();
    toy.root.start++; /* as with another komi */
    search_tree(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    settings.solver = true; /* a tree with proofs is a different one */
    search_tree(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    search_tree(10);
    ck_assert_uint_eq(result.reused_visits, 10);
    settings.reuse = false;
    search_tree(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    settings.reuse = true;
    mi_mcts_searcher.clear(mcts);
    search_tree(10);
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

START_TEST(a_longer_game_from_the_middle)
{
    begin_reuse();
    toy_play(&toy, 0);
    toy_play(&toy, 1);
    toy_play(&toy, 2);
    toy_play(&toy, 3);
    toy_play(&toy, 4);
    toy_play(&toy, 5);
    toy_play(&toy, 6);
    search_tree(100); /* unknown position: new tree */
    toy_undo(&toy, 4);
    search_tree(100); /* its ancestor is no longer in memory: new tree */
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

/* ---- roots limited to some moves ---- */

static void search_only(const miai_move *only, int count, uint64_t playouts)
{
    toy.root.only = only;
    toy.root.only_count = count;
    search_tree(playouts);
    toy.root.only = NULL;
    toy.root.only_count = 0;
}

static const miai_move edges[] = {0, 6};

START_TEST(restricted_visits_do_not_count_later)
{
    begin_reuse();
    search_only(edges, 1, 20000);
    ck_assert_uint_eq(result.reused_visits, 5000); /* including those of the move */
    search_tree(1000);
    ck_assert_uint_eq(result.reused_visits, 0);
    ck_assert_int_eq(result.move, 3);
}
END_TEST

START_TEST(fewer_moves_keep_the_tree)
{
    begin_reuse();
    search_only(edges, 2, 100);
    search_only(edges, 2, 100);
    ck_assert_uint_eq(result.reused_visits, 5100);
    search_only(edges, 1, 100);
    ck_assert_uint_eq(result.reused_visits, 5200);
    search_only(edges, 2, 100);
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

START_TEST(tree_below_a_forced_move_is_kept)
{
    begin_reuse();
    search_only(edges, 1, 2000);
    uint64_t visits = result.choice[0].visits;
    toy_play(&toy, edges[0]);
    search_tree(100);
    ck_assert_uint_eq(result.reused_visits, visits);
    toy_play(&toy, result.move);
    search_tree(100);
    toy_undo(&toy, 1);
    search_tree(100);
    ck_assert_uint_gt(result.reused_visits, visits);
    toy_undo(&toy, 1);
    search_tree(100);
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

START_TEST(forced_value_does_not_count_above)
{
    begin_reuse();
    toy_play(&toy, 3);
    search_only(edges, 1, 2000);
    toy_undo(&toy, 1);
    search_tree(100);
    ck_assert_uint_eq(result.reused_visits, 0);
    toy_play(&toy, 3);
    search_only(edges, 1, 2000);
    toy_undo(&toy, 1);
    toy_play(&toy, 2);
    search_tree(100); /* another branch of an earlier node */
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

/* ---- reproducibility ---- */

static uint64_t play_a_game(uint64_t seed)
{
    uint64_t signature = 0;
    int score;
    void *kept = mcts;
    mcts = mi_mcts_searcher.make();
    settings.seed = seed;
    for (toy_begin(&toy, &mi_connect4_game, 0, 0); !toy_over(&toy, &score);
         toy_play(&toy, result.move)) {
        search_tree(500);
        for (int i = 0; i < result.choice_count; i++)
            signature = miai_mix(signature ^ result.choice[i].visits) + (uint64_t)result.move;
    }
    mi_mcts_searcher.free(mcts);
    mcts = kept;
    return signature;
}

START_TEST(equal_seeds_play_equal_games)
{
    settings.reuse = true;
    settings.rave_equivalence = 100;
    uint64_t first = play_a_game(3);
    ck_assert_uint_eq(play_a_game(3), first);
    ck_assert_uint_ne(play_a_game(4), first);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts reuse");
    TCase *tests = add_case(suite, "mcts reuse", 120);
    tcase_add_checked_fixture(tests, begin_mcts, end_mcts);
    tcase_add_test(tests, visits_are_kept_after_two_moves);
    tcase_add_test(tests, the_same_position_goes_on);
    tcase_add_test(tests, undo_keeps_what_it_can);
    tcase_add_test(tests, undo_recomputes_values);
    tcase_add_test(tests, equal_positions_count_for_each_move);
    tcase_add_test(tests, undo_keeps_the_view);
    tcase_add_test(tests, another_branch_after_undo);
    tcase_add_test(tests, other_settings_drop_the_tree);
    tcase_add_test(tests, a_longer_game_from_the_middle);
    tcase_add_test(tests, restricted_visits_do_not_count_later);
    tcase_add_test(tests, fewer_moves_keep_the_tree);
    tcase_add_test(tests, tree_below_a_forced_move_is_kept);
    tcase_add_test(tests, forced_value_does_not_count_above);
    tcase_add_test(tests, equal_seeds_play_equal_games);
    return run_suite(suite);
}
