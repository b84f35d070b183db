/* Alpha-beta against plain minimax, in random graph games and in real games. */
#include "base/clock.h"
#include "game/games.h"
#include "tests/support/graph_game.h"
#include "tests/support/plates_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_result result_a, result_b; /* large: not on the stack */

/* Both searches find the same score at this depth; 0: for the whole game.  At a limited depth
 * either may prove what the other does not: minimax looks at moves after the refuting one, which
 * alpha-beta skips. */
static void compare_with_minimax(const struct situation *s, int depth)
{
    search_to(&mi_minimax_searcher, s, depth, &result_a);
    search_to(&mi_alphabeta_searcher, s, depth, &result_b);
    ck_assert_int_eq(result_a.score, result_b.score);
    if (result_a.proof != MI_UNPROVEN && result_b.proof != MI_UNPROVEN)
        ck_assert_int_eq(result_a.proof, result_b.proof);
    if (result_a.proof == result_b.proof)
        ck_assert(result_a.value == result_b.value);
}

/* ---- equal to minimax ---- */

static void compare_graphs(miai_game game, int rules, int depth)
{
    for (int seed = 0; seed < REPEATED(500); seed++) {
        struct situation s;
        game.setup = (miai_setup){.komi = seed, .rules = rules};
        begin_game(&s, &game, 1, 1);
        s.memory = SMALL_MEMORY;
        compare_with_minimax(&s, depth);
        enum mi_proof proof = result_b.proof;
        if (rules & GRAPH_LOOPS)
            continue;
        search_to(&mi_minimax_searcher, &s, GRAPH_LEVELS, &result_a);
        ck_assert(result_a.proof == proof ||
                  (depth < GRAPH_LEVELS && depth > 0 && proof == MI_UNPROVEN));
    }
}

START_TEST(graphs_won_or_lost)
{
    miai_game game = graph_game;
    for (int depth = 1; depth <= GRAPH_LEVELS; depth++) {
        compare_graphs(game, 0, depth);
        compare_graphs(game, GRAPH_STRICT, depth);
    }
}
END_TEST

START_TEST(graphs_with_points)
{
    miai_game game = graph_game;
    game.points = 2;
    compare_graphs(game, 0, 0);
    compare_graphs(game, GRAPH_STRICT, 0);
    compare_graphs(game, 0, 3);
}
END_TEST

START_TEST(graph_with_evaluation)
{
    miai_game game = graph_game;
    game.evaluation = &(miai_evaluation){.evaluate = graph_evaluate};
    for (int depth = 1; depth <= GRAPH_LEVELS; depth++) {
        compare_graphs(game, 0, depth);
        compare_graphs(game, GRAPH_STRICT, depth);
    }
    game.points = 200;
    for (int depth = 1; depth <= GRAPH_LEVELS; depth++)
        compare_graphs(game, 0, depth);
}
END_TEST

/* Under superko the value of a position depends on the path. */
START_TEST(graph_with_superko)
{
    miai_game game = graph_game;
    game.repetition = &(miai_repetition){.key = graph_hash, .rule = graph_forbids};
    compare_graphs(game, GRAPH_LOOPS, 5);
    compare_graphs(game, GRAPH_LOOPS, 8);
    game.evaluation = &(miai_evaluation){.evaluate = graph_evaluate};
    compare_graphs(game, GRAPH_LOOPS, 5);
    compare_graphs(game, GRAPH_LOOPS, 8);
}
END_TEST

/* If a repetition is a draw, table scores may come from another path; a win does not. */
START_TEST(graph_with_draws)
{
    miai_game game = graph_game;
    int wins = 0;
    game.repetition = &(miai_repetition){.key = graph_hash, .rule = graph_draws};
    for (int seed = 0; seed < REPEATED(500); seed++) {
        struct situation s;
        game.setup = (miai_setup){.komi = seed, .rules = GRAPH_LOOPS};
        begin_game(&s, &game, 1, 1);
        s.memory = SMALL_MEMORY;
        search_to(&mi_alphabeta_searcher, &s, 10, &result_b);
        search_to(&mi_minimax_searcher, &s, 9, &result_a);
        if (result_a.proof == MI_WIN || result_a.proof == MI_LOSS)
            ck_assert_int_eq(result_a.score, result_b.score);
        if (result_b.proof == MI_WIN && MI_SCORE_WIN - result_b.score <= 9)
            ck_assert_int_eq(result_a.score, result_b.score);
        wins += result_b.proof == MI_WIN;
    }
    ck_assert_int_gt(wins, REPEATED(500) / 10);
}
END_TEST

