/* Go behind the contract: what each rule says of positions made for it. */
#include "game/games.h"
#include "go_board.h"
#include "search/search.h"
#include "suite.h"

#include <check.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- moves ---- */

START_TEST(small_positions_are_small)
{
    miai_setup nine = board_setup(9, 9, MI_GO_CHINESE),
               nineteen = board_setup(19, 19, MI_GO_CHINESE);
    ck_assert_uint_lt(mi_go.size(&nine), 3 * 1024);
    ck_assert_uint_lt(mi_go.size(&nineteen), 9 * 1024);
}
END_TEST

START_TEST(two_passes_end_the_game)
{
    miai_setup setup = board_setup(5, 5, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    int result;
    board_play(&setup, pos, "pass C3 pass");
    ck_assert(!mi_go.outcome(pos, &result));
    board_play(&setup, pos, "pass");
    ck_assert(mi_go.outcome(pos, &result));
    ck_assert_int_eq(result, -2500);
    ck_assert(!board_legal(&setup, pos, "A1") && !board_legal(&setup, pos, "pass"));
    mi_go.set_turn(pos, 1);
    ck_assert(!mi_go.outcome(pos, &result));
    ck_assert_int_eq(mi_go.turn(pos), 1);
    ck_assert(board_legal(&setup, pos, "A1"));
    free(pos);
}
END_TEST

START_TEST(numbers_that_are_no_moves)
{
    static const int none[] = {MIAI_NO_MOVE, INT_MIN, INT_MAX, 26, 1000, -1000};
    miai_setup setup = board_setup(5, 5, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    for (int i = 0; i < COUNT(none); i++)
        ck_assert(!mi_go.legal(pos, none[i]));
    free(pos);
}
END_TEST

START_TEST(ko_forbids_one_retake)
{
    miai_setup setup = board_setup(5, 4, _i);
    void *pos = board_draw(&setup, "...../.XO../X.XO./.XO..");
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "B2");
    ck_assert(!board_legal(&setup, pos, "C2"));
    board_play(&setup, pos, "E4 E1");
    ck_assert(board_legal(&setup, pos, "C2"));
    free(pos);
}
END_TEST

START_TEST(ko_ends_with_a_pass_and_set_turn)
{
    miai_setup setup = board_setup(5, 4, MI_GO_SIMPLE_KO);
    void *pos = board_draw(&setup, "...../.XO../X.XO./.XO..");
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "B2");
    uint64_t with_ko = mi_go.hash(pos);
    mi_go.set_turn(pos, 0);
    ck_assert(mi_go.hash(pos) != with_ko);
    board_play(&setup, pos, "C2 pass");
    ck_assert(board_legal(&setup, pos, "B4"));
    free(pos);
}
END_TEST

/* The stone that took one stone has a neighbour, so that two are taken back. */
START_TEST(retake_of_two_is_no_ko)
{
    miai_setup setup = board_setup(4, 3, _i);
    void *pos = board_draw(&setup, "..../OXX./X.OX");
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "B1 A1");
    int8_t piece[MIAI_MAX_POINTS];
    mi_go.board(pos, piece);
    ck_assert_int_eq(piece[board_point(&setup, "C1")], -1);
    free(pos);
}
END_TEST

START_TEST(suicide_by_rule)
{
    miai_setup setup = board_setup(5, 5, _i);
    void *pos = board_draw(&setup, "..O../.O.O./..O../...../.....");
    ck_assert(!board_legal(&setup, pos, "C4")); /* one stone: nothing would change */
    free(pos);
    pos = board_draw(&setup, "...../...../OO.../X.O../.XO..");
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "B2");
    ck_assert(board_legal(&setup, pos, "A1") == (_i == MI_GO_TROMP_TAYLOR));
    free(pos);
}
END_TEST

START_TEST(suicide_takes_ones_own)
{
    miai_setup setup = board_setup(3, 3, MI_GO_TROMP_TAYLOR);
    void *pos = board_draw(&setup, "O../XO./.O.");
    board_play(&setup, pos, "A1");
    int8_t piece[MIAI_MAX_POINTS];
    mi_go.board(pos, piece);
    ck_assert_int_eq(piece[board_point(&setup, "A1")], -1);
    ck_assert_int_eq(piece[board_point(&setup, "A2")], -1);
    ck_assert_int_eq(mi_go.settle(pos, NULL), -900);
    ck_assert_int_eq(mi_go.repeat_window(pos), INT_MAX);
    free(pos);
}
END_TEST

