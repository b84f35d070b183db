/* Textbook methods that are options: in games with known values each behaves as its source says,
 * and fails where the source says that it fails. */
#include "base/clock.h"
#include "base/fmath.h"
#include "game/games.h"
#include "search/mcts/evaluator/playout_policy.h"
#include "tests/search/mcts/fake_evaluator.h"
#include "tests/search/mcts/mcts_fixture.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <string.h>

/* ---- selection, on toy_fan: moves worth 0.6, 0.25 and 0.8, and nothing else ---- */

static void search_fan(uint64_t playouts)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    search_tree(playouts);
}

/* Has the search visited only one move? */
static bool visited_only_one_move(void)
{
    int tried = 0;
    for (int i = 0; i < 3; i++)
        tried += visits_of(i) > 0;
    return tried == 1;
}

/* A greedy tree with first-play urgency 0 never leaves the first move that it tries (release 2.0 of
 * the textbook's program); if each is tried once, it finds the best. */
START_TEST(greedy_tree)
{
    settings.uct_constant = 0;
    settings.fpu = 0;
    search_fan(100);
    ck_assert(visited_only_one_move());
    settings.fpu = -1;
    search_fan(100);
    ck_assert_int_eq(result.move, 2);
    settings.fpu = 1;
    search_fan(100);
    ck_assert_int_eq(result.move, 2);
}
END_TEST

/* The values of these moves do not vary, so V is sqrt(2 ln N / n). */
START_TEST(tuned_urgencies)
{
    struct mi_branch list[MIAI_MAX_LEGAL];
    settings.tuned = true;
    settings.uct_constant = 1;
    search_fan(5000);
    ck_assert_int_eq(mi_mcts_searcher.look(mcts, NULL, 0, list), 3);
    double log_all = mi_ln((double)result.root_visits);
    for (int i = 0; i < 3; i++) {
        double n = (double)list[i].choice.visits, v = sqrt(2 * log_all / n);
        double u = list[i].choice.value + sqrt(log_all / n * (v < 0.25 ? v : 0.25));
        ck_assert_msg(fabs(u - list[i].urgency) < 1e-3, "%g, not %g", list[i].urgency, u);
    }
    uint64_t tuned = visits_of(1);
    settings.tuned = false;
    search_fan(5000);
    ck_assert_uint_lt(tuned, visits_of(1)); /* less is wasted */
}
END_TEST

static void search_flat(uint64_t playouts)
{
    struct mi_limits limits = {.start = mi_clock(), .playouts = playouts};
    toy_begin(&toy, &toy_fan, 0, 0);
    void *flat = mi_flat_searcher.make();
    ck_assert(mi_flat_searcher.run(flat, &toy.root, &settings, &limits, NULL, &result));
    mi_flat_searcher.free(flat);
}

/* By UCB1 the urgencies stay as close as the last playouts allow. */
START_TEST(flat_by_ucb)
{
    settings.flat_ucb = true;
    settings.uct_constant = 0.7;
    search_flat(3000);
    ck_assert_int_eq(result.move, 2);
    ck_assert_uint_gt(visits_of(2), visits_of(0));
    ck_assert_uint_gt(visits_of(0), visits_of(1));
    double least = 10, most = 0;
    for (int i = 0; i < 3; i++) {
        double n = (double)result.choice[i].visits;
        double u = result.choice[i].value + 0.7 * sqrt(log(3000) / n);
        least = u < least ? u : least;
        most = u > most ? u : most;
    }
    ck_assert_msg(most - least < 0.02, "%g to %g", least, most);
}
END_TEST

static int tried_moves(void)
{
    int tried = 0;
    for (int i = 0; i < result.choice_count; i++)
        tried += result.choice[i].visits > 0;
    return tried;
}

/* Of 7 moves only the first ceil(sqrt(N)) are visited. */
START_TEST(progressive_widening)
{
    static const int playouts[] = {1, 4, 9, 16, 25, 60}, most[] = {1, 2, 3, 4, 5, 7};
    settings.widening = 1;
    settings.priors = false;
    settings.solver = false;
    for (int i = 0; i < COUNT(playouts); i++) {
        toy_begin(&toy, &mi_connect4_game, 7, 0);
        search_tree((uint64_t)playouts[i]);
        ck_assert_int_eq(tried_moves(), most[i]);
    }
}
END_TEST

