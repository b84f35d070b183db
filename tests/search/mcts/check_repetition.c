/* Repetition in the Monte-Carlo tree: a position repeated within the path is a draw at once; one
 * from before the root only at its third occurrence. */
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* ---- chess: a bare king against king and queen ---- */

static void begin_chess(void)
{
    begin_mcts();
    settings.leaf = MI_LEAF_EVALUATION;
    settings.leaf_odds = 2 * MIAI_POINT_SCORE;
    settings.uct_constant = 0.35;
    settings.reuse = true;
    toy_begin(&toy, &mi_chess_game, 0, 0);
    ck_assert(mi_chess_game.notation->read_position(toy.start, &toy.setup,
                                                    "8/8/5k2/8/8/7Q/8/1K6 w - - 0 1"));
    memcpy(toy.pos, toy.start, toy.root.size);
    toy.keys[0] = mi_chess_game.repetition->key(toy.pos);
}

static miai_move move_of(const char *name)
{
    miai_move list[MIAI_MAX_LEGAL];
    char text[MIAI_MOVE_TEXT];
    int n = mi_chess_game.moves(toy.pos, list);
    for (int i = 0; i < n; i++) {
        mi_chess_game.move_text(toy.pos, list[i], text, sizeof text);
        if (strcmp(text, name) == 0)
            return list[i];
    }
    ck_abort_msg("no move %s", name);
    return MIAI_NO_MOVE;
}

/* Moves to and fro until the bare king can reach the first position again. */
static void play_to_and_fro(int times)
{
    for (int i = 0; i < times; i++) {
        if (i > 0)
            toy_play(&toy, move_of("f7f6"));
        toy_play(&toy, move_of("b1a1"));
        toy_play(&toy, move_of("f6f7"));
        toy_play(&toy, move_of("a1b1"));
    }
}

static double value_of(const char *move)
{
    for (int i = 0; i < result.choice_count; i++)
        if (result.choice[i].move == move_of(move))
            return result.choice[i].value;
    ck_abort_msg("no choice %s", move);
    return 0;
}

START_TEST(first_repetition_before_the_root)
{
    play_to_and_fro(1);
    search_tree(2000);
    ck_assert_double_lt(result.value, 0.05);
    ck_assert_double_lt(value_of("f7f6"), 0.05);
    toy_play(&toy, move_of("f7f6")); /* the same with the queen's side to move */
    search_tree(2000);
    ck_assert_double_gt(result.value, 0.95);
    ck_assert_double_gt(value_of("b1a1"), 0.9);
}
END_TEST

START_TEST(second_repetition_before_the_root)
{
    play_to_and_fro(2);
    search_tree(2000);
    ck_assert_double_gt(result.value, 0.4);
    ck_assert_double_le(result.value, 0.5);
    ck_assert_int_eq(result.move, move_of("f7f6"));
    ck_assert_double_eq(value_of("f7f6"), 0.5);
    ck_assert_int_eq(result.proof, MI_UNPROVEN); /* it depends on this game's history */
}
END_TEST

/* As the game continues with the same tree, the value stays until the draw is reached. */
START_TEST(tree_follows_the_game)
{
    static const char *const moves[] = {"f7f6", "b1a1", "f6f7", "a1b1"};
    play_to_and_fro(1);
    for (int i = 0; i <= COUNT(moves); i++) {
        search_tree(2000);
        bool bare = i % 2 == 0, drawn = i == COUNT(moves);
        if (drawn)
            ck_assert_int_eq(result.move, move_of("f7f6"));
        else
            ck_assert(bare ? result.value < 0.1 : result.value > 0.9);
        ck_assert(i == 0 || drawn || result.reused_visits > 0);
        if (!drawn)
            toy_play(&toy, move_of(moves[i]));
    }
}
END_TEST

/* ---- the ring, whose tree shows which repetitions were scored as draws ---- */