START_TEST(repetition)
{
    miai_setup setup = board_setup(5, 4, _i);
    void *pos = board_draw(&setup, "...../.XO../X.XO./.XO..");
    bool superko = _i == MI_GO_CHINESE || _i == MI_GO_TROMP_TAYLOR;
    ck_assert_int_eq(mi_go.repeat_rule(pos), superko ? MIAI_REPEAT_ILLEGAL : MIAI_REPEAT_FREE);
    ck_assert_int_eq(mi_go.repeat_window(pos), 0);
    mi_go.set_turn(pos, 1);
    uint64_t before = mi_go.repeat_key(pos);
    board_play(&setup, pos, "B2");
    ck_assert(mi_go.repeat_key(pos) != before);
    ck_assert_int_eq(mi_go.repeat_window(pos), INT_MAX);
    board_play(&setup, pos, "pass");
    ck_assert_int_eq(mi_go.repeat_window(pos), 0);
    mi_go.set_turn(pos, 0);
    board_play(&setup, pos, "C2");
    ck_assert(mi_go.repeat_key(pos) == before);
    ck_assert_int_eq(mi_go.repeat_window(pos), INT_MAX);
    free(pos);
}
END_TEST

START_TEST(eyes_are_left_alone)
{
    miai_setup setup = board_setup(7, 7, MI_GO_CHINESE);
    void *pos = board_draw(&setup, ".X...X./XX...XO/......./..XXX../..X.X../XOXXO../.X.....");
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go.candidates(pos, list);
    ck_assert(!board_listed(&setup, list, n, "A7")); /* a corner */
    ck_assert(!board_listed(&setup, list, n, "D3")); /* one diagonal point lost */
    ck_assert(board_listed(&setup, list, n, "G7"));  /* White beside it */
    ck_assert(board_listed(&setup, list, n, "A1"));  /* none may be lost at the edge */
    ck_assert(board_listed(&setup, list, n, "pass"));
    ck_assert(mi_go.put(pos, board_point(&setup, "C4"), 1));
    ck_assert(board_listed(&setup, list, mi_go.candidates(pos, list), "D3"));
    n = mi_go.playout_moves(pos, list);
    ck_assert(!board_listed(&setup, list, n, "A7") && !board_listed(&setup, list, n, "pass"));
    ck_assert(board_legal(&setup, pos, "A7"));
    free(pos);
}
END_TEST

START_TEST(playout_passes_when_nothing_is_left)
{
    miai_setup setup = board_setup(4, 2, MI_GO_CHINESE);
    void *pos = board_draw(&setup, ".XX./XXXX");
    miai_move list[MIAI_MAX_LEGAL];
    ck_assert_int_eq(mi_go.playout_moves(pos, list), 1);
    ck_assert_int_eq(list[0], board_point(&setup, "pass"));
    free(pos);
}
END_TEST

START_TEST(noisy_moves)
{
    miai_setup setup = board_setup(6, 6, MI_GO_CHINESE);
    void *pos = board_draw(&setup, "XO..../....../..XX../.OOOO./..XX../......");
    miai_move list[MIAI_MAX_LEGAL];
    mi_go.set_turn(pos, 1);
    ck_assert_int_eq(mi_go.noisy(pos, list), 1);
    ck_assert_int_eq(list[0], board_point(&setup, "A5"));
    mi_go.set_turn(pos, 0);
    ck_assert_int_eq(mi_go.noisy(pos, list), 0); /* one stone is let go */
    free(pos);
    pos = board_draw(&setup, "XX..../OO..../....../....../....../......");
    ck_assert_int_eq(mi_go.noisy(pos, list), 1);
    ck_assert_int_eq(list[0], board_point(&setup, "C6"));
    ck_assert(mi_go.put(pos, board_point(&setup, "C5"), 1));
    ck_assert_int_eq(mi_go.noisy(pos, list), 0); /* that would not bring them out */
    free(pos);
}
END_TEST

/* ---- set-up ---- */

