/* Monte-Carlo tree search of games with known values: values, selection and expansion. */
#include "game/games.h"
#include "mcts_fixture.h"
#include "search/mcts/ownership.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

START_TEST(known_values)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    settings.final = MI_FINAL_VALUE;
    search_tree(1000);
    static const int order[] = {2, 0, 1};
    static const double value[] = {0.8, 0.6, 0.25};
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(result.choice[i].move, order[i]);
        ck_assert_double_eq_tol(result.choice[i].value, value[i], 1e-6);
    }
    ck_assert_uint_eq(result.playouts, 1000);
    ck_assert_uint_eq(result.leaves, 1000);
    ck_assert_uint_eq(result.nodes, 1000);
    ck_assert_int_eq(result.depth, 1);
    ck_assert_uint_eq(result.tree_nodes, 4);
}
END_TEST

/* UCB1 computed by hand; N includes the playout in progress. */
START_TEST(selection_is_ucb1)
{
    static const double value[] = {0.6, 0.25, 0.8};
    int n[] = {1, 1, 1};
    toy_begin(&toy, &toy_fan, 0, 0);
    for (int playouts = 3; playouts < 200; playouts++) {
        search_tree((uint64_t)playouts);
        for (int i = 0; i < 3; i++)
            ck_assert_uint_eq(visits_of(i), (uint64_t)n[i]);
        int best = 0;
        double most = 0;
        for (int i = 0; i < 3; i++) {
            double u = value[i] + settings.uct_constant * sqrt(log(playouts + 1) / n[i]);
            if (u > most) {
                most = u;
                best = i;
            }
        }
        n[best]++;
    }
}
END_TEST

START_TEST(each_move_is_tried_first)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    search_tree(3);
    for (int i = 0; i < 3; i++)
        ck_assert_uint_eq(visits_of(i), 1);
}
END_TEST

START_TEST(zero_urgency_stays_with_the_first_good_move)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    settings.fpu = 0;
    search_tree(100);
    ck_assert_uint_eq(result.choice[0].visits, 100);
}
END_TEST

START_TEST(urgency_by_value)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    settings.fpu = 0.7;
    settings.uct_constant = 0;
    search_tree(100);
    ck_assert_int_eq(result.move, 2);
    ck_assert_uint_ge(visits_of(2), 98);
    ck_assert_uint_le(visits_of(0) + visits_of(1), 2);
}
END_TEST

START_TEST(final_move_by_visits_value_or_total)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    for (int final = MI_FINAL_VISITS; final <= MI_FINAL_TOTAL; final++) {
        settings.final = (enum mi_final_rule) final;
        search_tree(500);
        ck_assert_int_eq(result.move, 2);
        for (int i = 1; i < 3; i++) {
            const struct mi_choice *a = &result.choice[i - 1], *b = &result.choice[i];
            if (final == MI_FINAL_VISITS)
                ck_assert_uint_ge(a->visits, b->visits);
            else if (final == MI_FINAL_VALUE)
                ck_assert_double_ge(a->value, b->value);
            else
                ck_assert_double_ge(a->value * (double)a->visits, b->value * (double)b->visits);
        }
    }
}
END_TEST

START_TEST(amaf_and_no_solver_find_the_move)
{
    settings.solver = false;
    for (int rave = 0; rave < 2; rave++) {
        settings.rave_equivalence = rave ? 50 : 0;
        toy_begin(&toy, &toy_nim, 7, 0);
        search_tree(20000);
        ck_assert_int_eq(result.move, 2);
        ck_assert_double_gt(result.value, 0.9);
        ck_assert_int_eq(result.proof, MI_UNPROVEN);
    }
}
END_TEST

/* A playout in which the second player plays 6 before the first does, and the first plays 5. */
static int trace_with_repeated_move(const void *weights, void *pos, miai_rng *rng,
                                    miai_trace *trace)
{
    (void)weights;
    (void)pos;
    (void)rng;
    miai_trace_add(trace, 6, 1);
    miai_trace_add(trace, 6, 0);
    miai_trace_add(trace, 5, 0);
    return 1;
}

START_TEST(amaf_credits_the_first_player_of_a_move)
{
    miai_game game = mi_connect4_game;
    const struct mi_tree *tree = &((struct mi_mcts *)mcts)->tree;
    game.playouts = &(miai_playouts){.heavy = trace_with_repeated_move};
    settings.playout = MI_PLAYOUT_HEAVY;
    settings.rave_equivalence = 100;
    toy_begin(&toy, &game, 0, 0);
    search_tree(1);
    struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, tree->root));
    ck_assert_int_eq(edges->count, 7);
    for (int i = 0; i < edges->count; i++) {
        bool visited = mi_is_node(mi_edge_link(&edges->edge[i]));
        ck_assert_uint_eq(mi_amaf_of(edges)[i].visits, visited ? 3 : edges->edge[i].move == 5);
    }
}
END_TEST

static void prefer_last_move(const void *weights, void *memory, const void *pos,
                             const miai_move *list, int n, float *prior)
{
    (void)weights;
    (void)memory;
    (void)pos;
    for (int i = 0; i < n; i++)
        prior[i] = n == 1 ? 1.0F : list[i] == n - 1 ? 0.9F : 0.1F / (float)(n - 1);
}

START_TEST(priors_lead)
{
    miai_game game = toy_fan;
    game.evaluation = &(miai_evaluation){.priors = prefer_last_move};
    toy_begin(&toy, &game, 0, 0);
    search_tree(1);
    ck_assert_int_eq(result.move, 2);
    search_tree(1000);
    ck_assert_int_eq(result.move, 2);
    ck_assert_uint_gt(visits_of(2), 900);
}
END_TEST