/* In a tree of two plies with all positions visited, the root's value is the minimax of the leaves'
 * evaluations. */
START_TEST(implicit_minimax)
{
    const struct mi_mcts *tree = mcts;
    struct mi_limits limits = {.start = mi_clock(), .depth = 2};
    toy_begin(&toy, &mi_connect4_game, 7, 0);
    toy_play(&toy, 0);
    toy_play(&toy, 6);
    settings.priors = false;
    settings.uct_constant = 1e6; /* all moves equally often */
    settings.implicit = 0.4;
    search_tree(7 + 7 * 7);
    ck_assert_int_eq(result.depth, 2);
    double own = mi_node_position_value(mi_tree_node(&tree->tree, tree->tree.root));
    void *minimax = mi_minimax_searcher.make();
    ck_assert(mi_minimax_searcher.run(minimax, &toy.root, &settings, &limits, NULL, &result));
    mi_minimax_searcher.free(minimax);
    ck_assert_msg(fabs(own - result.value) < 1e-3, "%g, not %g", own, result.value);
}
END_TEST

/* Leaves of one batch differ if playouts in progress count as losses, and are the same leaf if they
 * do not; in the end each is counted once. */
START_TEST(virtual_loss)
{
    static const int losses[] = {0, 1, 3};
    for (int i = 0; i < COUNT(losses); i++) {
        settings.evaluator = &fake_batch;
        settings.virtual_loss = losses[i];
        toy_begin(&toy, &toy_nim, 20, 0);
        fake_begin();
        search_tree(200);
        ck_assert_uint_eq(result.playouts, 200);
        uint64_t visits = 0;
        for (int k = 0; k < result.choice_count; k++)
            visits += result.choice[k].visits;
        ck_assert_uint_eq(visits, 200);
        if (losses[i] == 0)
            ck_assert_int_eq(fake_largest, 1);
        else
            ck_assert_int_gt(fake_largest, 1);
        mi_mcts_searcher.clear(mcts);
    }
}
END_TEST

/* Separate trees do not depend on timing: the sum is always the same. */
START_TEST(root_parallel)
{
    struct mi_limits limits = {.playouts = 3001};
    uint64_t visits[2][3];
    settings.threads = 3;
    settings.solver = false;
    for (int i = 0; i < 2; i++) {
        void *roots = mi_root_parallel_searcher.make();
        toy_begin(&toy, &toy_nim, 6, 0);
        limits.start = mi_clock();
        ck_assert(
            mi_root_parallel_searcher.run(roots, &toy.root, &settings, &limits, NULL, &result));
        check_result();
        ck_assert_int_eq(result.move, 1);
        ck_assert_uint_eq(result.playouts, 3001);
        ck_assert_uint_eq(visits_of(0) + visits_of(1) + visits_of(2), 3001);
        for (int k = 0; k < 3; k++)
            visits[i][k] = visits_of(k);
        mi_root_parallel_searcher.free(roots);
    }
    ck_assert_mem_eq(visits[0], visits[1], sizeof visits[0]);
}
END_TEST

static int reports;

static void on_report(void *context, const struct mi_result *reported)
{
    ck_assert_ptr_eq(reported, context);
    ck_assert_int_ge(reported->move, 0);
    ck_assert_int_lt(reported->move, 3);
    ck_assert_int_eq(reported->pv[0], reported->move);
    reports++;
}

/* Reports during the run show its own result, not that of an earlier run. */
START_TEST(root_parallel_reports)
{
    struct mi_limits limits = {.seconds = 0.1, .report = 0.01, .start = mi_clock()};
    const struct mi_progress progress = {on_report, &result};
    void *roots = mi_root_parallel_searcher.make();
    settings.threads = 2;
    settings.solver = false;
    reports = 0;
    toy_begin(&toy, &toy_nim, 20, 0);
    result.move = result.pv[0] = MIAI_NO_MOVE;
    ck_assert(
        mi_root_parallel_searcher.run(roots, &toy.root, &settings, &limits, &progress, &result));
    ck_assert_int_gt(reports, 0);
    mi_root_parallel_searcher.free(roots);
}
END_TEST

