/* Single nodes of alpha-beta: the root's evaluation, and history that is updated only once. */
#include "game/games.h"
#include "search/alphabeta/alphabeta.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

enum { MEMORY = 4 << 20 };

static struct situation situation;
static struct mi_root root;
static struct mi_limits limits;
static struct mi_ab_tuning tuning;
static struct mi_result result;
static struct mi_table table;
static struct mi_ab_history history;
static struct mi_ab_run run;
static struct mi_ab_thread *thread;

static void begin_node(const char *fen)
{
    begin_at(&situation, &mi_chess_game, fen);
    root = root_of(&situation);
    tuning = mi_ab_tuning_of(&mi_chess_game, NULL);
    run = (struct mi_ab_run){.root = &root,
                             .tuning = &tuning,
                             .limits = &limits,
                             .features = MI_FEATURES_ALL,
                             .table = &table,
                             .histories = &history,
                             .result = &result,
                             .thread_count = 1};
    ck_assert(mi_ab_plan_threads(&run, MEMORY));
    ck_assert(mi_table_resize(&table, MEMORY));
    ck_assert(mi_ab_history_init(&history, &mi_chess_game,
                                 mi_chess_game.move_count(&situation.setup), run.kinds));
    ck_assert(mi_ab_make_threads(&run));
    thread = run.threads;
    thread->stack.check_limits = mi_ab_check_limits;
    mi_ab_fill_reductions(thread);
    mi_ab_list_root(thread);
}

static void end_node(void)
{
    mi_ab_free_threads(&run);
    mi_ab_history_free(&history);
    mi_table_free(&table);
}

static const char open_chess[] =
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

/* ---- the root's evaluation ---- */

/* Ply 2 compares its evaluation with the root's, so the root must be evaluated. */
START_TEST(root_is_evaluated)
{
    const struct mi_ab_stack_frame *frame;
    begin_node(open_chess);
    frame = &thread->stack.frames[0];
    mi_ab_search_root(thread, 2, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    ck_assert_int_eq(frame->raw_eval, mi_ab_evaluate(&thread->stack, 0));
    ck_assert_int_ne(frame->eval, MI_SCORE_NONE);
    end_node();
}
END_TEST

/* As at other nodes: no evaluation in check or without selective search. */
START_TEST(root_without_evaluation)
{
    begin_node("rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3");
    mi_ab_search_root(thread, 2, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    ck_assert_int_eq(thread->stack.frames[0].eval, MI_SCORE_NONE);
    end_node();
    begin_node(open_chess);
    thread->features = MI_FEATURES_PLAIN;
    mi_ab_search_root(thread, 2, -MI_SCORE_INFINITE, MI_SCORE_INFINITE);
    ck_assert_int_eq(thread->stack.frames[0].eval, MI_SCORE_NONE);
    end_node();
}
END_TEST

/* ---- eval_change.c ---- */

static miai_move move_of(const char *text)
{
    miai_move move = mi_chess_game.notation->read_move(situation.pos, text);
    ck_assert_int_ge(move, 0);
    return move;
}

/* The node after a move that changed the evaluation. */
static struct mi_ab_node node_after(struct mi_move_context *place, miai_move move)
{
    struct mi_ab_stack *stack = &thread->stack;
    struct mi_ab_stack_frame *frames = stack->frames;
    ck_assert(mi_ab_play(stack, 0, move));
    frames[0].quiet_move = move;
    frames[0].context = place;
    frames[0].eval = 0;
    frames[1].eval = -MIAI_POINT_SCORE;
    return (struct mi_ab_node){.thread = thread, .stack = stack, .frame = &frames[1], .ply = 1};
}

/* A node searched from within its own search does not update the history again. */
START_TEST(change_of_evaluation_counts_once)
{
    struct mi_picker picker;
    begin_node(open_chess);
    miai_move move = move_of("d3");
    mi_ab_begin_moves(&thread->stack, 0, &picker);
    struct mi_ab_node node = node_after(&picker.context, move);
    mi_ab_adjust_by_eval_change(&node);
    int16_t once = *mi_ab_quiet_history(&history, &picker.context, move);
    ck_assert_int_gt(once, 0);
    node.frame->reentered = true;
    mi_ab_adjust_by_eval_change(&node);
    ck_assert_int_eq(*mi_ab_quiet_history(&history, &picker.context, move), once);
    end_node();
}
END_TEST

/* The history bonus of a move after which the node fails low. */
static int prior_move_bonus_of(bool again)
{
    enum { FAR_ABOVE = 50 * MIAI_POINT_SCORE };
    struct mi_picker picker;
    begin_node(open_chess);
    miai_move move = move_of("d3");
    mi_ab_begin_moves(&thread->stack, 0, &picker);
    struct mi_ab_node node = node_after(&picker.context, move);
    node.frame->reentered = again;
    node.frame[-1].eval = MI_SCORE_NONE; /* no change of the evaluation */
    mi_ab_search_node(thread, 1, 1, FAR_ABOVE, FAR_ABOVE + 1);
    int score = *mi_ab_quiet_history(&history, &picker.context, move);
    end_node();
    return score;
}

/* A node that was reentered leaves the bonus to its first entry. */
START_TEST(prior_move_bonus_is_given_once)
{
    ck_assert_int_gt(prior_move_bonus_of(false), 0);
    ck_assert_int_eq(prior_move_bonus_of(true), 0);
}
END_TEST

/* The knight is pinned: a stalemate that quick_outcome() misses.  Node and quiescence leaf notice
 * it when no move is found. */
START_TEST(stalemate_is_noticed_without_moves)
{
    int score;
    begin_node("kn6/8/1K6/8/8/8/8/7R w - - 0 1");
    ck_assert(mi_ab_play(&thread->stack, 0, move_of("Rh8")));
    const void *stalemate = mi_path_at(&thread->stack.path, 1);
    ck_assert(!mi_tactics(&mi_chess_game)->quick_outcome(stalemate, &score));
    ck_assert_int_eq(mi_ab_search_node(thread, 1, 3, -MI_SCORE_INFINITE, MI_SCORE_INFINITE), 0);
    ck_assert(thread->stack.frames[1].proven && thread->stack.frames[1].leaf);
    thread->stack.quiesces = false;
    ck_assert_int_eq(mi_ab_search_node(thread, 1, 0, -MI_SCORE_INFINITE, MI_SCORE_INFINITE), 0);
    end_node();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("node");
    TCase *tests = add_case(suite, "node", 20);
    tcase_add_test(tests, root_is_evaluated);
    tcase_add_test(tests, root_without_evaluation);
    tcase_add_test(tests, change_of_evaluation_counts_once);
    tcase_add_test(tests, prior_move_bonus_is_given_once);
    tcase_add_test(tests, stalemate_is_noticed_without_moves);
    return run_suite(suite);
}