START_TEST(tictactoe_positions)
{
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < REPEATED(300); i++) {
        struct situation s;
        begin_game(&s, &mi_tictactoe_game, 3, 3);
        s.memory = SMALL_MEMORY;
        if (play_random_moves(&s, &rng, 2 + i % 6))
            compare_with_minimax(&s, 9);
    }
}
END_TEST

/* Without a depth limit a proof may be of a longer win. */
static void compare_proofs(const struct situation *s)
{
    search_to(&mi_minimax_searcher, s, 0, &result_a);
    search_to(&mi_alphabeta_searcher, s, 0, &result_b);
    ck_assert_int_ne(result_b.proof, MI_UNPROVEN);
    ck_assert_int_eq(result_a.proof, result_b.proof);
    ck_assert(result_a.value == result_b.value);
    for (int i = 0; i < result_a.choice_count; i++) /* the chosen move keeps the result */
        if (result_a.choice[i].move == result_b.move)
            ck_assert_int_eq(result_a.choice[i].proof == result_a.proof || result_a.proof == MI_WIN,
                             true);
}

START_TEST(connect4_positions)
{
    miai_rng rng;
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < REPEATED(200); i++) {
        struct situation s;
        begin_game(&s, &mi_connect4_game, 4 + i % 2, 4);
        if (play_random_moves(&s, &rng, 7 + i % 2 * 3))
            compare_proofs(&s);
    }
}
END_TEST

/* What a selective search proves is true, whatever it prunes. */
static void compare_selective(struct situation *s)
{
    s->selective = true;
    compare_proofs(s);
    for (int depth = 2; depth <= 8; depth++) {
        search_to(&mi_alphabeta_searcher, s, depth, &result_b);
        if (result_b.proof != MI_UNPROVEN)
            ck_assert_int_eq(result_a.proof, result_b.proof);
    }
}

START_TEST(selective_proofs)
{
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < REPEATED(100); i++) {
        struct situation s;
        begin_game(&s, &mi_connect4_game, 4 + i % 2, 4);
        if (play_random_moves(&s, &rng, 7 + i % 2 * 3))
            compare_selective(&s);
    }
}
END_TEST

/* Random games, with a meaningless evaluation and margins that trust it completely. */
START_TEST(selective_proofs_by_chance)
{
    static const miai_margins margins = {.unit = 10, .reduction = 200};
    static const miai_evaluation evaluation = {.evaluate = graph_evaluate};
    static const miai_tactics tactics = {.margins = &margins};
    miai_game game = graph_game;
    game.evaluation = &evaluation;
    game.tactics = &tactics;
    int proofs = 0;
    for (int seed = 0; seed < REPEATED(1000); seed++)
        for (int depth = 1; depth <= GRAPH_LEVELS; depth++) {
            struct situation s;
            game.setup = (miai_setup){.komi = seed, .rules = seed % 2 ? GRAPH_STRICT : 0};
            begin_game(&s, &game, 1, 1);
            s.memory = SMALL_MEMORY;
            s.selective = true;
            search_to(&mi_minimax_searcher, &s, GRAPH_LEVELS, &result_a);
            search_to(&mi_alphabeta_searcher, &s, depth, &result_b);
            if (result_b.proof != MI_UNPROVEN)
                ck_assert_int_eq(result_a.proof, result_b.proof);
            proofs += result_b.proof != MI_UNPROVEN;
        }
    ck_assert_int_gt(proofs, REPEATED(1000));
}
END_TEST

/* Minimax against a search of all moves without quiescence; then everything that the full search
 * proves. */
