/* The tree with a network: PUCT, and values made of winning and score. */
#include "base/fmath.h"
#include "fake_evaluator.h"
#include "game/games.h"
#include "mcts_fixture.h"
#include "search/mcts/ownership.h"
#include "search/mcts/utility.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

static const struct mi_puct default_puct = {.enabled = true,
                                            .growth = 0.2,
                                            .base = 50,
                                            .reduction = 0.1,
                                            .root_reduction = 0.05,
                                            .default_spread = 0.2,
                                            .temperature = 1};

static void begin_puct(void)
{
    begin_mcts();
    fake_begin();
    settings.evaluator = &fake_telling;
    settings.solver = false;
    settings.reuse = true;
    settings.uct_constant = 0.5;
    settings.puct = default_puct;
    settings.weights = (struct mi_utility_weights){0.1, 0.3};
}

/* ---- the formula, compared with one written here ---- */

enum { MOVES = 3 };

/* The fan: the game is over after each of three moves. */
struct reference {
    double prior[MOVES], value[MOVES], own;
    double visits[MOVES];
};

/* The standard deviation of the values seen, with the default as if seen twice before. */
static double value_deviation(const struct reference *r, double usual_one)
{
    double n = 1, sum = 0, squares = 0; /* includes the visit in progress */
    for (int i = 0; i < MOVES; i++) {
        n += r->visits[i];
        sum += r->visits[i] * (1 - r->value[i]); /* view of the player who moved into the root */
        squares += r->visits[i] * pow(r->value[i] - 0.5, 2);
    }
    if (n < 2)
        return usual_one;
    double off = pow(sum / n - 0.5, 2);
    double mean = fmax(squares / n, off);
    return sqrt(fmax(((off + usual_one * usual_one) * 2 + mean * n) / (n + 1) - off, 0));
}

static int choose_by_formula(const struct reference *r, const struct mi_puct *puct)
{
    double n = 0, sum = 0, seen = 0, most = -1e9;
    int best = 0;
    for (int i = 0; i < MOVES; i++) {
        n += r->visits[i];
        sum += r->visits[i] * r->value[i];
        seen += r->visits[i] > 0 ? r->prior[i] : 0;
    }
    double mean = (r->own + sum) / (1 + n);
    double fresh =
        seen * seen * mean + (1 - seen * seen) * r->own - puct->root_reduction * sqrt(seen);
    double c = 0.5 + puct->growth * log((n + puct->base) / puct->base);
    c *= 1 + puct->spread * (value_deviation(r, puct->default_spread) / puct->default_spread - 1);
    for (int i = 0; i < MOVES; i++) {
        double q = r->visits[i] > 0 ? r->value[i] : fresh;
        double u = q + c * r->prior[i] * sqrt(n + 0.01) / (1 + r->visits[i]);
        if (u > most) {
            most = u;
            best = i;
        }
    }
    return best;
}

static struct reference reference_of(void)
{
    struct reference r = {.own = (1 + fake_score(&toy_fan, toy.pos)) / 2};
    struct mi_eval eval = {.pos = toy.pos};
    miai_move moves[MOVES] = {0, 1, 2};
    float prior[MOVES], first[MOVES];
    eval.moves = moves;
    eval.move_count = MOVES;
    eval.prior = prior;
    eval.first = first;
    char self[256];
    fake_apart.make(self, &toy.root, &settings);
    fake_apart.priors(self, &eval);
    const double score[MOVES] = {20, -50, 60}; /* of 100 */
    double sum = 0;
    for (int i = 0; i < MOVES; i++) {
        double kept = floor((double)prior[i] * UINT16_MAX + 0.5) / UINT16_MAX;
        r.prior[i] = pow(kept, 1 / settings.puct.temperature);
        r.value[i] = (1 + score[i] / 100) / 2;
        sum += r.prior[i];
    }
    for (int i = 0; i < MOVES && settings.puct.temperature != 1; i++)
        r.prior[i] /= sum;
    r.own = 1 + fake_score(&toy_fan, toy.pos) * MIAI_POINT_SCORE / 100;
    r.own = fmin(fmax(r.own / 2, 0), 1);
    return r;
}

static const double formula_parameters[][2] = {
    {0, 1}, {0.85, 1}, {0.85, 2}}; /* spread, temperature */

START_TEST(moves_are_chosen_by_the_formula)
{
    settings.puct.spread = formula_parameters[_i][0];
    settings.puct.temperature = formula_parameters[_i][1];
    toy_begin(&toy, &toy_fan, 0, 0);
    struct reference r = reference_of();
    for (int n = 1; n <= 400; n++) {
        r.visits[choose_by_formula(&r, &settings.puct)]++;
        search_tree(1);
        for (int i = 0; i < MOVES; i++)
            ck_assert_msg(visits_of(i) == (uint64_t)r.visits[i], "visit %d, move %d", n, i);
    }
}
END_TEST

/* ---- reported outputs ---- */

static const struct mi_evaluator *const reporting_evaluators[] = {&fake_telling,
                                                                  &fake_telling_batch};