static const struct mi_tree *tree_of(void)
{
    return &((struct mi_mcts *)mcts)->tree;
}

/* The node after up to three moves from the root; each exists. */
static const struct mi_node *node_at(const miai_move *moves, int n)
{
    const struct mi_tree *tree = tree_of();
    uint32_t index = tree->root;
    for (int i = 0; i < n; i++) {
        index = mi_tree_child(tree, index, moves[i]);
        ck_assert_uint_ne(index, 0);
    }
    return mi_tree_node(tree, index);
}

static bool has_edges(const struct mi_node *node)
{
    return mi_first_edges(tree_of(), node) != NULL;
}

static bool is_drawn(const struct mi_node *node)
{
    return mi_node_visits(node) > 0 && !has_edges(node) &&
           mi_node_value(node) == (int64_t)mi_node_visits(node) * (MI_UNIT / 2);
}

static void begin_ring(void)
{
    begin_mcts();
    settings.solver = false;
    settings.reuse = true;
    settings.uct_constant = 3; /* visits everything */
    toy_begin(&toy, &toy_ring, 0, 1);
}

START_TEST(a_repetition_within_the_path_draws_at_once)
{
    search_tree(2000);
    ck_assert(is_drawn(node_at((const miai_move[]){TOY_LEFT, TOY_RIGHT}, 2)));
    ck_assert(is_drawn(node_at((const miai_move[]){TOY_RIGHT, TOY_LEFT}, 2)));
    ck_assert(is_drawn(node_at((const miai_move[]){TOY_LEFT, TOY_LEFT, TOY_RIGHT}, 3)));
    ck_assert(has_edges(node_at((const miai_move[]){TOY_LEFT, TOY_LEFT}, 2)));
    ck_assert(has_edges(node_at((const miai_move[]){TOY_LEFT, TOY_LEFT, TOY_LEFT}, 3)));
}
END_TEST

/* Two plies later, positions of the old path count as having occurred once. */
START_TEST(new_root_recounts_repetitions)
{
    const miai_move back = TOY_RIGHT;
    search_tree(2000);
    uint32_t visits = mi_node_visits(node_at((const miai_move[]){TOY_LEFT, TOY_LEFT, back}, 3));
    toy_play(&toy, TOY_LEFT);
    toy_play(&toy, TOY_LEFT);
    search_tree(1);
    ck_assert_uint_gt(result.reused_visits, 0);
    ck_assert_uint_ge(mi_node_visits(node_at(&back, 1)), visits);
    search_tree(2000);
    ck_assert(has_edges(node_at(&back, 1)));
    ck_assert(is_drawn(node_at((const miai_move[]){TOY_RIGHT, TOY_LEFT}, 2)));
}
END_TEST

/* A cell where the token was twice is a draw at the third time, whatever the tree says. */
START_TEST(the_third_time_draws)
{
    const miai_move back = TOY_LEFT;
    for (int i = 0; i < 4; i++) {
        search_tree(500);
        toy_play(&toy, i % 2 ? TOY_RIGHT : TOY_LEFT);
    }
    search_tree(500);
    ck_assert(is_drawn(node_at(&back, 1)));
    ck_assert(has_edges(node_at((const miai_move[]){TOY_RIGHT}, 1)));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts repetition");
    TCase *chess = add_case(suite, "chess", 60);
    TCase *ring = add_case(suite, "ring", 60);
    tcase_add_checked_fixture(chess, begin_chess, end_mcts);
    tcase_add_test(chess, first_repetition_before_the_root);
    tcase_add_test(chess, second_repetition_before_the_root);
    tcase_add_test(chess, tree_follows_the_game);
    tcase_add_checked_fixture(ring, begin_ring, end_mcts);
    tcase_add_test(ring, a_repetition_within_the_path_draws_at_once);
    tcase_add_test(ring, new_root_recounts_repetitions);
    tcase_add_test(ring, the_third_time_draws);
    return run_suite(suite);
}
