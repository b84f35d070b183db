/* Leaves valued by static evaluation: the short search, its values and priors, and the tree built
 * from them. */
#include "game/games.h"
#include "search/mcts/evaluator/leaf.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

enum { ODDS = 200 };

static uint64_t pos[64];
static struct mi_leaf leaf;

static void begin_leaf(void)
{
    size_t size = mi_chess_game.size(&mi_chess_game.setup);
    const struct mi_root root = {
        .game = &mi_chess_game, .setup = &mi_chess_game.setup, .size = size, .pos = pos};
    ck_assert_uint_le(size, sizeof pos);
    mi_chess_game.init(pos, &mi_chess_game.setup);
    ck_assert(mi_leaf_init(&leaf, &root, ODDS));
}

static void end_leaf(void)
{
    mi_leaf_free(&leaf);
}

static double value_of(const char *fen)
{
    ck_assert(mi_chess_game.notation->read_position(pos, &mi_chess_game.setup, fen));
    return mi_leaf_value(&leaf, pos);
}

/* ---- values ---- */

START_TEST(values_are_probabilities)
{
    double even = value_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    ck_assert_double_gt(even, 0.45);
    ck_assert_double_lt(even, 0.6);
    double more = value_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    ck_assert_double_gt(more, 0.95);
    double less = value_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    ck_assert_double_lt(less, 0.05);
}
END_TEST

/* A position with exchanged colours has the same value for the other side. */
START_TEST(views_agree)
{
    double white = value_of("4k3/8/8/3q4/8/2N5/8/4K2R w K - 0 1");
    double black = value_of("4k2r/8/2n5/8/3Q4/8/8/4K3 b k - 0 1");
    ck_assert_double_eq_tol(white + black, 1, 1e-9);
}
END_TEST

START_TEST(exchanges_are_searched)
{
    /* The knight captures an unguarded queen. */
    ck_assert_double_gt(value_of("4k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1"), 0.9);
    /* The queen is to move, and everything that it can capture is guarded. */
    ck_assert_double_gt(value_of("6k1/8/8/3q4/8/2N1P3/1P1P4/3QK2R b K - 0 1"), 0.8);
    /* In check by a knight that captures the queen next. */
    ck_assert_double_lt(value_of("4k3/8/8/8/8/8/2n5/Q3K3 w - - 0 1"), 0.6);
}
END_TEST

START_TEST(mates_are_seen)
{
    ck_assert_double_gt(value_of("6k1/5ppp/8/8/8/8/5PPP/3rR1K1 w - - 0 1"), 0.9);
    /* The only evasion is mated at once by a capture. */
    ck_assert_double_lt(value_of("k7/8/8/8/8/1q6/1PP5/K3r3 w - - 0 1"), 0.2);
}
END_TEST

/* ---- priors ---- */

START_TEST(priors_follow_gains)
{
    miai_move list[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL], first[MIAI_MAX_LEGAL];
    char move[MIAI_MOVE_TEXT];
    double sum = 0, capture = 0, most = 0;
    ck_assert(mi_chess_game.notation->read_position(pos, &mi_chess_game.setup,
                                                    "4k3/8/8/3q4/8/2N5/8/4K2R w K - 0 1"));
    int n = mi_chess_game.moves(pos, list);
    mi_leaf_priors(&leaf, pos, list, n, prior, first);
    for (int i = 0; i < n; i++) {
        ck_assert_float_gt(prior[i], 0);
        sum += prior[i];
        most = prior[i] > most ? prior[i] : most;
        mi_chess_game.move_text(pos, list[i], move, sizeof move);
        if (strcmp(move, "c3d5") == 0)
            capture = prior[i];
    }
    ck_assert_double_eq_tol(sum, 1, 1e-5);
    ck_assert_double_gt(capture, 0.5);
    ck_assert_double_eq(capture, most);
}
END_TEST

/* ---- the tree ---- */

static void begin_tree(void)
{
    begin_engine("chess");
    set_engine_option("search", "mcts");
    set_engine_option("memory", "8");
}