/* With little memory there are fewer trees, which stay within it. */
START_TEST(few_roots)
{
    struct mi_limits limits = {.playouts = 500, .start = mi_clock()};
    void *roots = mi_root_parallel_searcher.make();
    settings.threads = 64;
    settings.memory = 1 << 20;
    toy_begin(&toy, &toy_nim, 6, 0);
    ck_assert(mi_root_parallel_searcher.run(roots, &toy.root, &settings, &limits, NULL, &result));
    check_result();
    ck_assert_uint_le(result.limit_bytes, settings.memory);
    mi_root_parallel_searcher.free(roots);
}
END_TEST

/* ---- playouts ---- */

static struct mi_playout_policy policy;
static struct mi_scale scale;

static void begin_style(enum mi_playout_kind kind)
{
    settings.playout = kind;
    scale = mi_scale_make(toy.root.game, &toy.setup, 0, 0);
    ck_assert(mi_playout_policy_make(&policy, &toy.root, &settings));
}

static double play_once(miai_rng *rng, void *pos, bool *over)
{
    int score;
    memcpy(pos, toy.pos, toy.root.size);
    return mi_playout_policy_play(&policy, &scale, pos, rng, NULL, over, &score);
}

/* Nim: 3 matches are an immediate win; from 5 only the move to 4 leaves the opponent no immediate
 * win. */
START_TEST(decisive_moves)
{
    static const int matches[] = {3, 5, 4};
    static const double values[] = {1, 1, 0};
    _Alignas(64) char pos[TOY_BYTES];
    miai_rng rng;
    bool over;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < 3; i++) {
        toy_begin(&toy, &toy_nim, matches[i], 0);
        begin_style(MI_PLAYOUT_DECISIVE);
        for (int k = 0; k < 50; k++)
            ck_assert_double_eq(play_once(&rng, pos, &over), values[i]);
        mi_playout_policy_free(&policy);
    }
}
END_TEST

/* After the time limit it looks for nothing: from 3 matches not all playouts are won at once. */
START_TEST(decisive_moves_after_time_limit)
{
    _Alignas(64) char pos[TOY_BYTES];
    atomic_bool stop = true;
    struct mi_limits limits = {.stop = &stop};
    miai_rng rng;
    bool over;
    int won = 0;
    miai_rng_seed(&rng, 1);
    toy_begin(&toy, &toy_nim, 3, 0);
    begin_style(MI_PLAYOUT_DECISIVE);
    policy.limits = &limits;
    for (int k = 0; k < 50; k++)
        won += play_once(&rng, pos, &over) == 1;
    ck_assert_int_gt(won, 0);
    ck_assert_int_lt(won, 50);
    stop = false;
    for (int k = 0; k < 50; k++)
        ck_assert_double_eq(play_once(&rng, pos, &over), 1);
    mi_playout_policy_free(&policy);
}
END_TEST

/* The best of three moves is played as often as epsilon allows: 0.6 + 0.4 / 3. */
START_TEST(average_sampling)
{
    static const enum mi_playout_kind kinds[] = {MI_PLAYOUT_MAST, MI_PLAYOUT_NGRAM};
    _Alignas(64) char pos[TOY_BYTES];
    miai_rng rng;
    bool over;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < 2; i++) {
        int best = 0;
        toy_begin(&toy, &toy_fan, 0, 0);
        begin_style(kinds[i]);
        for (int k = 0; k < 2000; k++)
            best += play_once(&rng, pos, &over) > 0.75;
        ck_assert_msg(best > 1380 && best < 1550, "%d of 2000", best);
        mi_playout_policy_free(&policy);
    }
}
END_TEST

/* Nim: of seven matches one is taken (move 0), after which two should be taken.  Answers that
 * depend on the previous move find that in 0.6 + 0.4 / 3 of the playouts, although another move is
 * better on average. */
