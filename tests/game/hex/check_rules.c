/* Hex: the board against a slow one of the test, swapping, playouts. */
#include "game/games.h"
#include "game/hex/feature.h"
#include "games.h"
#include "search/common/search.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A board that finds connections by exhaustive search. */
struct slow {
    int width, height, stone[HEX_MAX_SIDE][HEX_MAX_SIDE]; /* by row; the player, 0 or 1, or -1 */
    bool seen[HEX_MAX_SIDE][HEX_MAX_SIDE];
};

static bool chain_reaches_edge(struct slow *s, int x, int y, int player)
{
    static const int steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    if (x < 0 || x >= s->width || y < 0 || y >= s->height || s->seen[y][x] ||
        s->stone[y][x] != player)
        return false;
    if (player == 0 ? y == s->height - 1 : x == s->width - 1)
        return true;
    s->seen[y][x] = true;
    for (int i = 0; i < 6; i++)
        if (chain_reaches_edge(s, x + steps[i][0], y + steps[i][1], player))
            return true;
    return false;
}

static bool has_won(struct slow *s, int player)
{
    memset(s->seen, 0, sizeof s->seen);
    for (int i = 0; i < (player == 0 ? s->width : s->height); i++)
        if (player == 0 ? chain_reaches_edge(s, i, 0, 0) : chain_reaches_edge(s, 0, i, 1))
            return true;
    return false;
}

static void copy_stones(struct slow *s, const void *pos)
{
    int8_t piece[MIAI_MAX_POINTS];
    mi_hex_game.editing->board(pos, piece);
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            s->stone[y][x] = piece[y * s->width + x];
}

static void compare_boards(const void *pos, struct slow *s)
{
    int score;
    copy_stones(s, pos);
    bool over = mi_hex_game.outcome(pos, &score);
    ck_assert(over == (has_won(s, 0) || has_won(s, 1)));
    if (over)
        ck_assert_int_eq(score, has_won(s, 0) ? 1 : -1);
}

START_TEST(as_slow_board)
{
    static const int sizes[][2] = {{3, 3}, {4, 4}, {7, 5}, {5, 9}, {11, 11}, {19, 19}};
    miai_rng rng;
    miai_rng_seed(&rng, 17);
    int width = sizes[_i][0], height = sizes[_i][1];
    for (int game = REPEATED(2000) / width / height; game >= 0; game--) {
        struct mi_hex b = hex_begin(width, height, HEX_SWAP);
        struct slow s = {.width = width, .height = height};
        miai_move list[MIAI_MAX_LEGAL];
        for (compare_boards(&b, &s); b.winner < 0; compare_boards(&b, &s)) {
            int n = mi_hex_game.moves(&b, list);
            mi_hex_game.play(&b, list[miai_rng_below(&rng, (uint32_t)n)]);
        }
    }
}
END_TEST

/* A playout's result is the result of its full board. */
START_TEST(playouts_fill_the_board)
{
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    int wins = 0;
    for (int i = 0; i < 200; i++) {
        struct mi_hex b = hex_begin(6 + i % 3, 7, HEX_NO_SWAP);
        struct slow s = {.width = b.width, .height = b.height};
        int score = i % 2 ? mi_hex_game.playouts->uniform(&b, &rng, NULL)
                          : mi_hex_game.playouts->heavy(NULL, &b, &rng, NULL);
        copy_stones(&s, &b);
        ck_assert(has_won(&s, 0) != has_won(&s, 1));
        ck_assert_int_eq(score, has_won(&s, 0) ? 1 : -1);
        wins += score > 0;
    }
    ck_assert_int_gt(wins, 50);
    ck_assert_int_lt(wins, 150);
}
END_TEST

/* Bridges from edge to edge: their owner wins by keeping them. */
START_TEST(heavy_playouts_keep_bridges)
{
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < 100; i++) {
        struct mi_hex b = hex_begin(5, 5, HEX_NO_SWAP);
        hex_play(&b, "d2 a1 c4 a2");
        b.turn = 1;
        ck_assert_int_eq(mi_hex_game.playouts->heavy(NULL, &b, &rng, NULL), 1);
    }
}
END_TEST

