/* Monte-Carlo tree search on games that are known by heart. */
#include "base/clock.h"
#include "game/games.h"
#include "search/mcts.h"
#include "suite.h"
#include "toy_games.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct toy toy;
static struct mi_settings settings;
static struct mi_result result;
static void *mcts;

static void set_up(void)
{
    settings = toy_settings();
    mcts = mi_mcts.make();
    ck_assert_ptr_nonnull(mcts);
}

static void tear_down(void)
{
    mi_mcts.free(mcts);
}

/* Every result that comes out is checked. */
static void check_result(void)
{
    uint64_t visits = 0;
    double share = 0;
    ck_assert_int_gt(result.choice_count, 0);
    ck_assert(toy.root.game->legal(toy.pos, result.move));
    ck_assert_int_eq(result.move, result.choice[0].move);
    ck_assert_double_eq(result.value, result.choice[0].value);
    ck_assert_uint_le(result.tree_bytes, settings.memory);
    for (int i = 0; i < result.choice_count; i++) {
        visits += result.choice[i].visits;
        share += result.choice[i].share;
        ck_assert(result.choice[i].value >= 0 && result.choice[i].value <= 1);
    }
    ck_assert(visits == 0 || (share > 0.999999 && share < 1.000001));
    ck_assert_int_eq(result.pv[0], result.move);
    _Alignas(max_align_t) char pos[512];
    memcpy(pos, toy.pos, toy.root.size);
    for (int i = 0; i < result.pv_length; i++) {
        ck_assert(toy.root.game->legal(pos, result.pv[i]));
        toy.root.game->play(pos, result.pv[i]);
    }
}

static void search_within(struct mi_limits limits)
{
    limits.start = mi_clock();
    ck_assert(mi_mcts.run(mcts, &toy.root, &settings, &limits, NULL, &result));
    check_result();
}

static void search(uint64_t playouts)
{
    search_within((struct mi_limits){.playouts = playouts});
}

static uint64_t visits_of(miai_move move)
{
    for (int i = 0; i < result.choice_count; i++)
        if (result.choice[i].move == move)
            return result.choice[i].visits;
    return 0;
}

/* ---- values and selection ---- */

START_TEST(known_values)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    settings.final = MI_FINAL_VALUE;
    search(1000);
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

/* UCB1 by hand, with N counting the playout under way. */
START_TEST(selection_is_ucb1)
{
    static const double value[] = {0.6, 0.25, 0.8};
    int n[] = {1, 1, 1};
    toy_begin(&toy, &toy_fan, 0, 0);
    for (int playouts = 3; playouts < 200; playouts++) {
        search((uint64_t)playouts);
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
    search(3);
    for (int i = 0; i < 3; i++)
        ck_assert_uint_eq(visits_of(i), 1);
}
END_TEST

START_TEST(zero_urgency_stays_with_the_first_good_move)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    settings.fpu = 0;
    search(100);
    ck_assert_uint_eq(result.choice[0].visits, 100);
}
END_TEST

START_TEST(urgency_by_value)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    settings.fpu = 0.7;
    settings.uct_constant = 0;
    search(100);
    ck_assert_int_eq(result.move, 2);
    ck_assert_uint_ge(visits_of(2), 98);
    ck_assert_uint_le(visits_of(0) + visits_of(1), 2);
}
END_TEST

START_TEST(final_move_by_visits_value_or_total)
{
    toy_begin(&toy, &toy_fan, 0, 0);
    for (int final = MI_FINAL_VISITS; final <= MI_FINAL_TOTAL; final++) {
        settings.final = (enum mi_final) final;
        search(500);
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
        search(20000);
        ck_assert_int_eq(result.move, 2);
        ck_assert_double_gt(result.value, 0.9);
        ck_assert_int_eq(result.proof, MI_UNPROVEN);
    }
}
END_TEST

/* A playout in which the second player makes move 6 before the first does, and the first move 5. */
static int the_same_move_twice(void *pos, miai_rng *rng, miai_trace *trace)
{
    (void)pos;
    (void)rng;
    miai_trace_add(trace, 6, 1);
    miai_trace_add(trace, 6, 0);
    miai_trace_add(trace, 5, 0);
    return 1;
}

START_TEST(amaf_counts_for_who_was_first_by_how_soon)
{
    miai_game game = mi_connect4;
    const struct mi_tree *tree = &((struct mi_mcts *)mcts)->tree;
    game.heavy_playout = the_same_move_twice;
    settings.playout = MI_PLAYOUT_HEAVY;
    settings.rave_equivalence = 100;
    toy_begin(&toy, &game, 0, 0);
    search(1);
    int n;
    const struct mi_node *child = mi_children(tree, mi_tree_at(tree, tree->root), &n);
    ck_assert_int_eq(n, 7);
    for (int i = 0; i < n; i++)
        ck_assert_uint_eq(child[i].amaf_visits, child[i].visits ? 3 : child[i].move == 5);
}
END_TEST

