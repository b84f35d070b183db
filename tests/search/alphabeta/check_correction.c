/* Correction history. */
#include "game/chess/board/notation.h"
#include "game/chess/board/see.h"
#include "game/games.h"
#include "search/alphabeta/history.h"
#include "tests/support/suite.h"

#include <check.h>

enum { UNIT = 100, KINDS = 768, MOVES = 12345, DEEP = 10, WHOLE = 1 << 14 };

static struct mi_ab_tuning tuning;
static struct mi_ab_correction correction;
static struct mi_ab_correction_key key, other;

static struct mi_ab_correction_key key_of(const char *fen, unsigned moves)
{
    struct mi_chess position;
    ck_assert(mi_chess_read_fen(&position, false, fen));
    return mi_ab_correction_key(&mi_chess_game, &position, moves);
}

static void set_up_correction(void)
{
    tuning = mi_ab_tuning_of(&mi_chess_game, NULL);
    ck_assert(mi_ab_correction_init(&correction, &mi_chess_game, KINDS));
    key = key_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", MOVES);
    other = key_of("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", MOVES + 1);
}

static void free_correction(void)
{
    mi_ab_correction_free(&correction);
}

static int corrected_value(int player)
{
    return mi_ab_correct(&correction, &key, player, &tuning);
}

static void learn_error(int player, int difference, int depth)
{
    mi_ab_correction_learn(&correction, &key, player, &tuning, difference, depth);
}

START_TEST(no_correction_at_first)
{
    ck_assert_int_eq(corrected_value(0), 0);
    learn_error(0, 0, DEEP);
    ck_assert_int_eq(corrected_value(0), 0);
}
END_TEST

START_TEST(errors_count_for_one_player_and_part)
{
    for (int i = 0; i < 8; i++)
        learn_error(0, 40, DEEP);
    ck_assert_int_gt(corrected_value(0), 5);
    ck_assert_int_eq(corrected_value(1), 0);
    ck_assert_int_eq(mi_ab_correct(&correction, &other, 0, &tuning), 0);
    for (int i = 0; i < 40; i++)
        learn_error(0, -40, DEEP);
    ck_assert_int_lt(corrected_value(0), -5);
}
END_TEST

START_TEST(deep_searches_have_more_weight)
{
    learn_error(0, 40, 2);
    int shallow = corrected_value(0);
    free_correction();
    set_up_correction();
    learn_error(0, 40, DEEP);
    ck_assert_int_gt(corrected_value(0), shallow);
}
END_TEST

/* A correction is always less than a pawn. */
START_TEST(corrections_are_bounded)
{
    for (int i = 0; i < 10000; i++)
        learn_error(0, 1000000, 200);
    ck_assert_int_gt(corrected_value(0), UNIT / 2);
    ck_assert_int_lt(corrected_value(0), UNIT);
    for (int i = 0; i < 10000; i++)
        learn_error(0, -1000000, 200);
    ck_assert_int_lt(corrected_value(0), -UNIT / 2);
    ck_assert_int_gt(corrected_value(0), -UNIT);
}
END_TEST

/* The correction scales with the evaluation's unit. */
START_TEST(unit_scales)
{
    struct mi_ab_tuning tenfold = tuning;
    tenfold.unit *= 10;
    for (int i = 0; i < 20; i++)
        mi_ab_correction_learn(&correction, &key, 0, &tenfold, 400, DEEP);
    int large = mi_ab_correct(&correction, &key, 0, &tenfold), small = corrected_value(0);
    ck_assert_int_gt(small, 0);
    ck_assert_int_le(large - 10 * small, 10);
    ck_assert_int_ge(large, 10 * small);
}
END_TEST

/* The index of a part depends only on that part. */
START_TEST(indices_depend_on_parts)
{
    struct mi_ab_correction_key moved =
        key_of("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", MOVES + WHOLE);
    ck_assert_int_eq(moved.count, MI_CORRECTIONS);
    ck_assert_int_eq(moved.place[0], key.place[0]); /* the pawns */
    ck_assert_int_ne(moved.place[1], key.place[1]); /* White's pieces */
    ck_assert_int_eq(moved.place[2], key.place[2]); /* Black's */
    ck_assert_int_eq(moved.place[3], key.place[3]); /* the moves, modulo MI_CORRECTION_PLACES */
}
END_TEST

/* No correction in games without parts, or without memory for move kinds. */
START_TEST(no_memory_without_parts)
{
    struct mi_ab_correction none;
    ck_assert_uint_eq(mi_ab_correction_bytes(&mi_othello_game, KINDS), 0);
    ck_assert_uint_eq(mi_ab_correction_bytes(&mi_chess_game, 0), 0);
    ck_assert(mi_ab_correction_init(&none, &mi_othello_game, KINDS));
    ck_assert_ptr_null(none.error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("correction");
    TCase *tests = add_single(suite, "correction", 4);
    tcase_add_checked_fixture(tests, set_up_correction, free_correction);
    tcase_add_test(tests, no_correction_at_first);
    tcase_add_test(tests, errors_count_for_one_player_and_part);
    tcase_add_test(tests, deep_searches_have_more_weight);
    tcase_add_test(tests, corrections_are_bounded);
    tcase_add_test(tests, unit_scales);
    tcase_add_test(tests, indices_depend_on_parts);
    tcase_add_test(tests, no_memory_without_parts);
    return run_suite(suite);
}