/* The first player's a2 becomes the second player's b1. */
START_TEST(swap_mirrors_the_stone)
{
    struct mi_hex b = hex_begin(5, 5, HEX_SWAP), other = hex_begin(5, 5, HEX_SWAP);
    int8_t piece[25];
    char text[MIAI_MOVE_TEXT];
    ck_assert_int_eq(mi_hex_game.notation->read_move(&b, "Swap"), 25);
    ck_assert(!mi_hex_game.legal(&b, 25));
    hex_play(&b, "a2");
    ck_assert(mi_hex_game.legal(&b, 25));
    mi_hex_game.move_text(&b, 25, text, sizeof text);
    ck_assert_str_eq(text, "swap-pieces");
    mi_hex_game.play(&b, 25);
    mi_hex_game.editing->board(&b, piece);
    ck_assert_int_eq(piece[1], 1);
    ck_assert_int_eq(piece[5], -1);
    ck_assert_int_eq(mi_hex_game.turn(&b), 0);
    ck_assert(!mi_hex_game.legal(&b, 25));
    hex_play(&other, "e5 b1");
    mi_hex_game.editing->put(&other, 24, -1);
    ck_assert(mi_hex_game.hash(&b) == mi_hex_game.hash(&other));
}
END_TEST

START_TEST(no_swapping)
{
    struct mi_hex b = hex_begin(5, 5, HEX_NO_SWAP), oblong = hex_begin(5, 6, HEX_SWAP);
    hex_play(&b, "a2");
    ck_assert(!mi_hex_game.legal(&b, 25));
    hex_play(&oblong, "a2");
    ck_assert(!mi_hex_game.legal(&oblong, 30));
    struct mi_hex twice = hex_begin(5, 5, HEX_SWAP);
    hex_play(&twice, "a2");
    mi_hex_game.editing->set_turn(&twice, 0);
    ck_assert(!mi_hex_game.legal(&twice, 25));
}
END_TEST

START_TEST(stones_removed)
{
    struct mi_hex b = hex_begin(3, 3, HEX_NO_SWAP);
    int score;
    hex_play(&b, "b1 a1 b2 a2 b3");
    ck_assert(mi_hex_game.outcome(&b, &score) && score == 1);
    mi_hex_game.editing->put(&b, 4, -1);
    ck_assert(!mi_hex_game.outcome(&b, &score));
    mi_hex_game.editing->put(&b, 4, 1);
    mi_hex_game.editing->put(&b, 2, 1);
    ck_assert(mi_hex_game.outcome(&b, &score) && score == -1);
}
END_TEST

/* Stones placed and removed in any order, also after a win. */
START_TEST(edited_as_slow_board)
{
    miai_rng rng;
    miai_rng_seed(&rng, 18);
    int wins = 0;
    for (int i = 0; i < REPEATED(200); i++) {
        struct mi_hex b = hex_begin(3 + i % 4, 3 + i % 3, HEX_NO_SWAP);
        struct slow s = {.width = b.width, .height = b.height};
        for (int edit = 0; edit < 60; edit++) {
            miai_move point = (miai_move)miai_rng_below(&rng, (uint32_t)(b.width * b.height));
            mi_hex_game.editing->put(&b, point, (int)miai_rng_below(&rng, 5) / 2 - 1);
            compare_boards(&b, &s);
            wins += b.winner >= 0;
        }
    }
    ck_assert_int_gt(wins, REPEATED(200));
}
END_TEST

/* ---- known results ---- */

/* The result of perfect play by exhaustive search; 0: too large. */
static int solve_exhaustively(const struct mi_hex *b, int *budget)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score, sign = b->turn ? -1 : 1;
    if (mi_hex_game.outcome(b, &score))
        return score;
    if (--*budget < 0)
        return 0;
    int n = mi_hex_game.moves(b, list);
    for (int i = 0; i < n; i++) {
        struct mi_hex next = *b;
        mi_hex_game.play(&next, list[i]);
        if (solve_exhaustively(&next, budget) == sign)
            return sign;
    }
    return *budget < 0 ? 0 : -sign;
}