static miai_info search_leaf_tree(const char *fen, uint64_t playouts, char *move)
{
    miai_info info;
    if (fen)
        ck_assert_int_eq(miai_read_position(engine, fen), MIAI_OK);
    miai_limits limits = {.playouts = playouts};
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

START_TEST(tree_finds_mates)
{
    static const struct {
        const char *fen, *move;
        int proof;
    } tests[] = {
        {"7k/8/8/8/8/8/1R6/R6K w - - 0 1", NULL, 3}, /* mate in two */
        {"r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", "h6h7", 3},
        {"4k3/8/8/3q4/8/2N5/8/4K2R w - - 0 1", "c3d5", 0},
    };
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < COUNT(tests); i++) {
        miai_info info = search_leaf_tree(tests[i].fen, 20000, move);
        if (tests[i].move)
            ck_assert_str_eq(move, tests[i].move);
        if (tests[i].proof)
            ck_assert_int_eq(info.proof, tests[i].proof);
        ck_assert_uint_le(info.tree_bytes, info.limit_bytes);
    }
}
END_TEST

START_TEST(same_seed_same_tree)
{
    char first[MIAI_MOVE_TEXT], second[MIAI_MOVE_TEXT];
    miai_info a = search_leaf_tree(NULL, 3000, first);
    double value = a.value;
    uint64_t nodes = a.tree_nodes;
    miai_forget(engine);
    miai_info b = search_leaf_tree(NULL, 3000, second);
    ck_assert_str_eq(first, second);
    ck_assert_double_eq(value, b.value);
    ck_assert_uint_eq(nodes, b.tree_nodes);
}
END_TEST

START_TEST(tree_is_kept_and_bounded)
{
    char move[MIAI_MOVE_TEXT];
    set_engine_option("memory", "2");
    set_engine_option("threads", "2");
    for (int i = 0; i < 6; i++) {
        miai_info info = search_leaf_tree(NULL, 4000, move);
        ck_assert_uint_le(info.tree_bytes, info.limit_bytes);
        if (i > 0)
            ck_assert_uint_gt(info.reused_visits, 0);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    }
}
END_TEST

/* The option selects this evaluator, if the game has an evaluation. */
START_TEST(leaf_is_an_option)
{
    static const char *const games[] = {"chess", "connect4", "tictactoe", "go"};
    char move[MIAI_MOVE_TEXT];
    set_engine_option("network", "none");
    for (int i = 0; i < COUNT(games); i++) {
        double value[3];
        static const char *const kinds[] = {"auto", "playout", "evaluation"};
        ck_assert_int_eq(miai_set_game(engine, games[i]), MIAI_OK);
        for (int j = 0; j < 3; j++) {
            miai_forget(engine);
            set_engine_option("leaf", kinds[j]);
            value[j] = search_leaf_tree(NULL, 300, move).value;
        }
        bool evaluated = strcmp(games[i], "chess") == 0;
        bool has_none = strcmp(games[i], "tictactoe") == 0;
        ck_assert_double_eq(value[0], value[evaluated ? 2 : 1]);
        ck_assert((value[1] == value[2]) == has_none);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("leaf");
    TCase *values = add_case(suite, "values", 4);
    TCase *tree = add_case(suite, "tree", 60);
    tcase_add_checked_fixture(values, begin_leaf, end_leaf);
    tcase_add_test(values, values_are_probabilities);
    tcase_add_test(values, views_agree);
    tcase_add_test(values, exchanges_are_searched);
    tcase_add_test(values, mates_are_seen);
    tcase_add_test(values, priors_follow_gains);
    tcase_add_checked_fixture(tree, begin_tree, end_engine);
    tcase_add_test(tree, tree_finds_mates);
    tcase_add_test(tree, same_seed_same_tree);
    tcase_add_test(tree, tree_is_kept_and_bounded);
    tcase_add_test(tree, leaf_is_an_option);
    return run_suite(suite);
}