static const int threads[] = {1, 3};

static uint64_t sum_of_visits(void)
{
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    return visits;
}

static void begin_go_5x5(void)
{
    static const miai_setup setup = {.width = 5, .height = 5, .komi = 7.5};
    toy_begin(&toy, &mi_go_game, 5, 0);
    toy.root.setup = &setup;
    mi_go_game.init(toy.pos, toy.root.setup);
    toy.root.size = mi_go_game.size(toy.root.setup);
    toy.root.keys = toy.keys;
    toy.root.key_count = 1;
    toy.keys[0] = mi_go_game.repetition->key(toy.pos);
}

START_TEST(all_visits_are_counted)
{
    settings.evaluator = reporting_evaluators[_i % 2];
    settings.threads = threads[_i / 2];
    settings.puct.spread = 0.85;
    begin_go_5x5();
    for (uint64_t runs = 1; runs <= 3; runs++) {
        search_tree(500);
        ck_assert_uint_eq(result.playouts, 500);
        ck_assert_uint_eq(sum_of_visits(), 500 * runs);
        ck_assert_int_eq(result.choice_count, 26); /* including moves into eyes */
        ck_assert(result.leads && result.owned);
        ck_assert(fabs(result.lead) <= 5);
    }
}
END_TEST

/* Threads reach new positions at the same time, by the same edge and by others: each is valued by
 * one of them, and no other thread waits for it. */
START_TEST(no_thread_waits_for_a_position)
{
    const struct mi_limits limits = {.playouts = 6, .seconds = 20};
    settings.threads = 3;
    settings.transpositions = true;
    settings.reuse = false;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    for (int runs = 0; runs < 1000; runs++) {
        search_limited(limits);
        ck_assert_uint_eq(result.playouts, limits.playouts);
    }
}
END_TEST

/* After each move of nim the fake has one winning probability, which is reported without the score
 * term. */
START_TEST(winning_probability_is_reported)
{
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    search_tree(1);
    toy_play(&toy, result.move);
    ck_assert_double_eq_tol(result.value, fake_value(&mi_connect4_game, toy.pos), 1e-5);
    ck_assert(!result.leads); /* a game without points */
}
END_TEST

START_TEST(ownership_is_the_mean)
{
    double sum = 0;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    search_tree(1);
    sum += 2 * fake_value(&mi_connect4_game, toy.pos) - 1;
    toy_play(&toy, result.move);
    sum += 2 * fake_value(&mi_connect4_game, toy.pos) - 1;
    ck_assert(result.owned);
    ck_assert_double_eq_tol((double)result.ownership[0], sum / 2, 1e-3);
    ck_assert_double_eq_tol((double)result.ownership[41], sum / 2, 1e-3);
}
END_TEST

/* Adds the edges of an ordered node to *edges_seen, and checks their order. */
static void check_order(const struct mi_tree *tree, const struct mi_node *node, int *edges_seen)
{
    bool open = false; /* an edge has not been followed */
    unsigned prior = UINT16_MAX;
    for (const struct mi_edges *edges = mi_first_edges(tree, node); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            const struct mi_edge *edge = &edges->edge[i];
            bool followed = mi_is_node(mi_edge_link(edge));
            ck_assert_uint_le(edge->prior, prior);
            ck_assert(!followed || !open);
            prior = edge->prior;
            open |= !followed;
            ++*edges_seen;
        }
}

/* Selection may stop at the first edge without visits: in each node that says so, priors fall, and
 * the edges that were followed come first. */
START_TEST(edges_are_ordered)
{
    settings.evaluator = reporting_evaluators[_i];
    begin_go_5x5();
    search_tree(2000);
    const struct mi_tree *tree = &((const struct mi_mcts *)mcts)->tree;
    const struct mi_node *root = mi_tree_node(tree, tree->root);
    int nodes = 0, edges_seen = 0;
    for (const struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (!mi_is_node(link) || !(mi_node_state(mi_tree_node(tree, link)) & MI_NODE_ORDERED))
                continue;
            nodes++;
            check_order(tree, mi_tree_node(tree, link), &edges_seen);
        }
    ck_assert_int_ge(nodes, 20);
    ck_assert_int_ge(edges_seen, 400);
}
END_TEST

/* Each visit of a root move is one leaf below it; the first is its own position. */
START_TEST(ownership_of_each_move)
{
    begin_go_5x5();
    search_limited(
        (struct mi_limits){.playouts = 200, .ownership = true, .ownership_by_move = true});
    const struct mi_ownership *ownership = mi_mcts_searcher.ownership(mcts);
    for (int i = 0; i < result.choice_count; i++)
        ck_assert_uint_eq((uint64_t)mi_ownership_leaves(ownership, result.choice[i].move),
                          result.choice[i].visits);
}
END_TEST