/* Known results are correct, and some candidate is as good as any move. */
static void check_knowledge(const struct mi_hex *b, int *known)
{
    int budget = 20000, least = -2, most = 2, plies = 0;
    int result = solve_exhaustively(b, &budget);
    miai_move list[MIAI_MAX_LEGAL];
    if (result == 0 || b->winner >= 0)
        return;
    if (mi_hex_game.solver->known(b, &least, &most, &plies)) {
        ck_assert_int_eq(least, result);
        ck_assert_int_eq(most, result);
        ck_assert_int_gt(plies, 0);
        ++*known;
    }
    bool wins = false;
    for (int i = mi_hex_game.hints->candidates(b, list) - 1; i >= 0; i--) {
        struct mi_hex next = *b;
        mi_hex_game.play(&next, list[i]);
        budget = 20000;
        wins |= solve_exhaustively(&next, &budget) == (b->turn ? -1 : 1);
    }
    ck_assert(wins == (result == (b->turn ? -1 : 1)));
}

START_TEST(known_results_are_correct)
{
    static const int sizes[][2] = {{4, 4}, {5, 4}, {4, 5}, {5, 5}, {6, 5}, {3, 7}};
    miai_rng rng;
    int known = 0, width = sizes[_i][0], height = sizes[_i][1];
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < 20; i++) {
        struct mi_hex b = hex_begin(width, height, HEX_NO_SWAP);
        miai_move list[MIAI_MAX_LEGAL];
        int plies = width * height - 5 - (int)miai_rng_below(&rng, 4);
        for (int ply = 0; ply < plies && b.winner < 0; ply++) {
            int n = mi_hex_game.moves(&b, list);
            mi_hex_game.play(&b, list[miai_rng_below(&rng, (uint32_t)n)]);
            if (b.empty < 10)
                check_knowledge(&b, &known);
        }
    }
    ck_assert_int_gt(known, 2);
}
END_TEST

/* Bridges and ziggurats that connect the edges, or do not. */
START_TEST(joined_edges)
{
    static const struct {
        const char *moves;
        int width, height, winner;
    } cases[] = {
        {"d2 a1 c4 a2", 5, 5, 0}, {"b3 a1 c2 a4", 5, 5, -1}, {"c3 a1", 5, 5, 0},
        {"d3 a1 c5 a2", 7, 7, 0}, {"a1 c4 a7 e3", 7, 7, 1},  {"d3 e1 c5 a2", 7, 7, -1},
        {"d3 a1 c5 g7", 7, 7, 0}, {"d3 a1 c5 c7", 7, 7, -1}, {"a1 b3 e4 d2 e5", 5, 5, 1},
    };
    struct mi_hex b = hex_begin(cases[_i].width, cases[_i].height, HEX_NO_SWAP);
    int least = -2, most = 2, plies = 0;
    hex_play(&b, cases[_i].moves);
    bool known = mi_hex_game.solver->known(&b, &least, &most, &plies);
    ck_assert_msg(known == (cases[_i].winner >= 0), "%s", cases[_i].moves);
    if (known)
        ck_assert_int_eq(least, cases[_i].winner ? -1 : 1);
}
END_TEST

/* Balanced first moves are candidates, and strong ones are swapped. */
START_TEST(swap_candidates)
{
    struct mi_hex b = hex_begin(11, 11, HEX_SWAP), taken = b, left = b;
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_hex_game.hints->candidates(&b, list);
    ck_assert_int_eq(n, 10);
    for (int i = 0; i < n; i++)
        ck_assert(mi_hex_game.legal(&b, list[i]));
    hex_play(&taken, "f6");
    ck_assert_int_eq(mi_hex_game.hints->candidates(&taken, list), 1);
    ck_assert_int_eq(list[0], 121);
    hex_play(&left, "a2");
    ck_assert_int_gt(mi_hex_game.hints->candidates(&left, list), 100);
}
END_TEST

/* ---- priors ---- */

/* The priors of all empty points, by number; 0 elsewhere. */
static void priors_of(const struct mi_hex *b, float *prior)
{
    miai_move list[MIAI_MAX_LEGAL];
    float part[MIAI_MAX_LEGAL];
    int n = mi_hex_game.moves(b, list);
    mi_hex_game.evaluation->priors(NULL, NULL, b, list, n, part);
    memset(prior, 0, HEX_MAX_POINTS * sizeof *prior);
    for (int i = 0; i < n; i++)
        prior[list[i]] = part[i];
}