static void compare_go(int width, int height, int plies, int depth, miai_rng *rng)
{
    struct situation s;
    miai_game all_moves = mi_go_game;
    miai_hints hints = *mi_go_game.hints;
    hints.candidates = NULL;
    all_moves.hints = &hints;
    all_moves.tactics = NULL;
    begin_game(&s, &all_moves, width, height);
    ck_assert_uint_le(mi_go_game.size(&s.setup), POSITION_MAX);
    if (!play_random_moves(&s, rng, plies))
        return;
    compare_with_minimax(&s, depth);
    s.game = &mi_go_game;
    search_to(&mi_alphabeta_searcher, &s, depth, &result_b);
    if (result_a.proof != MI_UNPROVEN && result_b.proof != MI_UNPROVEN)
        ck_assert_int_eq(result_a.proof, result_b.proof);
}

START_TEST(go_positions)
{
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < REPEATED(200); i++) {
        compare_go(2 + i % 2, 2, 3 + i % 8, 5, &rng);
        compare_go(3, 3, 6 + i % 8, 3, &rng);
    }
}
END_TEST

/* ---- known results of whole games ---- */

START_TEST(plates_scores)
{
    struct situation s;
    begin_game(&s, plates_game, plates_game->setup.width, plates_game->setup.height);
    search_to(&mi_minimax_searcher, &s, 0, &result_a);
    search_to(&mi_alphabeta_searcher, &s, 0, &result_b);
    ck_assert_int_eq(result_a.score, result_b.score);
    ck_assert_int_eq(result_a.score, 20);
    ck_assert_int_eq(result_b.move, result_a.move);
    ck_assert_int_eq(result_b.move, 0);
    ck_assert_uint_eq(result_a.leaves, 18);
    ck_assert_uint_eq(result_b.leaves, 9);
}
END_TEST

/* A line with a proven result ends exactly where the game ends. */
START_TEST(lines_end_with_the_game)
{
    static const miai_game *const games[] = {&mi_tictactoe_game, &mi_connect4_game, &mi_hex_game};
    const miai_game *game = games[_i];
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < REPEATED(60); i++) {
        struct situation s;
        void *self = mi_alphabeta_searcher.make();
        begin_game(&s, game, game == &mi_hex_game ? 4 : game->setup.width,
                   game == &mi_hex_game ? 4 : game->setup.height);
        s.selective = i % 2;
        if (play_random_moves(&s, &rng, i % 8))
            while (!game_over(&s)) {
                struct mi_limits limits = {.playouts = 50 + 50 * (uint64_t)(i % 20),
                                           .start = mi_clock()};
                search_within(&mi_alphabeta_searcher, self, &s, &limits, 1 + i % 3, &result_a);
                ck_assert(try_move(&s, result_a.move));
            }
        mi_alphabeta_searcher.free(self);
    }
}
END_TEST

START_TEST(tictactoe_is_a_draw)
{
    struct situation s;
    begin_game(&s, &mi_tictactoe_game, 3, 3);
    search_to(&mi_alphabeta_searcher, &s, 0, &result_b);
    ck_assert_int_eq(result_b.proof, MI_DRAW);
    ck_assert(result_b.value == 0.5);
    ck_assert(result_b.seconds < 1);
}
END_TEST

START_TEST(connect4_from_ply_14)
{
    miai_rng rng;
    miai_rng_seed(&rng, 4);
    for (int i = 0; i < 10; i++) {
        struct situation s;
        begin_game(&s, &mi_connect4_game, 7, 6);
        if (!play_random_moves(&s, &rng, 14))
            continue;
        search_to(&mi_alphabeta_searcher, &s, 0, &result_b);
        ck_assert_int_ne(result_b.proof, MI_UNPROVEN);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alphabeta");
    TCase *equal = add_case(suite, "equal to minimax", 120);
    tcase_add_test(equal, graphs_won_or_lost);
    tcase_add_test(equal, graphs_with_points);
    tcase_add_test(equal, graph_with_evaluation);
    tcase_add_test(equal, graph_with_superko);
    tcase_add_test(equal, graph_with_draws);
    tcase_add_test(equal, tictactoe_positions);
    tcase_add_test(equal, connect4_positions);
    tcase_add_test(equal, selective_proofs);
    tcase_add_test(equal, selective_proofs_by_chance);
    tcase_add_test(equal, go_positions);
    TCase *games = add_case(suite, "whole games", 120);
    tcase_add_test(games, plates_scores);
    tcase_add_loop_test(games, lines_end_with_the_game, 0, 3);
    tcase_add_test(games, tictactoe_is_a_draw);
    tcase_add_test(games, connect4_from_ply_14);
    return run_suite(suite);
}