static void prefer_the_last(const void *pos, const miai_move *list, int n, float *prior)
{
    (void)pos;
    for (int i = 0; i < n; i++)
        prior[i] = n == 1 ? 1.0F : list[i] == n - 1 ? 0.9F : 0.1F / (float)(n - 1);
}

START_TEST(priors_lead)
{
    miai_game game = toy_fan;
    game.priors = prefer_the_last;
    toy_begin(&toy, &game, 0, 0);
    search(1);
    ck_assert_int_eq(result.move, 2);
    search(1000);
    ck_assert_int_eq(result.move, 2);
    ck_assert_uint_gt(visits_of(2), 900);
}
END_TEST

static void different_priors(const void *pos, const miai_move *list, int n, float *prior)
{
    static const float of[] = {0.3F, 0.1F, 0.6F};
    (void)pos;
    for (int i = 0; i < n; i++)
        prior[i] = n == 3 ? of[list[i]] : 1.0F / (float)n;
}

/* Prior wins by hand, the square roots of the priors as exact as the nodes keep them. */
START_TEST(selection_with_prior_wins)
{
    static const double value[] = {0.6, 0.25, 0.8}, prior[] = {0.3, 0.1, 0.6};
    miai_game game = toy_fan;
    int n[] = {0, 0, 0};
    game.priors = different_priors;
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
        search((uint64_t)playouts);
        for (int i = 0; i < 3; i++)
            ck_assert_uint_eq(visits_of(i), (uint64_t)n[i]);
    }
}
END_TEST

START_TEST(expansion_after_some_visits)
{
    toy_begin(&toy, &toy_nim, 20, 0);
    settings.expand_visits = 1000;
    search(1000);
    ck_assert_int_eq(result.depth, 1);
    ck_assert_uint_eq(result.tree_nodes, 4);
    settings.expand_visits = 10;
    search(1000);
    ck_assert_int_gt(result.depth, 1);
}
END_TEST

START_TEST(depth_is_bounded)
{
    toy_begin(&toy, &toy_nim, 25, 0);
    for (int bound = 1; bound <= 4; bound++) {
        settings.tree_depth = bound;
        search(5000);
        ck_assert_int_eq(result.depth, bound);
    }
}
END_TEST

START_TEST(depth_may_end_the_search)
{
    toy_begin(&toy, &toy_nim, 25, 0);
    search_within((struct mi_limits){.depth = 3});
    ck_assert_int_eq(result.depth, 3);
}
END_TEST

START_TEST(several_playouts_a_leaf)
{
    toy_begin(&toy, &toy_nim, 25, 0);
    settings.leaf_playouts = 8;
    search(1003);
    ck_assert_uint_eq(result.playouts, 1003);
    ck_assert_uint_eq(result.leaves, 126);
}
END_TEST

/* ---- proofs ---- */

START_TEST(nim_is_solved)
{
    for (int matches = 1; matches <= 20; matches++) {
        toy_begin(&toy, &toy_nim, matches, 0);
        search(2000000);
        ck_assert_int_eq(result.proof, matches % 4 ? MI_WIN : MI_LOSS);
        ck_assert_double_eq(result.value, matches % 4 ? 1 : 0);
        if (matches % 4)
            ck_assert_int_eq(result.move, matches % 4 - 1);
        ck_assert_uint_lt(result.playouts, 2000000);
    }
}
END_TEST

START_TEST(a_solved_position_needs_no_limit)
{
    toy_begin(&toy, &toy_nim, 9, 0);
    search_within((struct mi_limits){.playouts = 0});
    ck_assert_int_eq(result.proof, MI_WIN);
}
END_TEST

START_TEST(tictactoe_is_a_draw)
{
    toy_begin(&toy, &mi_tictactoe, 0, 0);
    search(200000);
    ck_assert(result.proof == MI_DRAW || (result.value > 0.45 && result.value < 0.6));
    toy_play(&toy, 4); /* the middle, a corner, the opposite corner */
    toy_play(&toy, 0);
    toy_play(&toy, 8);
    search(200000);
    ck_assert_int_eq(result.proof, MI_DRAW);
    ck_assert_double_eq(result.value, 0.5);
}
END_TEST