START_TEST(last_reply_sampling)
{
    _Alignas(64) char pos[TOY_BYTES];
    int answers = 0, right = 0;
    miai_rng rng;
    bool over;
    miai_rng_seed(&rng, 1);
    toy_begin(&toy, &toy_nim, 7, 0);
    begin_style(MI_PLAYOUT_NGRAM);
    for (int k = 0; k < 4000; k++) {
        play_once(&rng, pos, &over);
        answers += policy.made[0].move == 0;
        right += policy.made[0].move == 0 && policy.made[1].move == 1;
    }
    ck_assert_int_gt(answers, 300);
    ck_assert_double_gt(right, 0.65 * answers);
    mi_playout_policy_free(&policy);
}
END_TEST

/* Chess has an evaluation: after two plies it replaces the result. */
START_TEST(short_playouts)
{
    _Alignas(64) static char pos[TOY_BYTES];
    miai_rng rng;
    bool over;
    miai_rng_seed(&rng, 1);
    toy_begin(&toy, &mi_chess_game, 8, 0);
    settings.playout_plies = 2;
    begin_style(MI_PLAYOUT_PLAIN);
    for (int k = 0; k < 20; k++) {
        double value = play_once(&rng, pos, &over);
        ck_assert(!over);
        ck_assert_double_eq(
            value, mi_scale_estimate(&scale, mi_chess_game.evaluation->evaluate(NULL, NULL, pos)));
    }
    mi_playout_policy_free(&policy);
    toy_begin(&toy, &toy_nim, 5, 0); /* has none */
    ck_assert(!mi_playout_policy_wanted(&toy_nim, &settings));
}
END_TEST

/* ---- complete searches ---- */

/* The first player has taken a corner: all moves but the centre lose.  Methods that converge find
 * it. */
START_TEST(converging_methods)
{
    static const char *const methods[][2] = {
        {"ucb", "tuned"},
        {"playout", "decisive"},
        {"playout", "mast"},
        {"playout", "ngram"},
        {"playout", "uniform"},
        {"final-move", "bound"},
        {"rave-equivalence", "100"},
        {"widening", "2"},
        {"parallel", "root"},
        {"virtual-loss", "0"},
        {"implicit", "0.3"},
    };
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < COUNT(methods); i++) {
        begin_engine("tictactoe");
        set_engine_option("playouts", "4000");
        set_engine_option("solver", "false");
        set_engine_option(methods[i][0], methods[i][1]);
        play_line("A1");
        ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
        ck_assert_msg(strcmp(move, "B2") == 0, "%s=%s: %s", methods[i][0], methods[i][1], move);
        end_engine();
    }
}
END_TEST

/* Flat Monte Carlo assumes a random opponent, however long it searches: it misses a certain win
 * (release 1.0). */
START_TEST(flat_does_not_converge)
{
    struct mi_limits limits = {.start = mi_clock(), .playouts = 20000};
    toy_begin(&toy, &toy_nim, 6, 0);
    settings.solver = false;
    search_tree(20000);
    ck_assert_int_eq(result.move, 1); /* to 4 */
    double tree = result.value;
    void *flat = mi_flat_searcher.make();
    ck_assert(mi_flat_searcher.run(flat, &toy.root, &settings, &limits, NULL, &result));
    mi_flat_searcher.free(flat);
    ck_assert_msg(tree > 0.9 && result.value < 0.8, "%g and %g", tree, result.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("methods");
    TCase *tests = add_case(suite, "methods", 10);
    tcase_add_checked_fixture(tests, begin_mcts, end_mcts);
    tcase_add_test(tests, greedy_tree);
    tcase_add_test(tests, tuned_urgencies);
    tcase_add_test(tests, flat_by_ucb);
    tcase_add_test(tests, progressive_widening);
    tcase_add_test(tests, implicit_minimax);
    tcase_add_test(tests, virtual_loss);
    tcase_add_test(tests, root_parallel);
    tcase_add_test(tests, root_parallel_reports);
    tcase_add_test(tests, few_roots);
    tcase_add_test(tests, decisive_moves);
    tcase_add_test(tests, decisive_moves_after_time_limit);
    tcase_add_test(tests, average_sampling);
    tcase_add_test(tests, last_reply_sampling);
    tcase_add_test(tests, short_playouts);
    tcase_add_test(tests, converging_methods);
    tcase_add_test(tests, flat_does_not_converge);
    return run_suite(suite);
}