START_TEST(the_same_seed_is_the_same_search)
{
    static struct mi_result before;
    settings.evaluator = reporting_evaluators[_i];
    settings.puct.noise = 0.25;
    settings.puct.temperature = 1.2;
    settings.reuse = false;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    for (int run = 0; run < 2; run++) {
        before = result;
        search_tree(600);
    }
    ck_assert_int_eq(before.choice_count, result.choice_count);
    for (int i = 0; i < result.choice_count; i++) {
        ck_assert_int_eq(before.choice[i].move, result.choice[i].move);
        ck_assert_uint_eq(before.choice[i].visits, result.choice[i].visits);
    }
    settings.seed = 2;
    before = result;
    search_tree(600);
    ck_assert(memcmp(before.choice, result.choice, sizeof *result.choice * 7) != 0);
}
END_TEST

/* Reserved bytes count towards the memory limit. */
START_TEST(reserved_memory_counts)
{
    settings.memory = 4 << 20;
    settings.reserved_bytes = 3 << 20;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    search_tree(30000);
    ck_assert_uint_ge(result.tree_bytes, 3 << 20);
    settings.reserved_bytes = 4 << 20;
    struct mi_limits limits = {.playouts = 10};
    ck_assert(!mi_mcts_searcher.run(mcts, &toy.root, &settings, &limits, NULL, &result));
}
END_TEST

/* ---- values ---- */

START_TEST(arc_tangents)
{
    for (double x = -50; x <= 50; x += 0.37)
        ck_assert_double_eq_tol(mi_atan(x), atan(x), 1e-12);
    ck_assert_double_eq(mi_atan(0), 0);
    ck_assert_double_eq_tol(mi_atan(1e9), atan(1e9), 1e-9);
}
END_TEST

/* The mean over a normal distribution, integrated in small steps. */
static double mean_of(double mean, double deviation, double scale)
{
    double sum = 0, all = 0;
    for (double z = -8; z <= 8; z += 0.001) {
        double weight = exp(-z * z / 2);
        sum += weight * atan((mean + z * deviation) / scale) * 2 / acos(-1);
        all += weight;
    }
    return sum / all;
}

START_TEST(utility_of_scores)
{
    const struct mi_utility_weights weights = {0.1, 0.3};
    const miai_setup setup = {.width = 9, .height = 9, .komi = 7};
    struct mi_utility u = mi_utility_make(&mi_go_game, &setup, &weights);
    for (double score = -40; score <= 40; score += 8)
        for (double deviation = 0; deviation <= 30; deviation += 7.5) {
            mi_utility_center(&u, 3);
            double want = 2 * 0.7 - 1 + 0.1 * mean_of(score, deviation, 18) +
                          0.3 * mean_of(score - 2.4, deviation, 6.75);
            double value = mi_utility_value(&u, 0.7, score, deviation);
            ck_assert_double_eq_tol(value, 0.5 + want / 2.8, 1e-3);
        }
    mi_utility_center(&u, 100); /* no further away than the scale */
    ck_assert_double_eq_tol(u.center, 93.25, 1e-9);
    mi_utility_center(&u, 0);
    ck_assert_double_eq(mi_utility_value(&u, 0.5, 0, 0), 0.5);
    ck_assert_double_eq_tol(mi_utility_value(&u, 0.3, -9, 2) + mi_utility_value(&u, 0.7, 9, 2), 1,
                            1e-12);
}
END_TEST

START_TEST(utilities_of_other_games)
{
    const struct mi_utility_weights weights = {0.1, 0.3};
    const miai_setup setup = {.width = 7, .height = 6};
    struct mi_utility u = mi_utility_make(&mi_connect4_game, &setup, &weights);
    ck_assert_double_eq(mi_utility_value(&u, 0.8, 5, 1), 0.8); /* only winning counts */
    u = mi_utility_make(&toy_fan, &toy_fan.setup, &weights);
    ck_assert_double_eq(mi_utility_value(&u, 0.8, 0.5, 1), 0.75); /* only points count */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("puct");
    TCase *tests = add_case(suite, "puct", 30);
    tcase_add_checked_fixture(tests, begin_puct, end_mcts);
    tcase_add_loop_test(tests, moves_are_chosen_by_the_formula, 0, COUNT(formula_parameters));
    tcase_add_loop_test(tests, all_visits_are_counted, 0,
                        COUNT(reporting_evaluators) * COUNT(threads));
    tcase_add_test(tests, no_thread_waits_for_a_position);
    tcase_add_test(tests, winning_probability_is_reported);
    tcase_add_test(tests, ownership_is_the_mean);
    tcase_add_loop_test(tests, edges_are_ordered, 0, COUNT(reporting_evaluators));
    tcase_add_test(tests, ownership_of_each_move);
    tcase_add_loop_test(tests, the_same_seed_is_the_same_search, 0, COUNT(reporting_evaluators));
    tcase_add_test(tests, reserved_memory_counts);
    tests = add_case(suite, "utility", 10);
    tcase_add_test(tests, arc_tangents);
    tcase_add_test(tests, utility_of_scores);
    tcase_add_test(tests, utilities_of_other_games);
    return run_suite(suite);
}