START_TEST(tictactoe_fork_is_won)
{
    toy_begin(&toy, &mi_tictactoe, 0, 0);
    toy_play(&toy, 0);
    toy_play(&toy, 1);
    search(100000);
    ck_assert_int_eq(result.proof, MI_WIN);
    toy_play(&toy, result.move);
    search(100000);
    ck_assert_int_eq(result.proof, MI_LOSS);
}
END_TEST

/* Who wins the ring game from here, by trying all? */
static int ring_value(int cell, int turn, unsigned seen)
{
    int best = (cell == 2) != turn ? 1 : -1; /* stop */
    for (int step = 1; step < TOY_CELLS; step += TOY_CELLS - 2) {
        int next = (cell + step) % TOY_CELLS;
        if (!(seen >> next & 1)) {
            int value = -ring_value(next, !turn, seen | 1u << next);
            best = value > best ? value : best;
        }
    }
    return best;
}

START_TEST(superko_is_solved)
{
    toy_begin(&toy, &toy_ring, 0, 0);
    unsigned seen = 1;
    int cell = 0;
    for (int turn = 0; turn < 2 * TOY_CELLS; turn++) {
        int left = (cell + TOY_CELLS - 1) % TOY_CELLS, right = (cell + 1) % TOY_CELLS;
        search(100000);
        ck_assert_int_eq(result.proof, ring_value(cell, turn % 2, seen) > 0 ? MI_WIN : MI_LOSS);
        ck_assert_int_eq(result.choice_count, 1 + !(seen >> left & 1) + !(seen >> right & 1));
        if (result.choice_count == 1)
            break;
        cell = seen >> right & 1 ? left : right;
        toy_play(&toy, cell == right ? TOY_RIGHT : TOY_LEFT);
        seen |= 1u << cell;
    }
    ck_assert_uint_eq(seen, 31);
}
END_TEST

START_TEST(a_repetition_that_draws)
{
    settings.reuse = true;
    toy_begin(&toy, &toy_ring, 0, 1);
    for (int i = 0; i < 20; i++) {
        search(500);
        ck_assert_int_eq(result.choice_count, 3);
        if (i == 1)
            ck_assert_uint_gt(result.reused_visits, 0);
        toy_play(&toy, i % 2 ? TOY_LEFT : TOY_RIGHT);
    }
}
END_TEST

/* ---- limits ---- */

START_TEST(time_ends_it)
{
    settings.solver = false;
    toy_begin(&toy, &toy_nim, 20, 0);
    double start = mi_clock();
    search_within((struct mi_limits){.seconds = 0.1});
    ck_assert_double_ge(mi_clock() - start, 0.1);
    ck_assert_double_lt(mi_clock() - start, 0.5);
}
END_TEST

START_TEST(no_time_at_all_gives_a_move)
{
    toy_begin(&toy, &toy_nim, 20, 0);
    search_within((struct mi_limits){.seconds = 1e-9});
    ck_assert_uint_le(result.playouts, 10);
}
END_TEST

START_TEST(stop_in_advance_gives_a_move)
{
    atomic_bool stop = true;
    toy_begin(&toy, &toy_nim, 20, 0);
    search_within((struct mi_limits){.stop = &stop});
    ck_assert_uint_eq(result.playouts, 0);
}
END_TEST

START_TEST(a_forced_move_takes_no_time)
{
    const miai_move only[] = {1};
    toy_begin(&toy, &toy_nim, 20, 0);
    toy.root.only = only;
    toy.root.only_count = 1;
    double start = mi_clock();
    search_within((struct mi_limits){.seconds = 5});
    ck_assert_double_lt(mi_clock() - start, 1);
    ck_assert_int_eq(result.move, 1);
}
END_TEST

struct reports {
    int count;
    atomic_bool stop;
};

static void count_report(void *context, const struct mi_result *snapshot)
{
    struct reports *reports = context;
    ck_assert(toy.root.game->legal(toy.pos, snapshot->move));
    ck_assert_uint_gt(snapshot->playouts, 0);
    if (++reports->count == 3)
        atomic_store(&reports->stop, true);
}

START_TEST(progress_is_told_and_may_stop_it)
{
    struct reports reports = {0, false};
    struct mi_progress progress = {count_report, &reports};
    struct mi_limits limits = {.start = mi_clock(), .stop = &reports.stop};
    settings.solver = false;
    for (settings.threads = 1; settings.threads <= 2; settings.threads++) {
        toy_begin(&toy, &toy_nim, 20, 0);
        reports.count = 0;
        atomic_store(&reports.stop, false);
        limits.start = mi_clock();
        ck_assert(mi_mcts.run(mcts, &toy.root, &settings, &limits, &progress, &result));
        check_result();
        ck_assert_int_eq(reports.count, 3);
    }
}
END_TEST