/* An intrusion into a bridge is answered, for either player. */
START_TEST(priors_keep_bridges)
{
    static const char *const cases[][2] = {{"f6 a1 e8 e7", "f7"},
                                           {"f6 a1 e8 f7", "e7"},
                                           {"a1 f6 a2 h5 g5", "g6"},
                                           {"a1 f6 a2 h5 g6", "g5"}};
    struct mi_hex b = hex_begin(11, 11, HEX_NO_SWAP);
    float prior[HEX_MAX_POINTS], sum = 0;
    hex_play(&b, cases[_i][0]);
    priors_of(&b, prior);
    miai_move reply = mi_hex_game.notation->read_move(&b, cases[_i][1]);
    for (miai_move move = 0; move < 121; sum += prior[move++])
        ck_assert(move == reply || prior[move] < prior[reply] / 2);
    ck_assert(sum > 0.999F && sum < 1.001F);
}
END_TEST

/* The strengths of the empty points, by number, and 0 elsewhere. */
static void strengths_of(const struct mi_hex *b, int *strength)
{
    struct hex_feature_context view;
    mi_hex_feature_context_init(&view, b);
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move);
        strength[move] = b->place[place] == HEX_EMPTY ? mi_hex_strength_at(&view, place) : 0;
    }
}

static bool has_filled(const struct mi_hex *b)
{
    uint16_t empty[HEX_MAX_POINTS + 1];
    return mi_hex_list_empty(b, true, empty) > mi_hex_list_empty(b, false, empty);
}

/* Strengths are invariant under a half turn, and under a mirror with exchanged colours.  Exceptions
 * are the obtuse corners, where a place beyond the border is the first player's, and filled points,
 * where the first one found decides. */
START_TEST(strengths_are_symmetric)
{
    enum { SIDE = 9, CORNER = 2, LEAST = 3 };
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    struct mi_hex b = hex_begin(SIDE, SIDE, HEX_NO_SWAP), turned = b, mirrored = b;
    int ply = 0;
    mirrored.turn = HEX_SECOND;
    for (; !has_filled(&b); ply++) {
        int strength[3][HEX_MAX_POINTS];
        miai_move list[MIAI_MAX_LEGAL];
        strengths_of(&b, strength[0]);
        strengths_of(&turned, strength[1]);
        strengths_of(&mirrored, strength[2]);
        for (miai_move move = 0; move < SIDE * SIDE; move++) {
            int x = move % SIDE, y = move / SIDE;
            ck_assert_int_eq(strength[0][move], strength[1][SIDE * SIDE - 1 - move]);
            if (abs(x - y) < SIDE - 1 - CORNER)
                ck_assert_int_eq(strength[0][move], strength[2][x * SIDE + y]);
        }
        miai_move move = list[miai_rng_below(&rng, (uint32_t)mi_hex_game.moves(&b, list))];
        mi_hex_game.play(&b, move);
        mi_hex_game.play(&turned, SIDE * SIDE - 1 - move);
        mi_hex_game.play(&mirrored, move % SIDE * SIDE + move / SIDE);
    }
    ck_assert_int_ge(ply, LEAST);
}
END_TEST

/* ---- evaluation ---- */

static int score_after(int side, const char *moves)
{
    struct mi_hex b = hex_begin(side, side, HEX_NO_SWAP);
    hex_play(&b, moves);
    b.turn = HEX_FIRST;
    return mi_hex_game.evaluation->evaluate(NULL, NULL, &b);
}

/* Stones that shorten a path improve the evaluation, even if none is at an edge. */
START_TEST(evaluation_counts_stones)
{
    enum { SIDE = 11 };
    static const char *const chain[] = {"f6", "f6 a1 e8", "f6 a1 e8 a2 g4"};
    for (int i = 0; i < COUNT(chain); i++)
        ck_assert_int_gt(score_after(SIDE, chain[i]), score_after(SIDE, ""));
}
END_TEST

/* A half turn does not change the evaluation; a mirror with exchanged colours negates it, as above,
 * as long as no points are filled. */
