/* The tree of the last search, as the library reports it. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <string.h>

enum { MOST = 1000 };

static miai_branch branches_seen[MOST];
static int branch_count;

static bool keep_branch(void *context, const miai_branch *branch)
{
    (void)context;
    branches_seen[branch_count++] = *branch;
    return branch_count < MOST;
}

static bool keep_selected_branch(void *context, const miai_branch *branch)
{
    keep_branch(context, branch);
    return false;
}

static void walk_tree(const char *moves, int depth, uint64_t least)
{
    branch_count = 0;
    ck_assert_int_eq(miai_walk_tree(engine, moves, depth, least, keep_branch, NULL), MIAI_OK);
}

static void search_and_walk(const char *constant)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_game(engine, "tictactoe"), MIAI_OK);
    set_engine_option("search", "mcts");
    set_engine_option("solver", "false");
    set_engine_option("playouts", "500");
    set_engine_option("uct-constant", constant);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
}

/* UCB1 recomputed with all moves visited; the next move has the highest urgency. */
START_TEST(urgencies_are_the_formula)
{
    const double c = 0.7;
    double sum = 1, most = 0, next = 0; /* the root's first visit goes to no move */
    int marked = 0;
    search_and_walk("0.7");
    walk_tree(NULL, 1, 0);
    ck_assert_int_eq(branch_count, 9);
    for (int i = 0; i < branch_count; i++)
        sum += (double)branches_seen[i].visits;
    for (int i = 0; i < branch_count; i++) {
        double n = (double)branches_seen[i].visits,
               u = branches_seen[i].value + c * sqrt(log(sum) / n);
        ck_assert_msg(fabs(u - branches_seen[i].urgency) < 1e-3, "%s: %g, not %g",
                      branches_seen[i].move, branches_seen[i].urgency, u);
        most = branches_seen[i].urgency > most ? branches_seen[i].urgency : most;
        next = branches_seen[i].next ? branches_seen[i].urgency : next;
        marked += branches_seen[i].next;
        ck_assert(i == 0 || branches_seen[i].visits <= branches_seen[i - 1].visits);
        ck_assert_int_eq(branches_seen[i].player, 0);
    }
    ck_assert_int_eq(marked, 1);
    ck_assert(next == most);
}
END_TEST

/* The visits of a node's branches add up to its own minus the first; the value is the negated
 * mean. */
START_TEST(branches_add_up)
{
    search_and_walk("0.7");
    walk_tree(NULL, 1, 0);
    miai_branch first = branches_seen[0];
    double sum = 0, value = 0;
    walk_tree(first.move, 1, 1);
    for (int i = 0; i < branch_count; i++) {
        sum += (double)branches_seen[i].visits;
        value += (double)branches_seen[i].visits * (1 - branches_seen[i].value);
        ck_assert_int_eq(branches_seen[i].player, 1);
    }
    ck_assert(sum == (double)first.visits - 1);
    ck_assert(fabs(value - first.value * (double)first.visits) <= 1 + 1e-6);
}
END_TEST

START_TEST(depth_and_minimum_visits)
{
    search_and_walk("0.7");
    walk_tree("", 3, 5);
    for (int i = 0; i < branch_count; i++) {
        ck_assert(branches_seen[i].visits >= 5 && branches_seen[i].depth >= 1 &&
                  branches_seen[i].depth <= 3);
        ck_assert_int_eq(branches_seen[i].player, (branches_seen[i].depth - 1) % 2);
        ck_assert(i == 0 || branches_seen[i].depth <= branches_seen[i - 1].depth + 1);
    }
    branch_count = 0;
    ck_assert_int_eq(miai_walk_tree(engine, NULL, 3, 1, keep_selected_branch, NULL), MIAI_OK);
    ck_assert_int_eq(branch_count, 1);
}
END_TEST

/* Unvisited moves are tried first; proven ones are marked. */
START_TEST(unvisited_and_proven)
{
    char move[MIAI_MOVE_TEXT];
    search_and_walk("0.7");
    walk_tree("A1 B2", 1, 0);
    for (int i = 0; i < branch_count; i++)
        ck_assert(branches_seen[i].visits > 0 || isinf(branches_seen[i].urgency));
    set_engine_option("solver", "true");
    static const char *const moves[] = {"A1", "B2", "A2"};
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, moves[i]), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    walk_tree(NULL, 1, 0);
    for (int i = 0; i < branch_count; i++) /* all moves but one let A3 win */
        ck_assert_int_eq(branches_seen[i].proof == 1, strcmp(branches_seen[i].move, "A3") != 0);
}
END_TEST

START_TEST(search_without_tree)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_walk_tree(engine, NULL, 1, 1, keep_branch, NULL), MIAI_UNSUPPORTED);
    search_and_walk("0.7");
    ck_assert_int_eq(miai_walk_tree(engine, "A1 A1", 1, 1, keep_branch, NULL), MIAI_ILLEGAL);
    ck_assert_int_eq(miai_walk_tree(engine, "Z9", 1, 1, keep_branch, NULL), MIAI_ILLEGAL);
    set_engine_option("search", "flat");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_walk_tree(engine, NULL, 1, 1, keep_branch, NULL), MIAI_UNSUPPORTED);
}
END_TEST

/* What "auto" stands for, as the game and the network decide. */
START_TEST(auto_is_resolved)
{
    char text[32];
    set_engine_option("network", "none");
    ck_assert_int_gt(miai_effective_option(engine, "prior-wins", text, sizeof text), 0);
    ck_assert_str_ne(text, "auto");
    set_engine_option("prior-wins", "12");
    miai_effective_option(engine, "prior-wins", text, sizeof text);
    ck_assert_str_eq(text, "12");
    miai_set_game(engine, "chess");
    miai_effective_option(engine, "search", text, sizeof text);
    ck_assert_str_eq(text, "alphabeta");
    ck_assert_int_eq(miai_effective_option(engine, "none", text, sizeof text), -1);
}
END_TEST

/* PUCT with a constant of 0: the urgency is the value, apart from prior wins. */
START_TEST(other_formulas)
{
    char move[MIAI_MOVE_TEXT];
    set_engine_option("size", "5");
    set_engine_option("network", "none");
    set_engine_option("playouts", "100");
    set_engine_option("prior-wins", "0");
    set_engine_option("rave-equivalence", "0");
    set_engine_option("uct-constant", "0");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    walk_tree(NULL, 1, 1);
    double priors = 0;
    for (int i = 0; i < branch_count; i++) {
        ck_assert(fabs(branches_seen[i].urgency - branches_seen[i].value) < 1e-9);
        priors += branches_seen[i].prior;
    }
    ck_assert(branch_count > 0 && priors > 0 && priors < 1.01);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("branches");
    TCase *tests = add_case(suite, "branches", 10);
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_test(tests, urgencies_are_the_formula);
    tcase_add_test(tests, branches_add_up);
    tcase_add_test(tests, depth_and_minimum_visits);
    tcase_add_test(tests, unvisited_and_proven);
    tcase_add_test(tests, search_without_tree);
    tcase_add_test(tests, other_formulas);
    tcase_add_test(tests, auto_is_resolved);
    return run_suite(suite);
}