START_TEST(only_some_moves)
{
    const miai_move only[] = {2, 0};
    settings.reuse = true;
    toy_begin(&toy, &toy_nim, 14, 0); /* 1 wins */
    search(100);
    toy.root.only = only;
    toy.root.only_count = 2;
    search(100000);
    ck_assert_int_eq(result.choice_count, 2);
    ck_assert_int_ne(result.move, 1);
    ck_assert_int_eq(result.proof, MI_LOSS);
    toy.root.only_count = 0; /* the tree knows no more and no less */
    search(100000);
    ck_assert_int_eq(result.choice_count, 3);
    ck_assert_int_eq(result.move, 1);
    ck_assert_int_eq(result.proof, MI_WIN);
}
END_TEST

static int one_candidate(const void *pos, miai_move *list)
{
    int n = toy_nim.moves(pos, list);
    list[0] = list[n - 1];
    return 1;
}

START_TEST(chosen_moves_need_not_be_candidates)
{
    const miai_move only[] = {0, 1};
    miai_game game = toy_nim;
    game.candidates = one_candidate;
    toy_begin(&toy, &game, 20, 0);
    search(100);
    ck_assert_int_eq(result.choice_count, 1);
    ck_assert_int_eq(result.move, 2);
    toy.root.only = only;
    toy.root.only_count = 2;
    search(100);
    ck_assert_int_eq(result.choice_count, 2);
}
END_TEST

/* ---- memory ---- */

START_TEST(tiny_memory_runs_on)
{
    settings.memory = 1 << 20;
    settings.solver = false;
    settings.reuse = true;
    toy_begin(&toy, &mi_connect4, 0, 0);
    for (int i = 0; i < 6; i++) {
        search(100000);
        ck_assert_uint_eq(result.playouts, 100000);
        ck_assert_uint_gt(result.tree_bytes, settings.memory / 4);
        toy_play(&toy, result.move);
    }
}
END_TEST

START_TEST(too_little_memory_to_begin)
{
    struct mi_limits limits = {.playouts = 10, .start = mi_clock()};
    settings.memory = 10000;
    toy_begin(&toy, &toy_nim, 20, 0);
    result.playouts = 77;
    ck_assert(!mi_mcts.run(mcts, &toy.root, &settings, &limits, NULL, &result));
    ck_assert_uint_eq(result.playouts, 77);
    settings.memory = 1 << 20;
    search(10);
    ck_assert_uint_eq(result.playouts, 10);
}
END_TEST

/* ---- reuse ---- */

static void begin_reuse(void)
{
    settings.reuse = true;
    settings.solver = false;
    toy_begin(&toy, &mi_connect4, 0, 0);
    search(5000);
}

/* Plays the two moves that the search expects, and returns the visits of that position. */
static uint64_t play_expected(void)
{
    miai_move own = result.pv[0], reply = result.pv[1];
    toy_play(&toy, own);
    search(1);
    uint64_t visits = visits_of(reply);
    toy_play(&toy, reply);
    return visits;
}

START_TEST(visits_live_on_after_two_moves)
{
    begin_reuse();
    uint64_t visits = play_expected();
    search(1000);
    ck_assert_uint_eq(result.reused_visits, visits);
    ck_assert_uint_gt(visits, 300);
}
END_TEST

START_TEST(the_same_position_goes_on)
{
    begin_reuse();
    search(100);
    ck_assert_uint_eq(result.reused_visits, 5000);
    search(100);
    ck_assert_uint_eq(result.reused_visits, 5100);
}
END_TEST

START_TEST(undo_keeps_what_it_can)
{
    begin_reuse();
    play_expected();
    search(1000);
    toy_undo(&toy, 2);
    search(1);
    ck_assert_uint_eq(result.reused_visits, 5000 + 1 + 1000);
    uint64_t visits = 0;
    for (int i = 0; i < result.choice_count; i++)
        visits += result.choice[i].visits;
    ck_assert_uint_eq(visits, 6002);
}
END_TEST

START_TEST(another_branch_after_undo)
{
    begin_reuse();
    miai_move other = result.choice[1].move;
    uint64_t visits = result.choice[1].visits;
    toy_play(&toy, result.move);
    search(100);
    toy_undo(&toy, 1);
    toy_play(&toy, other);
    search(100);
    ck_assert_uint_eq(result.reused_visits, visits);
}
END_TEST