static void different_priors(const void *weights, void *memory, const void *pos,
                             const miai_move *list, int n, float *prior)
{
    static const float of[] = {0.3F, 0.1F, 0.6F};
    (void)weights;
    (void)memory;
    (void)pos;
    for (int i = 0; i < n; i++)
        prior[i] = n == 3 ? of[list[i]] : 1.0F / (float)n;
}

/* Prior wins computed by hand, with square roots of priors as precise as the edges store them. */
START_TEST(selection_with_prior_wins)
{
    static const double value[] = {0.6, 0.25, 0.8}, prior[] = {0.3, 0.1, 0.6};
    miai_game game = toy_fan;
    int n[] = {0, 0, 0};
    game.evaluation = &(miai_evaluation){.priors = different_priors};
    settings.prior_wins = 30;
    toy_begin(&toy, &game, 0, 0);
    for (int playouts = 1; playouts < 200; playouts++) {
        int best = 0;
        double most = 0;
        for (int i = 0; i < 3; i++) {
            double wins = 30 * floor(sqrt((float)prior[i]) * UINT16_MAX + 0.5) / UINT16_MAX;
            double q = (n[i] * value[i] + 1 + wins) / (n[i] + 2 + wins);
            if (q > most) {
                most = q;
                best = i;
            }
        }
        n[best]++;
        search_tree((uint64_t)playouts);
        for (int i = 0; i < 3; i++)
            ck_assert_uint_eq(visits_of(i), (uint64_t)n[i]);
    }
}
END_TEST

/* Scores 20, -50 and 60 on a board of one point, in a game in which only winning counts otherwise.
 */
START_TEST(margin_counts_besides_the_win)
{
    static const double by_sign[] = {1, 0, 1}, by_margin[] = {0.92, 0.05, 0.96};
    miai_game game = toy_fan;
    game.points = 0;
    settings.solver = false;
    toy_begin(&toy, &game, 0, 0);
    for (int i = 0; i < 2; i++) {
        settings.margin = i * 0.2;
        search_tree(1000);
        for (int k = 0; k < 3; k++) {
            miai_move move = result.choice[k].move;
            ck_assert_double_eq_tol(result.choice[k].value, (i ? by_margin : by_sign)[move], 1e-5);
        }
    }
    ck_assert_int_eq(result.move, 2);
}
END_TEST

START_TEST(depth_limit)
{
    toy_begin(&toy, &toy_nim, 25, 0);
    search_limited((struct mi_limits){.depth = 3});
    ck_assert_int_eq(result.depth, 3);
}
END_TEST

/* ---- what is kept between runs ---- */

/* Before the first search and after clearing, a line has only its first move. */
START_TEST(no_line_without_a_tree)
{
    miai_move pv[MI_PV_MAX];
    uint64_t visits[MI_PV_MAX];
    for (int i = 0; i < 2; i++) {
        visits[0] = 1;
        ck_assert_int_eq(mi_mcts_searcher.follow(mcts, 2, pv, visits), 1);
        ck_assert_int_eq(pv[0], 2);
        ck_assert_uint_eq(visits[0], 0);
        toy_begin(&toy, &toy_fan, 0, 0);
        search_tree(100);
        ck_assert_int_eq(mi_mcts_searcher.follow(mcts, 2, pv, visits), 1);
        ck_assert_uint_eq(visits[0], visits_of(2));
        mi_mcts_searcher.clear(mcts);
    }
}
END_TEST

/* Bytes mapped by the process; 0: the system does not report them. */
static long mapped_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

START_TEST(searcher_frees_its_memory)
{
    enum { SEARCHERS = 20 };
    toy_begin(&toy, &toy_fan, 0, 0);
    search_tree(10);
    long before = mapped_bytes();
    for (int i = 0; i < SEARCHERS; i++) {
        end_mcts();
        begin_mcts();
        search_tree(10);
    }
    ck_assert_int_lt(mapped_bytes() - before, SEARCHERS / 2 * (long)settings.memory);
}
END_TEST

/* The reported number of bytes is allocated, to the end of the last array. */
START_TEST(ownership_reports_its_memory)
{
    miai_setup setup = mi_go_game.setup;
    for (int by_move = 0; by_move < 2; by_move++) {
        struct mi_ownership *o = mi_ownership_make(&mi_go_game, &setup, by_move);
        const _Atomic int64_t *end =
            by_move ? o->move_squares + o->moves * o->points : o->owner_squares + o->points;
        ck_assert_uint_eq((size_t)((const char *)end - (const char *)o),
                          mi_ownership_bytes(&mi_go_game, &setup, by_move));
        free(o);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts");
    TCase *tests = add_case(suite, "mcts", 120);
    tcase_add_checked_fixture(tests, begin_mcts, end_mcts);
    tcase_add_test(tests, known_values);
    tcase_add_test(tests, selection_is_ucb1);
    tcase_add_test(tests, each_move_is_tried_first);
    tcase_add_test(tests, zero_urgency_stays_with_the_first_good_move);
    tcase_add_test(tests, urgency_by_value);
    tcase_add_test(tests, final_move_by_visits_value_or_total);
    tcase_add_test(tests, amaf_and_no_solver_find_the_move);
    tcase_add_test(tests, amaf_credits_the_first_player_of_a_move);
    tcase_add_test(tests, priors_lead);
    tcase_add_test(tests, selection_with_prior_wins);
    tcase_add_test(tests, margin_counts_besides_the_win);
    tcase_add_test(tests, depth_limit);
    tcase_add_test(tests, no_line_without_a_tree);
    tcase_add_test(tests, searcher_frees_its_memory);
    tcase_add_test(tests, ownership_reports_its_memory);
    return run_suite(suite);
}