START_TEST(evaluation_is_symmetric)
{
    enum { SIDE = 11 };
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    struct mi_hex b = hex_begin(SIDE, SIDE, HEX_NO_SWAP), turned = b, mirrored = b;
    int ply = 0;
    mirrored.turn = HEX_SECOND;
    for (; !has_filled(&b); ply++) {
        miai_move list[MIAI_MAX_LEGAL];
        int score = mi_hex_game.evaluation->evaluate(NULL, NULL, &b);
        ck_assert_int_eq(mi_hex_game.evaluation->evaluate(NULL, NULL, &turned), score);
        ck_assert_int_eq(mi_hex_game.evaluation->evaluate(NULL, NULL, &mirrored), -score);
        miai_move move = list[miai_rng_below(&rng, (uint32_t)mi_hex_game.moves(&b, list))];
        mi_hex_game.play(&b, move);
        mi_hex_game.play(&turned, SIDE * SIDE - 1 - move);
        mi_hex_game.play(&mirrored, move % SIDE * SIDE + move / SIDE);
    }
    ck_assert_int_gt(ply, 0);
}
END_TEST

/* ---- openings ---- */

/* Does the side to move win, as proven by the tree? */
static bool is_won(const struct mi_hex *b, const miai_setup *setup)
{
    static struct mi_result result;
    const struct mi_root root = {
        .game = &mi_hex_game, .setup = setup, .size = mi_hex_game.size(setup), .pos = b};
    const struct mi_settings settings = {.memory = (size_t)64 << 20,
                                         .threads = 1,
                                         .uct_constant = 0.01,
                                         .fpu = -1,
                                         .rave_equivalence = 1000,
                                         .prior_wins = 40,
                                         .priors = true,
                                         .virtual_loss = 1,
                                         .transpositions = true,
                                         .solver = true};
    const struct mi_limits limits = {.playouts = 1000000};
    void *search = mi_mcts_searcher.make();
    ck_assert(mi_mcts_searcher.run(search, &root, &settings, &limits, NULL, &result));
    mi_mcts_searcher.free(search);
    ck_assert_int_ne(result.proof, MI_UNPROVEN);
    return result.proof == MI_WIN;
}

/* Winning first moves, row by row.  Those on 3x3 and 4x4 come from a separate exhaustive
 * program. */
START_TEST(winning_openings)
{
    static const char *const wins[] = {"..x"
                                       "xxx"
                                       "x..",
                                       "...x"
                                       "..x."
                                       ".x.."
                                       "x...",
                                       "....x"
                                       ".xxxx"
                                       ".xxx."
                                       "xxxx."
                                       "x...."};
    int side = 3 + _i;
    miai_setup setup = {.width = side, .height = side, .rules = HEX_NO_SWAP};
    for (miai_move move = 0; move <= side * side / 2; move++) {
        struct mi_hex b = hex_begin(side, side, HEX_NO_SWAP);
        mi_hex_game.play(&b, move);
        ck_assert_msg(is_won(&b, &setup) == (wins[_i][move] == '.'), "move %d", move);
        ck_assert(wins[_i][move] == wins[_i][side * side - 1 - move]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hex");
    TCase *tests = add_case(suite, "hex", 60);
    tcase_add_loop_test(tests, as_slow_board, 0, 6);
    tcase_add_test(tests, playouts_fill_the_board);
    tcase_add_test(tests, heavy_playouts_keep_bridges);
    tcase_add_test(tests, swap_mirrors_the_stone);
    tcase_add_test(tests, no_swapping);
    tcase_add_test(tests, swap_candidates);
    tcase_add_test(tests, stones_removed);
    tcase_add_test(tests, edited_as_slow_board);
    tcase_add_loop_test(tests, known_results_are_correct, 0, 6);
    tcase_add_loop_test(tests, joined_edges, 0, 9);
    tcase_add_loop_test(tests, priors_keep_bridges, 0, 4);
    tcase_add_loop_test(tests, strengths_are_symmetric, 0, 5);
    tcase_add_test(tests, evaluation_counts_stones);
    tcase_add_loop_test(tests, evaluation_is_symmetric, 0, 10);
    tcase_add_loop_test(tests, winning_openings, 0, 3);
    return run_suite(suite);
}