START_TEST(what_is_no_longer_true_is_dropped)
{
    begin_reuse();
    toy.root.start++; /* as by another komi */
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    settings.solver = true; /* proofs are another kind of tree */
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    search(10);
    ck_assert_uint_eq(result.reused_visits, 10);
    settings.reuse = false;
    search(10);
    ck_assert_uint_eq(result.reused_visits, 0);
    settings.reuse = true;
    mi_mcts.clear(mcts);
    search(10);
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
    search(100); /* never seen: fresh */
    toy_undo(&toy, 4);
    search(100); /* its ancestor is not in memory: fresh */
    ck_assert_uint_eq(result.reused_visits, 0);
}
END_TEST

/* ---- reproducibility, threads ---- */

static uint64_t play_a_game(uint64_t seed)
{
    uint64_t signature = 0;
    int score;
    void *kept = mcts;
    mcts = mi_mcts.make();
    settings.seed = seed;
    for (toy_begin(&toy, &mi_connect4, 0, 0); !toy_over(&toy, &score);
         toy_play(&toy, result.move)) {
        search(500);
        for (int i = 0; i < result.choice_count; i++)
            signature = miai_mix(signature ^ result.choice[i].visits) + (uint64_t)result.move;
    }
    mi_mcts.free(mcts);
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

START_TEST(two_threads_share_a_tree)
{
    settings.threads = 2;
    settings.reuse = true;
    settings.memory = 1 << 20;
    for (int rave = 0; rave < 2; rave++) {
        int score;
        settings.rave_equivalence = rave ? 100 : 0;
        settings.solver = rave;
        for (toy_begin(&toy, &mi_connect4, 0, 0); !toy_over(&toy, &score);) {
            search(10000);
            ck_assert(result.playouts == 10000 || result.proof != MI_UNPROVEN);
            toy_play(&toy, result.move);
        }
    }
}
END_TEST

START_TEST(two_threads_prove)
{
    settings.threads = 2;
    for (int matches = 1; matches <= 16; matches++) {
        toy_begin(&toy, &toy_nim, matches, 0);
        search(1000000);
        ck_assert_int_eq(result.proof, matches % 4 ? MI_WIN : MI_LOSS);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts");
    TCase *tests = add_case(suite, "mcts", 120);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, known_values);
    tcase_add_test(tests, selection_is_ucb1);
    tcase_add_test(tests, each_move_is_tried_first);
    tcase_add_test(tests, zero_urgency_stays_with_the_first_good_move);
    tcase_add_test(tests, urgency_by_value);
    tcase_add_test(tests, final_move_by_visits_value_or_total);
    tcase_add_test(tests, amaf_and_no_solver_find_the_move);
    tcase_add_test(tests, amaf_counts_for_who_was_first_by_how_soon);
    tcase_add_test(tests, priors_lead);
    tcase_add_test(tests, selection_with_prior_wins);
    tcase_add_test(tests, expansion_after_some_visits);
    tcase_add_test(tests, depth_is_bounded);
    tcase_add_test(tests, depth_may_end_the_search);
    tcase_add_test(tests, several_playouts_a_leaf);
    tcase_add_test(tests, nim_is_solved);
    tcase_add_test(tests, a_solved_position_needs_no_limit);
    tcase_add_test(tests, tictactoe_is_a_draw);
    tcase_add_test(tests, tictactoe_fork_is_won);
    tcase_add_test(tests, superko_is_solved);
    tcase_add_test(tests, a_repetition_that_draws);
    tcase_add_test(tests, time_ends_it);
    tcase_add_test(tests, no_time_at_all_gives_a_move);
    tcase_add_test(tests, stop_in_advance_gives_a_move);
    tcase_add_test(tests, a_forced_move_takes_no_time);
    tcase_add_test(tests, progress_is_told_and_may_stop_it);
    tcase_add_test(tests, only_some_moves);
    tcase_add_test(tests, chosen_moves_need_not_be_candidates);
    tcase_add_test(tests, tiny_memory_runs_on);
    tcase_add_test(tests, too_little_memory_to_begin);
    tcase_add_test(tests, visits_live_on_after_two_moves);
    tcase_add_test(tests, the_same_position_goes_on);
    tcase_add_test(tests, undo_keeps_what_it_can);
    tcase_add_test(tests, another_branch_after_undo);
    tcase_add_test(tests, what_is_no_longer_true_is_dropped);
    tcase_add_test(tests, a_longer_game_from_the_middle);
    tcase_add_test(tests, equal_seeds_play_equal_games);
    tcase_add_test(tests, two_threads_share_a_tree);
    tcase_add_test(tests, two_threads_prove);
    return run_suite(suite);
}