START_TEST(put_only_where_it_may_stand)
{
    miai_setup setup = board_setup(3, 3, MI_GO_CHINESE);
    void *pos = board_draw(&setup, ".X./XO./.X."), *before = malloc(mi_go.size(&setup));
    ck_assert_ptr_nonnull(before);
    memcpy(before, pos, mi_go.size(&setup));
    ck_assert(!mi_go.put(pos, board_point(&setup, "C2"), 0)); /* takes the last liberty of B2 */
    ck_assert(!mi_go.put(pos, board_point(&setup, "A1"), 1)); /* has none */
    ck_assert(memcmp(before, pos, mi_go.size(&setup)) == 0);
    ck_assert(mi_go.put(pos, board_point(&setup, "B2"), -1));
    ck_assert(mi_go.put(pos, board_point(&setup, "C2"), 0));
    ck_assert(mi_go.put(pos, board_point(&setup, "B2"), 0));
    void *drawn = board_draw(&setup, ".X./XXX/.X.");
    ck_assert(mi_go.hash(pos) == mi_go.hash(drawn));
    ck_assert_int_eq(mi_go.settle(pos, NULL), 900);
    free(drawn);
    free(before);
    free(pos);
}
END_TEST

START_TEST(put_keeps_turn_and_clears_passes)
{
    miai_setup setup = board_setup(5, 5, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    int result;
    board_play(&setup, pos, "C3 pass pass");
    ck_assert(mi_go.outcome(pos, &result));
    ck_assert(mi_go.put(pos, board_point(&setup, "D4"), 1));
    ck_assert(!mi_go.outcome(pos, &result));
    ck_assert_int_eq(mi_go.turn(pos), 1);
    free(pos);
}
END_TEST

static const struct {
    int width, height, n;
    const char *points; /* NULL: no place for so many */
} handicaps[] = {
    {19, 19, 2, "D4 Q16"},
    {19, 19, 3, "D4 Q16 D16"},
    {19, 19, 4, "D4 Q16 D16 Q4"},
    {19, 19, 5, "D4 Q16 D16 Q4 K10"},
    {19, 19, 6, "D4 Q16 D16 Q4 D10 Q10"},
    {19, 19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"},
    {19, 19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"},
    {19, 19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"},
    {19, 19, 1, NULL},
    {19, 19, 10, NULL},
    {19, 19, 0, NULL},
    {19, 19, -3, NULL},
    {13, 13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"},
    {12, 12, 4, "C3 K10 C10 K3"},
    {12, 12, 5, NULL},
    {14, 14, 4, "D4 L11 D11 L4"},
    {9, 9, 5, "C3 G7 C7 G3 E5"},
    {9, 9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"},
    {8, 8, 4, "C3 F6 C6 F3"},
    {8, 8, 5, NULL},
    {7, 7, 4, "C3 E5 C5 E3"},
    {7, 7, 5, NULL},
    {6, 6, 2, NULL},
    {19, 6, 2, NULL},
    {25, 25, 2, "D4 W22"},
    {19, 9, 3, "D3 Q7 D7"},
};

START_TEST(handicap_points)
{
    miai_setup setup = board_setup(handicaps[_i].width, handicaps[_i].height, MI_GO_CHINESE);
    const char *expected = handicaps[_i].points;
    miai_move list[9];
    int n = mi_go.handicap(&setup, handicaps[_i].n, list);
    ck_assert_int_eq(n, expected ? handicaps[_i].n : 0);
    char text[MIAI_MOVE_TEXT];
    for (int i = 0, length; i < n; i++, expected += length) {
        ck_assert_int_eq(sscanf(expected, "%15s%n", text, &length), 1);
        ck_assert_int_eq(list[i], board_point(&setup, text));
    }
}
END_TEST

/* ---- scores ---- */

START_TEST(komi_of_any_kind)
{
    static const struct {
        double komi;
        int score;
    } komis[] = {{7.5, -750}, {0, 0}, {-3.25, 325}, {0.004, 0}, {9999, -999900}, {-9999, 999900}};
    for (int i = 0; i < COUNT(komis); i++) {
        miai_setup setup = board_setup(9, 9, MI_GO_CHINESE);
        setup.komi = komis[i].komi;
        void *pos = board_start(&setup);
        ck_assert_int_eq(mi_go.settle(pos, NULL), komis[i].score);
        free(pos);
    }
    miai_setup setup = board_setup(25, 25, MI_GO_CHINESE);
    setup.komi = -9999;
    void *pos = board_start(&setup);
    board_play(&setup, pos, "A1");
    ck_assert_int_lt(mi_go.settle(pos, NULL), MIAI_SCORE_MAX);
    free(pos);
}
END_TEST

/* A white stone that is dead in Black's land, and a dame at C1. */
START_TEST(dead_stones_by_each_way_of_counting)
{
    int without = _i == MI_GO_JAPANESE ? -300 : -400;
    int with = _i == MI_GO_JAPANESE ? 300 : _i == MI_GO_TROMP_TAYLOR ? without : 200;
    miai_setup setup = board_setup(5, 3, _i);
    void *pos = board_draw(&setup, "..XO./O.XO./.X.O.");
    int8_t dead[MIAI_MAX_POINTS] = {0}, owner[MIAI_MAX_POINTS];
    dead[board_point(&setup, "A2")] = 1;
    dead[board_point(&setup, "A3")] = 1; /* an empty point cannot be dead */
    mi_go.ownership(pos, owner);
    ck_assert_int_eq(owner[board_point(&setup, "B2")], 0);
    ck_assert_int_eq(owner[board_point(&setup, "C1")], 0);
    ck_assert_int_eq(owner[board_point(&setup, "E2")], -1);
    ck_assert_int_eq(owner[board_point(&setup, "C3")], 1);
    ck_assert_int_eq(mi_go.settle(pos, dead), with);
    ck_assert_int_eq(mi_go.settle(pos, NULL), without);
    free(pos);
}
END_TEST

START_TEST(prisoners_count_in_japan)
{
    miai_setup setup = board_setup(3, 3, _i);
    void *pos = board_draw(&setup, ".../OX./...");
    board_play(&setup, pos, "A1 pass A3 pass pass");
    int8_t owner[MIAI_MAX_POINTS];
    mi_go.ownership(pos, owner);
    ck_assert_int_eq(owner[board_point(&setup, "A2")], 1);
    ck_assert_int_eq(mi_go.settle(pos, NULL), _i == MI_GO_JAPANESE ? 700 : 900);
    free(pos);
}
END_TEST

START_TEST(chains_by_their_lowest_point)
{
    static const int16_t expected[] = {-1, 1, 1, -1, 1, 5, 6, 7, -1};
    miai_setup setup = board_setup(3, 3, MI_GO_CHINESE);
    void *pos = board_draw(&setup, "XO./.XO/.XX");
    int16_t chain[MIAI_MAX_POINTS];
    mi_go.chains(pos, chain);
    for (int p = 0; p < COUNT(expected); p++)
        ck_assert_int_eq(chain[p], expected[p]);
    free(pos);
}
END_TEST

/* ---- playouts ---- */

enum { PLAYOUTS = 4000 };

struct sample {
    double mean, square;
};

static struct sample sample(const miai_setup *setup, const void *pos, bool hook)
{
    struct sample sum = {0, 0};
    void *copy = malloc(mi_go.size(setup));
    ck_assert_ptr_nonnull(copy);
    miai_rng rng;
    miai_rng_seed(&rng, 1 + hook);
    for (int i = 0; i < PLAYOUTS; i++) {
        memcpy(copy, pos, mi_go.size(setup));
        int max = mi_playout_max(&mi_go, setup);
        double result = hook ? mi_go.playout(copy, &rng, NULL)
                             : mi_playout_plain(&mi_go, copy, &rng, NULL, max);
        sum.mean += result / PLAYOUTS;
        sum.square += result * result / PLAYOUTS;
    }
    free(copy);
    return sum;
}

/* The same distribution: the same mean, and the same mean square, within four standard errors. */
START_TEST(hook_plays_as_the_plain_loop)
{
    static const miai_setup setups[] = {
        {5, 5, 0, MI_GO_CHINESE},   {5, 5, 0, MI_GO_TROMP_TAYLOR}, {6, 6, 0, MI_GO_JAPANESE},
        {6, 7, 0, MI_GO_SIMPLE_KO}, {7, 7, 0, MI_GO_TROMP_TAYLOR}, {3, 3, 0, MI_GO_CHINESE},
        {9, 9, 0, MI_GO_CHINESE}};
    const miai_setup *setup = &setups[_i];
    void *pos = board_start(setup);
    struct sample hook = sample(setup, pos, true), plain = sample(setup, pos, false);
    double variance = hook.square - hook.mean * hook.mean;
    ck_assert_double_lt(fabs(hook.mean - plain.mean), 4 * sqrt(2 * variance / PLAYOUTS));
    /* A square is at most (points * 100)^2, and its variance at most that times its mean. */
    double most = 1e4 * setup->width * setup->width * setup->height * setup->height;
    ck_assert_double_lt(fabs(hook.square - plain.square),
                        4 * sqrt(2 * most * hook.square / PLAYOUTS));
    free(pos);
}
END_TEST

START_TEST(playouts_are_bounded_and_traced)
{
    static const miai_setup setups[] = {
        {2, 2, 0, MI_GO_CHINESE},  {2, 2, 0, MI_GO_TROMP_TAYLOR},   {2, 9, 0, MI_GO_SIMPLE_KO},
        {9, 9, 0, MI_GO_JAPANESE}, {19, 19, 0, MI_GO_TROMP_TAYLOR}, {25, 25, 0, MI_GO_CHINESE}};
    static uint16_t moves[4096];
    const miai_setup *setup = &setups[_i];
    void *pos = board_start(setup), *copy = board_start(setup);
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < 100; i++) {
        miai_trace trace = {0, COUNT(moves), moves};
        mi_go.init(pos, setup);
        mi_go.init(copy, setup);
        int result = mi_go.playout(pos, &rng, &trace), over;
        ck_assert_int_gt(trace.length, 0);
        ck_assert_int_le(trace.length, mi_playout_max(&mi_go, setup));
        for (int j = 0; j < trace.length; j++) {
            int player = (moves[j] & MIAI_TRACE_SECOND) != 0, move = moves[j] & 0x7fff;
            ck_assert(mi_go.turn(copy) == player && mi_go.legal(copy, move));
            mi_go.play(copy, move);
        }
        ck_assert(mi_go.outcome(copy, &over) || trace.length == mi_playout_max(&mi_go, setup));
        ck_assert_int_eq(mi_go.settle(copy, NULL), result);
    }
    free(copy);
    free(pos);
}
END_TEST

/* White has nothing left to play: Black does not fill his land then, but he takes what is dead. */
START_TEST(pass_answered_in_japan)
{
    miai_setup setup = board_setup(9, 2, _i);
    void *pos = board_draw(&setup, "X.XO.OX.X/XXXOOOXX.");
    miai_move list[MIAI_MAX_LEGAL];
    bool territory = _i == MI_GO_JAPANESE;
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "pass");
    int n = mi_go.playout_moves(pos, list);
    ck_assert_int_eq(n, 1);
    ck_assert_int_eq(list[0], board_point(&setup, "E2"));
    free(pos);
    pos = board_draw(&setup, "...XO.O.O/.X.XOOOOO");
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "pass");
    n = mi_go.playout_moves(pos, list);
    ck_assert(board_listed(&setup, list, n, "pass") == territory);
    ck_assert(board_listed(&setup, list, n, "B2") == !territory);
    free(pos);
}
END_TEST

/* ---- evaluation and text ---- */

/* Black and White exchanged, and the turn: the other sign. */
START_TEST(evaluation_is_even_handed)
{
    miai_setup setup = board_setup(6, 5, _i);
    void *pos = board_draw(&setup, "XO..../....../..XX../.OOOX./..XX..");
    void *other = board_draw(&setup, "OX..../....../..OO../.XXXO./..OO..");
    mi_go.set_turn(other, 1);
    ck_assert_int_eq(mi_go.evaluate(pos), -mi_go.evaluate(other));
    free(other);
    free(pos);
}
END_TEST

START_TEST(evaluation_sees_land_and_atari)
{
    miai_setup setup = board_setup(9, 9, MI_GO_CHINESE);
    setup.komi = 7.5;
    void *pos = board_start(&setup);
    ck_assert_int_eq(mi_go.evaluate(pos), -750);
    board_play(&setup, pos, "E5");
    int one = mi_go.evaluate(pos);
    ck_assert_int_gt(one, -750);
    board_play(&setup, pos,
               "D5 D4 A9 D6 A8"); /* White's stone has one liberty, and Black may take it */
    ck_assert_int_gt(mi_go.evaluate(pos), one);
    int taken = mi_go.evaluate(pos);
    mi_go.set_turn(pos, 1);
    ck_assert_int_lt(mi_go.evaluate(pos), taken);
    free(pos);
}
END_TEST

START_TEST(text_of_moves)
{
    miai_setup setup = board_setup(25, 3, MI_GO_CHINESE);
    void *pos = board_start(&setup);
    char text[MIAI_MOVE_TEXT];
    ck_assert_int_eq(mi_go.move_text(pos, 0, text, sizeof text), 2);
    ck_assert_str_eq(text, "A1");
    mi_go.move_text(pos, 33, text, sizeof text);
    ck_assert_str_eq(text, "J2");
    mi_go.move_text(pos, 74, text, sizeof text);
    ck_assert_str_eq(text, "Z3");
    mi_go.move_text(pos, 75, text, sizeof text);
    ck_assert_str_eq(text, "pass");
    ck_assert_int_eq(mi_go.pass(pos), 75);
    free(pos);
}
END_TEST

START_TEST(text_of_a_position)
{
    miai_setup setup = board_setup(7, 7, MI_GO_CHINESE);
    void *pos = board_draw(&setup, "XO...../......./......./......./......./......./......O");
    mi_go.set_turn(pos, 1);
    board_play(&setup, pos, "A6");
    char text[1024];
    int length = mi_go.text(pos, text, sizeof text);
    ck_assert_str_eq(text, "   A B C D E F G\n"
                           " 7 . O . . . . . 7\n"
                           " 6 O . . . . . . 6\n"
                           " 5 . . + . + . . 5\n"
                           " 4 . . . . . . . 4\n"
                           " 3 . . + . + . . 3\n"
                           " 2 . . . . . . . 2\n"
                           " 1 . . . . . . O 1\n"
                           "   A B C D E F G\n"
                           "black (X) to move\n"
                           "black (X) has captured 0 stones\n"
                           "white (O) has captured 1 stone");
    ck_assert_int_eq(length, (int)strlen(text));
    ck_assert_int_eq(mi_go.text(pos, NULL, 0), length);
    board_play(&setup, pos, "pass pass");
    mi_go.text(pos, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "\ngame over\n"));
    free(pos);
}
END_TEST

static void add_tests(TCase *tests)
{
    tcase_add_test(tests, small_positions_are_small);
    tcase_add_test(tests, two_passes_end_the_game);
    tcase_add_test(tests, numbers_that_are_no_moves);
    tcase_add_loop_test(tests, ko_forbids_one_retake, 0, 4);
    tcase_add_test(tests, ko_ends_with_a_pass_and_set_turn);
    tcase_add_loop_test(tests, retake_of_two_is_no_ko, 0, 4);
    tcase_add_loop_test(tests, suicide_by_rule, 0, 4);
    tcase_add_test(tests, suicide_takes_ones_own);
    tcase_add_loop_test(tests, repetition, 0, 4);
    tcase_add_test(tests, eyes_are_left_alone);
    tcase_add_test(tests, playout_passes_when_nothing_is_left);
    tcase_add_test(tests, noisy_moves);
    tcase_add_test(tests, put_only_where_it_may_stand);
    tcase_add_test(tests, put_keeps_turn_and_clears_passes);
    tcase_add_loop_test(tests, handicap_points, 0, COUNT(handicaps));
    tcase_add_test(tests, komi_of_any_kind);
    tcase_add_loop_test(tests, dead_stones_by_each_way_of_counting, 0, 4);
    tcase_add_loop_test(tests, prisoners_count_in_japan, 0, 4);
    tcase_add_test(tests, chains_by_their_lowest_point);
    tcase_add_loop_test(tests, hook_plays_as_the_plain_loop, 0, 7);
    tcase_add_loop_test(tests, playouts_are_bounded_and_traced, 0, 6);
    tcase_add_loop_test(tests, pass_answered_in_japan, 0, 4);
    tcase_add_loop_test(tests, evaluation_is_even_handed, 0, 4);
    tcase_add_test(tests, evaluation_sees_land_and_atari);
    tcase_add_test(tests, text_of_moves);
    tcase_add_test(tests, text_of_a_position);
}

int main(void)
{
    Suite *suite = suite_create("go");
    TCase *tests = add_case(suite, "go", 60);
    add_tests(tests);
    return run_suite(suite);
}
